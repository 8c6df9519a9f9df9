// Where everything on the strip is: the lanes, the places of cursors and marks, for one state.

import { momentsNow, stopOfMoment, type State } from "../../app/state.ts";
import type { Span } from "../../model/span.ts";
import { oddSpans } from "../../model/odd-moments.ts";
import type { Run } from "../../model/run.ts";
import { cursorAt, placeOf } from "../../model/step-navigation.ts";
import { curves, iterations } from "../../model/timeline.ts";
import { marksOf, placeMarks, type PlacedMark } from "./marks.ts";
import { lanesOf, MARGIN, type Lanes } from "./paint.ts";

/** The root's font size, where it is not a projector's. */
const USUAL = 16;

export interface StripView {
  readonly width: number;
  readonly height: number;
  readonly type: number;
  readonly lanes: Lanes;
  readonly marks: readonly PlacedMark[];
  /** Cursor -> x, in CSS pixels from the left of the strip; and back. */
  x(cursor: number): number;
  cursor(x: number): number;
  /** x -> 0..1 along the whole run. */
  place(x: number): number;
}

/** Where on a strip of that width a place of the run is, 0..1 along the whole of it. */
export function xOf({ from, to }: Span, width: number, place: number): number {
  return MARGIN + (place - from) / (to - from) * Math.max(width - 2 * MARGIN, 1);
}

let reasons: readonly unknown[] = [];
let last: StripView | null = null;

/** The view of a strip; while only the cursor moves, always the same object. */
export function stripView(strip: HTMLElement, run: Run, state: State): StripView {
  const { clientWidth: width, clientHeight: height } = strip;
  const type = parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL;
  const now = [run, state.stops, state.span, momentsNow(state), width, height, type];
  if (!last || now.some((reason, i) => reason !== reasons[i])) {
    last = viewOf(run, state, width, height, type);
    reasons = now;
  }
  return last;
}

function viewOf(run: Run, state: State, width: number, height: number, type: number): StripView {
  const { stops, span } = state;
  const room = Math.max(width - 2 * MARGIN, 1);
  const x = (cursor: number): number => xOf(span, width, placeOf(stops, cursor));
  const place = (at: number): number =>
    span.from + (at - MARGIN) / room * (span.to - span.from);
  const moments = momentsNow(state).map((moment) =>
    ({ kind: "moment", at: stopOfMoment(state, moment), number: moment.number,
      findings: [] } as const));
  return {
    width, height, type, x, place, cursor: (at) => cursorAt(stops, place(at)),
    lanes: lanesOf(height, type,
      { curves: curves(run).length > 0, ticks: iterations(run).length > 0,
        odd: oddSpans(run).length > 0 }),
    marks: placeMarks({ width, x }, marksOf(run), moments),
  };
}

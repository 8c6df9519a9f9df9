// The strip as actions: from iteration to iteration, from finding to finding, and its zoom. Pure.

import type { Action } from "../actions.ts";
import { panned, WHOLE, zoomed, type Span } from "../../model/span.ts";
import { oddSpans } from "../../model/odd-moments.ts";
import { placeOf, stepOf, stopOf } from "../../model/step-navigation.ts";
import { frameAt, iterationAt, iterationBefore, stopInIteration } from "../../model/timeline.ts";
import type { StringKey } from "../../words/strings.ts";
import { findingBeside, type Change, type State } from "../state.ts";
import { heading, reached } from "./jumps.ts";

/** The same step of the next (way 1) or previous iteration. */
function besideIteration(state: State, label: StringKey, way: 1 | -1): Change | null {
  const { run, stops } = state;
  if (run === null) return null;
  const from = heading(state);
  const isInside = iterationAt(run, from) !== null;
  const n = iterationBefore(run, from) + (way === 1 || isInside ? way : 0);
  return reached(state, stopInIteration(run, stops, from, n), label, way);
}

/** To the next (or previous) finding: its moment, its box and its words. */
function besideFinding(state: State, label: StringKey, way: 1 | -1): Change | null {
  if (state.run === null) return null;
  const finding = findingBeside(state, heading(state), way);
  return finding === null ? reached(state, null, label, way) : { kind: "findingSought", finding };
}

/** To where numbers that are not finite are next (or were last) born, carried on or healed. */
function besideOdd(state: State, label: StringKey, way: 1 | -1): Change | null {
  const { run, stops } = state;
  if (run === null) return null;
  const from = heading(state);
  const placed = oddSpans(run).map((span) =>
    ({ span, to: stopOf(stops, stepOf(stops, span.at + 1)) }));
  const next = way === 1 ? placed.find(({ to }) => to > from)
    : placed.findLast(({ to }) => to < from);
  if (!next) return reached(state, null, label, way);
  const { at, tensor } = next.span;
  const home = tensor === null ? null : frameAt(run, at + 1).tensors.get(tensor);
  return { kind: "boxAimed", to: next.to, selection: home?.grad_fn ?? home?.id ?? null };
}

function changed(state: State, span: (from: Span, place: number, steps: number) => Span): Change {
  const place = placeOf(state.stops, state.cursor);
  return { kind: "spanChanged", span: span(state.span, place, state.stops.length - 1) };
}

/** Half of what is seen, for a press of a key. */
const FACTOR = 2;

export const STRIP: readonly Action[] = [
  {
    name: "nextIteration", group: "time", label: "nextIteration", row: "nextIteration",
    keys: ["}"], perform: (state) => besideIteration(state, "nextIteration", 1),
  },
  {
    name: "previousIteration", group: "time", label: "previousIteration", row: "nextIteration",
    keys: ["{"], perform: (state) => besideIteration(state, "previousIteration", -1),
  },
  {
    name: "nextFinding", group: "time", label: "nextFinding", row: "nextFinding",
    keys: [";", "F8"], perform: (state) => besideFinding(state, "nextFinding", 1),
  },
  {
    name: "previousFinding", group: "time", label: "previousFinding", row: "nextFinding",
    keys: [":", "Shift+F8"], perform: (state) => besideFinding(state, "previousFinding", -1),
  },
  {
    name: "nextOdd", group: "time", label: "nextOdd", row: "nextOdd", keys: ["'"],
    perform: (state) => besideOdd(state, "nextOdd", 1),
  },
  {
    name: "previousOdd", group: "time", label: "previousOdd", row: "nextOdd", keys: ['"'],
    perform: (state) => besideOdd(state, "previousOdd", -1),
  },
  {
    name: "stripCloser", group: "time", label: "stripCloser", row: "stripZoom", keys: ["9"],
    perform: (state) => changed(state, (span, place, steps) => zoomed(span, FACTOR, place, steps)),
  },
  {
    name: "stripWider", group: "time", label: "stripWider", row: "stripZoom", keys: ["8"],
    perform: (state) =>
      changed(state, (span, place, steps) => zoomed(span, 1 / FACTOR, place, steps)),
  },
  {
    name: "stripWhole", group: "time", label: "stripWhole", row: "stripZoom", keys: ["0"],
    perform: () => ({ kind: "spanChanged", span: WHOLE }),
  },
  {
    name: "stripLater", group: "time", label: "stripLater", row: "stripLater",
    keys: ["Shift+PageDown"],
    perform: (state) => changed(state, (span, _place, steps) =>
      panned(span, (span.to - span.from) / FACTOR, steps)),
  },
  {
    name: "stripEarlier", group: "time", label: "stripEarlier", row: "stripLater",
    keys: ["Shift+PageUp"],
    perform: (state) => changed(state, (span, _place, steps) =>
      panned(span, (span.from - span.to) / FACTOR, steps)),
  },
];

// The pointer on the strip: it scrubs, goes to marks and to points of curves, pans and zooms.

import {
  findingOfMark, findingsListed, stopOfFinding, type State,
} from "../../app/state.ts";
import type { Store } from "../../app/store.ts";
import { panned, zoomed } from "../../model/span.ts";
import { stepOf, stopNear, stopOf } from "../../model/step-navigation.ts";
import { markWords } from "../../findings/said.ts";
import { pointWords } from "../../words/curves.ts";
import { curveAt, type CurveHit } from "./curves.ts";
import { markAt, type PlacedMark } from "./marks.ts";
import { oddAt, oddWords } from "./odd.ts";
import { stripView, type StripView } from "./view.ts";

interface Under {
  readonly view: StripView;
  readonly x: number;
  readonly y: number;
}

/** What the step at a cursor does. */
type Words = (state: State, cursor: number) => string;

/** The view of the strip, and where in it the pointer is; null without a run. */
function under(strip: HTMLElement, { state }: Store, event: MouseEvent): Under | null {
  if (!state.run) return null;
  const { left, top } = strip.getBoundingClientRect();
  return { view: stripView(strip, state.run, state),
    x: event.clientX - left, y: event.clientY - top };
}

function curveUnder({ run }: State, { view, x, y }: Under): CurveHit | null {
  return run && curveAt(view, run, x, y);
}

function markUnder({ view, x, y }: Under): PlacedMark | null {
  return markAt(view.lanes.signs, view.marks, x, y);
}

/** The stop of the mark or the point of a curve that the pointer is on; null for none. */
function goalUnder(state: State, at: Under): number | null {
  const odd = state.run && oddAt(at.view, state.run, at.x, at.y);
  const cursor = odd ? odd.at + 1 : markUnder(at)?.at ?? curveUnder(state, at)?.point.at ?? null;
  return cursor === null ? null : stopOf(state.stops, stepOf(state.stops, cursor));
}

/** In the lane of the ticks a zoomed strip is moved, not the cursor. */
function isHandle({ span }: State, { view: { lanes, height }, y }: Under): boolean {
  const top = lanes.ticks?.top ?? height - 8;
  return (span.from > 0 || span.to < 1) && y >= top;
}

/** To a mark, or a point of a curve; to a finding with its box and its words. */
function goToMark(store: Store, at: Under, goal: number): void {
  const numbers = markUnder(at)?.findings ?? [];
  if (numbers.length === 0) {
    store.send({ kind: "cursorMoved", cursor: goal });
    return;
  }
  const finding = findingOfMark(store.state, numbers);
  const cursor = stopOfFinding(store.state, findingsListed(store.state)[finding]!);
  store.send({ kind: "cursorMoved", cursor });
  store.send({ kind: "findingSought", finding });
}

/** The pointer on a strip that is dragged: what it holds, and where it goes. */
function listenToDrag(store: Store, strip: HTMLElement): (at: Under) => void {
  let held: "cursor" | "mark" | { readonly x: number } | null = null;
  const scrub = ({ view, x }: Under): void =>
    store.send({ kind: "cursorMoved", cursor: view.cursor(x) });
  strip.addEventListener("pointerdown", (event) => {
    const at = under(strip, store, event);
    if (event.button !== 0 || !at) return;
    strip.setPointerCapture(event.pointerId);
    if (isHandle(store.state, at)) {
      held = { x: at.x };
      return;
    }
    store.send({ kind: "playPaused" });
    const goal = goalUnder(store.state, at);
    held = goal === null ? "cursor" : "mark";
    if (goal === null) scrub(at);
    else goToMark(store, at, goal);
  });
  strip.addEventListener("lostpointercapture", () => {
    const { stops, cursor } = store.state;
    if (held === null || held === "cursor") {
      store.send({ kind: "cursorMoved", cursor: stopNear(stops, cursor) });
    }
    held = null;
  });
  return (at) => {
    if (held === null || typeof held === "string") {
      // A mark holds the cursor until the pointer has left it.
      if (held !== "mark" || goalUnder(store.state, at) === null) {
        held = "cursor";
        scrub(at);
      }
      return;
    }
    const by = at.view.place(held.x) - at.view.place(at.x);
    held = { x: at.x };
    const { span, stops } = store.state;
    store.send({ kind: "spanChanged", span: panned(span, by, stops.length - 1) });
  };
}

/** Dragging moves the cursor, or a strip that is zoomed; a mouse over it is told what is there. */
export function listenToPointer(
  store: Store, strip: HTMLElement, hint: HTMLElement, wordsAt: Words,
): void {
  const drag = listenToDrag(store, strip);
  strip.addEventListener("pointermove", (event) => {
    // Measured once, and first: after a change the browser would lay the page out anew for it.
    const at = under(strip, store, event);
    if (!at) return;
    if (strip.hasPointerCapture(event.pointerId)) drag(at);
    if (event.pointerType !== "touch") showHint(store.state, strip, hint, at, wordsAt);
  });
  strip.addEventListener("pointerleave", () => {
    hint.hidden = true;
  });
}

/** How far the wheel turns for twice as close. */
const TURN = 240;

/** The wheel zooms about the pointer; sideways, or with Shift, it pans. */
export function listenToWheel(store: Store, strip: HTMLElement): void {
  strip.addEventListener("wheel", (event) => {
    const at = under(strip, store, event);
    if (!at) return;
    event.preventDefault();
    const { span, stops } = store.state;
    const steps = stops.length - 1;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const isAside = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const turned = (isAside ? event.deltaX || event.deltaY : event.deltaY) * lines;
    store.send({ kind: "spanChanged", span: isAside
      ? panned(span, at.view.place(turned) - at.view.place(0), steps)
      : zoomed(span, 2 ** (-turned / TURN), at.view.place(at.x), steps) });
  }, { passive: false });
}

/** Of more findings than this that share a mark, the rest is counted. */
const MOST_TITLES = 3;

/** The titles of the findings of the mark under the pointer; null for none. */
function findingWords(state: State, at: Under): string | null {
  const numbers = markUnder(at)?.findings ?? [];
  const found = findingsListed(state);
  const own = numbers.flatMap((i) => found[i] ?? []);
  const left = own.length - MOST_TITLES;
  const titles = markWords(own.slice(0, MOST_TITLES), state.language);
  return own.length === 0 ? null : [...titles, ...left > 0 ? [`+ ${left}`] : []].join("\n");
}

/** What is under the pointer: the value of a curve, else what the step there does. */
function showHint(
  state: State, strip: HTMLElement, hint: HTMLElement, at: Under, wordsAt: Words,
): void {
  const curve = curveUnder(state, at);
  const goal = goalUnder(state, at);
  strip.classList.toggle("panning", goal === null && isHandle(state, at));
  const odd = state.run && oddAt(at.view, state.run, at.x, at.y);
  hint.textContent = odd ? oddWords(odd, state.language) : findingWords(state, at)
    ?? (curve ? pointWords(curve.curve, curve.point, state.language)
      : wordsAt(state, goal ?? stopNear(state.stops, at.view.cursor(at.x))));
  hint.hidden = false;
  hint.style.translate = `clamp(0px, ${at.x}px - 50%, ${at.view.width}px - 100%)`;
}

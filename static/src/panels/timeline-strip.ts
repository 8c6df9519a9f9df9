// The strip: the whole run at a glance, with its phases and landmarks; scrub anywhere.

import { byId } from "../app/dom.ts";
import { findings } from "../words/explain.ts";
import type { Run } from "../model/run.ts";
import { sentenceAt } from "../app/sentence.ts";
import { momentAt, momentsNow, stopOfMoment, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import { THEMES, type Theme } from "../drawing/theme.ts";
import { landmarks, phases, type Landmark, type Phase } from "../model/timeline.ts";
import { cursorAt, placeOf, stepOf, stopNear } from "../model/step-navigation.ts";

/** Room at both ends, so that the first and last landmark are whole. */
const MARGIN = 8;
const LANE = { top: 30, height: 14, letters: 10 } as const;
const SIGNS_Y = 16;
/** Signs nearer than this would run into each other: the more telling one is drawn. */
const APART = 11;

/** The root's font size, where it is not a projector's. */
const USUAL = 16;

type Sign = Landmark["kind"] | "surprise";

const WEIGHT: Readonly<Record<Sign, number>> =
  { fail: 8, full: 7, surprise: 6, grad: 5, zero: 4, step: 3, hook: 2, print: 1, run: 0 };

interface Paint {
  readonly pen: CanvasRenderingContext2D;
  readonly theme: Theme;
  readonly width: number;
  /** How much larger than usual letters are: by a projector. */
  readonly type: number;
  /** Cursor -> x. */
  x(cursor: number): number;
}

function drawPhase(
  { pen, theme, type, x }: Paint, { kind, from, to, call }: Phase, words: string,
): void {
  const [left, right] = [x(from), x(to)];
  const backward = kind === "backward";
  const height = LANE.height + (type - 1) * LANE.letters;
  pen.globalAlpha = backward ? ((call ?? 1) % 2 === 1 ? 1 : 0.68) : 0.28;
  pen.fillStyle = backward ? theme.backward : theme.quiet;
  pen.beginPath();
  pen.roundRect(left + 0.5, LANE.top, Math.max(right - left - 1, 1), height, 3);
  pen.fill();
  pen.globalAlpha = 1;
  pen.font = `600 ${type * LANE.letters}px ${getComputedStyle(pen.canvas).fontFamily}`;
  if (pen.measureText(words).width + 8 > right - left) return;
  pen.fillStyle = backward ? theme["backward-ink"] : theme.ink;
  pen.fillText(words, (left + right) / 2, LANE.top + height / 2 + 0.5);
}

function line(pen: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  pen.beginPath();
  points.forEach(([px, py], i) => (i === 0 ? pen.moveTo(px, py) : pen.lineTo(px, py)));
  pen.stroke();
}

function triangle(pen: CanvasRenderingContext2D, x: number, y: number): void {
  pen.beginPath();
  pen.moveTo(x, y - 5);
  pen.lineTo(x + 5, y + 4);
  pen.lineTo(x - 5, y + 4);
  pen.closePath();
}

type Draw = (paint: Paint, x: number, y: number) => void;

/**
 * One sign a kind, apart by shape: bar, plus, hollow dot, step, speech bar, hook, square,
 * triangle; what is worth knowing is a triangle that is empty.
 */
const SIGNS: Readonly<Record<Sign, Draw>> = {
  run: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme.backward;
    line(pen, [[x, y - 2], [x, y + 5]]);
  },
  grad: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme["leaf-line"];
    line(pen, [[x - 4, y], [x + 4, y]]);
    line(pen, [[x, y - 4], [x, y + 4]]);
  },
  zero: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme["leaf-line"];
    pen.beginPath();
    pen.arc(x, y, 3.5, 0, 2 * Math.PI);
    pen.stroke();
  },
  step: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme.ink;
    line(pen, [[x - 4, y + 3], [x, y + 3], [x, y - 3], [x + 4, y - 3]]);
  },
  print: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme.quiet;
    line(pen, [[x - 3, y - 1.5], [x + 3, y - 1.5]]);
    line(pen, [[x - 3, y + 1.5], [x + 1, y + 1.5]]);
  },
  hook: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme.ink;
    pen.beginPath();
    pen.arc(x, y, 3, Math.PI * 1.5, Math.PI);
    pen.stroke();
  },
  full: ({ pen, theme }, x, y) => {
    pen.fillStyle = theme.ink;
    pen.fillRect(x - 4, y - 4, 8, 8);
  },
  fail: ({ pen, theme }, x, y) => {
    pen.fillStyle = theme.error;
    triangle(pen, x, y);
    pen.fill();
  },
  surprise: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme.error;
    triangle(pen, x, y);
    pen.stroke();
  },
};

/** A marked moment of the lesson: its number in a disc. */
function drawMark({ pen, theme }: Paint, x: number, number: number, isHere: boolean): void {
  pen.fillStyle = isHere ? theme.backward : theme.ink;
  pen.beginPath();
  pen.arc(x, SIGNS_Y - 4, 7.5, 0, 2 * Math.PI);
  pen.fill();
  if (isHere) return; // the playhead stands there
  pen.font = "700 10px " + getComputedStyle(pen.canvas).fontFamily;
  pen.fillStyle = theme.paper;
  pen.fillText(String(number), x, SIGNS_Y - 3.5);
}

interface Marked {
  readonly kind: Sign;
  readonly at: number;
}

/** The landmarks, and what is probably a mistake though nothing failed. */
function markedOn(run: Run): readonly Marked[] {
  const surprises = findings(run).filter(({ tone }) => tone === "warning")
    .map(({ at }) => ({ kind: "surprise", at: at + 1 } as const));
  return [...landmarks(run), ...surprises];
}

/** The landmarks that fit beside each other and the marks, the more telling ones first. */
function sparse(
  all: readonly Marked[], x: (cursor: number) => number, marks: readonly number[],
): readonly Marked[] {
  const taken = new Map(marks.map((at) => [Math.floor(at / APART), at]));
  return all.toSorted((one, other) => WEIGHT[other.kind] - WEIGHT[one.kind]).filter(({ at }) => {
    const slot = Math.floor(x(at) / APART);
    const beside = [slot - 1, slot, slot + 1].map((one) => taken.get(one) ?? Infinity);
    if (beside.some((other) => Math.abs(other - x(at)) < APART)) return false;
    taken.set(slot, x(at));
    return true;
  });
}

function drawStrip(canvas: HTMLCanvasElement, run: Run, state: State): void {
  const pen = canvas.getContext("2d");
  const { width, height } = canvas.getBoundingClientRect();
  if (!pen || width === 0) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  pen.scale(devicePixelRatio, devicePixelRatio);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = 1.5;
  const theme = THEMES[state.theme === "system" ? state.machine : state.theme];
  const room = width - 2 * MARGIN;
  const x = (cursor: number): number => MARGIN + placeOf(state.stops, cursor) * room;
  const type = parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL;
  const paint: Paint = { pen, theme, width, type, x };
  for (const phase of phases(run)) {
    const words = phase.kind === "forward" ? say(state.language, "phaseForward")
      : say(state.language, "phaseBackward", { n: phase.call ?? 1 });
    drawPhase(paint, phase, words);
  }
  const marks = momentsNow(state).map((moment) => x(stopOfMoment(state, moment)));
  for (const { kind, at } of sparse(markedOn(run), x, marks)) SIGNS[kind](paint, x(at), SIGNS_Y);
  const here = momentAt(state)?.number;
  momentsNow(state).forEach(({ number }, i) =>
    drawMark(paint, marks[i] ?? 0, number, number === here));
}

/** The cursor under the pointer. */
function cursorUnder(strip: HTMLElement, { stops }: State, clientX: number): number {
  const { left, width } = strip.getBoundingClientRect();
  return cursorAt(stops, (clientX - left - MARGIN) / Math.max(width - 2 * MARGIN, 1));
}

function listen(store: Store, strip: HTMLElement): void {
  const scrub = (event: PointerEvent): void => {
    store.send({ kind: "cursorMoved", cursor: cursorUnder(strip, store.state, event.clientX) });
  };
  strip.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !store.state.run) return;
    strip.setPointerCapture(event.pointerId);
    store.send({ kind: "playPaused" });
    scrub(event);
  });
  strip.addEventListener("pointermove", (event) => {
    if (strip.hasPointerCapture(event.pointerId)) scrub(event);
  });
  strip.addEventListener("lostpointercapture", () => {
    const { stops, cursor } = store.state;
    store.send({ kind: "cursorMoved", cursor: stopNear(stops, cursor) });
  });
}

/** The sentence of the moment under the pointer. */
function showHint(store: Store, strip: HTMLElement, hint: HTMLElement): void {
  strip.addEventListener("pointermove", (event) => {
    const { state } = store;
    if (!state.run || event.pointerType === "touch") return;
    const cursor = stopNear(state.stops, cursorUnder(strip, state, event.clientX));
    hint.textContent = sentenceAt(state, cursor);
    hint.hidden = false;
    const { left, width } = strip.getBoundingClientRect();
    const from = event.clientX - left - hint.offsetWidth / 2;
    hint.style.left = `${Math.max(0, Math.min(from, width - hint.offsetWidth))}px`;
  });
  strip.addEventListener("pointerleave", () => {
    hint.hidden = true;
  });
}

export function showStrip(store: Store): void {
  const strip = byId("strip", HTMLElement);
  const [canvas, head, hint] = strip.children;
  if (!(canvas instanceof HTMLCanvasElement) || !(head instanceof HTMLElement)
    || !(hint instanceof HTMLElement)) throw new Error("The strip has lost its parts.");
  const draw = (): void => {
    if (store.state.run) drawStrip(canvas, store.state.run, store.state);
  };
  const place = (): void => {
    const { stops, cursor } = store.state;
    const along = MARGIN + placeOf(stops, cursor) * (strip.clientWidth - 2 * MARGIN);
    head.style.transform = `translateX(${along}px)`;
  };
  store.watch(
    (s) => [
      s.run, s.stops, s.language, s.theme, s.machine, momentsNow(s), momentAt(s),
      s.room?.projector,
    ],
    draw,
  );
  store.watch((s) => [s.stops, s.cursor], place);
  store.watch(
    (s) => [s.stops, stepOf(s.stops, s.cursor), s.language],
    (state) => {
      const { stops, cursor } = state;
      strip.setAttribute("aria-valuemin", "0");
      strip.setAttribute("aria-valuemax", String(stops.length - 1));
      strip.setAttribute("aria-valuenow", String(stepOf(stops, cursor)));
      strip.setAttribute("aria-valuetext", sentenceAt(state, cursor));
    },
  );
  new ResizeObserver(() => { draw(); place(); }).observe(strip);
  listen(store, strip);
  showHint(store, strip, hint);
}

// The signs above the strip: landmarks, findings, and the marked moments of a lesson.

import { findings, isSilent } from "../../findings/findings.ts";
import type { Run } from "../../model/run.ts";
import { landmarks, type Landmark } from "../../model/timeline.ts";
import { polyline, type Paint } from "./paint.ts";

/** Signs nearer than this would run into each other: the more telling one is drawn. */
const APART = 11;

type Sign = Landmark["kind"] | "surprise";

const WEIGHT: Readonly<Record<Sign, number>> =
  { fail: 8, full: 7, surprise: 6, grad: 5, zero: 4, step: 3, hook: 2, print: 1, run: 0 };

/** Of a finding: larger than the signs of what happens in every run. */
function triangle(pen: CanvasRenderingContext2D, x: number, y: number): void {
  pen.beginPath();
  pen.moveTo(x, y - 8);
  pen.lineTo(x + 8, y + 6);
  pen.lineTo(x - 8, y + 6);
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
    polyline(pen, [[x, y - 2], [x, y + 5]]);
  },
  grad: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme["leaf-line"];
    polyline(pen, [[x - 4, y], [x + 4, y]]);
    polyline(pen, [[x, y - 4], [x, y + 4]]);
  },
  zero: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme["leaf-line"];
    pen.beginPath();
    pen.arc(x, y, 3.5, 0, 2 * Math.PI);
    pen.stroke();
  },
  step: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme.ink;
    polyline(pen, [[x - 4, y + 3], [x, y + 3], [x, y - 3], [x + 4, y - 3]]);
  },
  print: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme.quiet;
    polyline(pen, [[x - 3, y - 1.5], [x + 3, y - 1.5]]);
    polyline(pen, [[x - 3, y + 1.5], [x + 1, y + 1.5]]);
  },
  hook: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme.ink;
    pen.beginPath();
    pen.arc(x, y, 3, Math.PI * 1.5, Math.PI);
    pen.stroke();
  },
  full: ({ pen, theme }, x, y) => {
    pen.fillStyle = theme.ink;
    pen.fillRect(x - 6, y - 6, 12, 12);
  },
  fail: ({ pen, theme }, x, y) => {
    pen.fillStyle = theme.error;
    triangle(pen, x, y);
    pen.fill();
  },
  surprise: ({ pen, theme }, x, y) => {
    pen.strokeStyle = theme.error;
    pen.fillStyle = theme.paper;
    triangle(pen, x, y);
    pen.fill();
    pen.lineWidth = 2;
    pen.stroke();
    pen.lineWidth = 1.5;
  },
};

/** A marked moment of the lesson: its number in a disc. */
function drawMoment(paint: Paint, x: number, number: number, isHere: boolean): void {
  const { pen, theme } = paint;
  pen.fillStyle = isHere ? theme.backward : theme.ink;
  pen.beginPath();
  pen.arc(x, paint.lanes.signs.top + 8, 7.5, 0, 2 * Math.PI);
  pen.fill();
  if (isHere) return; // the playhead stands there
  pen.font = "700 10px " + getComputedStyle(pen.canvas).fontFamily;
  pen.fillStyle = theme.paper;
  pen.fillText(String(number), x, paint.lanes.signs.top + 8.5);
}

/** Something that stands above the strip: a sign, or a moment of the lesson by its number. */
export interface Mark {
  readonly kind: Sign | "moment";
  /** Where the cursor stands once it has happened. */
  readonly at: number;
  readonly number: number | null;
}

export interface PlacedMark extends Mark {
  readonly x: number;
}

/** Findings are never left out, and landmarks make room for them. */
export function isFinding({ kind }: Mark): boolean {
  return kind === "fail" || kind === "full" || kind === "surprise";
}

const known = new WeakMap<Run, readonly Mark[]>();

/** The landmarks, and what is probably a mistake though nothing failed; the most telling first. */
export function marksOf(run: Run): readonly Mark[] {
  let marks = known.get(run);
  if (!marks) {
    const surprises = findings(run).filter(isSilent)
      .map(({ at }): Mark => ({ kind: "surprise", at: at + 1, number: null }));
    const signs = landmarks(run).map(({ kind, at }): Mark => ({ kind, at, number: null }));
    marks = [...signs, ...surprises].toSorted((one, other) =>
      WEIGHT[other.kind as Sign] - WEIGHT[one.kind as Sign]);
    known.set(run, marks);
  }
  return marks;
}

/**
 * What is drawn, with its place: all findings, and all moments beside them; of the landmarks those
 * that fit, the more telling ones first.
 */
export function placeMarks(
  paint: Pick<Paint, "width" | "x">, marks: readonly Mark[], moments: readonly Mark[],
): readonly PlacedMark[] {
  const placed: PlacedMark[] = [];
  const taken = new Map<number, number>();
  const isFree = (x: number): boolean => [-1, 0, 1].every((slot) =>
    Math.abs((taken.get(Math.floor(x / APART) + slot) ?? Infinity) - x) >= APART);
  const put = (mark: Mark, x: number): void => {
    taken.set(Math.floor(x / APART), x);
    placed.push({ ...mark, x });
  };
  const putAll = (all: readonly Mark[], place: (x: number) => number | null): void => {
    for (const mark of all) {
      const at = paint.x(mark.at);
      const x = at < -APART || at > paint.width + APART ? null : place(at);
      if (x !== null) put(mark, x);
    }
  };
  putAll(marks.filter(isFinding), (x) => x);
  const aside = [0, -APART, APART, -2 * APART, 2 * APART];
  putAll(moments, (x) => x + (aside.find((by) => isFree(x + by)) ?? 0));
  putAll(marks.filter((mark) => !isFinding(mark)), (x) => (isFree(x) ? x : null));
  return placed;
}

/** A click nearer than this to a mark goes to it. */
const SNAP = 12;

/** The mark of the lane that is nearest to the pointer, findings before others; null for none. */
export function markAt(
  { lanes }: Pick<Paint, "lanes">, placed: readonly PlacedMark[], x: number, y: number,
): PlacedMark | null {
  if (y > lanes.signs.top + lanes.signs.height) return null;
  const near = placed.filter((mark) => Math.abs(mark.x - x) <= SNAP);
  const [best] = near.toSorted((one, other) => Number(isFinding(other)) - Number(isFinding(one))
    || Math.abs(one.x - x) - Math.abs(other.x - x));
  return best ?? null;
}

/** Draws all marks, findings last, so that nothing covers them. */
export function drawMarks(
  paint: Paint, placed: readonly PlacedMark[], here: number | null,
): void {
  for (const mark of placed.toReversed()) {
    if (mark.kind === "moment") drawMoment(paint, mark.x, mark.number ?? 0, mark.number === here);
    else SIGNS[mark.kind](paint, mark.x, paint.lanes.signs.top + 9);
  }
}

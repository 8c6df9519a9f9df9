// The signs above the strip: landmarks, findings, and the marked moments of a lesson.

import { findings } from "../../words/explain.ts";
import type { Run } from "../../model/run.ts";
import { landmarks, type Landmark } from "../../model/timeline.ts";
import { polyline, type Paint } from "./paint.ts";

export const SIGNS_Y = 16;
/** Signs nearer than this would run into each other: the more telling one is drawn. */
const APART = 11;

type Sign = Landmark["kind"] | "surprise";

const WEIGHT: Readonly<Record<Sign, number>> =
  { fail: 8, full: 7, surprise: 6, grad: 5, zero: 4, step: 3, hook: 2, print: 1, run: 0 };

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
export const SIGNS: Readonly<Record<Sign, Draw>> = {
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
export function drawMoment(
  { pen, theme }: Paint, x: number, number: number, isHere: boolean,
): void {
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
export function markedOn(run: Run): readonly Marked[] {
  const surprises = findings(run).filter(({ tone }) => tone === "warning")
    .map(({ at }) => ({ kind: "surprise", at: at + 1 } as const));
  return [...landmarks(run), ...surprises];
}

/** The landmarks that fit beside each other and the marks, the more telling ones first. */
export function sparse(
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

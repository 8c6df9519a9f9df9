// The signs above the strip: how landmarks, findings and the moments of a lesson are drawn.

import type { PlacedMark, Sign } from "./marks.ts";
import { polyline, type Paint } from "./paint.ts";

/** Of a finding: larger than the signs of what happens in every run. */
function triangle(pen: CanvasRenderingContext2D, x: number, y: number): void {
  pen.beginPath();
  pen.moveTo(x, y - 8);
  pen.lineTo(x + 8, y + 6);
  pen.lineTo(x - 8, y + 6);
  pen.closePath();
}

function diamond(pen: CanvasRenderingContext2D, x: number, y: number): void {
  pen.beginPath();
  pen.moveTo(x, y - 8);
  pen.lineTo(x + 8, y);
  pen.lineTo(x, y + 8);
  pen.lineTo(x - 8, y);
  pen.closePath();
}

/** An empty sign: what did not end the run. */
function hollow({ pen, theme }: Paint, color: "error" | "saved-line"): void {
  pen.strokeStyle = theme[color];
  pen.fillStyle = theme.paper;
  pen.fill();
  pen.lineWidth = 2;
  pen.stroke();
  pen.lineWidth = 1.5;
}

type Draw = (paint: Paint, x: number, y: number) => void;

/**
 * One sign a kind, apart by shape: bar, plus, hollow dot, step, speech bar, hook, square,
 * triangle; what is probably a mistake is a triangle that is empty, a weak spot a diamond.
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
  mistake: (paint, x, y) => {
    triangle(paint.pen, x, y);
    hollow(paint, "error");
  },
  smell: (paint, x, y) => {
    diamond(paint.pen, x, y - 1);
    hollow(paint, "saved-line");
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

/** How many findings share a sign. */
function drawCount({ pen, theme }: Paint, { kind, x, findings: { length } }: PlacedMark,
  y: number): void {
  if (length < 2) return;
  pen.font = "700 11px " + getComputedStyle(pen.canvas).fontFamily;
  pen.fillStyle = kind === "fail" ? theme["error-ink"] : theme.ink;
  pen.fillText(length > 9 ? "+" : String(length), x, y + (kind === "smell" ? -0.5 : 1.5));
}

/** Draws all marks, findings last, so that nothing covers them. */
export function drawMarks(
  paint: Paint, placed: readonly PlacedMark[], here: number | null,
): void {
  for (const mark of placed.toReversed()) {
    if (mark.kind === "moment") drawMoment(paint, mark.x, mark.number ?? 0, mark.number === here);
    else {
      SIGNS[mark.kind](paint, mark.x, paint.lanes.signs.top + 9);
      drawCount(paint, mark, paint.lanes.signs.top + 9);
    }
  }
}

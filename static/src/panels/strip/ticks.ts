// The ticks of the iterations, with their numbers.

import type { Run } from "../../model/run.ts";
import { iterations } from "../../model/timeline.ts";
import { setFont, type Paint } from "./paint.ts";

/** Numbers are not closer than this, and their ticks not than that. */
const NUMBERS_APART = 36;
const TICKS_APART = 5;

/** The least of 1, 2, 5, 10, 20, 50, ... that is not below. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least) ?? 10 * power;
}

/** A tick where each iteration begins, or every few; numbers at 1, 100, 200, and so on. */
export function drawTicks(paint: Paint, run: Run): void {
  const { pen, theme, width, type, lanes: { ticks: lane, signs } } = paint;
  const all = iterations(run);
  if (!lane || all.length === 0) return;
  const every = (paint.x(all.at(-1)!.from) - paint.x(all[0]!.from)) / Math.max(all.length - 1, 1);
  const named = roundStep(NUMBERS_APART * type / Math.max(every, 1e-6));
  const marked = roundStep(TICKS_APART / Math.max(every, 1e-6));
  setFont(paint, 400);
  pen.textAlign = "left";
  let until = 0;
  all.forEach(({ from }, i) => {
    const n = i + 1;
    const x = Math.round(paint.x(from)) + 0.5;
    const hasNumber = n === 1 || n % named === 0;
    if (x < 0 || x > width || !(hasNumber || n % marked === 0)) return;
    const top = signs.top + signs.height;
    pen.fillStyle = theme.line;
    if (hasNumber) pen.fillRect(x - 0.5, top, 1, lane.top - top);
    pen.fillStyle = theme.edge;
    pen.fillRect(x - 0.5, lane.top, 1, hasNumber ? lane.height : 4);
    if (!hasNumber) return;
    const room = pen.measureText(String(n)).width + 4;
    const left = x + room > width ? x - room : x + 3;
    if (left < until) return;
    until = left + room;
    pen.fillStyle = theme.quiet;
    pen.fillText(String(n), left, lane.top + lane.height / 2 + 1);
  });
  pen.textAlign = "center";
}

// What is wrong with a plane: boxes over each other, lines through boxes, things out of bounds.

import type { Plane, SheetBox } from "../../static/src/drawing/sheet.ts";
import type { Curve } from "../../static/src/drawing/geometry.ts";

/** Lines end at boxes, and places are whole pixels. */
const SLACK = 1.5;
const SAMPLES = 8;

function* samples(curve: Curve): Iterable<readonly [number, number]> {
  for (let i = 0; i + 3 < curve.length; i += 3) {
    for (let k = 0; k <= SAMPLES; k++) {
      const t = k / SAMPLES;
      const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      const sum = (axis: 0 | 1) =>
        weights.reduce((all, weight, j) => all + weight * curve[i + j]![axis], 0);
      yield [sum(0), sum(1)];
    }
  }
}

function overlap(a: SheetBox, b: SheetBox): boolean {
  return Math.abs(a.x - b.x) < (a.w + b.w) / 2 && Math.abs(a.y - b.y) < (a.h + b.h) / 2;
}

function isIn({ x, y, w, h }: SheetBox, [px, py]: readonly [number, number]): boolean {
  return Math.abs(px - x) < w / 2 - SLACK && Math.abs(py - y) < h / 2 - SLACK;
}

/** One sentence for each fault. */
export function faultsOf({ boxes, edges, bounds }: Plane): readonly string[] {
  const faults: string[] = [];
  boxes.forEach((a, i) => boxes.slice(0, i).forEach((b, j) => {
    if (overlap(a, b)) faults.push(`box ${i} is over box ${j}`);
  }));
  edges.forEach(({ points }, edge) => {
    const through = new Set<number>();
    for (const at of samples(points)) {
      boxes.forEach((box, i) => isIn(box, at) && through.add(i));
    }
    for (const box of through) faults.push(`line ${edge} goes through box ${box}`);
    const isOut = points.some(([x, y]) => x < bounds.x || y < bounds.y ||
      x > bounds.x + bounds.w || y > bounds.y + bounds.h);
    if (isOut) faults.push(`line ${edge} is out of bounds`);
  });
  return faults;
}

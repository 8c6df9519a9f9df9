// Ways: lines laid anew through a sheet that was stretched, level in each of their stations. Pure.

import type { Curve } from "../geometry.ts";
import type { Point } from "../../model/run.ts";
import type { Stretch } from "./stretch.ts";

/** How far from a box a line comes to its level; less than any gap between two columns. */
const APPROACH = 34;
/** Stations nearer than this are one. */
const SAME = 8;

/**
 * A chain of cubic Beziers through stations, level in each (as server/layout/edge_routing.py draws
 * them).
 */
export function curveThrough(stations: readonly Point[]): Curve {
  const points: Point[] = [stations[0]!];
  for (let i = 1; i < stations.length; i++) {
    const [[u0, v0], [u1, v1]] = [stations[i - 1]!, stations[i]!];
    const reach = (u1 - u0) / (v0 === v1 ? 3 : 2);
    points.push([u0 + reach, v0], [u1 - reach, v1], [u1, v1]);
  }
  return points;
}

/** The stations of a curve that was made of them. */
export function stationsOf(curve: Curve): readonly Point[] {
  return curve.filter((_, i) => i % 3 === 0);
}

/**
 * The stations of a line after its sheet was stretched and its ends went to `start` and `end`. A
 * stretch that was level stays so between them: what the ends have moved is made up near the ends.
 */
export function relaid(
  stations: readonly Point[], start: Point, end: Point, u: Stretch, v: Stretch,
): readonly Point[] {
  const last = stations.length - 1;
  const inner = stations.slice(1, -1).map(([a, b]): Point => [u(a), v(b)]);
  const room = Math.max(0, Math.min(APPROACH, (end[0] - start[0]) / 2));
  const found: Point[] = [start];
  if (stations[0]![1] === stations[1]![1]) {
    const level = v(stations[0]![1]);
    const turn = Math.min(start[0] + room, inner[0]?.[0] ?? Infinity);
    if (level !== start[1]) found.push([turn, level]);
  } else {
    // A line that climbs at once does so where its column ends.
    found.push([u(stations[0]![0]), start[1]]);
  }
  found.push(...inner);
  if (stations[last - 1]![1] === stations[last]![1]) {
    const level = v(stations[last]![1]);
    const turn = Math.max(end[0] - room, inner.at(-1)?.[0] ?? -Infinity);
    if (level !== end[1]) found.push([turn, level]);
  } else {
    found.push([u(stations[last]![0]), end[1]]);
  }
  found.push(end);
  return plain(found);
}

/** Without stations that stand still, go back, or come too near to an end to turn there. */
function plain(stations: readonly Point[]): readonly Point[] {
  const [start, end] = [stations[0]!, stations.at(-1)!];
  const inner = stations.slice(1, -1).filter(([u, v]) =>
    (v === start[1] || u - start[0] >= SAME) && (v === end[1] || end[0] - u >= SAME));
  const kept: Point[] = [start];
  for (const point of inner) {
    const before = kept.at(-1)!;
    if (point[0] > before[0]) kept.push(point);
  }
  while (kept.length > 1 && kept.at(-1)![0] >= end[0]) kept.pop();
  return [...kept, end];
}

/** Curves one after another, with lines from where one ends to where the next begins. */
export function joined(curves: readonly Curve[]): Curve {
  return curves.filter(({ length }) => length > 0).reduce((all, curve) => {
    const [from, to] = [all.at(-1)!, curve[0]!];
    const gap = from[0] === to[0] && from[1] === to[1] ? [] : curveThrough([from, to]).slice(1);
    return [...all, ...gap, ...curve.slice(1)];
  });
}

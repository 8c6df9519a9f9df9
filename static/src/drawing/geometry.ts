// Curves and rectangles: where on an edge a gradient is, and how it bends when a box is dragged.

import type { Point } from "../model/run.ts";

/** A chain of cubic Beziers: 1 + 3k points. */
export type Curve = readonly Point[];

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

export function between(a: Point, b: Point, t: number): Point {
  return [mix(a[0], b[0], t), mix(a[1], b[1], t)];
}

export function clamp(x: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, x));
}

/** Slow, fast, slow: 0 -> 0, 1 -> 1. */
export function ease(t: number): number {
  return t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2;
}

/** Where `t` stands between `from` and `to`, 0..1. */
export function within(t: number, from: number, to: number): number {
  return clamp((t - from) / (to - from));
}

type Cubic = readonly [Point, Point, Point, Point];

function cubicAt(curve: Curve, i: number): Cubic {
  return [curve[3 * i]!, curve[3 * i + 1]!, curve[3 * i + 2]!, curve[3 * i + 3]!];
}

function pointOfCubic([a, b, c, d]: Cubic, t: number): Point {
  const u = 1 - t;
  const [wa, wb, wc, wd] = [u ** 3, 3 * u * u * t, 3 * u * t * t, t ** 3];
  return [
    wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0],
    wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1],
  ];
}

/** Samples of each cubic: enough that a lozenge keeps an even pace. */
const SAMPLES = 24;

const measured = new WeakMap<Curve, readonly number[]>();

/** Length of the curve up to each sample. */
function lengths(curve: Curve): readonly number[] {
  const known = measured.get(curve);
  if (known) return known;
  const found = [0];
  let last = curve[0]!;
  for (let i = 0; i < (curve.length - 1) / 3; i++) {
    for (let j = 1; j <= SAMPLES; j++) {
      const next = pointOfCubic(cubicAt(curve, i), j / SAMPLES);
      found.push(found.at(-1)! + Math.hypot(next[0] - last[0], next[1] - last[1]));
      last = next;
    }
  }
  measured.set(curve, found);
  return found;
}

export function lengthOf(curve: Curve): number {
  return lengths(curve).at(-1)!;
}

/** Which cubic, and where on it, lies a share `s` (0..1) of the whole length. */
function locate(curve: Curve, s: number): readonly [number, number] {
  const all = lengths(curve);
  const goal = clamp(s) * all.at(-1)!;
  let k = 1;
  while (k < all.length - 1 && all[k]! < goal) k++;
  const piece = (all[k] ?? 0) - (all[k - 1] ?? 0);
  const t = (k - 1 + (piece > 0 ? (goal - all[k - 1]!) / piece : 0)) / SAMPLES;
  const i = Math.min(Math.floor(t), (curve.length - 1) / 3 - 1);
  return [i, t - i];
}

/** The point at a share `s` of the curve's length, 0 the beginning, 1 the end. */
export function pointOn(curve: Curve, s: number): Point {
  if (curve.length < 4) return curve[0]!;
  const [i, t] = locate(curve, s);
  return pointOfCubic(cubicAt(curve, i), t);
}

/** The direction of travel there, of length 1. */
export function directionOn(curve: Curve, s: number): Point {
  const a = pointOn(curve, s - 0.01);
  const b = pointOn(curve, s + 0.01);
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  return length === 0 ? [1, 0] : [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

function split(cubic: Cubic, t: number): readonly [Cubic, Cubic] {
  const [a, b, c, d] = cubic;
  const ab = between(a, b, t);
  const bc = between(b, c, t);
  const cd = between(c, d, t);
  const abc = between(ab, bc, t);
  const bcd = between(bc, cd, t);
  const middle = between(abc, bcd, t);
  return [[a, ab, abc, middle], [middle, bcd, cd, d]];
}

/** The first share `s` of a curve, as a curve. */
export function beginning(curve: Curve, s: number): Curve {
  if (s >= 1 || curve.length < 4) return curve;
  const [i, t] = locate(curve, s);
  const [first] = split(cubicAt(curve, i), t);
  return [...curve.slice(0, 3 * i), ...first];
}

/** The curve from end to beginning: the way of a gradient. */
export function reversed(curve: Curve): Curve {
  return curve.slice().reverse();
}

/** A line of so many cubics keeps its way: only its ends go where their boxes went. */
const LONG = 9;

/** The curve after its first end moved by `from` and its last by `to`; it still leaves square. */
export function moved(curve: Curve, from: Point, to: Point): Curve {
  if (from[0] === 0 && from[1] === 0 && to[0] === 0 && to[1] === 0) return curve;
  const last = curve.length - 1;
  return curve.map(([x, y], i) => {
    if (last >= 3 * LONG && i > 1 && i < last - 1) return [x, y];
    const t = i <= 1 ? 0 : i >= last - 1 ? 1 : i / last;
    const [dx, dy] = between(from, to, t);
    return [x + dx, y + dy];
  });
}

/** Distance from a point to the curve, for a pointer that means an edge. */
export function distanceTo(curve: Curve, [x, y]: Point): number {
  let least = Infinity;
  for (let i = 0; i < (curve.length - 1) / 3; i++) {
    for (let j = 0; j <= SAMPLES; j++) {
      const [px, py] = pointOfCubic(cubicAt(curve, i), j / SAMPLES);
      least = Math.min(least, Math.hypot(px - x, py - y));
    }
  }
  return least;
}

// Lanes: the ways of lines from the end of one row to the beginning of another. Pure.
//
// A line that goes on in a later row leaves its own at the end, runs back in the gap below it, and
// along the beginnings of the rows to the one that it enters. Lines of one source share a lane.

import type { Curve } from "../geometry.ts";
import type { Point } from "../../model/run.ts";
import type { Place } from "./frame.ts";
import type { Line } from "./wrap.ts";

/** Between two lanes. */
export const LANE = 10;
/** Between two rows, with one lane. */
export const GAP = 56;
/** Between a row and the first lane at its end, or at its beginning. */
const AWAY = 24;
/** About what lanes take at each end of a row. */
export const LANES = AWAY + 2 * LANE;
const RADIUS = 8;

/** A part of a drawing that is cut into rows for itself; its lines are numbered. */
export interface Band {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Place[];
  readonly lines: readonly (readonly [number, Line])[];
}

/** A band in rows. */
export interface Rows {
  /** How far what stands at a place along the tape moves. */
  readonly shift: (u: number) => Point;
  readonly lines: ReadonlyMap<number, Curve>;
  /** Where it ends across the tape. */
  readonly end: number;
}

/** A line from row to row: what of its curve is in the first and in the last. */
interface Crossing {
  readonly number: number;
  readonly row: number;
  readonly into: number;
  readonly head: Curve;
  readonly tail: Curve;
}

/** Lines that leave a row together. */
interface Trunk {
  readonly row: number;
  readonly level: number;
  readonly last: number;
  readonly crossings: readonly Crossing[];
}

/** A row where it stood; `lanes` leave it. */
interface Row {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
  readonly trunks: readonly Trunk[];
}

/** What lies on both sides of a cut, of the cubic that goes through it. */
function halves(curve: Curve, out: number, into: number): readonly [Curve, Curve] {
  const through = (cut: number): number => {
    for (let i = 0; i + 3 < curve.length; i += 3) {
      if (curve[i]![0] < cut && curve[i + 3]![0] >= cut) return i;
    }
    throw new Error("A line does not cross the cut between the rows of its ends.");
  };
  return [curve.slice(0, through(out) + 1), curve.slice(through(into) + 3)];
}

function crossingsOf(band: Band, cuts: readonly number[]): readonly Crossing[] {
  const rowAt = (u: number): number => cuts.filter((cut) => cut < u).length;
  return band.lines.flatMap(([number, { curve }]): readonly Crossing[] => {
    const [row, into] = [rowAt(curve[0]![0]), rowAt(curve.at(-1)![0])];
    if (row >= into) return [];
    const [head, tail] = halves(curve, cuts[row]!, cuts[into - 1]!);
    return [{ number, row, into, head, tail }];
  });
}

function trunksOf(band: Band, crossings: readonly Crossing[]): readonly Trunk[] {
  const keys = new Map(band.lines.map(([number, { key }]) => [number, key]));
  const found = new Map<string, Crossing[]>();
  for (const crossing of crossings) {
    const key = `${keys.get(crossing.number)} ${crossing.row} ${crossing.head.at(-1)![1]}`;
    found.set(key, [...found.get(key) ?? [], crossing]);
  }
  return [...found.values()].map((all) => ({ row: all[0]!.row, level: all[0]!.head.at(-1)![1],
    last: Math.max(...all.map(({ into }) => into)), crossings: all }));
}

/** The rows as they stood, each with what leaves it: the lowest first. */
function rowsOf(band: Band, cuts: readonly number[], crossings: readonly Crossing[]) {
  const trunks = trunksOf(band, crossings);
  const crosses = new Set(crossings.map(({ number }) => number));
  const rowAt = (u: number): number => cuts.filter((cut) => cut < u).length;
  const rows = Array.from({ length: cuts.length + 1 }, (_, row) => ({
    from: Infinity, to: -Infinity, top: Infinity, bottom: -Infinity,
    trunks: trunks.filter((trunk) => trunk.row === row).sort((a, b) => b.level - a.level),
  }));
  const add = (row: number, u: number, v: number): void => {
    const one = rows[row]!;
    Object.assign(one, { from: Math.min(one.from, u), to: Math.max(one.to, u),
      top: Math.min(one.top, v), bottom: Math.max(one.bottom, v) });
  };
  for (const { u, v, long, wide } of band.blocks) {
    add(rowAt(u), u - long / 2, v - wide / 2);
    add(rowAt(u), u + long / 2, v + wide / 2);
  }
  for (const [number, { curve }] of band.lines) {
    if (!crosses.has(number)) for (const [u, v] of curve) add(rowAt(curve[0]![0]), u, v);
  }
  for (const { row, into, head, tail } of crossings) {
    for (const [u, v] of head) add(row, u, v);
    for (const [u, v] of tail) add(into, u, v);
  }
  return rows as readonly Row[];
}

/** The lane of each trunk along the beginnings of the rows; of one row the uppermost outermost. */
function lanesBefore(rows: readonly Row[]): ReadonlyMap<Trunk, number> {
  const until: number[] = [];
  const found = new Map<Trunk, number>();
  rows.forEach(({ trunks }, row) => {
    const free: number[] = [];
    for (let lane = 0; free.length < trunks.length; lane++) {
      if ((until[lane] ?? -1) <= row) free.push(lane);
    }
    trunks.forEach((trunk, i) => {
      const lane = free[trunks.length - 1 - i]!;
      found.set(trunk, lane);
      until[lane] = trunk.last;
    });
  });
  return found;
}

/** Where each row goes: all begin at one place along the tape, each below the one before. */
function shiftsOf(rows: readonly Row[], start: number): readonly Point[] {
  let top = start;
  return rows.map(({ from, top: before, bottom, trunks }): Point => {
    const shift: Point = [Math.round(rows[0]!.from - from), Math.round(top - before)];
    top += bottom - before + GAP + LANE * Math.max(0, trunks.length - 1);
    return shift;
  });
}

function moved(curve: Curve, [du, dv]: Point): Curve {
  return curve.map(([u, v]): Point => [u + du, v + dv]);
}

/** A band in rows, cut at places along the tape; across it, it begins at `start`. */
export function inRows(band: Band, cuts: readonly number[], start: number): Rows {
  const crossings = crossingsOf(band, cuts);
  const rows = rowsOf(band, cuts, crossings);
  const shifts = shiftsOf(rows, start);
  const before = lanesBefore(rows);
  const shift = (u: number): Point => shifts[cuts.filter((cut) => cut < u).length]!;
  const lines = new Map(band.lines.map(([number, { curve }]) =>
    [number, moved(curve, shift(curve[0]![0]))] as const));
  rows.forEach(({ to, bottom, trunks }, row) => trunks.forEach((trunk, i) => {
    const right = to + shifts[row]![0] + AWAY + i * LANE;
    const left = rows[0]!.from - AWAY - before.get(trunk)! * LANE;
    const back = bottom + shifts[row]![1] + GAP / 2 + i * LANE;
    for (const { number, into, head, tail } of trunk.crossings) {
      const [out, on] = [moved(head, shifts[row]!), moved(tail, shifts[into]!)];
      const [from, end] = [out.at(-1)!, on[0]!];
      const way = cornered([from, [right, from[1]], [right, back], [left, back], [left, end[1]],
        end]);
      lines.set(number, [...out, ...way.slice(1), ...on.slice(1)]);
    }
  }));
  const last = rows.length - 1;
  return { shift, lines, end: rows[last]!.bottom + shifts[last]![1] };
}

/** How much of a quarter circle's radius its control points are away from its ends. */
const QUARTER = 0.5523;

function toward([u, v]: Point, [u1, v1]: Point, length: number): Point {
  const all = Math.hypot(u1 - u, v1 - v);
  const share = all === 0 ? 0 : length / all;
  return [u + (u1 - u) * share, v + (v1 - v) * share];
}

function straight(from: Point, to: Point): Curve {
  const all = Math.hypot(to[0] - from[0], to[1] - from[1]);
  return all === 0 ? [] : [toward(from, to, all / 3), toward(from, to, all * 2 / 3), to];
}

/** A chain of cubic Beziers along straight lines, with round corners. */
export function cornered(points: readonly Point[]): Curve {
  const found: Point[] = [points[0]!];
  for (let i = 1; i + 1 < points.length; i++) {
    const [before, corner, after] = [points[i - 1]!, points[i]!, points[i + 1]!];
    const room = [before, after].map(([u, v]) => Math.hypot(u - corner[0], v - corner[1]) / 2);
    const radius = Math.min(RADIUS, ...room);
    const [into, out] = [toward(corner, before, radius), toward(corner, after, radius)];
    found.push(...straight(found.at(-1)!, into),
      toward(into, corner, radius * QUARTER), toward(out, corner, radius * QUARTER), out);
  }
  return [...found, ...straight(found.at(-1)!, points.at(-1)!)];
}

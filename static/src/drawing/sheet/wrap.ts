// Wrapping: a long tape in rows, one below the other like text, so that it fits its stage. Pure.
//
// Counted along the tape (u) and across it (v): of a tape that runs down, "rows" are columns.

import type { Curve } from "../geometry.ts";
import type { Point } from "../../model/run.ts";
import type { Place } from "./frame.ts";
import { GAP, inRows, LANE, LANES, type Band, type Rows } from "./lanes.ts";

/** A line along the tape. Lines of one `key` may share their way to another row. */
export interface Line {
  readonly key: string;
  readonly curve: Curve;
  /** Joins what may not be parted. */
  readonly short: boolean;
}

/** What stands and runs in a container. */
export interface Strip {
  readonly blocks: readonly Place[];
  readonly lines: readonly Line[];
}

/** What a drawing is to fit in: pixels along the tape and across it. */
export interface Room {
  readonly along: number;
  readonly across: number;
  /** A drawing that fits at this scale is not wrapped. */
  readonly enough: number;
}

/** A drawing in rows: how far what stands at a place moves, and the curves of its lines. */
export interface Wrapped {
  readonly shift: (at: Point) => Point;
  readonly curves: readonly Curve[];
}

/** What rows must gain to be worth the turns of the eye. */
const LEAST_GAIN = 1.15;
/** Around a drawing there is so much room on its stage. */
const AROUND = 120;
/** Widths that are tried differ by this factor. */
const WIDER = 1.07;
/** Of widths that fit about as well, the one with the fewest rows. */
const ABOUT = 1.03;
/** What an empty row would count, in pixels of height. */
const RAGGED = 80;
/** A cut needs so much free room along the tape. */
const LEAST_CUT = 16;
/** Between drawings side by side, as the server leaves it. */
const APART = 48;

type Range = readonly [number, number];

function rangeOf(middle: number, size: number): Range {
  return [middle - size / 2, middle + size / 2];
}

function hull(ranges: Iterable<Range>): Range {
  let [from, to] = [Infinity, -Infinity];
  for (const [a, b] of ranges) {
    from = Math.min(from, a);
    to = Math.max(to, b);
  }
  return [from, to];
}

/** Ranges without those that overlap or touch: these become one. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const found: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

function acrossOf(curve: Curve): Range {
  return hull(curve.map(([, v]): Range => [v, v]));
}

/** The parts of a strip that have nothing to do with each other, side by side across the tape. */
function bandsOf({ blocks, lines }: Strip): readonly Band[] {
  const ranges = merged([...blocks.map(({ v, wide }) => rangeOf(v, wide)),
    ...lines.map(({ curve }) => acrossOf(curve))]);
  const bands = ranges.map(([from, to]) =>
    ({ from, to, blocks: [] as Place[], lines: [] as [number, Line][] }));
  const bandAt = (v: number) => bands[bands.findLastIndex(({ from }) => from <= v)]!;
  for (const block of blocks) bandAt(block.v).blocks.push(block);
  lines.forEach((line, i) => bandAt(line.curve[0]![1]).lines.push([i, line]));
  return bands;
}

/** A stretch of the tape that no cut may go through: its length, and what it takes across. */
interface Slab {
  from: number;
  to: number;
  across: Range;
}

/** A band by its slabs; `lanes` are the ways to other rows that a cut before each would make. */
interface Cloth {
  readonly band: Band;
  readonly slabs: readonly Slab[];
  readonly lanes: readonly number[];
}

/** The pieces of a line: its cubics, each by where it begins and ends. */
function piecesOf(curve: Curve): readonly (readonly [Point, Point])[] {
  return curve.flatMap((point, i) =>
    (i % 3 === 0 && i + 3 < curve.length ? [[point, curve[i + 3]!] as const] : []));
}

/** What no cut may go through: things, and lines that climb beyond the room between these. */
function solids({ blocks, lines }: Band): readonly Range[] {
  const things = merged([...blocks.map(({ u, long }) => rangeOf(u, long)),
    ...lines.flatMap(([, { short, curve }]) =>
      (short ? [hull(curve.map(([u]): Range => [u, u]))] : []))]);
  const climbs = lines.flatMap(([, { curve, short }]) => (short ? [] : piecesOf(curve))
    .filter(([[, v0], [, v1]]) => v0 !== v1).map(([[u0], [u1]]): Range => [u0, u1]));
  const inGap = ([from, to]: Range): boolean => {
    const before = things.findLast(([start]) => start <= from + 1);
    const after = things.find(([start]) => start > from + 1);
    return (before?.[1] ?? -Infinity) <= from + 1 && (after?.[0] ?? Infinity) >= to - 1;
  };
  return merged([...things, ...climbs.filter((climb) => !inGap(climb))]);
}

function clothOf(band: Band): Cloth {
  const slabs: Slab[] = [];
  for (const [from, to] of solids(band)) {
    const last = slabs.at(-1);
    if (last && from - last.to < LEAST_CUT) last.to = to;
    else slabs.push({ from, to, across: [Infinity, -Infinity] });
  }
  const add = ([from, to]: Range, range: Range): void => {
    for (let i = slabs.findLastIndex((slab) => slab.from <= from); i < slabs.length; i++) {
      const slab = slabs[Math.max(0, i)]!;
      if (slab.from > to) break;
      slab.across = hull([slab.across, range]);
    }
  };
  for (const { u, v, long, wide } of band.blocks) add(rangeOf(u, long), rangeOf(v, wide));
  const crossing = slabs.map(() => new Set<string>());
  for (const [, { key, curve }] of band.lines) {
    for (const [[u0, v0], [u1, v1]] of piecesOf(curve)) {
      add(hull([[u0, u1], [u1, u0]]), hull([[v0, v1], [v1, v0]]));
      slabs.forEach(({ from, to }, i) => {
        if (i > 0 && u0 < from && u1 > slabs[i - 1]!.to && to > u0) crossing[i]!.add(key + v0);
      });
    }
  }
  return { band, slabs, lanes: crossing.map(({ size }) => size) };
}

/** A band cut into rows: the slabs that rows begin with, and the room that they take. */
interface Cut {
  readonly starts: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** The best way to cut all before a slab into rows; `cost` is the height and what is ragged. */
interface Best {
  readonly cost: number;
  readonly height: number;
  readonly width: number;
  readonly start: number;
}

/**
 * The rows of at most this width (or of one slab) that take the least room across the tape. A row
 * that is much shorter than that counts as a little higher, but for the last one.
 */
function cutTo({ slabs, lanes }: Cloth, width: number): Cut {
  const best: Best[] = [{ cost: 0, height: 0, width: 0, start: 0 }];
  for (let end = 1; end <= slabs.length; end++) {
    let [low, top] = [Infinity, -Infinity];
    let found: Best = { ...best[0]!, cost: Infinity };
    for (let start = end - 1; start >= 0; start--) {
      const wide = slabs[end - 1]!.to - slabs[start]!.from;
      if (wide > width && start < end - 1) break;
      low = Math.min(low, slabs[start]!.across[0]);
      top = Math.max(top, slabs[start]!.across[1]);
      const before = best[start]!;
      const high = top - low + (start > 0 ? GAP + LANE * lanes[start]! : 0);
      const free = end === slabs.length ? 0 : Math.max(0, 1 - wide / width);
      const cost = before.cost + high + RAGGED * free ** 2;
      if (cost >= found.cost) continue;
      found = { cost, start, height: before.height + high, width: Math.max(wide, before.width) };
    }
    best.push(found);
  }
  const starts: number[] = [];
  for (let end = slabs.length; end > 0; end = best[end]!.start) starts.unshift(best[end]!.start);
  return { starts, width: best.at(-1)!.width, height: best.at(-1)!.height };
}

interface Choice {
  readonly cuts: readonly Cut[];
  readonly scale: number;
  readonly rows: number;
}

function choiceOf(cloths: readonly Cloth[], width: number, room: Room): Choice {
  const cuts = cloths.map((cloth) => cutTo(cloth, width));
  const rows = cuts.reduce((sum, { starts }) => sum + starts.length, 0);
  const wide = Math.max(...cuts.map((cut) => cut.width));
  const high = cuts.reduce((sum, cut) => sum + cut.height, APART * (cuts.length - 1));
  const lanes = rows > cuts.length ? 2 * LANES : 0;
  const scale = Math.min(room.along / (wide + lanes + AROUND), room.across / (high + AROUND));
  return { cuts, scale, rows };
}

/** The rows that let a drawing be seen largest; null when one row does as well. */
function chosen(cloths: readonly Cloth[], room: Room): readonly Cut[] | null {
  const whole = choiceOf(cloths, Infinity, room);
  if (whole.scale >= room.enough || whole.rows === 0) return null;
  const lengths = cloths.map(({ slabs }) => slabs.at(-1)!.to - slabs[0]!.from);
  const choices: Choice[] = [];
  const least = Math.max(...cloths.flatMap(({ slabs }) => slabs.map(({ from, to }) => to - from)));
  for (let width = Math.max(...lengths) / WIDER; width > least / WIDER; width /= WIDER) {
    choices.push(choiceOf(cloths, width, room));
  }
  const largest = Math.max(...choices.map(({ scale }) => scale));
  if (largest < LEAST_GAIN * whole.scale) return null;
  return choices.filter(({ scale }) => scale * ABOUT >= largest)
    .reduce((a, b) => (b.rows < a.rows ? b : a)).cuts;
}

/** A strip in rows that fit a room; null when it is better in one. */
export function wrapped(strip: Strip, room: Room): Wrapped | null {
  const bands = bandsOf(strip);
  const cloths = bands.map(clothOf);
  const cuts = chosen(cloths, room);
  if (!cuts) return null;
  let end: number | null = null;
  const all = bands.map((band, i): Rows => {
    const { slabs } = cloths[i]!;
    const places = cuts[i]!.starts.slice(1).map((start) =>
      (slabs[start - 1]!.to + slabs[start]!.from) / 2);
    const before = bands[i - 1];
    const rows = inRows(band, places, end === null ? band.from : end + band.from - before!.to);
    end = rows.end;
    return rows;
  });
  const curves: Curve[] = [...strip.lines.map(({ curve }) => curve)];
  for (const { lines } of all) for (const [i, curve] of lines) curves[i] = curve;
  return {
    curves,
    shift: (at) => all[bands.findLastIndex(({ from }) => from <= at[1])]!.shift(at[0]),
  };
}

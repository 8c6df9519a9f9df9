// Looking inside a large value: which entry is looked at, what is around it, what to ask for. Pure.

import { countOf } from "../model/number.ts";
import type { Entry, Value } from "../model/run.ts";
import type { Notice } from "./state.ts";

/** Rows and columns of a window; one dimension is folded into rows of this. */
export const SIDE = 32;
/** Entries that are asked for at a time. */
const MOST_ENTRIES = 65_536;
/** Rows, and columns, that are asked for at least, where there are so many. */
const LEAST_SIDE = 256;

type Index = readonly number[];

/** For each axis where a region begins, and how many places it has. */
export type Region = readonly (readonly [start: number, size: number])[];

/** What the server told of a value. */
export interface Slab {
  readonly region: Region;
  readonly numbers: Float32Array | Float64Array;
  /** Places of the least and the greatest entry, and of the first that are not finite. */
  readonly min: number | null;
  readonly max: number | null;
  readonly odd: readonly number[];
}

/** How it stands with the numbers; `another` run has other numbers than the one on stage. */
type Standing =
  | { readonly kind: "asking" | "here" | "another" | "gone" }
  | { readonly kind: "refused"; readonly notice: Pick<Notice, "key" | "text"> };

/** A value that is looked into. */
export interface Peek {
  readonly value: Value;
  readonly name: string | null;
  /** The entry in question, by its index along each axis. */
  readonly at: Index;
  readonly shows: "colours" | "numbers";
  readonly slab: Slab | null;
  readonly standing: Standing;
}

/** The numbers of a value as rows and columns; `lead` are the sizes of the axes before. */
export interface Plan {
  readonly rows: number;
  readonly cols: number;
  readonly lead: readonly number[];
}

export function planOf({ shape }: Pick<Value, "shape">): Plan {
  const n = countOf(shape);
  if (shape.length < 2) return { rows: Math.ceil(n / SIDE), cols: Math.min(SIDE, n), lead: [] };
  return { rows: shape.at(-2)!, cols: shape.at(-1)!, lead: shape.slice(0, -2) };
}

export function peekOf(value: Value, name: string | null): Peek {
  return { value, name, at: value.shape.map(() => 0), shows: "colours", slab: null,
    standing: { kind: "asking" } };
}

/** The row and the column of an entry. */
export function seatOf(at: Index): readonly [row: number, col: number] {
  const last = at.at(-1) ?? 0;
  return at.length < 2 ? [Math.floor(last / SIDE), last % SIDE] : [at.at(-2)!, last];
}

/** The entry at a row and a column of the slice that `at` is in; null beyond its end. */
export function indexAt({ value: { shape }, at }: Peek, row: number, col: number): Index | null {
  const { rows, cols } = planOf({ shape });
  if (row < 0 || col < 0 || row >= rows || col >= cols) return null;
  if (shape.length >= 2) return [...at.slice(0, -2), row, col];
  const i = row * SIDE + col;
  return i < countOf(shape) ? [i] : null;
}

/** A stretch of rows, or of columns, that is on the page together. */
export interface Stretch {
  readonly from: number;
  readonly size: number;
}

function stretchAt(place: number, length: number): Stretch {
  const from = Math.floor(place / SIDE) * SIDE;
  return { from, size: Math.min(SIDE, length - from) };
}

/** The rows and the columns around the entry. */
export function windowOf({ value, at }: Peek): readonly [rows: Stretch, cols: Stretch] {
  const { rows, cols } = planOf(value);
  const [row, col] = seatOf(at);
  return [stretchAt(row, rows), stretchAt(col, cols)];
}

/** So many places around one of an axis, from a window's beginning on. */
function around(place: number, size: number, length: number): readonly [number, number] {
  const from = Math.floor((place - size / 2) / SIDE) * SIDE;
  return [Math.max(0, Math.min(from, length - size)), size];
}

/** What to ask for: the entry's window and as much around it as is sent at a time. */
export function regionOf({ value: { shape }, at }: Peek): Region {
  if (shape.length < 2) {
    const [length = 1] = shape;
    return [around(at[0] ?? 0, Math.min(length, MOST_ENTRIES), length)];
  }
  const { rows, cols, lead } = planOf({ shape });
  const broad = Math.max(LEAST_SIDE, Math.floor(MOST_ENTRIES / Math.min(rows, LEAST_SIDE)));
  const wide = Math.min(cols, broad);
  const tall = Math.min(rows, Math.floor(MOST_ENTRIES / wide));
  let room = Math.floor(MOST_ENTRIES / (wide * tall));
  const outer = lead.map((length, d) => [d, length] as const).reverse().map(([d, length]) => {
    const size = Math.max(1, Math.min(length, room));
    room = Math.floor(room / size);
    const from = Math.min(Math.max(0, at[d]! - Math.floor(size / 2)), length - size);
    return [from, size] as const;
  });
  const [row, col] = seatOf(at);
  return [...outer.reverse(), around(row, tall, rows), around(col, wide, cols)];
}

/** Whether all that is on the page is among the numbers that are here. */
export function isCovered(peek: Peek): boolean {
  const { slab } = peek;
  if (!slab) return false;
  const [rows, cols] = windowOf(peek);
  const corners = [indexAt(peek, rows.from, cols.from),
    indexAt(peek, rows.from + rows.size - 1, cols.from + cols.size - 1) ?? peek.at];
  return corners.every((index) => index !== null && index.every((i, d) => {
    const [from, size] = slab.region[d] ?? [0, 0];
    return i >= from && i < from + size;
  }));
}

function entryOf(x: number, dtype: string): Entry {
  if (dtype === "bool") return x !== 0;
  if (Number.isNaN(x)) return "nan";
  return Number.isFinite(x) ? x : x > 0 ? "inf" : "-inf";
}

/** The entry at an index; null where its number is not here. */
export function entryAt({ slab, value: { dtype } }: Peek, index: Index): Entry | null {
  if (!slab) return null;
  let place = 0;
  for (const [d, [from, size]] of slab.region.entries()) {
    const i = index[d]! - from;
    if (i < 0 || i >= size) return null;
    place = place * size + i;
  }
  if (!dtype.startsWith("complex")) return entryOf(slab.numbers[place]!, dtype);
  return [slab.numbers[2 * place]!, slab.numbers[2 * place + 1]!];
}

/** The index of an entry that is counted row-major. */
export function indexOfPlace(place: number, shape: readonly number[]): Index {
  let rest = place;
  const index = shape.slice().reverse().map((size) => {
    const i = rest % size;
    rest = Math.floor(rest / size);
    return i;
  });
  return index.reverse();
}

function placeOfIndex(index: Index, shape: readonly number[]): number {
  return index.reduce((place, i, d) => place * shape[d]! + i, 0);
}

/** The next entry that is not finite, from the first again after the last that is known. */
export function nextOdd({ value: { shape }, at, slab }: Peek): Index | null {
  const here = placeOfIndex(at, shape);
  const place = slab?.odd.find((one) => one > here) ?? slab?.odd[0];
  return place === undefined ? null : indexOfPlace(place, shape);
}

/** The same row and column of the slice before or after this one. */
export function otherSlice({ value, at }: Peek, way: 1 | -1): Index {
  const { lead } = planOf(value);
  const place = placeOfIndex(at.slice(0, lead.length), lead) + way;
  if (lead.length === 0 || place < 0 || place >= countOf(lead)) return at;
  return [...indexOfPlace(place, lead), ...at.slice(lead.length)];
}

/** The entry so many rows and columns on, or the last one on that way. */
export function stepped(peek: Peek, down: number, right: number): Index {
  const { rows, cols } = planOf(peek.value);
  const [row, col] = seatOf(peek.at);
  const clamped = (i: number, length: number): number => Math.max(0, Math.min(i, length - 1));
  const seat = [clamped(row + down, rows), clamped(col + right, cols)] as const;
  return indexAt(peek, ...seat) ?? peek.value.shape.map((size) => size - 1);
}

/** Where a key leads from the entry in question; null for a key that leads nowhere. */
export function afterKey(peek: Peek, key: string, ctrl: boolean): Index | null {
  const far = Number.MAX_SAFE_INTEGER;
  switch (key) {
    case "ArrowDown": return stepped(peek, 1, 0);
    case "ArrowUp": return stepped(peek, -1, 0);
    case "ArrowRight": return stepped(peek, 0, 1);
    case "ArrowLeft": return stepped(peek, 0, -1);
    case "PageDown": return stepped(peek, SIDE, 0);
    case "PageUp": return stepped(peek, -SIDE, 0);
    case "Home": return stepped(peek, ctrl ? -far : 0, -far);
    case "End": return stepped(peek, ctrl ? far : 0, far);
    case "]": return otherSlice(peek, 1);
    case "[": return otherSlice(peek, -1);
    default: return null;
  }
}

/** The index that somebody typed, `3, -1, 0` or `[3, -1, 0]`; null for what is none. */
export function typedIndex(text: string, { shape }: Value): Index | null {
  const words = text.trim().replace(/^\[|\]$/g, "").split(/[\s,，]+/).filter((word) => word !== "");
  const areWhole = words.every((word) => /^-?\d{1,15}$/.test(word));
  if (words.length !== shape.length || !areWhole) return null;
  const index = words.map((word, d) => Number(word) < 0 ? Number(word) + shape[d]! : Number(word));
  return index.every((i, d) => i >= 0 && i < shape[d]!) ? index : null;
}

/** What an answer of the server makes of a peek; `told` is the value of the run that it ran. */
export function answered(peek: Peek, told: Value, slab: Slab | null): Peek {
  const outline = ({ shape, dtype, stats, picture }: Value): string =>
    JSON.stringify([shape, dtype, stats, picture]);
  if (!slab) return { ...peek, standing: { kind: "gone" } };
  const isSame = outline(told) === outline(peek.value);
  return { ...peek, slab, standing: { kind: isSame ? "here" : "another" } };
}

/** The shortest decimal that gives the same number back in its dtype. */
export function exact(entry: Entry, dtype: string): string {
  if (typeof entry === "boolean") return entry ? "True" : "False";
  if (typeof entry === "string") return entry;
  if (typeof entry === "object") {
    const part = dtype === "complex64" ? "float32" : "float64";
    const [real = "", imaginary = ""] = entry.map((one) =>
      exact(typeof one === "number" ? entryOf(one, part) : one, part));
    return `${real}${imaginary.startsWith("-") ? "" : "+"}${imaginary}j`;
  }
  if (/int/.test(dtype)) return `${entry}`;
  const short = dtype === "float64" ? `${entry}` : [...new Array(9).keys()]
    .map((digits) => String(Number(entry.toPrecision(digits + 1))))
    .find((decimal) => Math.fround(Number(decimal)) === entry) ?? `${entry}`;
  return /[.e]/.test(short) ? short : `${short}.0`;
}

// How large a value is: its norm, and how many of its entries are zero or no finite number. Pure.

import type { Entry, Value } from "../run.ts";
import { countOf } from "../number.ts";

export interface Size {
  /** The Euclidean norm; null where an entry is not finite, or was not told. */
  readonly norm: number | null;
  readonly count: number;
  readonly zeros: number;
  /** How many entries are NaN or infinite. */
  readonly bad: number;
}

/** The square of an entry; NaN for what is not finite. */
function squareOf(entry: Entry): number {
  if (typeof entry === "number") return entry * entry;
  if (typeof entry === "boolean") return entry ? 1 : 0;
  if (typeof entry === "string") return NaN;
  return squareOf(entry[0]) + squareOf(entry[1]);
}

function sizeOfAll(data: readonly Entry[], count: number): Size | null {
  let [sum, zeros, bad] = [0, 0, 0];
  for (const entry of data) {
    if (entry === "?") return null;
    const square = squareOf(entry);
    if (square === 0 && (entry === 0 || entry === false || typeof entry === "object")) zeros += 1;
    if (Number.isFinite(square)) sum += square;
    else if (typeof entry !== "number") bad += 1;
  }
  if (bad > 0) return { norm: null, count, zeros, bad };
  // Squares of very small and very large numbers are none.
  const isPlain = sum > 1e-280 && sum < 1e280;
  const norm = isPlain || zeros === count ? Math.sqrt(sum)
    : Math.hypot(...data.flatMap((entry) => entry as number));
  return { norm, count, zeros, bad };
}

function sizeFound({ shape, data, stats }: Value): Size | null {
  const count = countOf(shape);
  if (count === 0) return null;
  if (data) return sizeOfAll(data, count);
  if (!stats || stats.mean === "?") return null;
  const { mean, std, zeros, nans, infs } = stats;
  const bad = nans + infs;
  const norm = bad > 0 || typeof mean !== "number" || typeof std !== "number" ? null
    : Math.sqrt(count) * Math.hypot(mean, std);
  return { norm, count, zeros, bad };
}

const known = new WeakMap<Value, Size | null>();

/** The size of a value, of all of its entries; null where its numbers are not told. */
export function sizeOf(value: Value): Size | null {
  let size = known.get(value);
  if (size === undefined) known.set(value, size = sizeFound(value));
  return size;
}

/** The norm of the difference of two values; null where not all entries of both are told. */
export function distanceOf(one: Value, other: Value): number | null {
  const [a, b] = [one.data, other.data];
  if (!a || !b || a.length !== b.length) return null;
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const [left, right] = [a[i], b[i]];
    if (typeof left !== "number" || typeof right !== "number") return null;
    sum += (left - right) ** 2;
  }
  return Math.sqrt(sum);
}

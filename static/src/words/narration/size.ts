// How large a value is, in few words: its norm, or what keeps it from having one. Pure.

import { isFloating, isComplex, widened } from "../../model/number.ts";
import type { Entry, Value } from "../../model/run.ts";

/** A value that is too large to be said in numbers. */
export interface Size {
  readonly shape: readonly number[];
  /** Its Euclidean norm; null of integers and bools, and where an entry is not finite or hidden. */
  readonly norm: string | null;
  readonly nans: number;
  readonly infs: number;
}

/** A number to three digits: `0.42`, `1.0`, `3.02e-5`, `1240`; `0` where it is zero. */
export function significant(x: number): string {
  if (x === 0) return "0";
  const [mantissa = "", power = "0"] = x.toExponential(2).split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent > 5) return `${mantissa.replace(/\.?0+$/, "")}e${exponent}`;
  const text = Number(x.toPrecision(3)).toFixed(Math.max(0, 2 - exponent));
  return text.includes(".") ? text.replace(/(\.\d+?)0+$/, "$1") : text;
}

function squareOf(entry: Entry, dtype: string): number {
  if (typeof entry === "object") return squareOf(entry[0], dtype) + squareOf(entry[1], dtype);
  return widened(entry, dtype) ** 2;
}

function count(entries: readonly Entry[], word: (part: Entry) => boolean): number {
  return entries.filter((entry) => (Array.isArray(entry) ? entry.some(word) : word(entry))).length;
}

/** The norm of a value of floats or complex numbers, all of them finite; else null. */
export function normOf(value: Value): number | null {
  const { shape, dtype, data, stats } = value;
  if (!isFloating(dtype) && !isComplex(dtype)) return null;
  if (data) {
    const square = data.reduce<number>((sum, entry) =>
      sum + (entry === "?" ? NaN : squareOf(entry, dtype)), 0);
    return Number.isFinite(square) ? Math.sqrt(square) : null;
  }
  if (!stats || stats.nans > 0 || stats.infs > 0) return null;
  const { mean, std } = stats;
  if (typeof mean !== "number" || typeof std !== "number") return null;
  const entries = shape.reduce((product, n) => product * n, 1);
  const norm = Math.sqrt(entries * (std * std + mean * mean));
  return Number.isFinite(norm) ? norm : null;
}

/** What can be said of a value in place of its numbers. */
export function sizeOf(value: Value): Size {
  const { shape, data, stats } = value;
  const norm = normOf(value);
  return {
    shape, norm: norm === null ? null : significant(norm),
    nans: stats?.nans ?? (data ? count(data, (part) => part === "nan") : 0),
    infs: stats?.infs ?? (data ? count(data, (part) => part === "inf" || part === "-inf") : 0),
  };
}

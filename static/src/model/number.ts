// Numbers in the sizes that a page needs: torch's four digits, and the short form of labels.

import type { Entry, Value } from "./run.ts";

/** Digits after the point, as torch prints by default. */
export const PRECISION = 4;

const INTEGERS = new Set([
  "bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64",
]);

export function isComplex(dtype: string): boolean {
  return dtype.startsWith("complex");
}

export function isFloating(dtype: string): boolean {
  return !INTEGERS.has(dtype) && !isComplex(dtype);
}

/** Of the floats of half the width: bits after the point, and the smallest normal power of two. */
const HALVES: Readonly<Record<string, readonly [bits: number, least: number]>> = {
  float16: [10, -14], bfloat16: [7, -126],
};

/** The number of a narrow dtype that a decimal stands for. */
function rounded(x: number, dtype: string): number {
  const half = HALVES[dtype];
  if (!half || x === 0) return dtype === "float32" ? Math.fround(x) : x;
  const [bits, least] = half;
  const unit = 2 ** (Math.max(Math.floor(Math.log2(Math.abs(x))), least) - bits);
  return Math.round(x / unit) * unit;
}

/** The entry as the machine holds it: a float32 is wider than its shortest decimal. */
export function widened(entry: Entry, dtype: string): number {
  if (typeof entry === "boolean") return entry ? 1 : 0;
  if (typeof entry === "number") return rounded(entry, dtype);
  if (typeof entry === "string") {
    return entry === "inf" ? Infinity : entry === "-inf" ? -Infinity : NaN;
  }
  return widened(entry[0], dtype === "complex64" ? "float32" : dtype);
}

/** A count with its thousands apart: `100,000`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

export function countOf(shape: readonly number[]): number {
  return shape.reduce((product, n) => product * n, 1);
}

/** Cuts a decimal to the digits before `cut`, or keeps `rounded`: Python breaks ties to even. */
function tiesToEven(rounded: string, exact: string, cut: number): string {
  if (!/^50*$/.test(exact.slice(cut))) return rounded;
  const down = exact.slice(0, cut);
  return "02468".includes(down.at(-1)!) ? down : rounded;
}

function nonFinite(x: number): string | null {
  return Number.isNaN(x) ? "nan" : x === Infinity ? "inf" : x === -Infinity ? "-inf" : null;
}

function signOf(x: number): string {
  return x < 0 || Object.is(x, -0) ? "-" : "";
}

/** Python's `format(x, ".4f")`; `digits` at least 1. */
export function fixed(x: number, digits: number): string {
  const special = nonFinite(x);
  if (special) return special;
  const size = Math.abs(x);
  const rounded = size.toFixed(digits);
  // Half of the last digit is a sum of halvings: only such numbers can lie exactly between two.
  if (!Number.isInteger(size * 2 ** (digits + 1))) return signOf(x) + rounded;
  const exact = size.toFixed(100);
  return signOf(x) + tiesToEven(rounded, exact, exact.indexOf(".") + 1 + digits);
}

/** Python's `format(x, ".4e")`, with its exponent of two digits. */
export function scientific(x: number, digits: number): string {
  const special = nonFinite(x);
  if (special) return special;
  const size = Math.abs(x);
  const [rounded = "", power = "+0"] = size.toExponential(digits).split("e");
  const [exact = "", exactPower] = size.toExponential(100).split("e");
  const mantissa = power === exactPower ? tiesToEven(rounded, exact, digits + 2) : rounded;
  return `${signOf(x)}${mantissa}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

function withoutZeros(decimal: string): string {
  let end = decimal.length;
  while (decimal[end - 1] === "0" && decimal[end - 2] !== ".") end--;
  return decimal.slice(0, end);
}

function compactFloat(x: number, digits: number): string {
  const size = Math.abs(x);
  if (size !== 0 && (size >= 1e6 || size < 10 ** -digits)) {
    const [mantissa = "", power = ""] = x.toExponential(2).split("e");
    return `${withoutZeros(mantissa).replace(/\.0$/, "")}e${power.replace("+", "")}`;
  }
  return withoutZeros(fixed(x, digits));
}

/** Shortest form for a label: `0.2`, `2.0`, `3` (an integer), `1.2e-5`, `nan`, `1.0+2.0j`. */
export function compact(entry: Entry, dtype: string, digits = PRECISION): string {
  if (typeof entry === "boolean") return entry ? "True" : "False";
  if (typeof entry === "object") {
    const [real, imaginary] = entry.map((part) => compact(part, "float32", digits));
    return `${real}${imaginary?.startsWith("-") ? "" : "+"}${imaginary}j`;
  }
  if (typeof entry === "string") return entry;
  if (!isFloating(dtype)) return Math.abs(entry) < 1e9 ? `${entry}` : compactFloat(entry, digits);
  return compactFloat(entry, digits);
}

/** Where entry number `i` of a tensor stands: `[0, 2]`. */
export function placeOf(i: number, shape: readonly number[]): string {
  const place = shape.map((size, d) => Math.floor(i / countOf(shape.slice(d + 1))) % size);
  return `[${place.join(", ")}]`;
}

/** The shape as words: `2 × 3`; a scalar has none. */
export function shapeWords(shape: readonly number[]): string {
  return shape.join(" × ");
}

/** A value of more entries is never written out in a sentence. */
export const MOST_INLINE = 6;
const LONGEST_INLINE = 30;

/** A whole value on one line: `0.2`, `[0.2, 2.0]`; null when it is too large for a sentence. */
export function inlineValue({ shape, dtype, data }: Value): string | null {
  if (!data || data.length > MOST_INLINE || data.length === 0) return null;
  let items = data.map((entry) => compact(entry, dtype));
  for (const size of shape.slice().reverse()) {
    const rows: string[] = [];
    for (let i = 0; i < items.length; i += size) {
      rows.push(`[${items.slice(i, i + size).join(", ")}]`);
    }
    items = rows;
  }
  const text = items.join(", ");
  return text.length <= LONGEST_INLINE ? text : null;
}

/** A value on one line, or its shape where it is too large: `0.2`, `[0.2, 2.0]`, `[12 × 30]`. */
export function compactValue(value: Value): string {
  return inlineValue(value) ?? `[${shapeWords(value.shape)}]`;
}

/** The Euclidean norm; NaN where an entry is no finite number. */
export function normOf({ shape, dtype, data, stats }: Value): number {
  if (data) return Math.hypot(...data.flatMap((entry) => (Array.isArray(entry)
    ? entry.map((part) => widened(part, "float64")) : [widened(entry, dtype)])));
  const { mean, std, nans, infs } = stats ?? { mean: "nan", std: "nan", nans: 0, infs: 0 };
  if (nans + infs > 0) return NaN;
  const size = Math.hypot(widened(mean, "float64"), widened(std, "float64"));
  return Math.sqrt(countOf(shape)) * size;
}

/** A norm in three digits: `0.42`, `12.5`. */
export function normWords(value: Value): string {
  // What is hidden from a class is not told by its norm either.
  if (value.data?.includes("?") || value.stats?.mean === "?") return "?";
  const norm = normOf(value);
  return Number.isFinite(norm) ? compact(Number(norm.toPrecision(3)), "float64", 6)
    : fixed(norm, 1);
}

/** `a + b`, or `a - b` when b carries a minus itself. */
export function plus(before: string, added: string): string {
  return added.startsWith("-") ? `${before} - ${added.slice(1)}` : `${before} + ${added}`;
}

// Numbers of a tensor in a formula: whole where they fit, else row 0, or its first entries. Pure.

import { compact, countOf } from "../../model/number.ts";
import type { Entry, Value } from "../../model/run.ts";
import { LEVEL, type Written } from "./write.ts";

/** A value with at most so many rows and columns is written whole. */
const MOST_ROWS = 4;
const MOST_COLUMNS = 4;
/** So many entries of a longer row stand before the dots. */
const FIRST = 3;

export function isValue(value: Value | Entry): value is Value {
  return typeof value === "object" && "shape" in value;
}

function dtypeOf(entry: Entry): string {
  return typeof entry !== "number" ? "bool" : Number.isInteger(entry) ? "int64" : "float64";
}

export function entryTex(entry: Entry, dtype: string): string {
  const text = compact(entry, dtype);
  const power = /^(.*)e(-?\d+)$/.exec(text);
  if (power) return `${power[1]} \\times 10^{${power[2]}}`;
  if (/^-?inf$/.test(text)) return text.replace("inf", "\\infty");
  return /^[a-zA-Z]/.test(text) ? `\\mathrm{${text}}` : text;
}

function numberWritten(entry: Entry, dtype: string): Written {
  const tex = entryTex(entry, dtype);
  const level = /^-|.[-+]/.test(tex) ? LEVEL.sum : tex.includes("\\times") ? LEVEL.product
    : LEVEL.atom;
  return { tex, level, isSingle: true };
}

function matrix(lines: readonly string[]): Written {
  const tex = `\\begin{bmatrix} ${lines.join(" \\\\ ")} \\end{bmatrix}`;
  return { tex, level: LEVEL.atom, isSingle: false };
}

function columnsOf({ shape }: Value): number {
  return shape.at(-1) ?? 1;
}

function rowsOf(value: Value): number {
  const columns = columnsOf(value);
  return columns === 0 ? 0 : countOf(value.shape) / columns;
}

/** Is a value written whole? */
export function fits(value: Value | Entry): boolean {
  if (!isValue(value) || countOf(value.shape) === 1) return true;
  return value.data !== undefined && value.shape.length <= 2 && value.data.length > 0
    && columnsOf(value) <= MOST_COLUMNS && rowsOf(value) <= MOST_ROWS;
}

function rowOf(value: Value, nr: number): string | null {
  const columns = columnsOf(value);
  const count = columns <= MOST_COLUMNS ? columns : FIRST;
  const entries = value.data?.slice(nr * columns, nr * columns + count)
    ?? (nr === 0 ? value.head?.slice(0, count) : undefined);
  if (!entries || entries.length < count) return null;
  const texts = entries.map((entry) => entryTex(entry, value.dtype));
  return [...texts, ...(count < columns ? ["\\cdots"] : [])].join(" & ");
}

function scalarOf(value: Value | Entry): Written | null {
  if (!isValue(value)) return numberWritten(value, dtypeOf(value));
  const first = value.data?.[0];
  return countOf(value.shape) === 1 && first !== undefined ? numberWritten(first, value.dtype)
    : null;
}

/** All numbers of a value that fits; else with dots. */
export function wholeWritten(value: Value | Entry): Written | null {
  const scalar = scalarOf(value);
  if (scalar || !isValue(value)) return scalar;
  if (!fits(value)) return dottedWritten(value);
  const rows = Array.from({ length: rowsOf(value) }, (_, nr) => rowOf(value, nr) ?? "");
  return matrix(rows);
}

/** Row 0 of a value, which of a column is one number; null where it is not known. */
export function rowWritten(value: Value | Entry): Written | null {
  const scalar = scalarOf(value);
  if (scalar || !isValue(value)) return scalar;
  const [first] = value.data ?? value.head ?? [];
  if (columnsOf(value) === 1) return first === undefined ? null : numberWritten(first, value.dtype);
  const row = rowOf(value, 0);
  return row === null || columnsOf(value) === 0 ? null : matrix([row]);
}

/** A value with dots for what does not fit; null where nothing of it is known. */
export function dottedWritten(value: Value | Entry): Written | null {
  if (fits(value)) return wholeWritten(value);
  if (!isValue(value) || columnsOf(value) === 0) return null;
  const row = rowOf(value, 0);
  if (row === null) return null;
  return matrix(rowsOf(value) === 1 ? [row] : [row, "\\vdots"]);
}

/** A shape with its last two dimensions swapped. */
export function swapped(shape: readonly number[]): readonly number[] {
  return [...shape.slice(0, -2), ...shape.slice(-2).reverse()];
}

/** A value with its last two dimensions swapped; only the shape of one that is not whole. */
export function turned(value: Value): Value {
  const { shape, data } = value;
  const [rows = 1, columns = 1] = shape.slice(-2);
  const entries = data?.map((_, i) => {
    const start = i - i % (rows * columns);
    const at = i - start;
    return data[start + (at % rows) * columns + Math.floor(at / rows)]!;
  });
  const { data: _data, head: _head, ...rest } = value;
  return { ...rest, shape: swapped(shape), ...(entries ? { data: entries } : {}) };
}

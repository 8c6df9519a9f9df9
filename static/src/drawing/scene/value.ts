// Values as pictures: one large number, a table of numbers, or a map of colours with its range.

import { compact, fixed, isComplex, isFloating, widened } from "../../model/number.ts";
import type { Entry, Value } from "../../model/run.ts";
import type { ColorToken } from "../theme.ts";
import {
  CELL_HEIGHT, CELL_WIDTH, formOf, LARGE, MAP_HEIGHT, MAP_WIDTH, SMALL, Z, type Form,
} from "./anatomy.ts";
import { mono, widthOf } from "./text-metrics.ts";
import type { CellsShape, Shape } from "./shape.ts";

/** Room for the digits of one cell. */
const CELL_CHARACTERS = 6;
const LARGEST_CELL = 16;

/** Entries between -1 and 1 by the largest of them; what is no number has no colour. */
export function heatOf(entries: readonly Entry[], dtype: string): readonly (number | null)[] {
  const numbers = entries.map((entry) => widened(entry, dtype));
  const finite = numbers.filter(Number.isFinite);
  const most = finite.reduce((a, b) => Math.max(a, Math.abs(b)), 0) || 1;
  return numbers.map((x, i) => Number.isFinite(x) ? x / most : entries[i] === "?" ? 0 : null);
}

/** The numbers in the cells of a table: of a complex one its parts, which stand side by side. */
function inCells({ dtype, data = [] }: Value): { entries: readonly Entry[]; dtype: string } {
  if (!isComplex(dtype)) return { entries: data, dtype };
  const parts = data.flatMap((entry) => (typeof entry === "object" ? entry : [entry, entry]));
  return { entries: parts, dtype: "float64" };
}

/** The second part of a complex number: `+2.0j`. */
function imaginary(text: string, i: number): string {
  return i % 2 === 0 ? text : `${/^[-?]/.test(text) ? "" : "+"}${text}j`;
}

/** All cells of a table with the same number of digits, as many as fit; what is too small, 9e-5. */
function cellTexts(value: Value): readonly string[] {
  const { entries, dtype } = inCells(value);
  const whole = entries.map((entry) => compact(entry, dtype));
  if (!isFloating(dtype)) return whole;
  const finish = isComplex(value.dtype) ? imaginary : (text: string) => text;
  const wanted = Math.max(1, ...whole.map((text) => /\.(\d+)$/.exec(text)?.[1]?.length ?? 0));
  for (let digits = wanted; digits >= 1; digits--) {
    const texts = entries.map((entry, i) => finish(cellText(entry, dtype, digits), i));
    if (texts.every((text) => text.length <= CELL_CHARACTERS)) return texts;
  }
  return entries.map((entry, i) => finish(cellText(entry, dtype, 0), i));
}

function cellText(entry: Entry, dtype: string, digits: number): string {
  if (entry === "?") return entry;
  const x = widened(entry, dtype);
  if (!Number.isFinite(x) || x === 0) return fixed(x, Math.max(1, digits));
  const isTiny = Math.abs(x) < 0.5 * 10 ** -digits;
  const text = digits === 0 ? "" : fixed(x, digits);
  return isTiny || digits === 0 || text.length > CELL_CHARACTERS + 2
    ? x.toExponential(0).replace("+", "") : text;
}

/** The numbers of a value as a matrix: whole, or the small picture of a large one. */
export function matrixOf(value: Value): { rows: number; cols: number; data: readonly Entry[] } {
  if (!value.data) return value.picture ?? { rows: 0, cols: 0, data: [] };
  const cols = value.shape.at(-1) ?? 1;
  return { cols, rows: cols === 0 ? 0 : value.data.length / cols, data: value.data };
}

/** A map of colours, centred at x, y, in at most w x h. */
export function heatMap(
  id: string, z: number, value: Value, x: number, y: number, w: number, h: number,
  cell = LARGEST_CELL,
): CellsShape {
  const { rows, cols, data } = matrixOf(value);
  const wide = cols === 0 ? 0 : Math.min(w, cols * cell);
  const high = rows === 0 ? 0 : Math.min(h, rows * cell);
  return {
    kind: "cells", id, z, x: x - wide / 2, y: y - high / 2, w: wide, h: high, rows, cols,
    heat: heatOf(data, value.dtype), texts: null, size: 0,
  };
}

/** A table of numbers, its upper edge at y, centred at x. */
export function table(id: string, value: Value, form: Form, x: number, y: number): CellsShape {
  const { rows, cols } = form.kind === "table" ? form : { rows: 1, cols: 1 };
  const { entries, dtype } = inCells(value);
  return {
    kind: "cells", id, z: Z.part, x: x - cols * CELL_WIDTH / 2, y, w: cols * CELL_WIDTH,
    h: rows * CELL_HEIGHT, rows, cols, heat: heatOf(entries, dtype), texts: cellTexts(value),
    size: SMALL,
  };
}

/** `min .. max` of a value, for under its map. */
function rangeOf(value: Value): string {
  const { dtype, stats } = value;
  if (stats) return `${compact(stats.min, dtype)} … ${compact(stats.max, dtype)}`;
  const numbers = (value.data ?? []).map((entry) => widened(entry, dtype)).filter(Number.isFinite);
  if (numbers.length === 0) return "";
  return `${compact(Math.min(...numbers), dtype)} … ${compact(Math.max(...numbers), dtype)}`;
}

export function scalarText(value: Value): string {
  const entry = value.data?.[0];
  return entry === undefined ? "∅" : compact(entry, value.dtype);
}

/** The body of a box: its value between `y` and `y + h`, centred at x. */
export function body(
  id: string, value: Value, x: number, y: number, h: number, w: number, color: ColorToken,
): readonly Shape[] {
  const form = formOf(value);
  if (form.kind === "scalar") {
    const text = scalarText(value);
    const size = widthOf(text, LARGE, "mono") <= w - 12 ? LARGE : SMALL;
    return [mono(`${id}/value`, Z.part, x, y + h / 2, text, size, color,
      { anchor: "middle", bold: true })];
  }
  if (form.kind === "table") return [table(`${id}/value`, value, form, x, y + 4)];
  const middle = y + 2 + MAP_HEIGHT / 2;
  const map = heatMap(`${id}/value`, Z.part, value, x, middle, MAP_WIDTH, MAP_HEIGHT);
  const range = mono(`${id}/range`, Z.part, x, y + h - 8, rangeOf(value), SMALL, color,
    { anchor: "middle" });
  return [map, range];
}

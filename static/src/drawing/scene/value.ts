// Values as pictures: one large number, a table of numbers, or a map of colours with its range.

import { compact, countOf, fixed, isComplex, isFloating, widened } from "../../model/number.ts";
import type { Entry, Value } from "../../model/run.ts";
import type { Language } from "../../model/viewer-options.ts";
import { say } from "../../words/strings.ts";
import type { ColorToken } from "../theme.ts";
import {
  CELL_HEIGHT, CELL_WIDTH, formOf, LARGE, MAP_HEIGHT, MAP_WIDTH, SMALL, Z, type Form,
} from "./anatomy.ts";
import { logShare } from "./norm-bar.ts";
import { mono, plain, widthOf } from "./text-metrics.ts";
import type { CellsShape, Shape } from "./shape.ts";

/** Room for the digits of one cell. */
const CELL_CHARACTERS = 6;
const LARGEST_CELL = 16;
/** The line that says of what the cells of a map are averages. */
const MEAN_LINE = 14;

/** By what a map is coloured: by its own largest entry, or as all gradients by one log scale. */
export type Scale = "own" | "one";

/** Entries between -1 and 1 on a scale; what is no number has no colour. */
export function heatOf(
  entries: readonly Entry[], dtype: string, scale: Scale = "own",
): readonly (number | null)[] {
  const numbers = entries.map((entry) => widened(entry, dtype));
  const finite = numbers.filter(Number.isFinite);
  const most = finite.reduce((a, b) => Math.max(a, Math.abs(b)), 0) || 1;
  const share = (x: number): number =>
    (scale === "own" ? x / most : Math.sign(x) * logShare(x));
  return numbers.map((x, i) => Number.isFinite(x) ? share(x) : entries[i] === "?" ? 0 : null);
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
  scale: Scale = "own", cell = LARGEST_CELL,
): CellsShape {
  const { rows, cols, data } = matrixOf(value);
  const wide = cols === 0 ? 0 : Math.min(w, cols * cell);
  const high = rows === 0 ? 0 : Math.min(h, rows * cell);
  return {
    kind: "cells", id, z, x: x - wide / 2, y: y - high / 2, w: wide, h: high, rows, cols,
    heat: heatOf(data, value.dtype, scale), texts: null, size: 0,
  };
}

/** A table of numbers, its upper edge at y, centred at x. */
export function table(
  id: string, value: Value, form: Form, x: number, y: number, scale: Scale = "own",
): CellsShape {
  const { rows, cols } = form.kind === "table" ? form : { rows: 1, cols: 1 };
  const { entries, dtype } = inCells(value);
  return {
    kind: "cells", id, z: Z.part, x: x - cols * CELL_WIDTH / 2, y, w: cols * CELL_WIDTH,
    h: rows * CELL_HEIGHT, rows, cols, heat: heatOf(entries, dtype, scale), texts: cellTexts(value),
    size: SMALL,
  };
}

/** `min … max` of the cells of a value's map, for under it. */
function rangeOf(value: Value): string {
  const { dtype } = value;
  const numbers = matrixOf(value).data.map((entry) => widened(entry, dtype))
    .filter(Number.isFinite);
  if (numbers.length === 0) return "";
  return `${compact(Math.min(...numbers), dtype)} … ${compact(Math.max(...numbers), dtype)}`;
}

/** Where the cells of a map are averages: of how many rows and columns of the value. */
export function meanWords({ shape, picture }: Value, language: Language): string | null {
  if (!picture) return null;
  const count = countOf(shape);
  const cols = shape.length > 1 ? shape.at(-1)! : Math.floor(Math.sqrt(count));
  const [down, across] = [Math.ceil(count / cols) / picture.rows, cols / picture.cols];
  if (down === 1 && across === 1) return null;
  const isEven = Number.isInteger(down) && Number.isInteger(across);
  return say(language, isEven ? "meanOf" : "meanOfUpTo",
    { rows: Math.ceil(down), cols: Math.ceil(across) });
}

export function scalarText(value: Value): string {
  const entry = value.data?.[0];
  return entry === undefined ? "∅" : compact(entry, value.dtype);
}

/** The body of a box: its value between `y` and `y + h`, centred at x. */
export function body(
  id: string, value: Value, language: Language, x: number, y: number, h: number, w: number,
  color: ColorToken,
): readonly Shape[] {
  const form = formOf(value);
  if (form.kind === "scalar") {
    const text = scalarText(value);
    const size = widthOf(text, LARGE, "mono") <= w - 12 ? LARGE : SMALL;
    return [mono(`${id}/value`, Z.part, x, y + h / 2, text, size, color,
      { anchor: "middle", bold: true })];
  }
  if (form.kind === "table") return [table(`${id}/value`, value, form, x, y + 4)];
  const mean = meanWords(value, language);
  const high = MAP_HEIGHT - (mean === null ? 0 : MEAN_LINE);
  const map = heatMap(`${id}/value`, Z.part, value, x, y + 2 + high / 2, MAP_WIDTH, high);
  const range = mono(`${id}/range`, Z.part, x, y + high + 8, rangeOf(value), SMALL, color,
    { anchor: "middle" });
  return mean === null ? [map, range] : [map, range,
    plain(`${id}/mean`, Z.part, x, y + h - 8, mean, SMALL, color === "ink" ? "label" : color,
      { anchor: "middle" })];
}

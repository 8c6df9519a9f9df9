// A value too large to list: its picture, how its entries are spread, and their statistics.

import { el } from "../app/dom.ts";
import type { Language } from "../words/narration.ts";
import { compact, countOf, grouped } from "../model/number.ts";
import { peekOf } from "../app/value-view.ts";
import type { Stats, Thumbnail, Value } from "../model/run.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import type { ThemeName } from "../drawing/theme.ts";
import { matrixOf } from "../drawing/scene/value.ts";
import { shade } from "./shade.ts";

/** Wide enough for the inspector; a cell of the picture is square up to this height. */
const WIDTH = 288;
const MOST_HEIGHT = 192;
const LEAST_HEIGHT = 24;
const BARS_HEIGHT = 48;
const SVG = "http://www.w3.org/2000/svg";
/** More entries than this are counted by a sample (docs/run-document.md). */
const SAMPLED = 4096;

function mostOf({ data }: Thumbnail): number {
  const finite = data.filter((entry) => typeof entry === "number");
  return finite.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
}

function painted({ rows, cols, data }: Thumbnail, most: number, theme: ThemeName): HTMLElement {
  const canvas = el("canvas", { class: "picture", width: cols, height: rows });
  const high = Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, (WIDTH / cols) * rows));
  canvas.style.height = `${Math.round(high)}px`;
  const pen = canvas.getContext("2d");
  data.forEach((entry, i) => {
    if (!pen) return;
    pen.fillStyle = shade(entry, most, theme);
    pen.fillRect(i % cols, Math.floor(i / cols), 1, 1);
  });
  return canvas;
}

/** A value's picture without its scale. */
export function smallPicture(value: Value, theme: ThemeName): HTMLElement {
  const picture = matrixOf(value);
  const canvas = painted(picture, mostOf(picture), theme);
  canvas.style.height = "";
  return canvas;
}

/** The first and last of `length` places that block `i` of `blocks` stands for. */
export function placesOf(i: number, blocks: number, length: number): readonly [number, number] {
  const start = (block: number): number => Math.floor((block * length) / blocks);
  return [start(i), start(i + 1) - 1];
}

function span([first, last]: readonly [number, number]): string {
  return first === last ? String(first) : `${first}–${last}`;
}

/** Rows and columns of the matrix that the picture shows (docs/run-document.md). */
function foldedOf({ shape }: Value): readonly [rows: number, columns: number] {
  const n = countOf(shape);
  const columns = shape.length > 1 ? shape.at(-1)! : Math.floor(Math.sqrt(n));
  return [Math.ceil(n / columns), columns];
}

/** What one cell of the picture shows, in words. */
function cellWords(value: Value, picture: Thumbnail, at: number, language: Language): string {
  const { rows, cols, data } = picture;
  const [down, across] = foldedOf(value);
  const row = placesOf(Math.floor(at / cols), rows, down);
  const column = placesOf(at % cols, cols, across);
  const place = `[${span(row)}, ${span(column)}]`;
  const single = row[0] === row[1] && column[0] === column[1];
  const entry = compact(data[at] ?? 0, value.dtype);
  return `${place} ${single ? "" : `${say(language, "mean")} `}${entry}`;
}

/** The picture with its scale; pointing at a cell reads it. */
function heatMap(value: Value, picture: Thumbnail, theme: ThemeName, language: Language): Node[] {
  const most = mostOf(picture);
  const canvas = painted(picture, most, theme);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", say(language, "heatMap"));
  const ends = compact(most, value.dtype);
  const rest = most === 0 ? "0" : `−${ends} … 0 … ${ends}`;
  const note = el("p", { class: "explorer-note", text: rest });
  canvas.addEventListener("pointermove", ({ offsetX, offsetY }) => {
    const { rows, cols } = picture;
    const column = Math.floor((offsetX / canvas.clientWidth) * cols);
    const row = Math.floor((offsetY / canvas.clientHeight) * rows);
    const inside = column >= 0 && column < cols && row >= 0 && row < rows;
    note.textContent = inside ? cellWords(value, picture, row * cols + column, language) : rest;
  });
  canvas.addEventListener("pointerleave", () => { note.textContent = rest; });
  return [canvas, note];
}

function svg(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** Bars from the least entry to the greatest, with a line where zero is. */
function bars({ histogram, min, max }: Stats): SVGElement | null {
  if (!histogram || typeof min !== "number" || typeof max !== "number") return null;
  const picture = svg("svg", {
    class: "bars", viewBox: `0 0 ${WIDTH} ${BARS_HEIGHT}`, preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const most = Math.max(1, ...histogram);
  const step = WIDTH / histogram.length;
  histogram.forEach((count, i) => {
    const high = count === 0 ? 0 : Math.max(1, (count / most) * (BARS_HEIGHT - 1));
    picture.append(svg("rect", {
      x: i * step + 0.5, y: BARS_HEIGHT - high, width: step - 1, height: high,
    }));
  });
  if (min < 0 && max > 0) {
    const x = (-min / (max - min)) * WIDTH;
    picture.append(svg("line", { x1: x, x2: x, y1: 0, y2: BARS_HEIGHT }));
  }
  return picture;
}

function spread(stats: Stats, dtype: string, n: number, language: Language): HTMLElement[] {
  const drawn = bars(stats);
  if (!drawn) return [];
  const ends = el("p", { class: "bars-ends" },
    ...[stats.min, stats.max].map((end) => el("span", { text: compact(end, dtype) })));
  const title = say(language, n > SAMPLED ? "spreadSampled" : "spread", { n: SAMPLED });
  return [el("h4", { text: title }), el("figure", { class: "spread" }, drawn, ends)];
}

function numbersOf({ stats, dtype }: Value, language: Language): HTMLElement[] {
  if (!stats) return [];
  const rows: readonly (readonly [string, string])[] = [
    ...(["min", "max", "mean", "std"] as const).map((key) =>
      [say(language, key), stats[key] === null ? "–" : compact(stats[key], dtype)] as const),
    ...(["zeros", "nans", "infs"] as const).filter((key) => stats[key] > 0)
      .map((key) => [say(language, key), grouped(stats[key])] as const),
  ];
  return [el("dl", { class: "numbers" }, ...rows.map(([name, what]) =>
    el("div", {}, el("dt", { text: name }), el("dd", { text: what }))))];
}

/** What opens the value as a whole; in a file, why nothing does. */
function wayInside(value: Value, name: string | null, store: Store): HTMLElement[] {
  const { language, place } = store.state;
  if (value.id === undefined) return [];
  if (place === "file") {
    return [el("p", { class: "quiet peek-why", text: say(language, "peekInFile") })];
  }
  const open = (): void => store.send({ kind: "valueOpened", peek: peekOf(value, name) });
  return [el("button", { type: "button", class: "peek-open", "aria-haspopup": "dialog",
    text: say(language, "peekOpen"), click: open })];
}

/** Everything that the document tells of a large value, and the way to all of its numbers. */
export function explorer(
  value: Value, name: string | null, theme: ThemeName, store: Store,
): Node[] {
  const { language } = store.state;
  const n = countOf(value.shape);
  const [rows, columns] = foldedOf(value);
  const folded = value.shape.length === 2 ? "" : say(language, "foldedTo", { rows, columns });
  return [
    el("p", { class: "quiet", text: say(language, "tooLarge", { n: grouped(n) }) + folded }),
    ...(value.picture ? heatMap(value, value.picture, theme, language) : []),
    ...wayInside(value, name, store),
    ...(value.stats ? spread(value.stats, value.dtype, n, language) : []),
    ...numbersOf(value, language),
  ];
}

// The picture of health: a row for each layer, a column for each turn, one colour scale for all.

import { el } from "../../app/dom.ts";
import type { Health, Measure } from "../../model/health.ts";
import { markOf, scaleOf, worstOf, type Mark, type Scale } from "../../model/health/scale.ts";
import type { Theme } from "../../drawing/theme.ts";
import type { Language } from "../../model/viewer-options.ts";
import { measureWords } from "../../words/health.ts";
import { say } from "../../words/strings.ts";

/** Heights of a row, and the number of rows from which on they are the lower ones. */
const ROW = { few: 16, many: 8, limit: 30 } as const;
const LABEL = 14;
/** The least width of a column. */
const COLUMN = 2;

/** Where the cells of a picture are, in CSS pixels. */
export interface Grid {
  readonly rows: number;
  readonly turns: number;
  /** How many turns one column is. */
  readonly group: number;
  readonly columns: number;
  readonly row: number;
  readonly width: number;
}

export function gridOf({ layers, turns }: Health, width: number): Grid {
  const group = Math.max(1, Math.ceil(turns.length / Math.max(1, Math.floor(width / COLUMN))));
  const row = layers.length > ROW.limit ? ROW.many : ROW.few;
  return { rows: layers.length, turns: turns.length, group, row, width,
    columns: Math.ceil(turns.length / group) };
}

/** The layer and the turn at a place of the picture. */
export function cellAt({ rows, turns, group, columns, row, width }: Grid, x: number, y: number):
  { readonly layer: number; readonly turn: number } | null {
  const layer = Math.floor(y / row);
  const column = Math.floor((x / width) * columns);
  if (layer < 0 || layer >= rows || column < 0 || column >= columns) return null;
  return { layer, turn: Math.min(turns - 1, column * group) };
}

/** How many colours a ramp has. */
const STEPS = 44;

interface Colors {
  readonly theme: Theme;
  readonly ramp: readonly string[];
}

/** Small values are near the ground, large ones the colour of gradients. */
function colorsOf(theme: Theme): Colors {
  const ramp = Array.from({ length: STEPS + 1 }, (_, i) =>
    `color-mix(in oklab, ${theme.backward} ${12 + 88 * i / STEPS}%, ${theme.paper})`);
  return { theme, ramp };
}

function fill(
  pen: CanvasRenderingContext2D, { theme, ramp }: Colors, mark: Mark, x: number, y: number,
  w: number, h: number,
): void {
  if (mark === "missing") {
    pen.strokeStyle = theme.hatch;
    pen.save();
    pen.beginPath();
    pen.rect(x, y, w, h);
    pen.clip();
    pen.beginPath();
    for (let at = Math.floor((x - h) / 6) * 6; at < x + w; at += 6) {
      pen.moveTo(at, y + h);
      pen.lineTo(at + h, y);
    }
    pen.stroke();
    pen.restore();
    return;
  }
  pen.fillStyle = mark === "bad" ? theme.error : mark === "zero" ? theme.zero
    : ramp[Math.round(mark * STEPS)]!;
  pen.fillRect(x, y, w, h);
}

/** Draw all cells, and a frame around the one in question. */
export function drawPicture(
  canvas: HTMLCanvasElement, health: Health, measure: Measure, grid: Grid, theme: Theme,
  at: { readonly layer: number; readonly turn: number },
): void {
  const pen = canvas.getContext("2d");
  const { columns, rows, row, group, width } = grid;
  const height = rows * row;
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.height = `${height}px`;
  if (!pen) return;
  pen.scale(ratio, ratio);
  const scale = scaleOf(health.layers, measure);
  const wide = width / columns;
  const colors = colorsOf(theme);
  const gap = wide > 6 ? 1 : 0;
  health.layers.forEach(({ cells }, i) => {
    for (let column = 0; column < columns; column++) {
      const some = cells.slice(column * group, (column + 1) * group);
      const mark = worstOf(some.map((cell) => markOf(scale, measure, cell)));
      const [from, to] = [Math.round(column * wide), Math.round((column + 1) * wide)];
      fill(pen, colors, mark, from, i * row, to - from - gap, row - 1);
    }
  });
  pen.strokeStyle = theme.ink;
  pen.lineWidth = 2;
  const column = Math.floor(at.turn / group);
  pen.strokeRect(column * wide + 1, at.layer * row + 1, Math.max(2, wide - 2), row - 3);
}

/** The names beside the rows, as many as have room. */
export function labelsOf({ layers }: Health, { row }: Grid, layer: number): HTMLElement {
  const every = Math.ceil(LABEL / row);
  const names = layers.flatMap(({ name }, i) => (i % every !== 0 ? [] : [
    el("span", { class: Math.abs(layer - i) < every && layer >= i ? "here" : "",
      title: name, text: name })]));
  const host = el("div", { class: "health-names", "aria-hidden": "true" }, ...names);
  host.style.setProperty("--row", `${row * every}px`);
  return host;
}

const POWER = (n: number): string => `1e${Math.round(Math.log10(n))}`;

/** What the colours mean, from the least to the most, and what has no place among them. */
export function legendOf(
  scale: Scale, measure: Measure, { group }: Grid, language: Language,
): readonly HTMLElement[] {
  const swatch = (kind: string, words: string): HTMLElement =>
    el("span", {}, el("i", { class: `health-swatch ${kind}` }), words);
  const ends = scale.isLog ? [POWER(scale.least), POWER(scale.most)] : ["0 %", "100 %"];
  const ramp = measure === "bad" ? []
    : [el("span", {}, measureWords(measure, language), " ", ends[0]!,
      el("i", { class: "health-ramp" }), ends[1]!,
      ...(scale.isLog ? [` ${say(language, "healthLog")}`] : []))];
  return [...ramp,
    ...(scale.marks.has("zero") ? [swatch("zero", say(language, "healthZero"))] : []),
    ...(scale.marks.has("bad") ? [swatch("bad", say(language, "healthTrouble"))] : []),
    ...(scale.marks.has("missing") ? [swatch("missing", say(language, "healthMissing"))] : []),
    ...(group > 1 ? [el("span", { text: say(language, "healthGrouped", { n: group }) })] : [])];
}

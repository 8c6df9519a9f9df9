// What the inspector is made of: sections, pairs, rows, and values as torch prints them.

import { el } from "../dom.ts";
import type { Language } from "../narration.ts";
import { compact, shapeWords } from "../number.ts";
import { reprOf, type ReprExtras } from "../repr.ts";
import type { Entry, Thumbnail, Value } from "../run.ts";
import type { Store } from "../store.ts";
import { say } from "../strings.ts";
import { THEMES, type ThemeName } from "../theme.ts";
import type { Frame } from "../timeline.ts";
import type { Run } from "../run.ts";

/** What every section of the inspector is about. */
export interface Subject {
  readonly run: Run;
  readonly frame: Frame;
  readonly language: Language;
  readonly theme: ThemeName;
  readonly store: Store;
}

/** A section with a title; nothing when it has nothing in it. */
export function section(title: string, ...children: readonly (Node | string)[]): HTMLElement[] {
  if (children.length === 0) return [];
  return [el("section", { class: "facts" }, el("h3", { text: title }), ...children)];
}

/** Names and what they are, one pair a line; pairs without a value are left out. */
export function pairs(list: readonly (readonly [string, Node | string | null])[]): HTMLElement[] {
  const there = list.filter((pair): pair is readonly [string, Node | string] => pair[1] !== null);
  if (there.length === 0) return [];
  return [el("dl", { class: "pairs" }, ...there.flatMap(([name, what]) =>
    [el("dt", { text: name }), el("dd", {}, what)]))];
}

/** A button that reads as a link: to a line of the code, or to another box. */
export function link(words: string, go: () => void): HTMLElement {
  return el("button", { type: "button", class: "link", text: words, click: go });
}

/** A link that selects a box. */
export function boxLink({ store }: Subject, words: string, box: string): HTMLElement {
  return link(words, () => store.send({ kind: "selected", selection: box }));
}

/** One colour of the diverging scale for an entry between -most and most. */
function shade(entry: Entry, most: number, theme: ThemeName): string {
  const { positive, negative, zero, error } = THEMES[theme];
  const size = typeof entry === "number" ? entry : Number.NaN;
  if (!Number.isFinite(size)) return error;
  const part = most === 0 ? 0 : Math.min(1, Math.abs(size) / most);
  const hue = size < 0 ? negative : positive;
  return `color-mix(in oklab, ${hue} ${Math.round(part * 100)}%, ${zero})`;
}

/** A large value as a small heat map. */
function heatMap({ rows, cols, data }: Thumbnail, theme: ThemeName): HTMLElement {
  const canvas = el("canvas", {
    class: "picture", width: cols, height: rows, "aria-hidden": "true",
  });
  const pen = canvas.getContext("2d");
  const finite = data.filter((entry) => typeof entry === "number").map(Math.abs);
  const most = finite.reduce((one, other) => Math.max(one, other), 0);
  data.forEach((entry, i) => {
    if (!pen) return;
    pen.fillStyle = shade(entry, most, theme);
    pen.fillRect(i % cols, Math.floor(i / cols), 1, 1);
  });
  return canvas;
}

function summary({ language, theme }: Subject, value: Value): HTMLElement[] {
  const { shape, dtype, stats, picture } = value;
  const n = shape.reduce((product, size) => product * size, 1);
  const short = (entry: Entry): string => compact(entry, dtype);
  const words = [say(language, "tooLarge", { n })];
  if (stats) {
    const { min, max, mean, std, zeros, nans, infs } = stats;
    words.push(
      say(language, "statistics", {
        min: short(min), max: short(max), mean: short(mean), std: short(std),
      }),
      say(language, "oddities", { zeros, nans, infs }));
  }
  return [...(picture ? [heatMap(picture, theme)] : []),
    ...words.map((text) => el("p", { class: "quiet", text }))];
}

/** A value as torch prints it; one that is too large as a picture and its statistics. */
export function valueBlock(subject: Subject, value: Value, extras: ReprExtras = {}): HTMLElement[] {
  const repr = reprOf(value, extras);
  return repr === null ? summary(subject, value) : [el("pre", { class: "repr", text: repr })];
}

/** `2 × 3`, or the word for a value without dimensions. */
export function shapeOf(value: Value, language: Language): string {
  return value.shape.length === 0 ? say(language, "scalar") : shapeWords(value.shape);
}

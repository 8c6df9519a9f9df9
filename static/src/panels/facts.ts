// What the inspector is made of: sections, pairs, rows, and values as torch prints them.

import { el } from "../app/dom.ts";
import type { Language } from "../words/narration.ts";
import { shapeWords } from "../model/number.ts";
import { reprOf, type ReprExtras } from "../model/repr.ts";
import type { Value } from "../model/run.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import type { ThemeName } from "../drawing/theme.ts";
import type { Frame } from "../model/timeline.ts";
import type { Run } from "../model/run.ts";
import { explorer } from "./explorer.ts";

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
  const go = (): void => store.send({ kind: "selectionChanged", selection: box });
  return el("button", { type: "button", class: "link", text: words, "data-box": box, click: go });
}

/** A value as torch prints it; one that is too large as a picture and its statistics. */
export function valueBlock(
  { theme, store }: Subject, value: Value, name: string | null = null, extras: ReprExtras = {},
): Node[] {
  const repr = reprOf(value, extras);
  if (repr === null) return explorer(value, name, theme, store);
  return [el("pre", { class: "repr", text: repr })];
}

/** `2 × 3`, or the word for a value without dimensions. */
export function shapeOf(value: Value, language: Language): string {
  return value.shape.length === 0 ? say(language, "scalar") : shapeWords(value.shape);
}

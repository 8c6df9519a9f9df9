// Labels of the far view: words of 11 to 12 pixels on the screen, whatever the scale.

import type { ColorToken } from "../theme.ts";
import type { TextShape } from "./shape.ts";
import { widthOf as meanWidthOf, wrapped } from "./text-metrics.ts";
import type { View } from "./view.ts";

/** Sizes of a label, the better one first. */
const SIZES = [12, 11] as const;
const LEAST = 11;
/** From line to line, in ems. */
const LEADING = 1.1;
const MOST_LINES = 3;

type Font = TextShape["font"];

/** Lines of one size, in pixels of a label. */
export interface Label {
  readonly lines: readonly string[];
  readonly size: number;
  readonly font: Font;
}

/** Room for a label, in pixels of a label. */
export interface LabelRoom {
  readonly w: number;
  readonly h: number;
}

/** Pixels of the world for one of a label: its 12 are 12 on the screen, by a projector more. */
export function unitOf({ scale, type }: Pick<View, "scale" | "type">): number {
  return type / scale;
}

/** Some faces of a user interface are wider than most. */
const WIDEST_UI = 1.12;

function widthOf(text: string, size: number, font: Font): number {
  return meanWidthOf(text, size, font) * (font === "ui" ? WIDEST_UI : 1);
}

/** A name falls apart after a dot or an underscore, before a capital or a bracket. */
function partsOf(text: string): readonly string[] {
  return text.split(/(?<=[._…\u200b])|(?<=[a-z0-9])(?=[A-Z])|(?=\[)/);
}

function broken(
  text: string, size: number, font: Font, room: number, most: number,
): readonly string[] | null {
  const lines: string[] = [];
  for (const part of partsOf(text)) {
    const longer = (lines.at(-1) ?? "") + part;
    if (lines.length > 0 && widthOf(longer, size, font) <= room) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  const words = lines.map((line) => line.replace("\u200b", ""));
  return words.length <= most && words.every((line) => widthOf(line, size, font) <= room)
    ? words : null;
}

/** How many characters of a part are left when it is cut: all but two of them, down to one. */
function lengthsOf(part: string): readonly number[] {
  return Array.from({ length: Math.max(0, part.length - 2) }, (_, i) => part.length - 2 - i);
}

/**
 * A path without some of it, longer ones first: `model…attn.weight`, `model.h.0.attn.wei…`,
 * `mod…weight`, `…weight`.
 */
function shortened(text: string): readonly string[] {
  const parts = text.split(".");
  const [first = "", ...rest] = parts;
  const last = rest.at(-1);
  if (last === undefined) return [];
  const head = parts.slice(0, -1).join(".");
  return [...rest.slice(1).map((_, i) => `${first}…${rest.slice(i + 1).join(".")}`),
    ...lengthsOf(last).map((n) => `${head}.${last.slice(0, n)}…`),
    ...lengthsOf(first).map((n) => `${first.slice(0, n)}…${last}`), `…${last}`];
}

/** A word in two, with a hyphen: a word alone has no better place to be broken. */
function hyphenated(text: string): readonly string[] {
  if (!/^[a-z0-9]{6,}$/i.test(text)) return [];
  const half = Math.ceil(text.length / 2);
  return [`${text.slice(0, half)}-\u200b${text.slice(half)}`];
}

/** One line with an ellipsis, of at least two characters; null where not even that fits. */
function cutLine(text: string, font: Font, room: number): string | null {
  const all = [...text];
  if (widthOf(text, LEAST, font) <= room) return text;
  const hasParts = /[._]/.test(text);
  const index = /\[\w+\]$/.exec(text)?.[0].length ?? 0;
  for (let n = Math.min(all.length - 1, Math.floor(room / LEAST * 2.2)); n >= 2; n--) {
    const tail = Math.min(n - 1, Math.max(index, hasParts ? Math.floor(n / 2) : 0));
    const end = all.slice(all.length - tail).join("");
    const line = `${all.slice(0, n - tail).join("")}…${end}`;
    if (widthOf(line, LEAST, font) <= room) return line;
  }
  return null;
}

/** Does a cut name tell a box from others? */
export type TellsApart = (cut: string) => boolean;

/** The first of some texts that fits, in the better size; null where none does. */
function firstFitting(
  texts: readonly string[], font: Font, { w, h }: LabelRoom, mostLines: number,
): Label | null {
  for (const size of SIZES) {
    const most = Math.min(mostLines, Math.floor(h / (size * LEADING)));
    for (const text of most < 1 ? [] : texts) {
      const lines = broken(text, size, font, w, most);
      if (lines) return { lines, size, font };
    }
  }
  return null;
}

/** More labels than this are not kept. */
const MOST_KEPT = 5000;
const kept = new Map<string, Label | null>();

/** A text that is not cut, where it fits; the same texts come again with each step. */
function fittingWhole(
  text: string, font: Font, room: LabelRoom, mostLines: number,
): Label | null {
  const key = `${font} ${mostLines} ${room.w} ${room.h} ${text}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const label = firstFitting([text], font, room, mostLines);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, label);
  return label;
}

/**
 * A text in as many lines as there is room for; null where nothing fits. At worst it is cut, if
 * there is room so that it tells a box from others.
 */
export function fitLabel(
  text: string, font: Font, room: LabelRoom, mostLines = MOST_LINES,
  tells: TellsApart = () => true,
): Label | null {
  const whole = fittingWhole(text, font, room, mostLines);
  if (whole) return whole;
  const cuts = shortened(text);
  const found = firstFitting([...cuts.filter(tells), ...hyphenated(text)], font, room, mostLines)
    ?? firstFitting(cuts, font, room, mostLines);
  if (found) return found;
  const line = room.h < LEAST * LEADING ? null : cutLine(text, font, room.w);
  return line === null ? null : { lines: [line], size: LEAST, font };
}

/** A sentence in as many lines as there is room for, cut where it is longer; null without room. */
export function fitText(text: string, { w, h }: LabelRoom): Label | null {
  const most = Math.floor(h / (LEAST * LEADING));
  const lines = wrapped(text, LEAST * WIDEST_UI, w);
  if (most < 1) return null;
  const shown = lines.slice(0, most);
  const last = lines.length > most ? cutLine(lines.slice(most - 1).join(" "), "ui", w) : null;
  return { lines: last === null ? shown : [...shown.slice(0, -1), last], size: LEAST, font: "ui" };
}

/** Width of a label, in pixels of a label. */
export function widthOfLabel({ lines, size, font }: Label): number {
  return Math.max(...lines.map((line) => widthOf(line, size, font)));
}

/** Height of a label, in pixels of a label. */
export function heightOf({ lines, size }: Label): number {
  return lines.length * size * LEADING;
}

/** The shapes of a label, centred at `x`, from `top` down, both in the world. */
export function labelShapes(
  view: Pick<View, "scale" | "type">, id: string, z: number, label: Label, x: number, top: number,
  color: ColorToken, more: Partial<Pick<TextShape, "bold" | "anchor">> = {},
): readonly TextShape[] {
  const { lines, size, font } = label;
  const pitch = size * LEADING * unitOf(view);
  return lines.map((text, i): TextShape => ({
    kind: "text", id: i === 0 ? id : `${id}/${i}`, z, x, y: top + (i + 0.5) * pitch, text,
    size: size * view.type, fixed: true, font, anchor: "middle", color, ...more,
  }));
}

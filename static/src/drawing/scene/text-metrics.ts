// Text on the stage: how wide one is without asking a browser, and texts cut to their room.

import type { ColorToken } from "../theme.ts";
import type { TextShape } from "./shape.ts";

/** Hangul, CJK and full-width forms take two places. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/;

const known = { ui: new Map<string, number>(), mono: new Map<string, number>() } as const;

/** Width of one character in ems: exact for monospace faces, an upper mean for others. */
function emsOf(character: string, font: "ui" | "mono"): number {
  let ems = known[font].get(character);
  if (ems === undefined) known[font].set(character, ems = judgedEms(character, font));
  return ems;
}

function judgedEms(character: string, font: "ui" | "mono"): number {
  if (WIDE.test(character)) return font === "mono" ? 1.2 : 1;
  return font === "mono" ? 0.602 : /[A-Z0-9mwMW]/.test(character) ? 0.62 : 0.52;
}

/** Width of a line of text in pixels; never much less than what a browser would say. */
export function widthOf(text: string, size: number, font: "ui" | "mono"): number {
  let ems = 0;
  for (const character of text) ems += emsOf(character, font);
  return ems * size;
}

/** The text, cut with an ellipsis where it does not fit into `room` pixels. */
export function cut(text: string, size: number, font: "ui" | "mono", room: number): string {
  if (widthOf(text, size, font) <= room) return text;
  // No character is narrower than half an em, and one may be two units of the text.
  const characters = [...text.slice(0, Math.ceil(4 * Math.max(room, 0) / size) + 4)];
  while (characters.length > 1 && widthOf(`${characters.join("")}…`, size, font) > room) {
    characters.pop();
  }
  return `${characters.join("")}…`;
}

/** The name, cut before its last word, which tells it from others: `runn…var`, `saved…[1]`. */
export function cutName(name: string, size: number, font: "ui" | "mono", room: number): string {
  const at = Math.max(name.lastIndexOf("_") + 1, name.lastIndexOf("["));
  const last = name.slice(at);
  const both = cut(name.slice(0, at), size, font, room - widthOf(last, size, font)) + last;
  return widthOf(both, size, font) <= room ? both : cut(name, size, font, room);
}

/** The end of a path, which tells a layer from others: `…att.out.weight`; else the beginning. */
export function cutPath(name: string, size: number, font: "ui" | "mono", room: number): string {
  if (widthOf(name, size, font) <= room) return name;
  const parts = name.split(".");
  for (let from = 1; from < parts.length; from++) {
    const end = `…${parts.slice(from).join(".")}`;
    if (widthOf(end, size, font) <= room) return end;
  }
  return cut(name, size, font, room);
}

/** Lines of at most `room` pixels, broken at spaces that may break and in runs of Chinese. */
export function wrapped(text: string, size: number, room: number): readonly string[] {
  const words =
    text.match(/(?:[\u2e80-\uffef]|[^ \u2e80-\uffef]+)[，。：；、！？]? *| +/g) ?? [];
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && widthOf(line + word.trimEnd(), size, "ui") > room) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += word;
  }
  if (line.trim() !== "") lines.push(line.trimEnd());
  return lines;
}

type Optional = Partial<Pick<TextShape, "bold" | "anchor" | "opacity" | "fixed">>;

/** A text shape; monospace, starting at x, unless told otherwise. */
export function mono(
  id: string, z: number, x: number, y: number, text: string, size: number, color: ColorToken,
  more: Optional = {},
): TextShape {
  return { kind: "text", id, z, x, y, text, size, color, font: "mono", anchor: "start", ...more };
}

export function plain(
  id: string, z: number, x: number, y: number, text: string, size: number, color: ColorToken,
  more: Optional = {},
): TextShape {
  return { kind: "text", id, z, x, y, text, size, color, font: "ui", anchor: "start", ...more };
}

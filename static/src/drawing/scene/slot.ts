// The slot: where a box keeps its gradient, hatched until one arrives; on a leaf, its ledger.

import { compact, countOf, plus } from "../../model/number.ts";
import type { Value } from "../../model/run.ts";
import { isHeld, type LedgerEntry } from "../../model/timeline.ts";
import {
  CELL_WIDTH, formOf, LEDGER_LINE, MAP_WIDTH, NORMAL, SMALL, Z, type Form,
} from "./anatomy.ts";
import { barShapes, type Bar } from "./norm-bar.ts";
import { mono, plain, widthOf } from "./text-metrics.ts";
import type { BoxShape, Shape } from "./shape.ts";
import { gradientOf, type Subject } from "./subject.ts";
import { heatMap, table, type Scale } from "./value.ts";
import type { View } from "./view.ts";

interface Room {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** One number of a value: the first, or null where the document has none. */
function firstOf(value: Value | null, digits: number): string | null {
  const entry = value?.data?.[0];
  return value && entry !== undefined ? compact(entry, value.dtype, digits) : null;
}

/** `0.2 + 0.2 = 0.4` of the first entry; `0.2` when nothing was there; `0.4 → 0.0` at a reset. */
export function ledgerText(entry: LedgerEntry, digits = 4): string {
  const { before, added, after } = entry;
  const [was, more, is] = [before, added, after].map((value) => firstOf(value, digits));
  if (added === null) return was == null ? is ?? "" : `${was} → ${after === null ? "None" : is}`;
  if (is == null) return "";
  return was == null ? is : `${plus(was, more ?? "")} = ${is}`;
}

/** `1.0 + 2.0`, or `1.0 + …` while the gate still waits for more. */
function sumText(parts: readonly Value[], missing: number, digits = 4): string {
  const texts = parts.map((part) => firstOf(part, digits) ?? "?");
  const sum = texts.length === 0 ? "" : texts.reduce(plus);
  return missing > 0 ? `${sum} + …`.trimStart() : sum;
}

/** The first of some texts that fits, and in which size; else the last in the small size. */
function fitting(texts: readonly string[], room: number): readonly [string, number] {
  for (const text of texts) {
    for (const size of [NORMAL, SMALL]) {
      if (widthOf(text, size, "mono") <= room) return [text, size];
    }
  }
  return [texts.at(-1) ?? "", SMALL];
}

function field(id: string, room: Room, filled: boolean): BoxShape {
  return {
    kind: "box", id: `${id}/slot`, z: Z.part, ...room, radius: 3, fill: "paper",
    ...(filled ? {} : { hatch: "hatch" as const }), stroke: "line", width: 1,
  };
}

const DIGITS = [4, 3, 2];

/** The line of text in a slot, and the word `grad` before it when there is room for both. */
function line(id: string, room: Room, texts: readonly string[], prefix: string): readonly Shape[] {
  const [text, size] = fitting(texts, room.w - 8);
  const y = room.y + room.h / 2;
  const left = room.w - widthOf(text, size, "mono") - 18;
  const both = prefix !== "" && widthOf(prefix, SMALL, "ui") <= left;
  if (!both) {
    return [mono(`${id}/grad`, Z.mark, room.x + room.w / 2, y, text, size, "backward",
      { anchor: "middle", bold: true })];
  }
  return [
    mono(`${id}/grad`, Z.mark, room.x + room.w - 5, y, text, size, "backward",
      { anchor: "end", bold: true }),
    plain(`${id}/grad-word`, Z.mark, room.x + 5, y, prefix, SMALL, "quiet"),
  ];
}

/** The gradient of a leaf: what its `.grad` is, and how it came to be that. */
export function ledger(view: View, subject: Subject, room: Room): readonly Shape[] {
  const { id, tensor } = subject;
  const entry = tensor?.ledger.at(-1);
  const form = formOf(subject.value);
  const empty = field(id, room, tensor?.grad != null);
  if (!tensor || !entry) return [empty, ...emptyWord(id, room)];
  const texts = DIGITS.map((digits) => ledgerText(entry, digits));
  if (form.kind === "scalar") return [empty, ...line(id, room, texts, ".grad")];
  const top = { ...room, h: room.h - LEDGER_LINE };
  const bottom = { ...room, y: room.y + top.h - 2, h: LEDGER_LINE };
  const place = `[${tensor.value.shape.map(() => 0).join(",")}]`;
  const placed = [...texts.slice(0, 2).map((text) => `${place} ${text}`), ...texts];
  const word = texts[0] === "" ? [] : line(id, bottom, placed, "");
  const shown = tensor.grad ? picture(id, tensor.grad, form, top, view.gradients) : [];
  return [empty, ...shown, ...word];
}

function emptyWord(id: string, room: Room): readonly Shape[] {
  const y = room.y + room.h / 2;
  return [
    { kind: "box", id: `${id}/none-field`, z: Z.mark - 1, x: room.x + 1, y: y - 8, w: 40, h: 16,
      radius: 3, fill: "paper" },
    plain(`${id}/grad-word`, Z.mark, room.x + 5, y, ".grad", SMALL, "quiet"),
  ];
}

function picture(
  id: string, value: Value, form: Form, room: Room, scale: Scale,
): readonly Shape[] {
  const x = room.x + room.w / 2;
  if (form.kind === "table") return [table(`${id}/slot/value`, value, form, x, room.y, scale)];
  const y = room.y + room.h / 2;
  return [heatMap(`${id}/slot/value`, Z.part + 1, value, x, y, MAP_WIDTH, room.h - 6, scale)];
}

/** The gradient that has come to an op in this backward, and of what it is the sum. */
export function incoming(view: View, subject: Subject, room: Room): readonly Shape[] {
  const { id, node, output } = subject;
  const nr = node?.incoming[output] ? output
    : Math.max(0, node?.incoming.findIndex((value) => value !== null) ?? 0);
  const sum = node?.incoming[nr] ?? null;
  const shown = node && node.phase !== "made" && sum;
  if (!shown) return [field(id, room, false)];
  const waits = isHeld(node);
  const parts = node.received.filter((one) => one.nr === nr).map((one) => one.value);
  if (countOf(sum.shape) > 1) {
    const form = formOf(sum);
    const shown = waits ? [] : picture(id, sum, form, room, view.gradients);
    return [field(id, room, !waits), ...shown];
  }
  const missing = Math.max(0, node.needed - node.arrived);
  if (waits && parts.length < 2 && missing === 0) return [field(id, room, false)];
  const alone = firstOf(sum, 4) ?? "";
  const sums = DIGITS.map((digits) => {
    const added = sumText(parts, missing, digits);
    return waits ? added : `${added} = ${firstOf(sum, digits)}`;
  });
  const texts = parts.length < 2 && missing === 0 ? [alone] : waits ? sums : [...sums, alone];
  return [field(id, room, !waits), ...line(id, room, texts, "grad")];
}

/** Along the lower edge of a slot: the norm of the gradient, on the scale of all of them. */
export function gradientBar(subject: Subject, room: Room): readonly Shape[] {
  const bar: Bar = { track: "solid", value: gradientOf(subject), share: 1, color: "backward",
    held: subject.look !== "leaf" && isHeld(subject.node) };
  return barShapes(`${subject.id}/bar/grad`, Z.mark, bar,
    { x: room.x, y: room.y + room.h - 2, w: room.w, h: 4 }, 1);
}

/** The room of the slot inside a box whose slot row begins at `y`. */
export function slotRoom(subject: Subject, y: number, h: number): Room {
  const { x, w } = subject.rect;
  const form = formOf(subject.value);
  const wide = form.kind === "table" ? form.cols * CELL_WIDTH : 0;
  const margin = Math.max(4, Math.min(6, (w - wide) / 2));
  return { x: x + margin, y: y + 1, w: w - 2 * margin, h: h - 2 };
}


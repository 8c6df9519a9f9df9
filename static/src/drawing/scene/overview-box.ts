// A box seen from afar, in few, large words: its name, its value, its gradient, no small type.

import type { Value } from "../../model/run.ts";
import type { ColorToken } from "../theme.ts";
import { isHeld } from "../../model/timeline.ts";
import { formOf, Z } from "./anatomy.ts";
import { doubled, shell } from "./box.ts";
import { mono, widthOf } from "./text-metrics.ts";
import type { BoxShape, Shape } from "./shape.ts";
import { ledgerText } from "./slot.ts";
import { receives, type Subject } from "./subject.ts";
import { heatMap, scalarText } from "./value.ts";

const LARGEST = 32;
const CELL = 32;

interface Row {
  readonly text: string;
  readonly value: Value | null;
  readonly color: ColorToken;
}

/** The first of some texts that can be large, else the last: a sum gives way to its result. */
function legible(texts: readonly string[], room: number): string {
  return texts.find((text) => widthOf(text, 18, "mono") <= room) ?? texts.at(-1) ?? "";
}

function nameRow({ name, title, look, kind }: Subject): Row {
  const short = name?.replace(/^.*\./, "") ?? title.replace(/Backward\d*$/, "");
  const text = kind === "group" ? name ?? title : short;
  return { text, value: null, color: name !== null && look !== "quiet" ? "ink" : "label" };
}

function valueRow({ value, look }: Subject): Row | null {
  if (!value) return null;
  const color = look === "quiet" ? "quiet" : "ink";
  return formOf(value).kind === "scalar" ? { text: scalarText(value), value: null, color }
    : { text: "", value, color };
}

function gradRow(subject: Subject): Row | null {
  const { tensor, node, look, rect } = subject;
  const entry = look === "leaf" ? tensor?.ledger.at(-1) : undefined;
  const isComplete = node && node.phase !== "made" && !isHeld(node);
  const sum = isComplete ? node.incoming.find((one) => one !== null) : null;
  const grad = look === "leaf" ? tensor?.grad : sum;
  if (!receives(subject) || (!grad && !entry)) return null;
  if (grad && formOf(grad).kind !== "scalar") {
    return { text: "", value: grad, color: "backward" };
  }
  const alone = grad ? scalarText(grad) : "None";
  const texts = entry ? [ledgerText(entry), ledgerText(entry, 2), alone] : [alone];
  return { text: legible(texts, rect.w - 16), value: null, color: "backward" };
}

function rowShapes(
  subject: Subject, row: Row, i: number, y: number, high: number,
): readonly Shape[] {
  const { id, rect: { x, w } } = subject;
  const centre = x + w / 2;
  const plate: BoxShape[] = row.color !== "backward" ? [] : [{ kind: "box", id: `${id}/slot`,
    z: Z.part - 1, x: x + 6, y: y + 1, w: w - 12, h: high - 4, radius: 3, fill: "paper" }];
  if (row.value) {
    return [...plate, heatMap(`${id}/far/${i}`, Z.part, row.value, centre, y + high / 2, w - 28,
      high * 0.64, CELL)];
  }
  const size = Math.min(high * 0.8, (w - 20) / Math.max(1, widthOf(row.text, 1, "mono")), LARGEST);
  return [...plate, mono(`${id}/far/${i}`, Z.part, centre, y + high / 2, row.text, size, row.color,
    { anchor: "middle", bold: true })];
}

/** All of a box, as far as it can be read from afar. */
export function farBox(subject: Subject): readonly Shape[] {
  const { rect: { y, h } } = subject;
  const frame = shell(subject);
  const all = [nameRow(subject), valueRow(subject), gradRow(subject)];
  const rows = all.filter((row) => row !== null);
  const high = (h - 6) / Math.max(2, rows.length);
  return [
    { ...frame, width: (frame.width ?? 1) * 1.75 }, ...doubled(subject),
    ...rows.flatMap((row, i) => rowShapes(subject, row, i, y + 3 + i * high, high)),
  ];
}

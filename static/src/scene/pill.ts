// The pill: an AccumulateGrad, with its plus.

import { compact } from "../number.ts";
import { NORMAL, SMALL, Z } from "./anatomy.ts";
import { mono, plain, widthOf } from "./ink.ts";
import type { Moment } from "./moment.ts";
import type { Shape } from "./shape.ts";
import type { Subject } from "./subject.ts";

/** `+`, and what it adds while this call goes through it. */
export function pill(moment: Moment, subject: Subject): readonly Shape[] {
  const { id, rect, node } = subject;
  const { x, y, w, h } = rect;
  const ran = node?.phase === "running" || node?.phase === "done";
  const sum = ran ? node?.incoming[0] ?? null : null;
  const entry = sum?.data?.length === 1 ? sum.data[0] : undefined;
  const text = sum && entry !== undefined ? compact(entry, sum.dtype) : "";
  const color = ran ? "backward" : "leaf-line";
  const size = widthOf(text, NORMAL, "mono") <= w - 38 ? NORMAL : SMALL;
  const stroke = node?.phase === "running" ? "backward" : "leaf-line";
  const shapes: Shape[] = [
    { kind: "box", id, z: Z.box, ...rect, radius: h / 2, fill: "paper", stroke,
      width: node?.phase === "running" ? 2.5 : 1.5 },
    mono(`${id}/plus`, Z.part, text === "" ? x + w / 2 : x + 12, y + h / 2, "+",
      moment.view.detail === "far" ? 32 : 20, color,
      { anchor: text === "" ? "middle" : "start", bold: true }),
  ];
  if (text !== "") {
    shapes.push(mono(`${id}/added`, Z.part, x + w - 10, y + h / 2, text, size, "backward",
      { anchor: "end", bold: true }));
  }
  if (moment.view.detail === "near") {
    shapes.push(plain(`${id}/title`, Z.part, x + w / 2, y + h + 10, "AccumulateGrad", SMALL,
      "quiet", { anchor: "middle" }));
  }
  return shapes;
}

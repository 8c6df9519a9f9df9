// The pill: an AccumulateGrad, with its plus.

import { compact } from "../../model/number.ts";
import { BOXES } from "../theme.ts";
import { LARGE, NORMAL, SMALL, Z } from "./anatomy.ts";
import { heightOf, labelShapes, unitOf } from "./far-label.ts";
import { outerLabel, plusLabel } from "./far-places.ts";
import { mono, plain, widthOf } from "./text-metrics.ts";
import type { Moment } from "./moment.ts";
import type { BoxShape, Shape } from "./shape.ts";
import type { Subject } from "./subject.ts";

/** What goes through it in this call: a number, if it is one. */
function addedBy({ node }: Subject): string {
  const sum = node?.phase === "running" || node?.phase === "done" ? node.incoming[0] : null;
  const entry = sum?.data?.length === 1 ? sum.data[0] : undefined;
  return sum && entry !== undefined ? compact(entry, sum.dtype) : "";
}

/**
 * From afar: a plus of the least legible size, inside or beside it. Where it has no place, the pill
 * is a bead on the line of its leaf: a box without a word would tell nothing.
 */
function farPill(moment: Moment, subject: Subject, frame: BoxShape): readonly Shape[] {
  const { rect: { x, y, w, h }, id } = subject;
  const unit = unitOf(moment.view);
  const label = plusLabel(moment, subject.box);
  const outline = { ...frame, width: 1 / moment.view.scale };
  if (!label) {
    const outer = outerLabel(moment, subject.box, id);
    return outer.length > 0 ? [outline, ...outer] : [{ ...outline, id: `${id}/bead`,
      x: x + (w - h) / 2, w: h, fill: frame.stroke ?? "ink" }];
  }
  return [outline, ...labelShapes(moment.view, `${id}/plus`, Z.part, label, x + w / 2,
    y + (h - heightOf(label) * unit) / 2, frame.stroke ?? "ink", { bold: true })];
}

/** `+`, and what it adds while a call goes through it. */
export function pill(moment: Moment, subject: Subject): readonly Shape[] {
  const { id, rect, node } = subject;
  const { x, y, w, h } = rect;
  const runs = node?.phase === "running";
  const { fill, line } = BOXES.accumulate;
  const color = runs || node?.phase === "done" ? "backward" : line;
  const frame: BoxShape = { kind: "box", id, z: Z.box, ...rect, radius: h / 2, fill,
    stroke: runs ? "backward" : line, width: runs ? 2.5 : 1.5 };
  if (moment.view.detail === "far") return farPill(moment, subject, { ...frame, stroke: color });
  const text = addedBy(subject);
  const size = Math.min(NORMAL, (w - 38) / Math.max(1, widthOf(text, 1, "mono")));
  const plus = text === "" ? [x + w / 2, "middle"] as const : [x + 12, "start"] as const;
  const shapes: Shape[] = [
    frame,
    mono(`${id}/plus`, Z.part, plus[0], y + h / 2, "+", LARGE, color,
      { anchor: plus[1], bold: true }),
  ];
  if (text !== "") {
    shapes.push(mono(`${id}/added`, Z.part, x + w - 10, y + h / 2, text, size, "backward",
      { anchor: "end", bold: true }));
  }
  // A tape that runs down leaves the lower edge: there its name stands in the dock above.
  shapes.push(moment.sheet.bearing === "down"
    ? plain(`${id}/title`, Z.part, x + w / 2 + 6, y - 9, "AccumulateGrad", SMALL, "quiet")
    : plain(`${id}/title`, Z.part, x + w / 2, y + h + 10, "AccumulateGrad", SMALL, "quiet",
      { anchor: "middle" }));
  return shapes;
}

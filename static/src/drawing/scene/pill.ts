// The pill: an AccumulateGrad, with its plus.

import { compact } from "../../model/number.ts";
import { BOXES } from "../theme.ts";
import { LARGE, NORMAL, SMALL, Z } from "./anatomy.ts";
import { mono, plain, widthOf } from "./text-metrics.ts";
import type { Moment } from "./moment.ts";
import type { Shape } from "./shape.ts";
import type { Subject } from "./subject.ts";

interface Type {
  readonly plus: number;
  readonly number: number;
}

const TYPE: Readonly<Record<"near" | "far", Type>> = {
  near: { plus: LARGE, number: NORMAL },
  far: { plus: 30, number: 20 },
};

/** What goes through it in this call: a number, if it is one. */
function addedBy({ node }: Subject): string {
  const sum = node?.phase === "running" || node?.phase === "done" ? node.incoming[0] : null;
  const entry = sum?.data?.length === 1 ? sum.data[0] : undefined;
  return sum && entry !== undefined ? compact(entry, sum.dtype) : "";
}

/** `+`, and what it adds while a call goes through it. */
export function pill(moment: Moment, subject: Subject): readonly Shape[] {
  const { id, rect, node } = subject;
  const { x, y, w, h } = rect;
  const type = TYPE[moment.view.detail];
  const runs = node?.phase === "running";
  const { fill, line } = BOXES.accumulate;
  const color = runs || node?.phase === "done" ? "backward" : line;
  const text = addedBy(subject);
  const size = Math.min(type.number, (w - 38) / Math.max(1, widthOf(text, 1, "mono")));
  const plus = text === "" ? [x + w / 2, "middle"] as const : [x + 12, "start"] as const;
  const shapes: Shape[] = [
    { kind: "box", id, z: Z.box, ...rect, radius: h / 2, fill,
      stroke: runs ? "backward" : line, width: runs ? 2.5 : 1.5 },
    mono(`${id}/plus`, Z.part, plus[0], y + h / 2, "+", type.plus, color,
      { anchor: plus[1], bold: true }),
  ];
  if (text !== "") {
    shapes.push(mono(`${id}/added`, Z.part, x + w - 10, y + h / 2, text, size, "backward",
      { anchor: "end", bold: true }));
  }
  if (moment.view.detail === "near") {
    // A tape that runs down leaves the lower edge: there its name stands in the dock above.
    shapes.push(moment.sheet.bearing === "down"
      ? plain(`${id}/title`, Z.part, x + w / 2 + 6, y - 9, "AccumulateGrad", SMALL, "quiet")
      : plain(`${id}/title`, Z.part, x + w / 2, y + h + 10, "AccumulateGrad", SMALL, "quiet",
        { anchor: "middle" }));
  }
  return shapes;
}

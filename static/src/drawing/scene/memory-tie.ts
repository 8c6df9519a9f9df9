// Views: what shares memory with what it was made of is tied to it, and says of what it is a view.

import type { Curve } from "../geometry.ts";
import type { SheetEdge } from "../sheet.ts";
import { boxLabelOf } from "../../model/timeline/label.ts";
import { isTied } from "../../model/timeline/views.ts";
import { say } from "../../words/strings.ts";
import { Z } from "./anatomy.ts";
import type { Moment } from "./moment.ts";
import type { Shape } from "./shape.ts";
import type { Subject } from "./subject.ts";

/** Between the line of a value and the dots beside it. */
const ASIDE = 5;

/** Dots beside a line whose two ends are one memory: writing into either changes both. */
export function memoryTie(
  moment: Moment, edge: SheetEdge, id: string, way: Curve,
): readonly Shape[] {
  const { frame, sheet } = moment;
  if (edge.kind !== "tape" && edge.kind !== "value") return [];
  if (!isTied(frame, sheet.cast[edge.producer]!, sheet.cast[edge.consumer]!)) return [];
  const far = moment.view.detail === "far" ? 2 : 1;
  const aside = ASIDE * far;
  const points: Curve = way.map(([x, y]) =>
    sheet.bearing === "down" ? [x + aside, y] : [x, y + aside]);
  return [{ kind: "path", id: `${id}/tie`, z: Z.edge - 1, points, curved: true, stroke: "quiet",
    width: 2 * far, dash: [1, 5] }];
}

/** `view of x`, then `view` where that is too long; nothing for what is no view. */
export function viewWords(moment: Moment, { tensor }: Subject): readonly string[] {
  if (!tensor || tensor.view_of === null) return [];
  const { run, frame, view: { language } } = moment;
  const name = boxLabelOf(run, [tensor.view_of], frame.at);
  const short = say(language, "view");
  return name === null ? [short] : [say(language, "viewOfName", { name }), short];
}

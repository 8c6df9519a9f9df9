// The scene: what is to be seen at a cursor, as a list of shapes. Pure, so that scrubbing, going
// back, exports and tests are all the same call.

import { within, type Rect } from "./geometry.ts";
import type { Run } from "../model/run.ts";
import { badge, birthmark, hook, outline, tabs } from "./scene/attachments.ts";
import { blame } from "./scene/blame.ts";
import { boxShapes } from "./scene/box.ts";
import { edgeShapes } from "./scene/edge.ts";
import { crossFade } from "./scene/fade.ts";
import { arrivalAt, farBox } from "./scene/overview-box.ts";
import { gate } from "./scene/gate.ts";
import { foundShapes } from "./scene/found.ts";
import { foldedMarks, frameShapes } from "./scene/group.ts";
import { inOrder, remembered } from "./scene/memo.ts";
import { viewWords } from "./scene/memory-tie.ts";
import { momentAt, type Moment } from "./scene/moment.ts";
import { motion } from "./scene/motion.ts";
import { pill } from "./scene/pill.ts";
import { portTabs } from "./scene/port.ts";
import type { Shape } from "./scene/shape.ts";
import { isBoxIn, isEdgeIn } from "./scene/seen.ts";
import { subjectOf, type Subject } from "./scene/subject.ts";
import type { View } from "./scene/view.ts";

export type {
  BoxShape, CellsShape, Curve, PathShape, Point, Shape, TextShape, TokenShape,
} from "./scene/shape.ts";
export { foundBoxes } from "./scene/found.ts";
export { knobsOf, type Knob } from "./scene/group.ts";
export { logShare } from "./scene/norm-bar.ts";
export { attention, beforeBackward } from "./scene/attention.ts";
export { PLAIN_VIEW, type Offsets, type Selection, type View } from "./scene/view.ts";

/** How much of a thing just being made is to be seen yet. */
function presence(moment: Moment, subject: Subject): number {
  const { event, progress } = moment;
  if (!event || moment.run.events[subject.made] !== event) return 1;
  return event.kind === "op" ? within(progress, 0.25, 0.6) : within(progress, 0, 0.5);
}

function boxAndParts(moment: Moment, box: number): readonly Shape[] {
  const subject = subjectOf(moment, box);
  if (!subject) return [];
  const share = presence(moment, subject);
  const shapes = [...inner(moment, subject), ...portTabs(moment, subject),
    ...gate(moment, subject), ...outline(moment, subject)];
  if (share === 1) return shapes;
  return shapes.map((shape) => ({ ...shape, opacity: (shape.opacity ?? 1) * share }));
}

/** All that the shapes inside a box depend on. */
function reasons(moment: Moment, subject: Subject): readonly unknown[] {
  const { frame, event, view } = moment;
  const { rect: { x, y }, node, tensor, look, name, overwritten, box, output } = subject;
  const versions = node?.saved.map((saved) =>
    saved.tensor === null ? 0 : frame.tensors.get(saved.tensor)?.version);
  return [box, subject.kind, subject.insides,
    subject.chips?.map(({ name: of, arrived }) => `${of} ${arrived}`).join(),
    x, y, node, tensor, look, name, overwritten, output,
    view.language, view.detail, view.scale, view.type, view.bearing, view.gradients,
    ...view.detail === "far" ? [moment.sheet, arrivalAt(moment, subject)?.share] : [],
    event?.kind === "hook" ? event : null, ...viewWords(moment, subject), ...versions ?? []];
}

function inner(moment: Moment, subject: Subject): readonly Shape[] {
  return remembered(moment.run, subject.id, reasons(moment, subject), () => drawn(moment, subject));
}

function drawn(moment: Moment, subject: Subject): readonly Shape[] {
  if (subject.kind === "accumulate") return pill(moment, subject);
  if (moment.view.detail === "far") return farBox(moment, subject);
  if (subject.kind === "group") {
    return [...boxShapes(moment, subject), ...foldedMarks(subject), ...birthmark(moment, subject),
      ...hook(moment, subject)];
  }
  return [...boxShapes(moment, subject), ...tabs(moment, subject), ...badge(subject),
    ...birthmark(moment, subject), ...hook(moment, subject)];
}

function still(moment: Moment, seen: Rect | null): readonly Shape[] {
  const { boxes, edges } = moment.sheet.plane;
  return inOrder([
    frameShapes(moment),
    ...edges.map((edge, i) => (isEdgeIn(moment, edge, seen) ? edgeShapes(moment, i) : [])),
    ...boxes.map((_, i) => (isBoxIn(moment, i, seen) ? boxAndParts(moment, i) : [])),
    foundShapes(moment),
    motion(moment),
    blame(moment),
  ]);
}

/**
 * Shapes of the pass that is on stage at a cursor, the farthest from the eye first; if only a part
 * of the world is `seen`, of boxes and lines that are far from it none.
 */
export function scene(
  run: Run, cursor: number, view: View, seen: Rect | null = null,
): readonly Shape[] {
  const share = cursor - Math.floor(cursor);
  if (view.motion === "reduced" && share > 0) {
    const whole = { ...view, motion: "full" as const };
    return crossFade(scene(run, Math.floor(cursor), whole, seen),
      scene(run, Math.ceil(cursor), whole, seen), share);
  }
  const moment = momentAt(run, cursor, view);
  return moment ? still(moment, seen) : [];
}

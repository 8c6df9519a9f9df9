// Blame: what is to be seen where a run failed, and the sentence beside it.

import { boxesOf, errorOf, explain, type Finding } from "../explain.ts";
import { between, ease, within, type Rect } from "../geometry.ts";
import type { Point } from "../run.ts";
import { HEAD, NORMAL, Z } from "./anatomy.ts";
import { alarm, tabCentre } from "./attachments.ts";
import { RADIUS } from "./box.ts";
import { plain, widthOf, wrapped } from "./ink.ts";
import { rectOf, type Moment } from "./moment.ts";
import type { Shape } from "./shape.ts";
import { subjectOf, type Subject } from "./subject.ts";
import { lozenge, lozengeSize } from "./token.ts";

const BUBBLE = 300;
const LINE = 20;

/** The boxes that the failure points at, the first one first. */
function guilty(moment: Moment, error: Finding): readonly Subject[] {
  return boxesOf(moment.frame, error).flatMap((id) => {
    const box = moment.sheet.boxOf.get(id);
    const subject = box === undefined ? null : subjectOf(moment, box);
    return subject ? [subject] : [];
  });
}

/** The gradient came as far as a tab that is empty, and can go no further. */
function stuck(moment: Moment, subject: Subject): readonly Shape[] {
  const { node, id, rect: { x, y, w, h } } = subject;
  const value = node?.incoming.find((one) => one !== null);
  const empty = node?.saved.findIndex((saved) => saved.freed) ?? -1;
  if (!value || empty < 0) return [];
  const [, line] = tabCentre(subject, empty);
  const goal: Point = [x + lozengeSize(value)[0] / 2 + 2, line];
  const from: Point = [x + w / 2, y + (h + HEAD) / 2];
  const share = moment.event?.kind === "fail" ? ease(within(moment.progress, 0.4, 1)) : 1;
  const token = lozenge(`${id}/stuck`, Z.token, between(from, goal, share), value, "moving");
  return [token.cells ? { ...token, text: null } : token];
}

/** In the colour of errors, also where a failure names only the tensor that stands in a box. */
function outlined({ id, rect, kind, look }: Subject): Shape {
  const radius = kind === "accumulate" ? rect.h / 2 : RADIUS[look];
  return { kind: "box", id: `${id}/guilty`, z: Z.part + 1, ...rect, radius, stroke: "error",
    width: 2.5 };
}

/** Does this much of the picture have a box in it? */
function hides(moment: Moment, room: Rect): boolean {
  return moment.sheet.layout.boxes.some((_, i) => {
    const { x, y, w, h } = rectOf(moment, i);
    return x < room.x + room.w && room.x < x + w && y < room.y + room.h && room.y < y + h;
  });
}

/** What happened, and in quiet what to change. */
function bubble(moment: Moment, subject: Subject, error: Finding): readonly Shape[] {
  const { id, rect: { x, y, w, h } } = subject;
  const { what, change } = explain(error, moment.view.language);
  const head = wrapped(what, NORMAL, BUBBLE - 24);
  const lines = [...head, ...wrapped(change, NORMAL, BUBBLE - 24)];
  const wide = Math.max(...lines.map((line) => widthOf(line, NORMAL, "ui"))) + 24;
  const high = lines.length * LINE + 16;
  const left = x + w / 2 - wide / 2;
  const isAbove = hides(moment, { x: left, y: y + h + 14, w: wide, h: high })
    && !hides(moment, { x: left, y: y - 30 - high, w: wide, h: high });
  const top = isAbove ? y - 30 - high : y + h + 14;
  const tip = isAbove ? top + high : top;
  const way = isAbove ? 1 : -1;
  return [
    { kind: "box", id: `${id}/bubble`, z: Z.bubble, x: left, y: top, w: wide,
      h: high, radius: 6, fill: "paper", stroke: "error", width: 1.5 },
    { kind: "path", id: `${id}/bubble/tip`, z: Z.bubble + 1, curved: false, fill: "paper",
      stroke: "error", width: 1.5,
      points: [[x + w / 2 - 8, tip - way / 2], [x + w / 2, tip + 9 * way],
        [x + w / 2 + 8, tip - way / 2]] },
    ...lines.map((line, i) => plain(`${id}/bubble/${i}`, Z.bubble + 2, left + 12,
      top + 18 + i * LINE, line, NORMAL, i < head.length ? "ink" : "quiet")),
  ];
}

/** Marks on all that is to blame; the sentence beside the first. */
export function blame(moment: Moment): readonly Shape[] {
  const error = moment.frame.failed === null ? null : errorOf(moment.run);
  if (error === null) return [];
  return guilty(moment, error).flatMap((subject, i) => [
    outlined(subject), ...alarm(subject), ...stuck(moment, subject),
    ...(i === 0 ? bubble(moment, subject, error) : []),
  ]);
}

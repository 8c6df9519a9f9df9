// Blame: what is to be seen where a run failed, and the sentence beside it.

import { between, ease, within } from "../geometry.ts";
import { narrate } from "../narration.ts";
import type { Point } from "../run.ts";
import { HEAD, NORMAL, Z } from "./anatomy.ts";
import { alarm, tabCentre } from "./attachments.ts";
import { plain, widthOf, wrapped } from "./ink.ts";
import type { Moment } from "./moment.ts";
import type { Shape } from "./shape.ts";
import { subjectOf, type Subject } from "./subject.ts";
import { lozenge, lozengeSize } from "./token.ts";

const BUBBLE = 300;
const LINE = 20;

/** The boxes that the failure points at, the first one first. */
function guilty(moment: Moment, failed: number): readonly Subject[] {
  const event = moment.run.events[failed];
  if (event?.kind !== "fail") return [];
  const homes = event.blame.tensors.map((id) =>
    moment.sheet.boxOf.has(id) ? id : moment.frame.tensors.get(id)?.grad_fn ?? id);
  return [...new Set([...event.blame.nodes, ...homes])].flatMap((id) => {
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

function bubble(moment: Moment, subject: Subject, failed: number): readonly Shape[] {
  const { id, rect: { x, y, w, h } } = subject;
  const lines = wrapped(narrate(moment.run, failed, moment.view.language), NORMAL, BUBBLE - 24);
  const wide = Math.max(...lines.map((line) => widthOf(line, NORMAL, "ui"))) + 24;
  const left = x + w / 2 - wide / 2;
  const top = y + h + 14;
  return [
    { kind: "box", id: `${id}/bubble`, z: Z.bubble, x: left, y: top, w: wide,
      h: lines.length * LINE + 16, radius: 6, fill: "paper", stroke: "error", width: 1.5 },
    { kind: "path", id: `${id}/bubble/tip`, z: Z.bubble + 1, curved: false, fill: "paper",
      stroke: "error", width: 1.5,
      points: [[x + w / 2 - 8, top + 0.5], [x + w / 2, top - 9], [x + w / 2 + 8, top + 0.5]] },
    ...lines.map((line, i) => plain(`${id}/bubble/${i}`, Z.bubble + 2, left + 12,
      top + 18 + i * LINE, line, NORMAL, "ink")),
  ];
}

/** Marks on all that is to blame; the sentence beside the first. */
export function blame(moment: Moment): readonly Shape[] {
  const { failed } = moment.frame;
  if (failed === null) return [];
  return guilty(moment, failed).flatMap((subject, i) => [
    ...alarm(subject), ...stuck(moment, subject),
    ...(i === 0 ? bubble(moment, subject, failed) : []),
  ]);
}

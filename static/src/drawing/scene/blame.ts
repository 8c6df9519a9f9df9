// Blame: what is to be seen where a run failed, and the sentence beside it.

import type { Finding } from "../../findings/finding.ts";
import { boxesOf, errorOf } from "../../findings/findings.ts";
import { between, ease, within, type Rect } from "../geometry.ts";
import type { Language } from "../../words/narration.ts";
import type { Point } from "../../model/run.ts";
import { HEAD, NORMAL, Z } from "./anatomy.ts";
import { alarm, tabFoot } from "./attachments.ts";
import { RADIUS } from "./box.ts";
import { fitText, heightOf, labelShapes, unitOf } from "./far-label.ts";
import { plain, widthOf, wrapped } from "./text-metrics.ts";
import { rectOf, type Moment } from "./moment.ts";
import type { Shape } from "./shape.ts";
import { subjectOf, type Subject } from "./subject.ts";
import { lozengeSize, movingLozenge } from "./token.ts";

/** How wide a sentence may be above or below a box, and beside it, where a phone has both. */
const ROOMS = [300, 184] as const;
const LINE = 20;
const PADDING = 12;
/** Between a box and its sentence; above it stands the sign of alarm, left of it the tabs. */
const GAP = { below: 14, above: 30, right: 24, left: 60 } as const;

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
  const [, line] = tabFoot(subject, empty);
  const goal: Point = [x + lozengeSize(value)[0] / 2 + 2, line];
  const from: Point = [x + w / 2, y + (h + HEAD) / 2];
  const share = moment.event?.kind === "fail" ? ease(within(moment.progress, 0.4, 1)) : 1;
  const at = between(from, goal, share);
  const token = movingLozenge(moment.view, `${id}/stuck`, Z.token, at, value);
  return [token.cells ? { ...token, text: null } : token];
}

/** In the colour of errors, also where a failure names only the tensor that stands in a box. */
function outlined({ view }: Moment, { id, rect, kind, look }: Subject): Shape {
  const radius = kind === "accumulate" ? rect.h / 2 : RADIUS[look];
  return { kind: "box", id: `${id}/guilty`, z: Z.part + 1, ...rect, radius, stroke: "error",
    width: 2.5 / view.scale };
}

/** How much of other boxes lies behind a sentence here, in square pixels. */
function hidden(moment: Moment, room: Rect): number {
  return moment.sheet.plane.boxes.reduce((sum, _, i) => {
    const { x, y, w, h } = rectOf(moment, i);
    const wide = Math.min(x + w, room.x + room.w) - Math.max(x, room.x);
    const high = Math.min(y + h, room.y + room.h) - Math.max(y, room.y);
    return wide > 0 && high > 0 ? sum + wide * high : sum;
  }, 0);
}

/** What happened, and then what to change, in lines; the size of a frame around them. */
interface Words {
  readonly lines: readonly string[];
  /** How many of the lines say what happened. */
  readonly head: number;
  readonly w: number;
  readonly h: number;
}

function wordsOf(error: Finding, language: Language, room: number): Words {
  const { what, change } = error.explained(language);
  const head = wrapped(what, NORMAL, room - 2 * PADDING);
  const lines = [...head, ...wrapped(change, NORMAL, room - 2 * PADDING)];
  const wide = Math.max(...lines.map((line) => widthOf(line, NORMAL, "ui")));
  return { lines, head: head.length, w: wide + 2 * PADDING, h: lines.length * LINE + 16 };
}

/** A place for a sentence, and the way from there to its box. */
interface Seat extends Rect {
  readonly words: Words;
  readonly to: "up" | "down" | "left" | "right";
}

/** Where a sentence can stand at a box, the better places first. */
function seatsAt({ x, y, w, h }: Rect, wide: Words, slim: Words): readonly Seat[] {
  const below = y + h + GAP.below;
  const above = y - GAP.above - wide.h;
  const beside = y + h / 2 - slim.h / 2;
  const lefts = [x + w / 2 - wide.w / 2, x + w - wide.w, x];
  return [
    ...lefts.map((left) => ({ ...sizeOf(wide), x: left, y: below, to: "up" as const })),
    ...lefts.map((left) => ({ ...sizeOf(wide), x: left, y: above, to: "down" as const })),
    { ...sizeOf(slim), x: x + w + GAP.right, y: beside, to: "left" },
    { ...sizeOf(slim), x: x - GAP.left - slim.w, y: beside, to: "right" },
  ];
}

function sizeOf(words: Words): Pick<Seat, "words" | "w" | "h"> {
  return { words, w: words.w, h: words.h };
}

/** The seat that hides the least; of equals the first. */
function seatFor(moment: Moment, box: Rect, error: Finding): Seat {
  const [wide, slim] = ROOMS.map((room) => wordsOf(error, moment.view.language, room));
  const seats = seatsAt(box, wide!, slim!).map((seat) => ({ seat, hides: hidden(moment, seat) }));
  return seats.reduce((best, one) => (one.hides < best.hides ? one : best)).seat;
}

/** A corner of the frame, pointing at the box. */
function tipOf({ x, y, w, h, to }: Seat, box: Rect): readonly Point[] {
  const [across, along] = [box.x + box.w / 2, box.y + box.h / 2];
  switch (to) {
    case "up": return [[across - 8, y + 0.5], [across, y - 9], [across + 8, y + 0.5]];
    case "down":
      return [[across - 8, y + h - 0.5], [across, y + h + 9], [across + 8, y + h - 0.5]];
    case "left": return [[x + 0.5, along - 8], [x - 9, along], [x + 0.5, along + 8]];
    case "right":
      return [[x + w - 0.5, along - 8], [x + w + 9, along], [x + w - 0.5, along + 8]];
  }
}

/** As much of the title as can be read in the same frame from afar. */
function farWords(
  { view }: Moment, id: string, { x, y, w, h }: Rect, error: Finding,
): readonly Shape[] {
  const unit = unitOf(view);
  const room = { w: (w - PADDING) / unit, h: (h - PADDING) / unit };
  const label = fitText(error.explained(view.language).title, room);
  return label === null ? [] : labelShapes(view, `${id}/bubble/0`, Z.bubble + 2, label, x + w / 2,
    y + (h - heightOf(label) * unit) / 2, "ink");
}

/** What happened, and in quiet what to change. */
function bubble(moment: Moment, subject: Subject, error: Finding): readonly Shape[] {
  const { id, rect } = subject;
  const seat = seatFor(moment, rect, error);
  const { x, y, w, h, words: { lines, head } } = seat;
  const said = moment.view.detail === "far" ? farWords(moment, id, seat, error)
    : lines.map((line, i) => plain(`${id}/bubble/${i}`, Z.bubble + 2, x + PADDING,
      y + 18 + i * LINE, line, NORMAL, i < head ? "ink" : "quiet"));
  return [
    { kind: "box", id: `${id}/bubble`, z: Z.bubble, x, y, w, h, radius: 6, fill: "paper",
      stroke: "error", width: 1.5 },
    { kind: "path", id: `${id}/bubble/tip`, z: Z.bubble + 1, curved: false, fill: "paper",
      stroke: "error", width: 1.5, points: tipOf(seat, rect) },
    ...said,
  ];
}

/** Marks on all that is to blame; the sentence beside the first. */
export function blame(moment: Moment): readonly Shape[] {
  const error = moment.frame.failed === null ? null : errorOf(moment.run);
  if (error === null) return [];
  return guilty(moment, error).flatMap((subject, i) => [
    outlined(moment, subject), ...alarm(moment, subject), ...stuck(moment, subject),
    ...(i === 0 ? bubble(moment, subject, error) : []),
  ]);
}

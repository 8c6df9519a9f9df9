// What sits on the outside of a box: saved tabs, badges, hook mark, selection, blame.

import type { Point } from "../../model/run.ts";
import type { SavedTab } from "../../model/timeline.ts";
import {
  MOST_TABS, SMALL, TAB_FOOT, TAB_HEIGHT, TAB_LEAST, TAB_MOST, TAB_PITCH, Z,
} from "./anatomy.ts";
import { orderOf, orderSign } from "./far-words.ts";
import { unitOf } from "./far-label.ts";
import { cutName, mono, plain, widthOf } from "./text-metrics.ts";
import type { Moment } from "./moment.ts";
import type { Shape } from "./shape.ts";
import type { Subject } from "./subject.ts";

const MARGIN = 4;

/** The tabs of a node that saved these: the first ones, of too many. */
export function tabsOf(saved: readonly SavedTab[] = []): readonly SavedTab[] {
  return saved.slice(0, MOST_TABS);
}

/** How far a tab with these words reaches out of its box. */
export function tabWidth(text: string): number {
  return Math.min(TAB_MOST, Math.max(TAB_LEAST, Math.ceil(widthOf(text, SMALL, "ui")) + MARGIN));
}

/** Where saved tab number i meets the left edge of its box. */
export function tabFoot(subject: Subject, i: number): Point {
  const { x, y, h } = subject.rect;
  const below = Math.max(0, tabsOf(subject.node?.saved).length - 1 - i);
  return [x, y + h - TAB_FOOT - TAB_HEIGHT / 2 - below * TAB_PITCH];
}

function tab(moment: Moment, subject: Subject, saved: SavedTab, i: number): readonly Shape[] {
  const [x, y] = tabFoot(subject, i);
  const id = `${subject.id}/saved/${i}`;
  const tensor = saved.tensor === null ? undefined : moment.frame.tensors.get(saved.tensor);
  const now = tensor?.version ?? saved.version;
  const stale = !saved.freed && now !== saved.version;
  const wanted = saved.freed && subject.node?.phase === "blamed";
  const text = stale ? `v${saved.version}≠v${now}` : saved.name;
  const wide = tabWidth(text);
  return [
    { kind: "box", id, z: Z.tab, x: x - wide, y: y - TAB_HEIGHT / 2, w: wide + 6,
      h: TAB_HEIGHT, radius: 4, fill: saved.freed ? "paper" : "saved",
      stroke: stale || wanted ? "error" : saved.freed ? "quiet" : "saved-line",
      width: stale || wanted ? 2 : 1,
      ...(saved.freed ? { dash: [3, 3] } : {}) },
    plain(`${id}/name`, Z.tab + 1, x - wide / 2, y,
      cutName(text, SMALL, "ui", wide - MARGIN), SMALL,
      saved.freed ? "quiet" : "saved-ink", { anchor: "middle" }),
  ];
}

/** The tensors a node saved, as tabs; dashed and empty when they were freed. */
export function tabs(moment: Moment, subject: Subject): readonly Shape[] {
  return tabsOf(subject.node?.saved).flatMap((saved, i) => tab(moment, subject, saved, i));
}

/** `v1`, when a tensor was written in place. */
export function badge(subject: Subject): readonly Shape[] {
  const { version = 0, born = 0 } = subject.tensor ?? {};
  if (version === born || subject.overwritten || subject.kind === "accumulate") return [];
  const { id, rect: { x, y, w } } = subject;
  const wide = 14 + 8 * `${version}`.length;
  const left = x + w / 2 - wide / 2;
  return [
    { kind: "box", id: `${id}/version`, z: Z.mark, x: left, y: y - 13, w: wide, h: 16, radius: 8,
      fill: "ink" },
    mono(`${id}/version/text`, Z.mark + 1, left + wide / 2, y - 5, `v${version}`, SMALL, "paper",
      { anchor: "middle" }),
  ];
}

/** `∂` on what a backward put on the tape, `∂²` on what the backward of that did. */
export function birthmark(moment: Moment, subject: Subject): readonly Shape[] {
  const order = orderOf(moment, subject);
  if (order === 0) return [];
  const { id, rect: { x, y } } = subject;
  const [wide, high] = [order > 1 ? 26 : 18, 18];
  // It sits on the frame and leaves the head to the name.
  const [left, top] = [x + 8, y - high + 3];
  return [
    { kind: "box", id: `${id}/order`, z: Z.mark, x: left, y: top, w: wide, h: high,
      radius: high / 2, fill: "paper", stroke: "backward", width: 1 },
    mono(`${id}/order/text`, Z.mark + 1, left + wide / 2, top + high / 2, orderSign(order), SMALL,
      "backward", { anchor: "middle", bold: true }),
  ];
}

/** A hook hangs on the upper right corner of a box where one ran. */
export function hook(moment: Moment, subject: Subject): readonly Shape[] {
  const hooks = subject.node?.hooks ?? [];
  if (hooks.length === 0) return [];
  const { id, rect: { x, y, w } } = subject;
  const [left, top] = [x + w - 24, y - 10];
  const { event } = moment;
  const fires = event?.kind === "hook" && hooks.includes(event.name);
  const fill = fires ? "backward" : "paper";
  const stroke = fires ? "backward-ink" : "quiet";
  const c = left + 9;
  return [
    { kind: "box", id: `${id}/hook`, z: Z.mark, x: left, y: top, w: 18, h: 18, radius: 9, fill,
      stroke: fires ? "backward" : "quiet", width: 1 },
    { kind: "path", id: `${id}/hook/bend`, z: Z.mark + 1, curved: true, stroke, width: 1.5,
      points: [[c + 2, top + 4], [c + 2, top + 7], [c + 2, top + 9], [c + 2, top + 10],
        [c + 2, top + 15], [c - 4, top + 15], [c - 4, top + 10]] },
  ];
}

/** A line around what is selected, a thin one around what the pointer is on. */
export function outline(moment: Moment, subject: Subject): readonly Shape[] {
  const { selection, hover } = moment.view;
  const mine = (what: string | null) => what !== null
    && (moment.sheet.boxOf.get(what) === subject.box || what === subject.tensor?.id);
  const chosen = mine(selection);
  if (!chosen && !mine(hover)) return [];
  const { x, y, w, h } = subject.rect;
  const round = subject.kind === "accumulate" ? h : subject.look === "leaf" ? 14 : 5;
  const far = subject.look === "root" ? 8 : 5;
  return [{ kind: "box", id: `${subject.id}/outline`, z: Z.select, x: x - far, y: y - far,
    w: w + 2 * far, h: h + 2 * far, radius: Math.min(round, h / 2 + far),
    stroke: chosen ? "backward" : "quiet", width: chosen ? 2 : 1, fixed: true }];
}

/** A triangle with an exclamation mark, on the corner of what is to blame. */
export function alarm({ view }: Moment, subject: Subject): readonly Shape[] {
  const { id, rect } = subject;
  const isFar = view.detail === "far";
  const unit = isFar ? unitOf(view) : 1;
  const [x, y] = [rect.x - 11 * unit, rect.y - 6 * unit];
  const corners: readonly Point[] = [[0, -15], [15, 10], [-15, 10]];
  return [
    { kind: "path", id: `${id}/alarm`, z: Z.mark, curved: false, closed: true, fill: "error",
      stroke: "paper", width: 2 * unit,
      points: corners.map(([right, down]) => [x + right * unit, y + down * unit]) },
    // Where boxes are no larger than the sign, its colour must do.
    ...(rect.h < 24 * unit ? [] : [mono(`${id}/alarm/mark`, Z.mark + 1, x, y + 2 * unit, "!",
      isFar ? 14 * view.type : 14, "error-ink", { anchor: "middle", bold: true, fixed: isFar })]),
  ];
}

// Groups: the box of a folded one, with a mark for each op inside, and the frames of open ones.

import type { Rect } from "../geometry.ts";
import { aroundOf, keysOf, shortLabel, type Frame, type Sheet } from "../sheet.ts";
import { kindTexts } from "../group-kind.ts";
import { say } from "../../words/strings.ts";
import type { Offsets } from "./view.ts";
import { HEAD, KNOB_ROOM, NORMAL, SMALL, Z } from "./anatomy.ts";
import { unitOf } from "./far-label.ts";
import { farKnob, frameLabel } from "./far-places.ts";
import { cutPath, mono, plain, widthOf } from "./text-metrics.ts";
import type { Moment } from "./moment.ts";
import type { Shape } from "./shape.ts";
import type { Subject } from "./subject.ts";

/** The knob itself, with a margin of 5 about it. */
const KNOB = KNOB_ROOM - 10;
/** How far the sheet behind a folded group looks out. */
const BEHIND = 4;
/** More marks than this would be a bar. */
const MOST_MARKS = 40;

/** What opens or folds a group when it is pressed. */
export interface Knob {
  readonly key: string;
  readonly folded: boolean;
  /** Where a pointer finds it. */
  readonly rect: Rect;
}

/** The knobs of a sheet, those of inner groups first. */
export function knobsOf({ plane, layout }: Sheet, offsets: Offsets): readonly Knob[] {
  const keys = keysOf(layout);
  const boxes = plane.boxes.flatMap(({ group, x, y, w, h }, i): readonly Knob[] => {
    if (group === null) return [];
    const [dx, dy] = offsets.get(i) ?? [0, 0];
    const rect = { x: x + w / 2 - 2 * KNOB + dx, y: y - h / 2 + dy, w: 2 * KNOB, h: HEAD + 4 };
    return [{ key: keys[group]!, folded: true, rect }];
  });
  const frames = plane.frames.toSorted((a, b) => b.depth - a.depth).map(
    ({ group, x, y, w }): Knob => ({ key: keys[group]!, folded: false,
      rect: { x, y, w: Math.min(w, 200), h: HEAD + 8 } }));
  return [...boxes, ...frames];
}

/** A small square with a plus (open it) or a minus (fold it). */
function knob(id: string, x: number, y: number, size: number, isFolded: boolean): readonly Shape[] {
  const [middle, half] = [y + size / 2, size / 2 - 3.5];
  const c = x + size / 2;
  const bar = (name: string, points: readonly (readonly [number, number])[]): Shape =>
    ({ kind: "path", id: `${id}/knob/${name}`, z: Z.mark + 1, curved: false, points,
      stroke: "label", width: 1.5 });
  return [
    { kind: "box", id: `${id}/knob`, z: Z.mark, x, y, w: size, h: size, radius: 3, fill: "paper",
      stroke: "quiet", width: 1 },
    bar("across", [[c - half, middle], [c + half, middle]]),
    ...(isFolded ? [bar("down", [[c, middle - half], [c, middle + half]])] : []),
  ];
}

/** What tells a folded group from an op: the sheet behind it, and the knob that opens it. */
export function foldedMarks(subject: Subject): readonly Shape[] {
  const { id, rect: { x, y, w, h }, look } = subject;
  const gap = look === "root" ? 2 * BEHIND : BEHIND;
  return [
    { kind: "box", id: `${id}/behind`, z: Z.box - 1, x: x + gap, y: y + gap, w, h, radius: 2,
      fill: "paper", stroke: look === "root" ? "root-line" : "node-line", width: 1 },
    ...knob(id, x + w - KNOB - 6, y + (HEAD - KNOB) / 2, KNOB, true),
  ];
}

/** A mark for each op inside: hollow until it is made, violet once a gradient went through it. */
export function insides(subject: Subject, y: number, h: number): readonly Shape[] {
  const { id, rect: { x, w }, insides: states = "" } = subject;
  const room = w - 16;
  const shown = states.length <= MOST_MARKS ? states : condensed(states);
  const pitch = Math.min(14, room / Math.max(1, shown.length));
  const wide = Math.max(2, pitch - 3);
  const left = x + w / 2 - (pitch * shown.length - (pitch - wide)) / 2;
  return [...shown].map((state, i): Shape => {
    const high = state === "r" ? 12 : 6;
    return {
      kind: "box", id: `${id}/inside/${i}`, z: Z.part, x: left + i * pitch,
      y: y + (h - high) / 2, w: wide, h: high, radius: 2, width: 1,
      ...(state === "d" || state === "r" ? { fill: "backward" as const }
        : { fill: state === "." ? "paper" as const : "edge" as const }),
      stroke: state === "d" || state === "r" ? "backward" : "edge",
    };
  });
}

const CHIP = { high: 16, most: 96, gap: 4 } as const;

/** The leaves of a folded group, filled once their gradient has come; "+ 9" for the rest. */
export function chips(
  { id, rect: { x, w }, chips: all = [] }: Subject, y: number,
): readonly Shape[] {
  const shapes: Shape[] = [];
  let left = x + 8;
  for (const [i, { name, arrived }] of all.entries()) {
    const rest = all.length - i - 1;
    const room = x + w - 8 - left - (rest > 0 ? 32 : 0);
    const text = cutPath(name, SMALL, "mono", Math.min(CHIP.most, room) - 12);
    const wide = widthOf(text, SMALL, "mono") + 12;
    if (wide > room) {
      shapes.push(plain(`${id}/more`, Z.part, left, y + CHIP.high / 2 + 1, `+ ${rest + 1}`, SMALL,
        "label"));
      break;
    }
    shapes.push({ kind: "box", id: `${id}/chip/${i}`, z: Z.part, x: left, y, w: wide, h: CHIP.high,
      radius: CHIP.high / 2, fill: arrived ? "leaf" : "paper", stroke: "leaf-line", width: 1 },
    mono(`${id}/chip/${i}/name`, Z.mark, left + 6, y + CHIP.high / 2 + 1, text, SMALL, "ink"));
    left += wide + CHIP.gap;
  }
  return shapes;
}

/** As many marks as there is room for, each for some neighbours. */
function condensed(states: string): string {
  return Array.from({ length: MOST_MARKS }, (_, i) => {
    const [from, to] = [i, i + 1].map((n) => Math.floor(n * states.length / MOST_MARKS));
    const part = states.slice(from, Math.max(to!, from! + 1));
    return part.includes("r") ? "r" : part.at(-1)!;
  }).join("");
}

/** The title of an open group, and what it is: a line is titled by its number alone. */
function titleOf({ run, sheet, view }: Moment, group: number): readonly [string, ...string[]] {
  const { kind, label } = sheet.layout.groups[group]!;
  return kind === "line" ? [say(view.language, "lineCall", { n: label })]
    : [shortLabel(sheet.layout, group), ...kindTexts(run, sheet, group, false, view.language)];
}

/** The title of a frame near: path and kind; cut where it is longer than the frame. */
function nearTitle(moment: Moment, { group, x, y, w }: Frame): readonly Shape[] {
  const [title, ...kinds] = titleOf(moment, group);
  const [left, line] = [x + 15 + NORMAL, y + 8 + NORMAL / 2];
  const name = cutPath(title, NORMAL, "mono", w - NORMAL - 24);
  const beside = left + widthOf(name, NORMAL, "mono") + 8;
  const kind = kinds.find((one) => beside + widthOf(one, SMALL, "ui") + 8 <= x + w);
  return [
    ...knob(`frame/${group}`, x + 9, y + 8, NORMAL, false),
    mono(`frame/${group}/label`, Z.mark, left, line, name, NORMAL, "label", { bold: true }),
    ...(kind === undefined ? [] : [plain(`frame/${group}/kind`, Z.mark, beside, line, kind, SMALL,
      "label")]),
  ];
}

/** The title of a frame far away, where there is room for it. */
function farTitle(moment: Moment, { group, x, y }: Frame): readonly Shape[] {
  const size = farKnob(unitOf(moment.view));
  return [...knob(`frame/${group}`, x + 9, y + 8, size, false), ...frameLabel(moment, group)];
}

/** The frames of open groups, each tinted, with its title and the knob that folds it. */
export function frameShapes(moment: Moment): readonly Shape[] {
  const { sheet, frame, view } = moment;
  const running = frame.running === null ? -1 : sheet.cast.indexOf(frame.running);
  const around = aroundOf(sheet.layout);
  return sheet.plane.frames.flatMap((each): readonly Shape[] => {
    const { group, depth, x, y, w, h } = each;
    const runs = running >= 0 && around[running]!.includes(group);
    const { kind } = sheet.layout.groups[group]!;
    const isFar = view.detail === "far";
    const isModule = kind === "module" || kind === "repeat";
    return [
      { kind: "box", id: `frame/${group}`, z: Z.frame + depth, x, y, w, h, radius: 10,
        ...(kind === "line" ? {} : { fill: !isModule ? "frame" as const
          : depth % 2 === 0 ? "module" as const : "module-inner" as const }),
        stroke: runs ? "backward" : "line", width: isFar ? 1 / view.scale : 1.5 },
      ...(isFar ? farTitle(moment, each) : nearTitle(moment, each)),
    ];
  });
}

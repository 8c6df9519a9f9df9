// A box is a small instrument: head, body, slot and foot, in the frame of what it is.

import { BOXES, type ColorToken } from "../theme.ts";
import {
  bodyHeight, CHIPS, FOOT, formOf, HEAD, INSIDES, KNOB_ROOM, NORMAL, slotHeight, SMALL, Z,
} from "./anatomy.ts";
import { chips, insides } from "./group.ts";
import { cut, cutPath, mono, plain, widthOf } from "./text-metrics.ts";
import { viewWords } from "./memory-tie.ts";
import type { Moment } from "./moment.ts";
import type { BoxShape, Shape } from "./shape.ts";
import { gradientBar, incoming, ledger, slotRoom } from "./slot.ts";
import { receives, type Subject } from "./subject.ts";
import { body } from "./value.ts";

export const RADIUS = { leaf: 10, op: 1, root: 1, quiet: 6 } as const;
/** Sizes of a title that stands alone, where it fits also in a face wider than most. */
const TITLES = [NORMAL, 13] as const;
const WIDE_FACE = 1.12;
const BROKEN = [7, 3];
const WIDTH = { leaf: 2.5, op: 1, root: 1.5, quiet: 1 } as const;

function runs({ node, insides: states }: Subject): boolean {
  return node?.phase === "running" || states?.includes("r") === true;
}

/** The colours and the weight of a box, by its state. */
export function shell(subject: Subject): BoxShape {
  const { id, rect, look, node, kind } = subject;
  const phase = node?.phase;
  const fill: ColorToken = kind === "group" && look !== "root" ? "module"
    : phase === "freed" && look === "op" ? "paper" : BOXES[look].fill;
  const stroke: ColorToken = phase === "blamed" ? "error"
    : runs(subject) || node?.during ? "backward" : BOXES[look].line;
  const width = phase === "blamed" || runs(subject) ? 2.5 : WIDTH[look];
  // What a backward put on the tape (create_graph) is told apart by its broken frame.
  const dash = node?.during ? { dash: BROKEN } : {};
  return { kind: "box", id, z: Z.box, ...rect, radius: RADIUS[look], fill, stroke, width, ...dash };
}

/** The outer line of a root's double border. */
export function doubled(subject: Subject): readonly Shape[] {
  if (subject.look !== "root") return [];
  const { x, y, w, h } = subject.rect;
  return [{ kind: "box", id: `${subject.id}/double`, z: Z.box, x: x - 3.5, y: y - 3.5, w: w + 7,
    h: h + 7, radius: 3, stroke: "root-line", width: 1.5 }];
}

/** The longest title that leaves room for the name; of most boxes there is only one. */
function titleIn({ name, title, kinds = [] }: Subject, w: number): string {
  const called = name === null ? 0 : widthOf(name, NORMAL, "mono") + 8;
  return kinds.find((one) => called + widthOf(one, SMALL, "ui") <= w - 16) ?? title;
}

function head(subject: Subject): readonly Shape[] {
  const { id, rect: { x, y, w: all }, name, look, kind } = subject;
  const w = kind === "group" ? all - KNOB_ROOM : all;
  const line = y + HEAD / 2 + 1;
  const quiet = look === "quiet" ? "quiet" : "ink";
  const title = titleIn(subject, w);
  const word = cut(title, SMALL, "ui", w - 16);
  if (name === null) {
    // Alone it is as large as a name, or from a little farther it could not be read.
    const size = TITLES.find((one) => WIDE_FACE * widthOf(title, one, "ui") <= w - 16) ?? SMALL;
    return [plain(`${id}/title`, Z.part, x + 8, line, word, size, quiet)];
  }
  const room = Math.max(40, w - 24 - widthOf(word, SMALL, "ui"));
  // What is cut stands off a little more, or it would read as one with the title.
  const called = widthOf(name, NORMAL, "mono") <= room ? name
    : cutPath(name, NORMAL, "mono", room - 6);
  return [
    mono(`${id}/name`, Z.part, x + 8, line, called, NORMAL, quiet, { bold: true }),
    plain(`${id}/title`, Z.part, x + w - 8, line, word, SMALL, "label", { anchor: "end" }),
  ];
}

function rule(subject: Subject): Shape {
  const { x, y, w } = subject.rect;
  return { kind: "path", id: `${subject.id}/rule`, z: Z.part - 1, curved: false, stroke: "line",
    width: 1, points: [[x + 1, y + HEAD], [x + w - 1, y + HEAD]] };
}

function foot(moment: Moment, subject: Subject): readonly Shape[] {
  const { id, rect: { x, y, w, h }, value, node, tensor } = subject;
  const line = y + h - FOOT / 2 - 1;
  const words = value ? `[${value.shape.join(", ")}] ${value.dtype}` : "";
  const at = node?.line ?? tensor?.line ?? null;
  const where = at === null ? "" : moment.view.language === "zh" ? `第${at}行` : `line ${at}`;
  const shapes: Shape[] = [mono(`${id}/foot`, Z.part, x + 8, line,
    cut(words, SMALL, "mono", w - 16), SMALL, "label")];
  const room = w - 20 - widthOf(words, SMALL, "mono");
  const about = [...viewWords(moment, subject), where].find((text) =>
    widthOf(text, SMALL, "ui") <= room);
  if (about) {
    shapes.push(plain(`${id}/line`, Z.part, x + w - 8, line, about, SMALL, "label",
      { anchor: "end" }));
  }
  return shapes;
}

/** All of a box except its tabs, gate and marks. */
export function boxShapes(moment: Moment, subject: Subject): readonly Shape[] {
  const { id, rect: { x, y, w }, value, look, overwritten, kind } = subject;
  const form = formOf(value);
  const high = bodyHeight(form);
  const color = look === "quiet" || overwritten ? "quiet" : "ink";
  const shapes: Shape[] = [shell(subject), ...doubled(subject), ...head(subject), rule(subject),
    ...foot(moment, subject)];
  if (value) {
    shapes.push(...body(id, value, moment.view.language, x + w / 2, y + HEAD, high, w, color));
  }
  if (receives(subject)) {
    const isLeaf = look === "leaf";
    const room = slotRoom(subject, y + HEAD + high, slotHeight(form, isLeaf && kind === "leaf"));
    shapes.push(...(isLeaf ? ledger(moment.view, subject, room)
      : incoming(moment.view, subject, room)));
    if (moment.view.gradients === "one") shapes.push(...gradientBar(subject, room));
  }
  if (kind === "group") {
    const bottom = subject.rect.y + subject.rect.h - FOOT - INSIDES;
    const from = y + HEAD + high + (receives(subject) ? slotHeight(form, false) : 0);
    if (bottom - from >= CHIPS) shapes.push(...chips(subject, bottom - CHIPS));
    shapes.push(...insides(subject, bottom, INSIDES));
  }
  return shapes;
}

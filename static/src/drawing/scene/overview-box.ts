// A box seen from afar: words of a fixed size, bars for its norms, a picture where there is room.

import { ease, within } from "../geometry.ts";
import type { Value } from "../../model/run.ts";
import { isHeld } from "../../model/timeline.ts";
import type { ColorToken } from "../theme.ts";
import { formOf, Z } from "./anatomy.ts";
import { doubled, shell } from "./box.ts";
import {
  fitLabel, heightOf, labelShapes, unitOf, type Label, type TellsApart,
} from "./far-label.ts";
import { farName, opSign } from "./far-words.ts";
import { hasRoom, outerLabel } from "./far-places.ts";
import type { Moment } from "./moment.ts";
import { barShapes, troubleOf, type Bar } from "./norm-bar.ts";
import type { Shape } from "./shape.ts";
import { isOnlyOne } from "./short-path.ts";
import { gradientOf, receives, type Subject } from "./subject.ts";
import { heatMap, scalarText } from "./value.ts";

/** All in pixels of a label. */
const PAD = { x: 3, y: 2 } as const;
const BAR = 4;
const GAP = 2;
/** The least height of a picture, and the largest cell of one. */
const LEAST_PICTURE = 14;
const CELL = 12;
const LINE = 13;

/** A gradient that is on its way into a box: what was there, what will be, how far it is. */
export interface Arrival {
  readonly before: Value | null;
  readonly after: Value | null;
  readonly share: number;
}

/** What the event under way brings to the gradient of a box; null where it brings nothing. */
export function arrivalAt({ event, progress }: Moment, subject: Subject): Arrival | null {
  const { node, tensor, look } = subject;
  if (event?.kind === "flow" && node && event.to === node.id) {
    return { before: node.incoming[event.nr] ?? null, after: event.sum, share: ease(progress) };
  }
  const isAdded = event?.kind === "grad" && event.by === "accumulate" && look === "leaf";
  if (!isAdded || event.tensor !== tensor?.id || progress >= 0.65) return null;
  return { before: event.before, after: event.after, share: ease(within(progress, 0, 0.65)) };
}

/** The bars of a box: its value's, and its gradient's where it has, or could have had, one. */
export function barsOf(subject: Subject, arrival: Arrival | null): readonly Bar[] {
  const { value, look, tensor, node, kind } = subject;
  const rest = { track: "solid", share: 1, held: false } as const;
  const own: readonly Bar[] = value === null ? [] : [{ ...rest, value,
    color: look === "leaf" ? "leaf-line" : look === "quiet" ? "quiet" : "label" }];
  const isFrozen = kind !== "group" && tensor?.parameter === true && !tensor.requires_grad;
  if (isFrozen) return [...own, { ...rest, track: "dashed", value: null, color: "backward" }];
  if (!receives(subject)) return own;
  const grad: Bar = { ...rest, value: gradientOf(subject), color: "backward",
    held: look !== "leaf" && isHeld(node) };
  return [...own, arrival === null ? grad
    : { ...grad, value: arrival.after, before: arrival.before, share: arrival.share }];
}

/** What stands in a box, and the height that is left between words and bars. */
interface Plan {
  readonly labels: readonly { readonly label: Label; readonly color: ColorToken }[];
  readonly bars: readonly Bar[];
  readonly left: number;
}

/** Words first, then bars, and last what else there is room for. */
function planOf(
  words: readonly { readonly text: string; readonly color: ColorToken; readonly bold: boolean }[],
  bars: readonly Bar[], w: number, h: number, tells: TellsApart,
): Plan {
  const [first, ...others] = words;
  for (let count = bars.length; count >= 0; count--) {
    const shown = bars.slice(bars.length - count);
    let left = h - count * (BAR + GAP);
    const font = first?.bold ? "mono" : "ui";
    const label = first ? fitLabel(first.text, font, { w, h: left }, undefined, tells) : null;
    if (!label && count > 0) continue;
    const labels = label ? [{ label, color: first!.color }] : [];
    left -= label ? heightOf(label) : 0;
    for (const { text, color, bold } of others) {
      const more = fitLabel(text, bold ? "mono" : "ui", { w, h: left }, 1);
      if (more?.lines[0] !== text) continue;
      labels.push({ label: more, color });
      left -= heightOf(more);
    }
    return { labels, bars: shown, left };
  }
  return { labels: [], bars: [], left: h };
}

/** The longest word for what a folded group is that has room; else what made the box. */
function kindSign(moment: Moment, subject: Subject): string {
  const w = subject.rect.w / unitOf(moment.view) - 2 * PAD.x;
  return (subject.kinds ?? []).map((word) => opSign(moment, { ...subject, word })).find((one) =>
    fitLabel(one, "ui", { w, h: LINE }, 1)?.lines[0] === one) ?? opSign(moment, subject);
}

function wordsOf(moment: Moment, subject: Subject) {
  const name = farName(moment, subject);
  const op = kindSign(moment, subject);
  const trouble = troubleOf(gradientOf(subject)) ?? troubleOf(subject.value);
  const color: ColorToken = subject.look === "quiet" ? "label" : "ink";
  return [
    ...(name === null ? [] : [{ text: name, color, bold: true }]),
    ...(trouble === null ? [] : [{ text: trouble, color: "error" as const, bold: true }]),
    ...(name !== null && (op === "leaf" || op === "input") ? []
      : [{ text: op, color: name === null ? color : "label" as const, bold: false }]),
  ];
}

/** Between words and bars: numbers of scalars, maps of what is larger. */
function picture(
  moment: Moment, subject: Subject, top: number, left: number, unit: number,
): readonly Shape[] {
  const { id, rect: { x, w }, look } = subject;
  const values = [
    { value: subject.value, color: look === "quiet" ? "label" : "ink", name: "value" },
    { value: receives(subject) ? gradientOf(subject) : null, color: "backward", name: "grad" },
  ] as const;
  const shown = values.filter(({ value }) => value !== null);
  if (shown.some(({ value }) => formOf(value).kind !== "scalar")) {
    if (left < LEAST_PICTURE) return [];
    const wide = (w / unit - 2 * PAD.x - GAP * (shown.length - 1)) / shown.length;
    return shown.map(({ value, name }, i) => heatMap(`${id}/far/${name}`, Z.part, value!,
      x + unit * (PAD.x + (i + 0.5) * wide + i * GAP), top + unit * left / 2, unit * wide,
      unit * (left - 2 * GAP), name === "grad" ? moment.view.gradients : "own", unit * CELL));
  }
  const room = w / unit - 2 * PAD.x;
  return shown.slice(0, Math.floor(left / LINE)).flatMap(({ value, color, name }, i) => {
    const label = fitLabel(scalarText(value!), "mono", { w: room, h: LINE }, 1);
    return !label || label.lines[0] !== scalarText(value!) ? []
      : labelShapes(moment.view, `${id}/far/${name}`, Z.part, label, x + w / 2,
        top + i * LINE * unit, color, { bold: true });
  });
}

/** What there is room for inside a box: words, then bars, then pictures. */
function contents(moment: Moment, subject: Subject, unit: number): readonly Shape[] {
  const { id, rect: { x, y, w, h } } = subject;
  const plan = planOf(wordsOf(moment, subject), barsOf(subject, arrivalAt(moment, subject)),
    w / unit - 2 * PAD.x, h / unit - 2 * PAD.y,
    (cut) => isOnlyOne(moment.run, moment.sheet, cut));
  const taken = plan.labels.reduce((sum, { label }) => sum + heightOf(label), 0);
  const rest = picture(moment, subject, y + (PAD.y + taken) * unit, plan.left, unit);
  let top = y + (PAD.y + (rest.length === 0 ? plan.left / 2 : 0)) * unit;
  const words = plan.labels.flatMap(({ label, color }, i) => {
    const shapes = labelShapes(moment.view, `${id}/far/${i}`, Z.part, label, x + w / 2, top, color,
      { bold: label.font === "mono" });
    top += heightOf(label) * unit;
    return shapes;
  });
  const bars = plan.bars.flatMap((bar, i) => {
    const below = (plan.bars.length - i) * (BAR + GAP) - GAP;
    const room = { x: x + PAD.x * unit, y: y + h - (PAD.y + below) * unit,
      w: w - 2 * PAD.x * unit, h: BAR * unit };
    const name = bar.color === "backward" ? "grad" : "value";
    return barShapes(`${id}/bar/${name}`, Z.part, bar, room, unit);
  });
  return [...words, ...rest, ...bars];
}

/** All of a box, as far as it can be read from afar. */
export function farBox(moment: Moment, subject: Subject): readonly Shape[] {
  const { view } = moment;
  const frame = shell(subject);
  const trouble = troubleOf(gradientOf(subject)) ?? troubleOf(subject.value);
  return [
    { ...frame, width: Math.max(1, 0.6 * (frame.width ?? 1)) / view.scale,
      ...(trouble === null ? {} : { stroke: "error" as const, width: 2 / view.scale }) },
    ...doubled(subject),
    ...(hasRoom(moment, subject.box) ? contents(moment, subject, unitOf(view))
      : outerLabel(moment, subject.box, subject.id)),
  ];
}

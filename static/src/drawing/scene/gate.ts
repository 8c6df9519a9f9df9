// The gate: on the far edge of a box, where gradients wait until all have come.

import { between, ease, within } from "../geometry.ts";
import type { Point, Value } from "../../model/run.ts";
import { isHeld, rootsFor, type NodeState } from "../../model/timeline.ts";
import { BOXES } from "../theme.ts";
import { SMALL, Z } from "./anatomy.ts";
import { hasRoom } from "./far-places.ts";
import { mono, widthOf } from "./text-metrics.ts";
import type { Moment } from "./moment.ts";
import { beyondPort } from "./port.ts";
import type { Shape } from "./shape.ts";
import type { Subject } from "./subject.ts";
import { movingLozenge, sizeIn } from "./token.ts";

const PITCH = 26;
const MAP_PITCH = 50;
const TALLEST = 130;
/** The same for gates on a lower edge. */
const ASIDE = 4;
const WIDEST = 220;
/** Above a lozenge with a map stands its shape. */
const SHAPE_LINE = 18;
/** Between the gate and what waits at it. */
export const AWAY = 6;

/** The middle of the edge that the tape runs to: where gradients come in. */
export function gateOf({ sheet: { bearing } }: Moment, { rect: { x, y, w, h } }: Subject): Point {
  return bearing === "down" ? [x + w / 2, y + h] : [x + w, y + h / 2];
}

/** A gradient, and the output that it is of. */
interface Arrived {
  readonly value: Value;
  readonly nr: number;
}

/** What has come to a node in this call: seeds first, then contributions, in their order. */
function arrivals(moment: Moment, node: NodeState): readonly Arrived[] {
  const roots = rootsFor(moment.frame, node.id);
  const seeds = roots.filter((root) => root.node === node.id)
    .map(({ seed, nr }) => ({ value: seed, nr }));
  return [...seeds, ...node.received];
}

/** Where a gradient of output `nr` waits at its port, beside `before` others; null without one. */
function atPort(
  moment: Moment, subject: Subject, value: Value, nr: number, before: number,
): Point | null {
  const port = beyondPort(moment, subject, nr);
  if (!port) return null;
  const [w, h] = sizeIn(moment.view, value);
  const [x, y] = port;
  return moment.sheet.bearing === "down" ? [x, y + AWAY + h / 2 + before * AWAY]
    : [x + AWAY + w / 2 + before * AWAY, y];
}

/**
 * Where arrival number k, of output `nr`, waits, of at most `places`: at its port, or one above the
 * other, or side by side.
 */
export function placeOf(
  moment: Moment, subject: Subject, k: number, places: number, { value, nr }: Arrived,
): Point {
  const before = subject.node === null ? 0
    : arrivals(moment, subject.node).slice(0, k).filter((one) => one.nr === nr).length;
  const there = atPort(moment, subject, value, nr, before);
  if (there) return there;
  const [x, y] = gateOf(moment, subject);
  const [w, h] = sizeIn(moment.view, value);
  const isFar = moment.view.detail === "far";
  if (moment.sheet.bearing === "down") {
    const pitch = Math.min(w + ASIDE, WIDEST / Math.max(1, places - 1));
    const above = h > PITCH && !isFar ? SHAPE_LINE - AWAY : 0;
    return [x + (k - (places - 1) / 2) * pitch, y + AWAY + above + h / 2];
  }
  const all = TALLEST / Math.max(1, places - 1);
  const pitch = Math.min(isFar ? h + ASIDE : h > PITCH ? MAP_PITCH : PITCH, all);
  return [x + AWAY + w / 2, y + (k - (places - 1) / 2) * pitch];
}

export function placesAt(moment: Moment, node: NodeState, coming: number): number {
  const seeds = arrivals(moment, node).length - node.received.length;
  return Math.max(1, coming + seeds, node.needed + seeds);
}

/** The left end of the count's middle line: above what waits, to the right of it, or below it. */
function besideWaiting(moment: Moment, subject: Subject, node: NodeState): Point {
  const [x, y] = gateOf(moment, subject);
  const places = placesAt(moment, node, 0);
  const first = arrivals(moment, node)[0];
  const [wide, high] = first ? sizeIn(moment.view, first.value) : [0, 0];
  if (first && beyondPort(moment, subject, first.nr)) {
    const { x: left, y: top, w, h } = subject.rect;
    return moment.sheet.bearing === "down" ? [left + w + AWAY, top + h + 9] : [x + 4, top - 11];
  }
  if (moment.sheet.bearing === "down") {
    const [end, line] = first ? placeOf(moment, subject, places - 1, places, first) : [x, y + 16];
    return [end + wide / 2 + AWAY, line];
  }
  if (subject.kind === "accumulate") { // above it stands its leaf
    const lowest = first ? placeOf(moment, subject, places - 1, places, first)[1] : y;
    return [x + AWAY, Math.max(y + 10, lowest + high / 2) + 15];
  }
  const aboveFirst = high > PITCH ? SHAPE_LINE + high / 2 : high / 2;
  const highest = first ? placeOf(moment, subject, 0, places, first)[1] - aboveFirst : y;
  return [x + 4, Math.min(y - 10, highest) - 15];
}

/** How many gradients are in, of those that will come. */
function count(moment: Moment, subject: Subject, node: NodeState): readonly Shape[] {
  const { id } = subject;
  const text = moment.view.language === "zh" ? `${node.arrived} / ${node.needed}`
    : `${node.arrived} of ${node.needed}`;
  const wide = widthOf(text, SMALL, "mono") + 12;
  const [x, y] = besideWaiting(moment, subject, node);
  return [
    { kind: "box", id: `${id}/count`, z: Z.gate, x, y: y - 9, w: wide, h: 18,
      radius: 4, fill: "paper", stroke: "backward", width: 1 },
    mono(`${id}/count/text`, Z.gate + 1, x + wide / 2, y, text, SMALL, "backward",
      { anchor: "middle", bold: true }),
  ];
}

/** The bar in the edge, and near the count beside it while some are still missing. */
function bar(moment: Moment, subject: Subject): readonly Shape[] {
  const { id, node, look, kind } = subject;
  const [x, y] = gateOf(moment, subject);
  const waits = isHeld(node);
  const stroke = waits ? "backward" : BOXES[kind === "accumulate" ? kind : look].line;
  const [w, h] = moment.sheet.bearing === "down" ? [20, 6] : [6, 20];
  const shape: Shape = { kind: "box", id: `${id}/gate`, z: Z.gate, x: x - w / 2, y: y - h / 2, w, h,
    radius: 3, fill: waits ? "backward" : "paper", stroke, width: 1 };
  const counts = node && waits && node.needed >= 2 && !captures(subject)
    && moment.view.detail === "near";
  return counts ? [shape, ...count(moment, subject, node)] : [shape];
}

/** Is this the beginning of a backward, with its seed still coming in? */
function seeding(moment: Moment): boolean {
  const { event, progress } = moment;
  return event?.kind === "backward" && event.phase === "begin" && progress < 1;
}

/** Has the call ended here: with what came added up, and no node to take it (autograd.grad)? */
function captures({ node }: Subject): boolean {
  return node?.phase === "captured";
}

/** Lozenges that wait; while their node begins to run they go in, and become one. */
function waiting(moment: Moment, subject: Subject): readonly Shape[] {
  const { node, id } = subject;
  const { event, progress } = moment;
  const isOver = captures(subject);
  if (!node || !isHeld(node) || seeding(moment)) return [];
  const all = arrivals(moment, node);
  const ends = event?.kind === "backward" && event.phase === "end";
  const begins = isOver || (event?.kind === "run" && event.node === id);
  const inward = begins ? ease(within(ends || !isOver ? progress : 1, 0, 0.45)) : 0;
  const places = placesAt(moment, node, 0);
  const nr = node.incoming.findIndex((one) => one !== null);
  const sum = node.incoming[nr];
  if (isOver && inward === 1 && sum) {
    const at = placeOf(moment, subject, 0, 1, { value: sum, nr });
    return [movingLozenge(moment.view, `${id}/waiting/0`, Z.token, at, sum)];
  }
  return all.map((one, k) => {
    const at = between(placeOf(moment, subject, k, places, one), gateOf(moment, subject), inward);
    return movingLozenge(moment.view, `${id}/waiting/${k}`, Z.token + k, at, one.value);
  });
}

export function gate(moment: Moment, subject: Subject): readonly Shape[] {
  if (!subject.node) return [];
  // A bar would lie on the name of a box that is as small as that.
  const isTiny = moment.view.detail === "far" && !hasRoom(moment, subject.box);
  return [...(isTiny ? [] : bar(moment, subject)), ...waiting(moment, subject)];
}

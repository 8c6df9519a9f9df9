// The gate: on the right edge of a box, where gradients wait until all have come.

import { between, ease, within } from "../geometry.ts";
import type { Point, Value } from "../run.ts";
import type { NodeState } from "../timeline.ts";
import { SMALL, Z } from "./anatomy.ts";
import { mono, widthOf } from "./ink.ts";
import type { Moment } from "./moment.ts";
import type { Shape } from "./shape.ts";
import { BORDER, type Subject } from "./subject.ts";
import { lozenge, lozengeSize, scaleFor } from "./token.ts";

const PITCH = 26;
const MAP_PITCH = 50;
const TALLEST = 130;
/** Above a lozenge with a map stands its shape. */
const SHAPE_LINE = 18;
/** Between the gate and what waits at it. */
export const AWAY = 6;

/** The middle of the right edge: where gradients come in. */
export function gateOf({ rect: { x, y, w, h } }: Subject): Point {
  return [x + w, y + h / 2];
}

/** What has come to a node in this call: seeds first, then contributions, in their order. */
function arrivals(moment: Moment, node: NodeState): readonly Value[] {
  const roots = moment.frame.backward?.roots ?? [];
  const seeds = roots.filter((root) => root.node === node.id).map((root) => root.seed);
  return [...seeds, ...node.received.map((one) => one.value)];
}

/** Where arrival number k waits, of at most `places`. */
export function placeOf(
  subject: Subject, k: number, places: number, value: Value, scale: number,
): Point {
  const [x, y] = gateOf(subject);
  const [w, h] = lozengeSize(value);
  const all = TALLEST / Math.max(1, places - 1);
  const pitch = Math.min((h > PITCH ? MAP_PITCH : PITCH) * scale, all);
  return [x + AWAY + w * scale / 2, y + (k - (places - 1) / 2) * pitch];
}

export function placesAt(moment: Moment, node: NodeState, coming: number): number {
  const seeds = arrivals(moment, node).length - node.received.length;
  return Math.max(1, coming + seeds, node.needed + seeds);
}

/** The bar in the edge, and the count above it while some are still missing. */
function bar(moment: Moment, subject: Subject): readonly Shape[] {
  const { id, node, look, kind } = subject;
  const [x, y] = gateOf(subject);
  const waits = node?.phase === "waiting";
  const stroke = waits ? "backward" : kind === "accumulate" ? "leaf-line" : BORDER[look];
  const shapes: Shape[] = [{ kind: "box", id: `${id}/gate`, z: Z.gate, x: x - 3, y: y - 10, w: 6,
    h: 20, radius: 3, fill: waits ? "backward" : "paper", stroke, width: 1 }];
  if (!node || !waits || node.needed < 2) return shapes;
  const text = moment.view.language === "zh" ? `${node.arrived} / ${node.needed}`
    : `${node.arrived} of ${node.needed}`;
  const wide = widthOf(text, SMALL, "mono") + 12;
  const scale = scaleFor(moment.view.detail);
  const first = arrivals(moment, node)[0];
  const high = first ? lozengeSize(first)[1] : 0;
  const aboveFirst = high > PITCH ? SHAPE_LINE + high / 2 : high * scale / 2;
  const highest = first
    ? placeOf(subject, 0, placesAt(moment, node, 0), first, scale)[1] - aboveFirst : y;
  const top = Math.min(y - 10, highest) - 6 - 9 * scale;
  return [...shapes,
    { kind: "box", id: `${id}/count`, z: Z.gate, x: x + 4, y: top - 9 * scale, w: wide * scale,
      h: 18 * scale, radius: 4, fill: "paper", stroke: "backward", width: 1 },
    mono(`${id}/count/text`, Z.gate + 1, x + 4 + wide * scale / 2, top, text, SMALL * scale,
      "backward", { anchor: "middle", bold: true }),
  ];
}

/** Is this the beginning of a backward, with its seed still coming in? */
function seeding(moment: Moment): boolean {
  const { event, progress } = moment;
  return event?.kind === "backward" && event.phase === "begin" && progress < 1;
}

/** Lozenges that wait; while their node begins to run they go in, and become one. */
function waiting(moment: Moment, subject: Subject): readonly Shape[] {
  const { node, id } = subject;
  const { event, progress } = moment;
  if (!node || node.phase !== "waiting" || seeding(moment)) return [];
  const all = arrivals(moment, node);
  const begins = event?.kind === "run" && event.node === id;
  const inward = begins ? ease(within(progress, 0, 0.45)) : 0;
  const places = placesAt(moment, node, 0);
  const scale = scaleFor(moment.view.detail);
  return all.map((value, k) => {
    const at = between(placeOf(subject, k, places, value, scale), gateOf(subject), inward);
    return lozenge(`${id}/waiting/${k}`, Z.token + k, at, value, "moving", 1, scale);
  });
}

export function gate(moment: Moment, subject: Subject): readonly Shape[] {
  if (!subject.node) return [];
  return [...bar(moment, subject), ...waiting(moment, subject)];
}

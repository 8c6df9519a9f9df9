// Motion: what is between two frames, as shapes of its own. At rest there is none.

import {
  between, clamp, ease, lengthOf, pointOn, reversed, within,
} from "../geometry.ts";
import type {
  BackwardBegin, FlowEvent, GradEvent, HookEvent, Point, RunEvent, TapeEvent, Value,
} from "../../model/run.ts";
import { rootsFor } from "../../model/timeline.ts";
import { HEAD, Z } from "./anatomy.ts";
import { AWAY, gateOf, placeOf, placesAt } from "./gate.ts";
import { curveOf, edgeOf, leafEdgeOf, type Moment } from "./moment.ts";
import type { Shape } from "./shape.ts";
import { subjectOf, type Subject } from "./subject.ts";
import { lozengeSize, movingLozenge, sizeIn } from "./token.ts";

function standing(moment: Moment, id: string): Subject | null {
  const box = moment.sheet.boxOf.get(id);
  return box === undefined ? null : subjectOf(moment, box);
}

/** A lozenge over all that rests. */
function passing(moment: Moment, id: string, at: Point, value: Value, seen: number): Shape {
  return movingLozenge(moment.view, id, Z.token + 9, at, value, seen);
}

/** One derivative on its way along an edge, until it stands in its place at the gate. */
function flow(moment: Moment, event: FlowEvent): readonly Shape[] {
  const edge = edgeOf(moment, event.node, event.edge);
  const target = standing(moment, event.to);
  if (!edge || !target?.node) return [];
  const { progress } = moment;
  const way = reversed(curveOf(moment, edge));
  const places = placesAt(moment, target.node, event.needed);
  const place = placeOf(moment, target, placesBefore(moment, target), places, event);
  const across = moment.sheet.bearing === "down" ? 1 : 0;
  const half = sizeIn(moment.view, event.value)[across] / 2;
  const stop = 1 - (AWAY + half) / Math.max(1, lengthOf(way));
  const on = pointOn(way, ease(progress) * clamp(stop, 0.5, 1));
  const at = between(on, place, ease(within(progress, 0.7, 1)));
  return [passing(moment, `flow/${event.node}/${event.edge}`, at, event.value,
    within(progress, 0, 0.08))];
}

function placesBefore(moment: Moment, target: Subject): number {
  const seeds = rootsFor(moment.frame, target.id).filter((root) => root.node === target.id);
  return seeds.length + (target.node?.received.length ?? 0);
}

/** The seed comes in from outside the picture. */
function seeds(moment: Moment, event: BackwardBegin): readonly Shape[] {
  return event.roots.flatMap((root, i) => {
    const subject = standing(moment, root.node);
    if (!subject) return [];
    const place = placeOf(moment, subject, 0, 1, { value: root.seed, nr: root.nr });
    const from: Point = moment.sheet.bearing === "down" ? [place[0], place[1] + 60]
      : [place[0] + 70, place[1]];
    const at = between(from, place, ease(moment.progress));
    const seen = within(moment.progress, 0, 0.4);
    return [passing(moment, `seed/${i}`, at, root.seed, seen)];
  });
}

/** Where in a box the complete gradient goes: its slot, or the middle of a pill. */
function inside(subject: Subject): Point {
  const { x, y, w, h } = subject.rect;
  return subject.kind === "accumulate" ? [x + w / 2, y + h / 2] : [x + w / 2, y + (h + HEAD) / 2];
}

/** All have merged into the sum; the sum goes in. */
function run(moment: Moment, event: RunEvent): readonly Shape[] {
  const subject = standing(moment, event.node);
  const sum = event.grads.find((grad) => grad !== null);
  // In a folded group only the face's gradients come in at the gate.
  if (!subject || !sum || subject.id !== event.node) return [];
  const { progress } = moment;
  const at = between(gateOf(moment, subject), inside(subject), ease(within(progress, 0.6, 1)));
  const seen = within(progress, 0.4, 0.5) * (1 - within(progress, 0.8, 1));
  return [passing(moment, `sum/${event.node}`, at, sum, seen)];
}

/** From the AccumulateGrad to its leaf, where the plus is. */
function grad(moment: Moment, event: GradEvent): readonly Shape[] {
  const edge = event.node === null ? undefined : leafEdgeOf(moment, event.node);
  if (!edge || !event.added || event.by !== "accumulate") return [];
  const way = reversed(curveOf(moment, edge));
  const at = pointOn(way, ease(within(moment.progress, 0, 0.65)));
  const seen = within(moment.progress, 0, 0.1) * (1 - within(moment.progress, 0.65, 0.85));
  return [passing(moment, `grad/${event.tensor}`, at, event.added, seen)];
}

/** A hook takes the gradient and gives it back, changed or not. */
function hook(moment: Moment, event: HookEvent): readonly Shape[] {
  const tensor = event.tensor === null ? undefined : moment.frame.tensors.get(event.tensor);
  const subject = standing(moment, event.node ?? tensor?.grad_fn ?? tensor?.accumulate ?? "");
  const value = moment.progress < 0.5 ? event.before : event.after ?? event.before;
  if (!subject || !value) return [];
  const { x, y, w } = subject.rect;
  const at: Point = [x + w + 14 + lozengeSize(value)[0] / 2, y - 2];
  const seen = within(moment.progress, 0, 0.15) * (1 - within(moment.progress, 0.85, 1));
  return [passing(moment, `hooked/${subject.id}`, at, value, seen)];
}

/** The box that an event makes or changes, for its pulse. */
function pulsed(event: TapeEvent): readonly string[] {
  switch (event.kind) {
    case "leaf": case "write": return [event.tensor];
    case "op": return [event.node?.id ?? "", ...event.outputs.map((output) => output.tensor)];
    case "grad": return event.by === "accumulate" ? [] : [event.tensor];
    case "mode": return event.what === "grad_mode" ? [] : [event.tensor];
    default: return [];
  }
}

/** One soft ring, that widens and is gone. */
function pulse(moment: Moment, id: string): readonly Shape[] {
  const subject = standing(moment, id);
  if (!subject) return [];
  const { x, y, w, h } = subject.rect;
  const grow = 4 + 14 * ease(moment.progress);
  return [{ kind: "box", id: `${id}/pulse`, z: Z.pulse, x: x - grow, y: y - grow, w: w + 2 * grow,
    h: h + 2 * grow, radius: grow, stroke: "quiet", width: 2,
    opacity: 0.6 * (1 - moment.progress) }];
}

export function motion(moment: Moment): readonly Shape[] {
  const { event } = moment;
  if (!event) return [];
  const rings = pulsed(event).flatMap((id) => pulse(moment, id));
  switch (event.kind) {
    case "flow": return flow(moment, event);
    case "run": return run(moment, event);
    case "grad": return [...grad(moment, event), ...rings];
    case "hook": return hook(moment, event);
    case "backward": return event.phase === "begin" ? seeds(moment, event) : [];
    default: return rings;
  }
}

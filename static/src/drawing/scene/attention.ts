// Attention: which boxes a step is about, so that the camera can have them in view.

import type { Pass, Run, TapeEvent } from "../../model/run.ts";
import { frameAt, passAt, type Frame } from "../../model/timeline.ts";
import { stopBefore } from "../../model/step-navigation.ts";

/** What an event happens to, the first being what a viewer must see. */
function touched(event: TapeEvent): readonly (string | null)[] {
  switch (event.kind) {
    case "leaf": case "name": case "write": return [event.tensor];
    case "op": return [event.node?.id ?? null, ...event.outputs.map(({ tensor }) => tensor),
      ...event.inputs.map(({ tensor }) => tensor ?? null)];
    case "optimizer": return event.groups.flatMap(({ params }) => params);
    case "mode": return event.what === "grad_mode" ? [] : [event.tensor];
    case "backward":
      return event.phase === "begin" ? event.roots.map(({ node }) => node) : [];
    case "run": case "free": return [event.node];
    case "flow": return [event.node, event.to];
    case "hook": return [event.node, event.tensor];
    case "grad": return [event.tensor, event.node];
    case "fail": return [...event.blame.nodes, ...event.blame.tensors];
    case "print": case "full": case "value": case "enter": case "leave": return [];
  }
}

/** What stands on stage for a tensor or a node: the box of its own, or that of what made it. */
function standing(frame: Frame, boxes: ReadonlySet<string>, id: string): string | null {
  if (boxes.has(id)) return id;
  if (id.startsWith("n")) return null;
  const tensor = frame.tensors.get(id);
  return [tensor?.grad_fn, tensor?.accumulate].find((one) => one != null && boxes.has(one)) ?? null;
}

/** How many steps that are about no box, as prints are, are looked back over for one that is. */
const MOST_BACK = 40;

/**
 * The boxes of the step that a cursor is in or has just done, the most important first. At the
 * very beginning those of the step that comes; of a step that is about none, those before it.
 */
export function attention(
  run: Run, stops: readonly number[], cursor: number,
): readonly string[] {
  const pass = run.passes[passAt(run, cursor)];
  if (!pass) return [];
  const boxes = new Set(pass.boxes);
  let from = cursor === 0 ? 0 : stopBefore(stops, cursor);
  let to = Math.max(Math.ceil(cursor), 1);
  const frame = frameAt(run, to);
  for (let back = 0; back < MOST_BACK; back++) {
    const found = run.events.slice(from, to).flatMap((event) => touched(event).flatMap((id) => {
      const box = id === null ? null : standing(frame, boxes, id);
      return box === null ? [] : [box];
    }));
    if (found.length > 0 || from <= pass.first) return [...new Set(found)];
    [from, to] = [stopBefore(stops, from), from];
  }
  return [];
}

function isBegin(event: TapeEvent): boolean {
  return event.kind === "backward" && event.phase === "begin";
}

const forwards = new WeakMap<Pass, readonly string[]>();

/** The boxes of a pass that are there when its backward begins; all of them where it has none. */
export function beforeBackward(run: Run, pass: Pass): readonly string[] {
  const known = forwards.get(pass);
  if (known) return known;
  let begin = pass.first;
  while (begin <= pass.last && !isBegin(run.events[begin]!)) begin++;
  const { nodes, tensors } = frameAt(run, begin);
  const boxes = begin > pass.last ? pass.boxes
    : pass.boxes.filter((id) => (id.startsWith("n") ? nodes : tensors).get(id));
  forwards.set(pass, boxes);
  return boxes;
}

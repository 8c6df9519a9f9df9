// Jumps: from one event to the next of a kind, on a line, at a box, or of a backward call.

import type { Run, TapeEvent } from "../run.ts";
import { edgeIn } from "../edges.ts";
import { stepOf, stopOf } from "../step-navigation.ts";
import { sortsOf, type Sort } from "./event-kinds.ts";

/** What to go to. `call` null means the beginning of any backward. */
export type Target =
  | { readonly by: "sort"; readonly sort: Sort }
  | { readonly by: "line"; readonly line: number }
  | { readonly by: "box"; readonly box: string }
  | { readonly by: "call"; readonly call: number | null };

/** Whether an event happens to the box (its tensor, or its node or through it), or on the edge. */
export function isAbout(event: TapeEvent, box: string): boolean {
  const edge = edgeIn(box);
  if (edge) return event.kind === "flow" && event.node === edge.node && event.edge === edge.edge;
  switch (event.kind) {
    case "leaf": case "name": case "write": return event.tensor === box;
    case "grad": case "hook": return event.tensor === box || event.node === box;
    case "flow": return event.node === box || event.to === box;
    case "run": case "free": return event.node === box;
    case "op": return event.node?.id === box || event.outputs.some(({ tensor }) => tensor === box);
    default: return false;
  }
}

function isMeant(run: Run, i: number, target: Target): boolean {
  const event = run.events[i]!;
  switch (target.by) {
    case "sort": return sortsOf(run)[i] === target.sort;
    case "line": return "line" in event && event.line === target.line;
    case "box": return isAbout(event, target.box);
    case "call": return event.kind === "backward" && event.phase === "begin"
      && (target.call === null || event.call === target.call);
  }
}

/** The stops, ascending, at which an event that is meant has just happened. */
export function stopsOf(run: Run, stops: readonly number[], target: Target): readonly number[] {
  const found = run.events.flatMap((_, i) =>
    (isMeant(run, i, target) ? [stopOf(stops, stepOf(stops, i + 1))] : []));
  return [...new Set(found)];
}

/** The nearest of these stops after `cursor` (way 1) or before it (way -1); null for none. */
export function jump(
  run: Run, stops: readonly number[], cursor: number, target: Target, way: 1 | -1,
): number | null {
  const found = stopsOf(run, stops, target);
  const to = way === 1 ? found.find((at) => at > cursor) : found.findLast((at) => at < cursor);
  return to ?? null;
}

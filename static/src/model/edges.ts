// Edges as selections: what one is called, what came along it by step, and its neighbours. Pure.

import type { FlowEvent, Run } from "./run.ts";
import { callsOf, type Frame } from "./timeline.ts";

/** An edge of the tape by its consumer: the node that a gradient comes back from. */
export interface EdgeName {
  readonly node: string;
  readonly edge: number;
}

/** An edge as a selection holds it: `n5>0`. */
export function selectionOf({ node, edge }: EdgeName): string {
  return `${node}>${edge}`;
}

/** The edge that a selection means; null when it means a box, or nothing. */
export function edgeIn(selection: string | null): EdgeName | null {
  const found = /^(n\d+)>(\d+)$/.exec(selection ?? "");
  return found ? { node: found[1]!, edge: Number(found[2]) } : null;
}

/** One gradient that came along an edge. */
export interface Passage {
  readonly flow: FlowEvent;
  /** Index of its event. */
  readonly event: number;
  /** Number of the backward call; null when the program ran the node by itself. */
  readonly call: number | null;
}

/** All that comes along an edge in the whole run, in the order of the tape. */
export function passagesOf(run: Run, { node, edge }: EdgeName): readonly Passage[] {
  const calls = callsOf(run);
  return run.events.flatMap((event, i) => {
    return event.kind === "flow" && event.node === node && event.edge === edge
      ? [{ flow: event, event: i, call: calls[i] ?? null }] : [];
  });
}

/** The edges of the tape that lead from a node to what it was made of. */
function edgesOf({ nodes }: Frame, id: string): readonly string[] {
  return (nodes.get(id)?.edges ?? []).flatMap(({ to }, edge) =>
    to === null ? [] : [selectionOf({ node: id, edge })]);
}

/** The first edge from something that uses a node. */
function edgeInto({ nodes }: Frame, id: string): string | null {
  for (const node of nodes.values()) {
    const edge = node.edges.findIndex(({ to }) => to === id);
    if (edge >= 0) return selectionOf({ node: node.id, edge });
  }
  return null;
}

/** From a box to the first of its edges, from an edge to the next of that node; null for none. */
export function nextEdge(frame: Frame, selection: string | null): string | null {
  const here = edgeIn(selection);
  if (here) {
    const all = edgesOf(frame, here.node);
    return all[(all.indexOf(selection!) + 1) % all.length] ?? null;
  }
  const tensor = selection?.startsWith("t") ? frame.tensors.get(selection) : undefined;
  const node = tensor ? tensor.grad_fn ?? tensor.accumulate : selection;
  return node === null ? null : edgesOf(frame, node)[0] ?? edgeInto(frame, node);
}

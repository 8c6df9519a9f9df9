// The half of the fold that plays a backward: gradients arrive, nodes run, leaves add, buffers go.

import type {
  BackwardBegin, BackwardEnd, FlowEvent, FreeEvent, GradEvent, HookEvent, Root, RunEvent,
} from "../run.ts";
import type { Contribution, Frame, NodePhase, NodeState, Suspended } from "./frame.ts";
import { Table } from "./persistent-map.ts";

/** Replaces item i of a list that may still be shorter. */
function put<T>(items: readonly (T | null)[], i: number, item: T): readonly (T | null)[] {
  const copy = items.slice();
  while (copy.length < i) copy.push(null);
  copy[i] = item;
  return copy;
}

/** What a node is once it does not run: its saved tensors may be gone. */
function settled(node: NodeState): NodePhase {
  return node.saved.length > 0 && node.saved.every((tab) => tab.freed) ? "freed" : "done";
}

/** A node as a call finds it: nothing has come, nothing was sent. */
function fresh(node: NodeState): NodeState {
  const phase = settled(node) === "freed" ? "freed" : "made";
  return { ...node, phase, arrived: 0, needed: 0, incoming: [], received: [],
    sent: node.edges.map(() => null) };
}

/** Is what a node shows that of a call that waits for an inner one? */
function isOfOuter(outer: Suspended | null, id: string): boolean {
  return outer !== null && (outer.touched.get(id) !== undefined || isOfOuter(outer.outer, id));
}

function touch(frame: Frame, id: string, change: (node: NodeState) => NodeState): Frame {
  const node = frame.nodes.get(id);
  if (!node) return frame;
  if (frame.touched.get(id)) return { ...frame, nodes: frame.nodes.set(id, change(node)) };
  const nodes = frame.nodes.set(id, change(fresh(node)));
  return { ...frame, touched: frame.touched.set(id, id), nodes };
}

/** The node that ran has done all it does. */
function settle(frame: Frame): Frame {
  if (frame.running === null) return frame;
  const next = touch(frame, frame.running, (node) => ({ ...node, phase: settled(node) }));
  return { ...next, running: null };
}

/** Nothing of the calls so far is to be seen any more. */
function cleared(frame: Frame): Frame {
  let nodes = frame.nodes;
  const all = [...frame.touched.values(), ...frame.stale];
  for (let outer = frame.outer; outer; outer = outer.outer) all.push(...outer.touched.values());
  for (const id of all) nodes = nodes.set(id, fresh(nodes.get(id)!));
  return { ...frame, nodes, touched: Table.empty(), stale: [], outer: null };
}

/** The call under way stands still, with its gates as they are, while an inner one runs. */
function suspended(frame: Frame): Frame {
  const { backward, running, touched, nodes, outer } = frame;
  if (!backward) return frame;
  return { ...frame, touched: Table.empty(), outer: { backward, running, touched, nodes, outer } };
}

/** A call begins with every gate empty: what came in an earlier call is over. */
export function began(frame: Frame, event: BackwardBegin): Frame {
  const { call, api, roots, retain_graph, create_graph, line } = event;
  const isInner = event.within !== null && frame.backward?.call === event.within;
  let next: Frame = {
    ...(isInner ? suspended(frame) : cleared(frame)), running: null,
    backward: { call, api, roots, retain_graph, create_graph, line, running: true },
    focus: { node: roots[0]?.node ?? null, tensor: roots[0]?.tensor ?? null },
  };
  for (const root of roots) {
    next = touch(next, root.node, (node) => ({
      ...node, phase: "waiting", incoming: put(node.incoming, root.nr, root.seed),
    }));
  }
  return next;
}

/** The outer call goes on where it stood: with what had come to its nodes, less what was freed. */
function resumed(frame: Frame, outer: Suspended): Frame {
  let nodes = frame.nodes;
  for (const id of frame.touched.values()) {
    const was = isOfOuter(outer, id) ? outer.nodes.get(id) : undefined;
    if (!was) continue;
    const { saved, hooks } = nodes.get(id)!;
    nodes = nodes.set(id, { ...was, saved, hooks });
  }
  const stale = [...new Set([...frame.stale, ...frame.touched.values()])];
  return { ...frame, ...outer, nodes, stale };
}

/** What nothing took has been captured: `autograd.grad` asked for it. Nothing is, on a failure. */
export function ended(frame: Frame, event: BackwardEnd): Frame {
  let next = settle(frame);
  for (const id of next.touched.values()) {
    if (next.nodes.get(id)?.phase !== "waiting") continue;
    next = touch(next, id, (node) =>
      (event.failed ? fresh(node) : { ...node, phase: "captured" }));
  }
  if (next.outer) return resumed(next, next.outer);
  return { ...next, backward: next.backward && { ...next.backward, running: false } };
}

/** Does what came to a node stand at its gate? */
export function isHeld(node: NodeState | null | undefined): boolean {
  return node?.phase === "waiting" || node?.phase === "captured";
}

/** The roots of the call that a node takes part in: the innermost that has come to it. */
export function rootsFor({ backward, touched, outer }: Frame, id: string): readonly Root[] {
  if (touched.get(id)) return backward?.roots ?? [];
  for (let each = outer; each; each = each.outer) {
    if (each.touched.get(id)) return each.backward.roots;
  }
  return [];
}

export function ran(frame: Frame, event: RunEvent): Frame {
  const next = touch(settle(frame), event.node, (node) => ({
    ...node, phase: "running", incoming: event.grads,
  }));
  const variable = next.nodes.get(event.node)?.variable ?? null;
  return { ...next, running: event.node, focus: { node: event.node, tensor: variable } };
}

export function arrived(frame: Frame, event: FlowEvent): Frame {
  const { node, edge, to, nr, value, sum } = event;
  const came: Contribution = { node, edge, to, nr, value, sum, event: frame.at };
  const left = touch(frame, node, (sender) => ({ ...sender, sent: put(sender.sent, edge, came) }));
  const next = touch(left, to, (target) => ({
    ...target, phase: "waiting", arrived: event.arrived, needed: event.needed,
    incoming: put(target.incoming, nr, sum), received: [...target.received, came],
  }));
  return { ...next, focus: { node: to, tensor: null } };
}

export function hooked(frame: Frame, event: HookEvent): Frame {
  const tensor = event.tensor === null ? undefined : frame.tensors.get(event.tensor);
  const at = event.node ?? tensor?.grad_fn ?? tensor?.accumulate ?? null;
  const focus = { node: at, tensor: event.tensor };
  const node = at === null ? undefined : frame.nodes.get(at);
  if (!node) return { ...frame, focus };
  const hooks = node.hooks.includes(event.name) ? node.hooks : [...node.hooks, event.name];
  return { ...frame, nodes: frame.nodes.set(node.id, { ...node, hooks }), focus };
}

/** A `.grad` changed: the account of its tensor gets one more line. */
export function recorded(frame: Frame, event: GradEvent): Frame {
  const tensor = frame.tensors.get(event.tensor);
  if (!tensor) return frame;
  const { before, added, after, by, call, line } = event;
  const entry = { before, added, after, by, call, line: line ?? null, event: frame.at };
  const changed = { ...tensor, grad: after, ledger: [...tensor.ledger, entry] };
  return { ...frame, tensors: frame.tensors.set(tensor.id, changed),
    focus: { node: event.node, tensor: tensor.id } };
}

export function freed(frame: Frame, event: FreeEvent): Frame {
  return touch(frame, event.node, (node) => {
    const gone = { ...node, saved: node.saved.map((tab) => ({ ...tab, freed: true })) };
    return node.phase === "done" ? { ...gone, phase: settled(gone) } : gone;
  });
}

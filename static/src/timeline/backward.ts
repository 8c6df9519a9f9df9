// The half of the fold that plays a backward: gradients arrive, nodes run, leaves add, buffers go.

import type {
  BackwardBegin, FlowEvent, FreeEvent, GradEvent, HookEvent, RunEvent,
} from "../run.ts";
import type { Contribution, Frame, NodePhase, NodeState } from "./frame.ts";

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

function touch(frame: Frame, id: string, change: (node: NodeState) => NodeState): Frame {
  const node = frame.nodes.get(id);
  if (!node) return frame;
  const touched = frame.touched.includes(id) ? frame.touched : [...frame.touched, id];
  return { ...frame, touched, nodes: frame.nodes.set(id, change(node)) };
}

/** The node that ran has done all it does. */
function settle(frame: Frame): Frame {
  if (frame.running === null) return frame;
  const next = touch(frame, frame.running, (node) => ({ ...node, phase: settled(node) }));
  return { ...next, running: null };
}

/** A call begins with every gate empty: what came in an earlier call is over. */
export function began(frame: Frame, event: BackwardBegin): Frame {
  let nodes = frame.nodes;
  for (const id of frame.touched) {
    const node = nodes.get(id)!;
    const phase = settled(node) === "freed" ? "freed" : "made";
    nodes = nodes.set(id, { ...node, phase, arrived: 0, needed: 0, incoming: [], received: [],
      sent: node.edges.map(() => null) });
  }
  const { call, api, roots, retain_graph, create_graph, line } = event;
  let next: Frame = {
    ...frame, nodes, touched: [], running: null,
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

export function ended(frame: Frame): Frame {
  const next = settle(frame);
  return { ...next, backward: next.backward && { ...next.backward, running: false } };
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

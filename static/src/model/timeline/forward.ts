// The half of the fold that builds the tape: leaves, ops, names, writes and grad mode.

import type {
  LeafEvent, ModeEvent, NameEvent, OpEvent, OpOutput, Saved, WriteEvent,
} from "../run.ts";
import type { Frame, NodeState, SavedTab, TensorState } from "./frame.ts";
import { bind } from "./scope.ts";
import type { Table } from "./persistent-map.ts";

const FRESH_TENSOR = {
  grad: null, version: 0, born: 0, names: [], is_leaf: true, parameter: false, grad_fn: null,
  output_nr: 0, accumulate: null, view_of: null, detached_from: null, ledger: [],
} as const;

const FRESH_NODE = {
  phase: "made", op: null, edges: [], outputs: [], variable: null, saved: [], arrived: 0, needed: 0,
  incoming: [], received: [], sent: [], hooks: [], during: null,
} as const;

export function made(frame: Frame, event: LeafEvent | OpEvent): Frame {
  return event.kind === "leaf" ? seen(frame, event) : applied(frame, event);
}

function seen(frame: Frame, event: LeafEvent): Frame {
  const tensor: TensorState = {
    ...FRESH_TENSOR, id: event.tensor, value: event.value, requires_grad: event.requires_grad,
    parameter: event.parameter ?? false, accumulate: event.accumulate, line: event.line,
    // One that requires grad without an AccumulateGrad is a result of what the tape does not tell.
    made: frame.at, is_leaf: !event.requires_grad || event.accumulate !== null,
  };
  const next = { ...frame, tensors: frame.tensors.set(tensor.id, tensor),
    focus: { node: null, tensor: tensor.id } };
  return event.accumulate === null ? next : withAccumulate(next, tensor.id, event.accumulate);
}

function withAccumulate(frame: Frame, tensor: string, id: string): Frame {
  if (frame.nodes.get(id)) return frame;
  const node: NodeState = {
    ...FRESH_NODE, id, name: "AccumulateGrad", variable: tensor,
    line: frame.tensors.get(tensor)?.line ?? null, made: frame.at,
  };
  return { ...frame, nodes: frame.nodes.set(id, node) };
}

function applied(frame: Frame, event: OpEvent): Frame {
  let tensors = withVersions(frame.tensors, event.saved);
  event.outputs.forEach((output, nr) => {
    tensors = tensors.set(output.tensor, outputState(frame, event, output, nr));
  });
  const focus = { node: event.node?.id ?? null, tensor: event.outputs[0]?.tensor ?? null };
  if (!event.node) return { ...frame, tensors, focus };
  const node: NodeState = {
    ...FRESH_NODE, id: event.node.id, name: event.node.name, op: event.op,
    edges: event.node.edges, outputs: event.outputs.map((output) => output.tensor),
    saved: event.saved.map(tab),
    sent: event.node.edges.map(() => null), line: event.line, made: frame.at,
    during: event.during,
  };
  return { ...frame, tensors, nodes: frame.nodes.set(node.id, node), focus };
}

/** What is saved tells its version: memory may have been written before it was first seen. */
function withVersions(tensors: Table<TensorState>, saved: readonly Saved[]): Table<TensorState> {
  let known = tensors;
  for (const one of saved) {
    const tensor = "number" in one ? undefined : known.get(one.tensor);
    if (!tensor || "number" in one || one.version <= tensor.version) continue;
    known = known.set(tensor.id, { ...tensor, version: one.version, born: one.version });
  }
  return known;
}

function tab(saved: Saved): SavedTab {
  return "number" in saved
    ? { name: saved.name, tensor: null, number: saved.number, version: 0, bytes: 0, freed: false }
    : { ...saved, number: null, freed: false };
}

/** An in-place op answers a tensor that is already there: it keeps its names, version and grad. */
function outputState(frame: Frame, event: OpEvent, output: OpOutput, nr: number): TensorState {
  const old = frame.tensors.get(output.tensor);
  const fresh = old ?? { ...FRESH_TENSOR, id: output.tensor, line: event.line, made: frame.at };
  const tracked = event.node !== null;
  return {
    ...fresh, value: output.value, requires_grad: output.requires_grad,
    view_of: output.view_of ?? old?.view_of ?? null,
    grad_fn: tracked ? event.node!.id : old?.grad_fn ?? null,
    output_nr: tracked ? nr : old?.output_nr ?? 0,
    is_leaf: old && !tracked ? old.is_leaf : !tracked,
  };
}

export function named(frame: Frame, event: NameEvent): Frame {
  const scopes = bind(frame.scopes, event, frame.at);
  const tensor = frame.tensors.get(event.tensor);
  if (!tensor || tensor.names.includes(event.name)) return { ...frame, scopes };
  const names = [...tensor.names, event.name];
  return { ...frame, scopes, tensors: frame.tensors.set(tensor.id, { ...tensor, names }) };
}

export function written(frame: Frame, event: WriteEvent): Frame {
  const tensor = frame.tensors.get(event.tensor);
  if (!tensor) return frame;
  const after = { ...tensor, version: event.version, value: event.value };
  return { ...frame, tensors: frame.tensors.set(tensor.id, after),
    focus: { node: null, tensor: tensor.id } };
}

export function switched(frame: Frame, event: ModeEvent): Frame {
  if (event.what === "convert") return frame;
  if (event.what === "grad_mode") return { ...frame, grad_mode: event.enabled };
  const tensor = frame.tensors.get(event.tensor);
  if (event.what === "detach") return detached(frame, event.tensor, event.of, event.line);
  if (!tensor) return frame;
  const after = { ...tensor, requires_grad: event.requires_grad, accumulate: event.accumulate };
  const next = { ...frame, tensors: frame.tensors.set(tensor.id, after),
    focus: { node: null, tensor: tensor.id } };
  return event.accumulate === null ? next : withAccumulate(next, tensor.id, event.accumulate);
}

function detached(frame: Frame, id: string, of: string, line: number | null): Frame {
  const base = frame.tensors.get(of);
  const old = frame.tensors.get(id) ?? (base && {
    ...FRESH_TENSOR, id, value: base.value, version: base.version, born: base.born, line,
    made: frame.at, requires_grad: false,
  });
  if (!old) return frame;
  const after: TensorState = {
    ...old, detached_from: of, requires_grad: false, is_leaf: true, grad_fn: null,
  };
  return { ...frame, tensors: frame.tensors.set(id, after), focus: { node: null, tensor: id } };
}

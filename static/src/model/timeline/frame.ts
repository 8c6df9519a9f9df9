// A Frame: the world after the first i events of a run, as plain readonly data.

import type { Entry, GradBy, NextFunction, Root, Value } from "../run.ts";
import type { Scopes } from "./scope.ts";
import type { Call } from "./stack.ts";
import type { Table } from "./persistent-map.ts";

/** One line of a leaf's account: `before + added = after`; a reset has `added` null. */
export interface LedgerEntry {
  readonly before: Value | null;
  readonly added: Value | null;
  readonly after: Value | null;
  readonly by: GradBy;
  readonly call: number | null;
  readonly line: number | null;
  /** Index of the `grad` event. */
  readonly event: number;
}

export interface TensorState {
  readonly id: string;
  readonly value: Value;
  readonly grad: Value | null;
  readonly version: number;
  /** Its version when it was first seen: modules fill their weights in place. */
  readonly born: number;
  /** Every name it was ever bound to in any frame, oldest first. `scopes` says which still hold. */
  readonly names: readonly string[];
  readonly requires_grad: boolean;
  readonly is_leaf: boolean;
  readonly parameter: boolean;
  /** The node that made it, and which output of that node it is. */
  readonly grad_fn: string | null;
  readonly output_nr: number;
  /** Its AccumulateGrad, for a leaf that requires grad. */
  readonly accumulate: string | null;
  readonly view_of: string | null;
  readonly detached_from: string | null;
  readonly line: number | null;
  /** Index of the event that made it. */
  readonly made: number;
  readonly ledger: readonly LedgerEntry[];
}

/** The box that a tensor stands in: its grad_fn's, or its own. */
export function boxOfTensor(tensor: TensorState): string {
  return tensor.grad_fn ?? tensor.id;
}

/** What a node keeps for its backward: a tensor, or a plain number (then `tensor` is null). */
export interface SavedTab {
  readonly name: string;
  readonly tensor: string | null;
  readonly number: Entry | null;
  /** The tensor's version when it was saved. */
  readonly version: number;
  readonly bytes: number;
  readonly freed: boolean;
}

/**
 * Where a node is in its life. A node not in the frame is not yet made. `waiting`: some, or all,
 * gradients are in and it has not begun. `captured`: they were asked for by `autograd.grad`, and it
 * never runs. `freed`: done, and its saved tensors are gone.
 */
export type NodePhase =
  | "made" | "waiting" | "captured" | "running" | "done" | "freed" | "blamed";

/** One derivative that came along one edge. */
export interface Contribution {
  readonly node: string;
  readonly edge: number;
  readonly to: string;
  readonly nr: number;
  readonly value: Value;
  readonly sum: Value;
  /** Index of the `flow` event. */
  readonly event: number;
}

export interface NodeState {
  readonly id: string;
  /** torch's name, `MulBackward0`; or `AccumulateGrad`. */
  readonly name: string;
  readonly phase: NodePhase;
  /** Key into `Run.ops`; null for an AccumulateGrad. */
  readonly op: string | null;
  readonly edges: readonly NextFunction[];
  readonly outputs: readonly string[];
  /** For an AccumulateGrad: its leaf. */
  readonly variable: string | null;
  readonly saved: readonly SavedTab[];
  /** Gradients in, out of those that will come in this call. Both 0 before the first arrives. */
  readonly arrived: number;
  readonly needed: number;
  /** Per forward output: the sum so far in this call. */
  readonly incoming: readonly (Value | null)[];
  /** What came in this call, in order of arrival. */
  readonly received: readonly Contribution[];
  /** Per edge: what it sent in this call, or null. */
  readonly sent: readonly (Contribution | null)[];
  /** Names of the hooks that ran here. */
  readonly hooks: readonly string[];
  readonly line: number | null;
  readonly made: number;
  /** Made while this node ran (create_graph), else null. */
  readonly during: string | null;
}

export interface BackwardState {
  readonly call: number;
  readonly api: "backward" | "grad";
  readonly roots: readonly Root[];
  readonly retain_graph: boolean;
  readonly create_graph: boolean;
  readonly line: number | null;
  readonly running: boolean;
}

/** A backward that waits for one which a hook or a node of it called, and how its nodes stood. */
export interface Suspended {
  readonly backward: BackwardState;
  readonly running: string | null;
  readonly touched: Table<string>;
  readonly nodes: Table<NodeState>;
  readonly outer: Suspended | null;
}

/** What the last event touched: for the mark in the editor and the eye on the stage. */
export interface Focus {
  readonly node: string | null;
  readonly tensor: string | null;
}

export interface Frame {
  /** How many events have happened: 0 is before everything. */
  readonly at: number;
  readonly tensors: Table<TensorState>;
  readonly nodes: Table<NodeState>;
  /** What the names of each call frame are bound to. */
  readonly scopes: Scopes;
  /** The innermost call under way. */
  readonly call: Call;
  readonly grad_mode: boolean;
  /** The current backward, or the last one that ended; null before the first. */
  readonly backward: BackwardState | null;
  /** The node that is running now, if any. */
  readonly running: string | null;
  /** The nodes that took part in `backward`, so that the next call can begin afresh. */
  readonly touched: Table<string>;
  /** Those that took part in calls inside of it. */
  readonly stale: readonly string[];
  /** The call that `backward` runs inside of, if any. */
  readonly outer: Suspended | null;
  readonly focus: Focus;
  /** The line that the running call is on. */
  readonly line: number | null;
  /** Index of the `fail` event, when it has happened. */
  readonly failed: number | null;
}


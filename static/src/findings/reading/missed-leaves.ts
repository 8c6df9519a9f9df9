// Leaves that asked for a gradient, were there in time, and have never been sent any.

import { statementOf } from "../../model/ledger.ts";
import type { Run } from "../../model/run.ts";
import { frameAt, type Call, type TensorState } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { bindingIn } from "../../model/timeline/scope.ts";
import { isPassedByGrad, returnedBy } from "./missing-grad.ts";
import { boundAt } from "./program-text.ts";

/** Leaves without a gradient at the last backward call that succeeded. */
export interface Missed {
  /** The events at which that call begins and ends; -1 where there is none. */
  readonly begin: number;
  readonly end: number;
  /** Those that a name still means, and those whose names went to others. */
  readonly meant: readonly TensorState[];
  readonly gone: readonly TensorState[];
}

/** Is a leaf more than what an object called its own and then replaced, as tied weights are? */
function isHeld(run: Run, tensor: string): boolean {
  const own = labelOf(run, tensor, run.events.length)?.startsWith("self.") === true;
  return !own || !run.events.some((event) =>
    event.kind === "name" && event.name.includes(".") && !event.name.startsWith("self."));
}

/** Leaves that the program moves by itself, as copies of a net that follow it. */
function movedByHand(run: Run): ReadonlySet<string> {
  const first = run.events.findIndex((event) => event.kind === "backward");
  return new Set(run.events.flatMap((event, i) => event.kind === "write"
    && event.by !== "step" && (event.by === "copy_" || i > first) ? [event.tensor] : []));
}

/** Does a name still mean a tensor, in a call under way? A module may hold its parameters. */
function isMeant(run: Run, { id, names, parameter }: TensorState, at: number): boolean {
  if (parameter) return names.some((name) => boundAt(run, name, at) === id);
  const { scopes, call } = frameAt(run, at);
  for (let one: Call | null = call; one; one = one.outer) {
    const { frame } = one;
    if (names.some((name) => bindingIn(scopes, frame, name)?.tensor === id)) return true;
  }
  return false;
}

const kept = new WeakMap<Run, Missed>();

function find(run: Run): Missed {
  const end = run.events.findLastIndex((event) =>
    event.kind === "backward" && event.phase === "end" && !event.failed);
  const over = run.events[end];
  const begin = over?.kind !== "backward" ? -1 : run.events.findIndex((event) =>
    event.kind === "backward" && event.phase === "begin" && event.call === over.call);
  const call = run.events[begin];
  const isWhole = call?.kind === "backward" && call.phase === "begin" && call.inputs === null;
  if (!isWhole) return { begin, end, meant: [], gone: [] };
  const moved = movedByHand(run);
  const { length } = run.events;
  const missed = [...frameAt(run, begin).tensors.values()].filter((tensor) =>
    tensor.is_leaf && tensor.requires_grad && tensor.names.length > 0 && !moved.has(tensor.id)
    && isHeld(run, tensor.id) && statementOf(run, tensor.id, length).length === 0
    && returnedBy(run, tensor.id, length) === null && !isPassedByGrad(run, tensor.id, length));
  const gone = missed.filter((tensor) => !isMeant(run, tensor, begin));
  return { begin, end, gone, meant: missed.filter((tensor) => !gone.includes(tensor)) };
}

/** Return the leaves that no backward has reached. */
export function missedLeaves(run: Run): Missed {
  let missed = kept.get(run);
  if (!missed) kept.set(run, missed = find(run));
  return missed;
}

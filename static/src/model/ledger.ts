// The ledger: every leaf's statement of account, what was added to its .grad, taken off, and read.

import type { GradEvent, OpEvent, Run, TapeEvent, Value, WriteEvent } from "./run.ts";

interface Line {
  /** Index of the event on the tape. */
  readonly event: number;
  readonly line: number | null;
  /** What `.grad` is after this; null for None. */
  readonly balance: Value | null;
}

/** A backward call added (`added`), or passed through a tensor that keeps its gradient (`kept`). */
export interface Added extends Line {
  readonly kind: "added" | "kept";
  readonly call: number | null;
  readonly before: Value | null;
  readonly added: Value | null;
}

/** Taken off: zeroed in place, or set to None; by `zero_grad`, `zero_` or an assignment. */
interface Reset extends Line {
  readonly kind: "reset";
  readonly before: Value | null;
}

/** Set by the program to something else, or written in place (a clipped gradient). */
interface Changed extends Line {
  readonly kind: "set" | "written";
  readonly before: Value | null;
}

/** Backward calls, as few numbers as they can be told by. */
export interface Calls {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** The part of a gradient that an earlier update had used already. */
export interface Used {
  /** Backward calls that it came from. */
  readonly calls: Calls;
  /** How much it is; null where it was written over since, as a clipped gradient is. */
  readonly part: Value | null;
  /** The update that used it: its event, its line and what it was. */
  readonly event: number;
  readonly line: number | null;
  readonly by: "step" | "hand";
}

/** An update used the gradient: an optimizer's step, or the program's own arithmetic. */
export interface Read extends Line {
  readonly kind: "read";
  readonly by: "step" | "hand";
  readonly from: Value | null;
  readonly to: Value;
  /** Backward calls whose gradients were in the balance; null where it was reset or set. */
  readonly calls: Calls | null;
  /** What of the balance is used again here; null in every sound program. */
  readonly old: Used | null;
}

export type LedgerLine = Added | Reset | Changed | Read;

function isZero(value: Value | null): boolean {
  return value === null || (value.data ? value.data.every((entry) => entry === 0)
    : value.stats?.min === 0 && value.stats.max === 0);
}

/** What one `grad` event is in the account. */
export function entryOf(event: GradEvent, at: number): LedgerLine {
  const { before, added, after, by, call, line } = event;
  const common = { event: at, line, balance: after };
  switch (by) {
    case "accumulate": return { ...common, kind: "added", call, before, added };
    case "retain_grad": return { ...common, kind: "kept", call, before, added };
    case "zero_grad": return { ...common, kind: "reset", before };
    case "user": return { ...common, kind: isZero(after) ? "reset" : "set", before };
    case "write": return { ...common, kind: isZero(after) ? "reset" : "written", before };
  }
}

/** An account that is being written, and the tensors that carry its gradient on. */
interface Open {
  readonly lines: LedgerLine[];
  calls: Calls | null;
  balance: Value | null;
  value: Value | null;
  /** The op whose write was read last: one op may write through several tensors. */
  op: number;
  /** What the last update used and is still in the balance. */
  used: Used | null;
  /** The optimizer's call that made this update; null where the tape tells none. */
  step: number | null;
  /** A backward call has added since that update. */
  grew: boolean;
}

class Books {
  readonly accounts = new Map<string, Open>();
  /** Tensor -> leaves whose gradients it was made of, off the tape or on it. */
  readonly carries = new Map<string, ReadonlySet<string>>();
  /** The frame of the optimizer's step that runs; null outside of one. */
  step: number | null = null;

  of(leaf: string): Open {
    let open = this.accounts.get(leaf);
    if (!open) {
      open = { lines: [], calls: null, balance: null, value: null, op: -1,
        used: null, step: null, grew: false };
      this.accounts.set(leaf, open);
    }
    return open;
  }

  carry(to: string, from: readonly string[]): void {
    const leaves = from.flatMap((id) => [...(this.carries.get(id) ?? [])])
      .filter((leaf) => leaf !== to);
    if (leaves.length > 0) this.carries.set(to, new Set(leaves));
    else this.carries.delete(to);
  }
}

function inputsOf(event: OpEvent): readonly string[] {
  return event.inputs.flatMap(({ tensor }) => (tensor === undefined ? [] : [tensor]));
}

function withCall(calls: Calls | null, call: number): Calls {
  if (calls === null) return { first: call, last: call, count: 1 };
  return calls.last === call ? calls : { ...calls, last: call, count: calls.count + 1 };
}

function enter(books: Books, event: GradEvent, at: number): void {
  const open = books.of(event.tensor);
  const line = entryOf(event, at);
  if (line.kind === "added") {
    if (line.call !== null) open.calls = withCall(open.calls, line.call);
    open.grew = true;
  }
  if (line.kind === "reset" || line.kind === "set") {
    open.calls = null;
    open.used = null;
  }
  // Scaled down before anything is added, as momentum is, it is kept on purpose; clipped it is old.
  if (line.kind === "written" && open.used) {
    open.used = open.grew ? { ...open.used, part: null } : null;
  }
  open.balance = line.balance;
  open.lines.push(line);
}

/** Index of the in-place op that the write at `at` tells of, or -1. */
function opOf(run: Run, at: number): number {
  for (let i = at - 1; i >= 0; i--) {
    const kind = run.events[i]?.kind;
    if (kind === "op") return i;
    if (kind !== "write" && kind !== "grad") return -1;
  }
  return -1;
}

/**
 * What of a balance was used by an earlier update. Several micro-batches before one update are as
 * good as one; so are several writes of one update, as LBFGS and weight decay by hand make them.
 */
function usedBefore(open: Open, by: Read["by"], step: number | null): Used | null {
  const isOtherStep = by === "step" && step !== null && open.step !== null && step !== open.step;
  return open.grew || isOtherStep ? open.used : null;
}

/** A write into a leaf is a read of its gradient, if that went into what was written. */
function read(books: Books, run: Run, event: WriteEvent, at: number): void {
  const open = books.of(event.tensor);
  const from = open.value;
  open.value = event.value;
  const op = opOf(run, at);
  const made = run.events[op];
  const used = made?.kind === "op" && op !== open.op
    && inputsOf(made).some((id) => books.carries.get(id)?.has(event.tensor) === true);
  const by = event.by === "step" ? "step" : used ? "hand" : null;
  if (by === null || open.balance === null) return;
  open.op = op;
  const { calls } = open;
  const { line } = event;
  const old = usedBefore(open, by, books.step);
  open.lines.push({ kind: "read", by, event: at, line, from, to: event.value, calls,
    balance: open.balance, old });
  open.used = calls && { calls, part: open.balance, event: at, line, by };
  open.step = by === "step" ? books.step : null;
  open.grew = false;
}

function follow(books: Books, run: Run, event: TapeEvent, at: number): void {
  switch (event.kind) {
    case "leaf":
      books.of(event.tensor).value = event.value;
      if (event.grad_of) books.carries.set(event.tensor, new Set([event.grad_of]));
      break;
    case "op":
      for (const { tensor } of event.outputs) books.carry(tensor, inputsOf(event));
      break;
    case "mode":
      if (event.what === "detach") books.carry(event.tensor, [event.of]);
      break;
    case "grad": enter(books, event, at); break;
    case "write": read(books, run, event, at); break;
    case "enter":
      if (event.of === "library") books.step = event.frame;
      break;
    case "leave":
      if (event.frame === books.step) books.step = null;
      break;
    default: break;
  }
}

const kept = new WeakMap<Run, ReadonlyMap<string, readonly LedgerLine[]>>();

function accountsOf(run: Run): ReadonlyMap<string, readonly LedgerLine[]> {
  let accounts = kept.get(run);
  if (!accounts) {
    const books = new Books();
    run.events.forEach((event, at) => follow(books, run, event, at));
    accounts = new Map([...books.accounts].map(([id, { lines }]) => [id, lines]));
    kept.set(run, accounts);
  }
  return accounts;
}

const EMPTY: readonly LedgerLine[] = [];

/** How many of some lines, oldest first, have happened before event `at`. */
function countBefore(lines: readonly LedgerLine[], at: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.event < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A tensor's statement of account at frame `at`, oldest line first. */
export function statementOf(run: Run, tensor: string, at: number): readonly LedgerLine[] {
  const lines = accountsOf(run).get(tensor);
  return lines?.slice(0, countBefore(lines, at)) ?? EMPTY;
}

/** How many lines a tensor's account has in the whole run. */
export function lengthOfAccount(run: Run, tensor: string): number {
  return accountsOf(run).get(tensor)?.length ?? 0;
}

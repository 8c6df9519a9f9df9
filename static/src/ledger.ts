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

/** An update used the gradient: an optimizer's step, or the program's own arithmetic. */
export interface Read extends Line {
  readonly kind: "read";
  readonly by: "step" | "hand";
  readonly from: Value | null;
  readonly to: Value;
  /** Backward calls whose gradients were in the balance. */
  readonly calls: readonly number[];
  /** Gradients of several calls met here: was that meant? */
  readonly isDouble: boolean;
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
  readonly calls: Set<number>;
  balance: Value | null;
  value: Value | null;
  /** The op whose write was read last: one op may write through several tensors. */
  op: number;
}

class Books {
  readonly accounts = new Map<string, Open>();
  /** Tensor -> leaves whose gradients it was made of, off the tape or on it. */
  readonly carries = new Map<string, ReadonlySet<string>>();

  of(leaf: string): Open {
    let open = this.accounts.get(leaf);
    if (!open) {
      open = { lines: [], calls: new Set(), balance: null, value: null, op: -1 };
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

function enter(books: Books, event: GradEvent, at: number): void {
  const open = books.of(event.tensor);
  const line = entryOf(event, at);
  if (line.kind === "added" && line.call !== null) open.calls.add(line.call);
  if (line.kind === "reset" || line.kind === "set") open.calls.clear();
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
  const calls = [...open.calls];
  open.lines.push({ kind: "read", by, event: at, line: event.line, from, to: event.value, calls,
    balance: open.balance, isDouble: calls.length > 1 });
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

/** A tensor's statement of account at frame `at`, oldest line first. */
export function statementOf(run: Run, tensor: string, at: number): readonly LedgerLine[] {
  return accountsOf(run).get(tensor)?.filter(({ event }) => event < at) ?? EMPTY;
}

/** Every read that met gradients of several backward calls, with the tensor that it moved. */
export function doubleCounts(run: Run): readonly (Read & { readonly tensor: string })[] {
  return [...accountsOf(run)].flatMap(([tensor, lines]) =>
    lines.flatMap((line) => (line.kind === "read" && line.isDouble ? [{ ...line, tensor }] : [])));
}

// ledger.ts: what stands in a leaf's account, over tapes made by hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { doubleCounts, statementOf } from "../../static/src/ledger.ts";
import type { Run, TapeEvent, Value } from "../../static/src/run.ts";

function number(x: number): Value {
  return { shape: [], dtype: "float32", data: [x] };
}

function tape(...events: readonly TapeEvent[]): Run {
  return { events } as unknown as Run;
}

const LEAF: TapeEvent = {
  kind: "leaf", tensor: "t0", value: number(5), requires_grad: true, accumulate: "n0",
  parameter: false, grad_of: null, line: 1,
};

function added(call: number, before: number | null, more: number): TapeEvent {
  return { kind: "grad", tensor: "t0", node: "n0", before: before === null ? null : number(before),
    added: number(more), after: number((before ?? 0) + more), by: "accumulate", call, line: 2 };
}

function reset(before: number, after: number | null, by: "zero_grad" | "user"): TapeEvent {
  return { kind: "grad", tensor: "t0", node: null, before: number(before), added: null,
    after: after === null ? null : number(after), by, call: null, line: 3 };
}

function write(by: string, value: number): TapeEvent {
  return { kind: "write", tensor: "t0", version: 1, value: number(value), by, via: null, line: 4 };
}

function op(output: string, ...inputs: readonly string[]): TapeEvent {
  return {
    kind: "op", op: "mul", inputs: inputs.map((tensor) => ({ slot: "self", tensor })), params: {},
    outputs: [{ tensor: output, value: number(1), requires_grad: false, view_of: null }],
    node: null, saved: [], grad_mode: false, during: null, scope: [], calls: [], line: 4,
  };
}

const GRAD: TapeEvent = { ...LEAF, kind: "leaf", tensor: "t1", grad_of: "t0", accumulate: null };

function kinds(run: Run): readonly string[] {
  return statementOf(run, "t0", run.events.length).map(({ kind }) => kind);
}

test("each + has its call, and the balance after it", () => {
  const run = tape(LEAF, added(1, null, 3), added(2, 3, 4));
  const lines = statementOf(run, "t0", run.events.length);
  assert.deepEqual(lines.map((line) => line.kind === "added" && line.call), [1, 2]);
  assert.deepEqual(lines.map(({ balance }) => balance?.data), [[3], [7]]);
});

test("a statement at a moment has only what has happened by then", () => {
  const run = tape(LEAF, added(1, null, 3), added(2, 3, 4));
  assert.equal(statementOf(run, "t0", 2).length, 1);
  assert.deepEqual(statementOf(run, "t7", 3), []);
});

test("None and zero are resets, another value is one that was set", () => {
  assert.deepEqual(kinds(tape(LEAF, added(1, null, 3), reset(3, null, "zero_grad"))),
    ["added", "reset"]);
  assert.deepEqual(kinds(tape(LEAF, added(1, null, 3), reset(3, 0, "user"))), ["added", "reset"]);
  assert.deepEqual(kinds(tape(LEAF, added(1, null, 3), reset(3, 2, "user"))), ["added", "set"]);
});

test("a step reads the balance, and a second gradient in it is a double count", () => {
  const run = tape(LEAF, added(1, null, 3), added(2, 3, 4), write("step", 4));
  const [found] = doubleCounts(run);
  assert.deepEqual([found?.tensor, found?.calls, found?.balance?.data], ["t0", [1, 2], [7]]);
  assert.deepEqual([found?.from?.data, found?.to.data], [[5], [4]]);
});

test("after a reset the next gradient stands alone", () => {
  const run = tape(LEAF, added(1, null, 3), reset(3, null, "zero_grad"), added(2, null, 4),
    write("step", 4));
  assert.deepEqual(doubleCounts(run), []);
  assert.deepEqual(kinds(run), ["added", "reset", "added", "read"]);
});

test("an update by hand is a read when the gradient went into it, however far", () => {
  const run = tape(LEAF, added(1, null, 3), GRAD, op("t2", "t1"), op("t3", "t2"),
    op("t0", "t0", "t3"), write("sub_", 4));
  assert.deepEqual(kinds(run), ["added", "read"]);
});

test("a write that has nothing to do with the gradient is no read", () => {
  const run = tape(LEAF, added(1, null, 3), op("t2", "t5"), op("t0", "t0", "t2"), write("sub_", 4));
  assert.deepEqual(kinds(run), ["added"]);
});

test("one op that writes through two tensors is read once", () => {
  const run = tape(LEAF, added(1, null, 3), GRAD, op("t2", "t1"), op("t0", "t0", "t2"),
    write("sub_", 4), write("data", 4));
  assert.deepEqual(kinds(run), ["added", "read"]);
});

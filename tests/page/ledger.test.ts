// ledger.ts: what stands in a leaf's account, over tapes made by hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { statementOf } from "../../static/src/model/ledger.ts";
import { groupsOf, rowsOf } from "../../static/src/model/ledger/groups.ts";
import type { Run, TapeEvent, Value } from "../../static/src/model/run.ts";

/** The reads of the leaf's gradient of which a part was used already. */
function usedAgain(run: Run) {
  return statementOf(run, "t0", run.events.length).flatMap((line) =>
    (line.kind === "read" && line.old !== null ? [{ ...line, old: line.old }] : []));
}

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

function written(before: number, after: number): TapeEvent {
  return { ...reset(before, after, "user"), by: "write" } as TapeEvent;
}

const ENTER = { kind: "enter", frame: 1, of: "library", name: "SGD.step", caller: 0,
  from: 4, line: 4 } as const satisfies TapeEvent;
const LEAVE = { kind: "leave", frame: 1, how: "return", result: null,
  line: 4 } as const satisfies TapeEvent;

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

test("gradients of several calls in one step are an accumulation, and no gradient is old", () => {
  const run = tape(LEAF, added(1, null, 3), added(2, 3, 4), added(3, 7, 1), write("step", 4));
  const read = statementOf(run, "t0", 9).at(-1);
  assert.equal(read?.kind, "read");
  assert.deepEqual([read?.calls, read?.balance?.data], [{ first: 1, last: 3, count: 3 }, [8]]);
  assert.deepEqual([read?.from?.data, read?.to.data], [[5], [4]]);
  assert.deepEqual(usedAgain(run), []);
});

test("what a step had used and the next one uses again is old, and how much of it", () => {
  const run = tape(LEAF, added(1, null, 3), added(2, 3, 4), write("step", 4),
    added(3, 7, 5), write("step", 3));
  const [found] = usedAgain(run);
  assert.deepEqual([found?.event, found?.balance?.data], [5, [12]]);
  assert.deepEqual([found?.old.calls, found?.old.part?.data, found?.old.event, found?.old.line],
    [{ first: 1, last: 2, count: 2 }, [7], 3, 4]);
});

test("how much is old is not known once the gradient was clipped", () => {
  const run = tape(LEAF, added(1, null, 3), write("step", 4), added(2, 3, 4),
    written(7, 1), write("step", 3));
  assert.deepEqual(usedAgain(run).map(({ old }) => [old.calls.count, old.part]), [[1, null]]);
});

test("a gradient that is scaled down after its step is kept on purpose", () => {
  const run = tape(LEAF, added(1, null, 3), write("step", 4), written(3, 2), added(2, 2, 4),
    write("step", 3));
  assert.deepEqual(usedAgain(run), []);
});

test("two writes of one step are one use; two steps without a backward are two", () => {
  const twice = [write("step", 4), write("step", 3)];
  assert.deepEqual(usedAgain(tape(LEAF, added(1, null, 3), ENTER, ...twice)), []);
  const steps = tape(LEAF, added(1, null, 3), ENTER, twice[0]!, LEAVE,
    { ...ENTER, frame: 2 }, twice[1]!, { ...LEAVE, frame: 2 });
  const [found] = usedAgain(steps);
  assert.deepEqual([found?.old.calls, found?.calls], [found?.calls, found?.old.calls]);
});

test("after a reset the next gradient stands alone", () => {
  const run = tape(LEAF, added(1, null, 3), reset(3, null, "zero_grad"), added(2, null, 4),
    write("step", 4));
  assert.deepEqual(usedAgain(run), []);
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

/** Steps of so many micro-batches each, the gradient set to None after every step. */
function training(steps: number, batches: number): Run {
  return tape(LEAF, ...Array.from({ length: steps }, (_, step): readonly TapeEvent[] => [
    ...Array.from({ length: batches }, (_, i) =>
      added(step * batches + i + 1, i === 0 ? null : i, 1)),
    write("step", 5), reset(batches, null, "zero_grad"),
  ]).flat());
}

test("a group is what was added, the update that used it, and the reset after it", () => {
  const groups = groupsOf(statementOf(training(3, 4), "t0", Infinity));
  assert.deepEqual(groups.map(({ number, count, balance, lines }) =>
    [number, count, balance?.data, lines.length]),
  [[1, 4, [4], 6], [2, 4, [4], 6], [3, 4, [4], 6]]);
  const begun = groupsOf(statementOf(training(3, 4), "t0", 10));
  assert.deepEqual(begun.map(({ read, count, balance }) => [read === null, count, balance?.data]),
    [[false, 4, [4]], [true, 3, [3]]]);
});

test("a gradient that is thrown away is a group of its own, and numbers no step", () => {
  const run = tape(LEAF, added(1, null, 3), reset(3, null, "zero_grad"), added(2, null, 4),
    write("step", 4));
  assert.deepEqual(groupsOf(statementOf(run, "t0", 9)).map(({ read, number, count }) =>
    [read === null, number, count]), [[true, 1, 1], [false, 1, 1]]);
});

test("of a long account only the last group is open, until the viewer turns another", () => {
  const lines = statementOf(training(3, 4), "t0", Infinity);
  const kindsOf = (turned: ReadonlyMap<string, boolean>): readonly string[] =>
    rowsOf(lines, turned).map(({ kind }) => kind);
  assert.deepEqual(kindsOf(new Map()), ["group", "group", "group", ...Array(6).fill("line")]);
  const first = rowsOf(lines, new Map())[0]!.key;
  assert.equal(kindsOf(new Map([[first, true]])).length, 3 + 12);
});

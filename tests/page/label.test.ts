// What a tensor is called: in the picture, and in the frame that runs.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Run, TapeEvent } from "../../static/src/model/run.ts";
import { labelOf, nameAt, opWord, otherPaths } from "../../static/src/model/timeline/label.ts";
import { fixture } from "./fixtures/load.ts";
import { called, entered, left, opMade, valued } from "./fixtures/calls.ts";

function runOf(events: readonly TapeEvent[]): Run {
  return { ...fixture("diamond"), events };
}

/** The labels of a tensor at each frame number. */
function labelsOf(events: readonly TapeEvent[], tensor: string): readonly (string | null)[] {
  return [0, ...events.keys()].map((_, at) => labelOf(runOf(events), tensor, at));
}

/** `y = double(x)` of `def double(x): x = x * 2; return x`. */
const DOUBLE = [
  called("x", "t1"), entered(1, "double", 1), called("x", "t1", 1), opMade("t2", "t1"),
  called("x", "t2", 1), left(1), called("y", "t2"), opMade("t3", "t2"),
];

test("a result has its caller's name, also where the function calls it otherwise", () => {
  assert.deepEqual(labelsOf(DOUBLE, "t2").slice(4), ["y", "y", "y", "y", "y"]);
  assert.equal(labelOf(runOf(DOUBLE), "t2", 2), null);
  assert.deepEqual(new Set(labelsOf(DOUBLE, "t1").slice(1)), new Set(["x"]));
});

test("in the frame that runs a tensor has the name that it has there", () => {
  const names = [2, 3, 4, 5, 6, 7].map((at) => nameAt(runOf(DOUBLE), "t2", at));
  assert.deepEqual(names, [null, null, "x", "x", "y", "y"]);
  assert.equal(nameAt(runOf(DOUBLE), "t1", 3), "x");
  assert.equal(nameAt(runOf(DOUBLE), "t1", 5), null); // the function's x is another by now
});

test("what a function returns without a name is its caller's in the picture only", () => {
  const events = [entered(1, "f", 1), opMade("t2", "t1"), left(1), called("y", "t2")];
  assert.equal(labelOf(runOf(events), "t2", 2), "y");
  assert.equal(nameAt(runOf(events), "t2", 2), null);
});

test("a tensor whose name now means another has a number; the other has the name", () => {
  const events = [called("x", "t1"), opMade("t2", "t1"), called("x", "t2"), opMade("t3", "t2"),
    called("x", "t3"), called("y", "t1")];
  assert.deepEqual([1, 2, 3, 5].map((at) => labelOf(runOf(events), "t1", at)),
    ["x", "x", "x₁", "x₁"]);
  assert.deepEqual([2, 3, 5].map((at) => labelOf(runOf(events), "t2", at)), ["x", "x", "x₂"]);
  assert.equal(labelOf(runOf(events), "t3", 6), "x");
  assert.equal(labelOf(runOf(events), "t1", 6), "y");
});

test("a number takes the name as well, an end of the name does not", () => {
  const taken = [called("loss", "t1"), valued("loss", "float", "0.5")];
  assert.equal(labelOf(runOf(taken), "t1", 2), "loss₁");
  const gone = [called("loss", "t1"), valued("loss", null, null)];
  assert.equal(labelOf(runOf(gone), "t1", 2), "loss");
});

test("a name that two frames have does not number the other's", () => {
  const events = [called("h", "t1"), entered(1, "f", 1), called("h", "t2", 1), left(1)];
  assert.equal(labelOf(runOf(events), "t1", 4), "h");
  assert.equal(labelOf(runOf(events), "t2", 3), "h");
});

test("a name of a call that is over is told from the module's own of that name", () => {
  const events = [called("x", "t1"), entered(1, "Net.forward", 1), called("x", "t2", 1),
    called("h", "t3", 1), left(1), opMade("t4", "t1")];
  assert.deepEqual([4, 6].map((at) => labelOf(runOf(events), "t2", at)), ["x", "x (forward)"]);
  assert.deepEqual([4, 6].map((at) => nameAt(runOf(events), "t2", at)), ["x", null]);
  assert.deepEqual([labelOf(runOf(events), "t3", 6), nameAt(runOf(events), "t3", 6)], ["h", "h"]);
});

test("a sentence does not name a variable that the running call's own one hides", () => {
  const events = [called("x", "t1"), entered(1, "f", 1), valued("x", "int", "3", 1),
    opMade("t2", "t1")];
  assert.deepEqual([1, 4].map((at) => nameAt(runOf(events), "t1", at)), ["x", null]);
  assert.equal(labelOf(runOf(events), "t1", 4), "x");
});

test("a parameter has the user's path from the start", () => {
  const leaf = { kind: "leaf", tensor: "t1", value: { shape: [], dtype: "float32", data: [1] },
    requires_grad: true, accumulate: null, parameter: true, grad_of: null, line: 2 } as const;
  const events = [entered(1, "Net.__init__", 1), leaf, called("self.fc.weight", "t1", 1),
    called("m.weight", "t1", 1), left(1), called("net.fc.weight", "t1"), called("p", "t1"),
    called("p", "t9")];
  assert.deepEqual(new Set(labelsOf(events, "t1").slice(2)), new Set(["net.fc.weight"]));
  assert.equal(nameAt(runOf(events), "t1", 3), "net.fc.weight");
});

test("a path through self yields to any other, and stays where there is none", () => {
  const init = [entered(1, "Net.__init__", 1), called("self.w", "t1", 1)];
  assert.equal(labelOf(runOf(init), "t1", 2), "self.w");
  assert.equal(labelOf(runOf([...init, called("w", "t1", 1)]), "t1", 3), "w");
  assert.equal(labelOf(runOf([...init, left(1), called("a.b.w", "t1")]), "t1", 2), "a.b.w");
});

test("a variable of a loop is no name for what has one of its own", () => {
  const losses = [called("loss", "t1"), called("losses[0]", "t1"), called("loss", "t2"),
    called("losses[1]", "t2")];
  assert.deepEqual(["t1", "t2"].map((tensor) => labelOf(runOf(losses), tensor, 4)),
    ["losses[0]", "losses[1]"]);
  assert.equal(nameAt(runOf(losses), "t2", 3), "loss");
  const params = [called("w", "t1"), called("b", "t2"), called("p", "t1"), called("p", "t2")];
  assert.deepEqual(["t1", "t2"].map((tensor) => labelOf(runOf(params), tensor, 4)), ["w", "b"]);
});

test("of two paths told at once the shorter, and a path yields to the end of it", () => {
  const tied = [called("net.lm_head.weight", "t1"), called("net.wte.weight", "t1")];
  assert.equal(labelOf(runOf(tied), "t1", 2), "net.wte.weight");
  assert.deepEqual(otherPaths(runOf(tied), "t1", 2), ["net.lm_head.weight"]);
  const inner = [called("trainer.net.w", "t1"), opMade("t2", "t1"), called("net.w", "t1")];
  assert.equal(labelOf(runOf(inner), "t1", 1), "trainer.net.w");
  assert.equal(labelOf(runOf(inner), "t1", 3), "net.w");
});

test("a .grad without a name of its own is called after its tensor", () => {
  const leaf = { kind: "leaf", tensor: "t5", value: { shape: [], dtype: "float32", data: [1] },
    requires_grad: false, accumulate: null, parameter: false, grad_of: "t1", line: 2 } as const;
  const events = [called("x", "t1"), leaf, called("g", "t5")];
  assert.deepEqual([2, 3].map((at) => labelOf(runOf(events), "t5", at)), ["g", "g"]);
  assert.equal(labelOf(runOf(events.slice(0, 2)), "t5", 2), "x.grad");
});

test("an op has the word that the document has for it", () => {
  const run = fixture("loop");
  const words = run.events.flatMap((event) => event.kind === "op" ? [opWord(run, event)] : []);
  assert.deepEqual([...new Set(words)].sort(), ["mul", "pow", "sub"]);
  assert.equal(opWord({ ...run, ops: {} }, opMade("t2", "t1")), "mul");
});

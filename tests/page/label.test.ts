// What a tensor is called: by the program around a Function, not by the inside of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Run, TapeEvent } from "../../static/src/run.ts";
import { linesInside } from "../../static/src/timeline/functions.ts";
import { labelOf, opWord } from "../../static/src/timeline/label.ts";
import { fixture } from "./fixtures/load.ts";

function called(name: string): TapeEvent {
  return { kind: "name", tensor: "t1", name, frame: 0, line: 1 };
}

function made(run: Run, node: string): TapeEvent {
  const op = run.events.find((event) => event.kind === "op" && event.outputs[0]?.tensor === "t1");
  assert.ok(op?.kind === "op" && op.node !== null);
  return { ...op, op: "Exp", node: { ...op.node, name: node } };
}

test("the result of a Function loses the name that it had inside", () => {
  const run = fixture("diamond");
  const events = [called("result"), made(run, "ExpBackward"), called("y")];
  const labels = [1, 2, 3].map((at) => labelOf({ ...run, events }, "t1", at));
  assert.deepEqual(labels, ["result", "y", "y"]);
});

test("what an op of torch hands on keeps its name", () => {
  const run = fixture("diamond");
  const events = [called("y"), made(run, "CopySlices"), called("z")];
  assert.equal(labelOf({ ...run, events }, "t1", 3), "y");
});

test("a parameter is called by its path from outside, whatever it is called on the way", () => {
  const run = fixture("diamond");
  const names = ["self.q.weight", "self.att.q.weight", "self.blocks.0.att.q.weight",
    "net.blocks.0.att.q.weight", "block.att.q.weight", "p"];
  const labels = names.map((_, i) =>
    labelOf({ ...run, events: names.slice(0, i + 1).map(called) }, "t1", i + 1));
  assert.deepEqual(labels, [...names.slice(0, 4), names[3], names[3]]);
});

test("a path comes before a bare name, and one from outside before what an object says", () => {
  const run = fixture("diamond");
  const label = (...names: string[]) =>
    labelOf({ ...run, events: names.map(called) }, "t1", names.length);
  assert.equal(label("w", "again"), "w");
  assert.equal(label("w", "self.w"), "self.w");
  assert.equal(label("w", "self.w", "model.w", "other.w"), "model.w");
});

test("what a function calls its own comes after what the program calls it", () => {
  const code = "def f(a):\n    b = a * 2\n\n    return b\ny = f(x)\n";
  assert.deepEqual([...linesInside(code)], [1, 2, 4]);
  assert.deepEqual([...linesInside(">>> def f(a):\n...     return a\n>>> f(1)\n")], [1, 2]);
  assert.deepEqual([...linesInside("class A:\n  x = 1\n  async def f(self):\n    pass\n  y = 2")],
    [3, 4]);
  const run = { ...fixture("diamond"), snippet: { ...fixture("diamond").snippet, code } };
  const events = [{ ...called("b"), line: 2 }, { ...called("y"), line: 5 }] as TapeEvent[];
  assert.equal(labelOf({ ...run, events: events.slice(0, 1) }, "t1", 1), "b");
  assert.equal(labelOf({ ...run, events }, "t1", 2), "y");
});

test("an op has torch's word, whatever it takes", () => {
  const words = { pow_scalar: "pow", sum_dim: "sum", squeeze_dims: "squeeze", mul: "mul",
    fmod_number: "fmod", log_softmax: "log_softmax", to_dtype: "to",
    linalg_det: "det" };
  for (const [op, word] of Object.entries(words)) assert.equal(opWord(op), word);
});

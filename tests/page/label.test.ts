// What a tensor is called: by the program around a Function, not by the inside of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Run, TapeEvent } from "../../static/src/run.ts";
import { labelOf, opWord } from "../../static/src/timeline/label.ts";
import { fixture } from "./fixtures/load.ts";

function called(name: string): TapeEvent {
  return { kind: "name", tensor: "t1", name, line: 1 };
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

test("an op has torch's word, whatever it takes", () => {
  const words = { pow_scalar: "pow", sum_dim: "sum", squeeze_dims: "squeeze", mul: "mul",
    fmod_number: "fmod", log_softmax: "log_softmax" };
  for (const [op, word] of Object.entries(words)) assert.equal(opWord(op), word);
});

// Words: the sentences of whole lessons, in both languages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { narrate, narrateStep, type Language } from "../../static/src/words/narration.ts";
import type { Run } from "../../static/src/model/run.ts";
import { steps } from "../../static/src/model/timeline.ts";
import { eventOf, FIXTURES, fixture } from "./fixtures/load.ts";

function lesson(run: Run, language: Language): readonly string[] {
  const stops = steps(run, "lesson");
  return stops.slice(1).map((stop, i) => narrateStep(run, stops[i]!, stop, language));
}

test("the diamond is told from leaf to gradient", () => {
  assert.deepEqual(lesson(fixture("diamond"), "en"), [
    "x is a leaf: 2.0. It asks for a gradient.",
    "y = x × 3.0 = 6.0. MulBackward0 goes on the tape and keeps 3.0.",
    "a = y × 2.0 = 12.0. MulBackward0 goes on the tape and keeps 2.0.",
    "b = y × 5.0 = 30.0. MulBackward0 goes on the tape and keeps 5.0.",
    "c = a + b = 42.0. AddBackward0 goes on the tape.",
    "Backward 1 starts at c; its gradient there is 1.0.",
    "AddBackward0 has its gradient: 1.0. It passes 1.0 on to a. It passes 1.0 on to b.",
    "MulBackward0 (b) has its gradient: 1.0. It sends 1.0 × 5.0 = 5.0 to y. y waits for one more.",
    "MulBackward0 (a) has its gradient: 1.0. It sends 1.0 × 2.0 = 2.0 to y.",
    "MulBackward0 (y) has both its gradients now: 5.0 + 2.0 = 7.0. It sends 7.0 × 3.0 = 21.0 to x.",
    "x.grad was None; now it is 21.0.",
    "It prints: tensor(21.)",
  ]);
});

test("the accumulation is told in Chinese with the same numbers", () => {
  const told = lesson(fixture("accumulate"), "zh");
  assert.deepEqual(told.slice(3, 6), [
    "第 1 次反向传播从 y 开始，梯度为 1.0。",
    "MulBackward0 得到了它的梯度：1.0。它把 1.0 × k = 0.2 送给 x。",
    "x.grad 原来是 None，现在是 0.2。",
  ]);
  assert.ok(told.includes("x.grad 累加：0.2 + 0.2 = 0.4。"));
  assert.ok(told.includes("x.grad 被清零：0.4 变为 0.0。"));
});

test("running through freed buffers says what happened, why, and what to change", () => {
  const run = fixture("vectors");
  const failed = run.events.length - 1;
  assert.equal(narrate(run, failed, "en"),
    "MulBackward0 cannot run again: backward 2 on line 6 freed what it saved (2.0). " +
    "A node lets go of its saved tensors as soon as it has run, to save memory. " +
    "Say retain_graph=True on line 6, or compute the result anew before the second backward.");
  assert.match(narrate(run, failed, "zh"), /MulBackward0 不能再运行一次.*retain_graph=True/);
});

test("a detach, a no_grad block, an in-place op and a hook each have their sentence", () => {
  const told = lesson(fixture("quiet"), "en").join("\n");
  assert.match(told, /frozen has the numbers of y, but is cut from the tape\./);
  assert.match(told, /Grad mode is off: no tape from here\./);
  assert.match(told, /z = x × 2\.0 = \[2\.0, 4\.0\]\. Grad mode is off, so it is not on the/);
  assert.match(told, /x is written in place and is at version 1 now\./);
  assert.match(told, /The hook <lambda> on .* turns \[3\.0, 8\.0\] into \[6\.0, 16\.0\]\./);
});

test("an update by hand speaks of w.grad, and its reset is one sentence", () => {
  const told = lesson(fixture("update"), "en");
  assert.ok(told.includes("w.grad × 0.1 = 0.2. Grad mode is off, so it is not on the tape."));
  assert.ok(told.some((text) => text.startsWith("w = w - w.grad × 0.1 = 0.8.")));
  assert.ok(told.includes("w.grad is reset: 2.0 becomes 0.0."));
});

test("an optimizer's step is told apart from the reset before it", () => {
  const told = lesson(fixture("loop"), "en");
  assert.ok(told.includes("SGD moves w from 1.0 to 2.6."));
  assert.ok(told.includes("w.grad is reset: -16.0 becomes None."));
});

test("large tensors are told by their shape and norm", () => {
  const told = lesson(fixture("large"), "en").join("\n");
  assert.match(told, /weight is a leaf: a matrix of norm 18\.7 \(12 × 30\)\./);
  assert.match(told, /both its gradients now\. It sends a matrix of norm 1\.96 \(12 × 30\) to w/);
});

for (const language of ["en", "zh"] as const) {
  test(`every event of every fixture has a sentence without holes in ${language}`, () => {
    for (const name of FIXTURES) {
      const run = fixture(name);
      run.events.forEach((event, i) => {
        const text = narrate(run, i, language);
        assert.doesNotMatch(text, /undefined|null|NaN|object Object|^\s*$/, event.kind);
      });
    }
  });
}

test("an accumulation is one sentence, though it is two events", () => {
  const run = fixture("accumulate");
  const i = eventOf(run, (event) => event.kind === "grad", 1);
  assert.equal(narrateStep(run, i - 1, i + 1, "en"), "x.grad adds up: 0.2 + 0.2 = 0.4.");
});

test("a step of which nothing is told for itself says what begins it", () => {
  const run = fixture("nested");
  const made = run.events.find((event) => event.kind === "op")!;
  assert.ok(made.kind === "op");
  const named = { kind: "name", tensor: made.outputs[0]!.tensor, name: "y", frame: 0,
    line: 1 } as const;
  const inside = { ...run, events: [...run.events, { ...made, during: "n0" }, named] };
  const from = run.events.length;
  assert.equal(narrateStep(inside, from, from + 2, "en"), narrate(inside, from, "en"));
});

test("a node that a hook gave another gradient than came is told with that one", () => {
  const run = fixture("diamond");
  const at = run.events.findIndex((event, i) => event.kind === "run"
    && narrate(run, i, "en").includes("both its gradients"));
  const event = run.events[at]!;
  assert.ok(event.kind === "run");
  const grads = event.grads.map((grad) => grad && { ...grad, data: [0.5] });
  const events = run.events.with(at, { ...event, grads });
  assert.match(narrate({ ...run, events }, at, "en"), /has its gradient: 0\.5\./);
});

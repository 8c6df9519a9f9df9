// Finding boxes by what people call them, and jumping from event to event.

import assert from "node:assert/strict";
import { test } from "node:test";
import { find } from "../../static/src/model/find.ts";
import type { Run } from "../../static/src/model/run.ts";
import {
  isAbout, jump, sortsOf, steps, stopsOf, type Sort, type Target,
} from "../../static/src/model/timeline.ts";
import { eventOf, FIXTURES, fixture } from "./fixtures/load.ts";
import { labelOf } from "../../static/src/model/timeline/label.ts";

const DIAMOND = fixture("diamond");
const END = DIAMOND.events.length;

function names(query: string): readonly string[] {
  return find(DIAMOND, END, query).map(({ id, made }) => {
    const event = DIAMOND.events[made]!;
    const tensor = event.kind === "op" ? event.outputs[0]!.tensor : id;
    return labelOf(DIAMOND, tensor, END) ?? id;
  });
}

test("a box is found by its variable, and before it no box that only has the letter", () => {
  assert.equal(names("y")[0], "y");
  assert.equal(names("x")[0], "x");
});

test("a box is found by torch's name of its node, in part and in any case", () => {
  const all = find(DIAMOND, END, "MulBackward0").map(({ id }) => id);
  assert.ok(all.length > 0);
  assert.deepEqual(find(DIAMOND, END, "mulback").map(({ id }) => id), all);
});

test("boxes are found by the line that made them", () => {
  const event = DIAMOND.events[eventOf(DIAMOND, (one) => one.kind === "op")]!;
  assert.ok(event.kind === "op" && event.node && event.line !== null);
  for (const query of [`line ${event.line}`, `${event.line}`, `第${event.line}行`]) {
    assert.ok(find(DIAMOND, END, query).some(({ id }) => id === event.node!.id), query);
  }
});

/** The shape of the first leaf that is a matrix. */
function matrixOf(run: Run): readonly number[] | null {
  const found = run.events.find((event) =>
    event.kind === "leaf" && event.value.shape.length === 2);
  return found?.kind === "leaf" ? found.value.shape : null;
}

test("boxes are found by shape, however it is written", () => {
  const run = FIXTURES.map((name) => fixture(name)).find((one) => matrixOf(one) !== null)!;
  const [rows, cols] = matrixOf(run)!;
  const found = find(run, run.events.length, `${rows}x${cols}`).map(({ id }) => id);
  assert.ok(found.length > 0);
  for (const query of [`[${rows}, ${cols}]`, `${rows} × ${cols}`, `(${rows},${cols})`]) {
    assert.deepEqual(find(run, run.events.length, query).map(({ id }) => id), found);
  }
});

test("nothing is found by nothing, and by what is nowhere", () => {
  assert.deepEqual(find(DIAMOND, END, "  "), []);
  assert.deepEqual(find(DIAMOND, END, "no such thing"), []);
});

test("each box is found once, and in a pass that has it", () => {
  for (const name of FIXTURES) {
    const run = fixture(name);
    const found = find(run, run.events.length, "backward");
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
    for (const { id, pass } of found) assert.ok(run.passes[pass]!.boxes.includes(id));
  }
});

const SORTS: readonly Sort[] = ["op", "run", "grad", "zero", "write", "print", "hook", "fail"];

test("jumping forward from the start visits every stop of a sort, backward the same ones", () => {
  for (const name of FIXTURES) {
    const run = fixture(name);
    const stops = steps(run, "event");
    for (const sort of SORTS) {
      const target: Target = { by: "sort", sort };
      const wanted = sortsOf(run).flatMap((one, i) => (one === sort ? [i + 1] : []));
      const forth: number[] = [];
      for (let at = jump(run, stops, 0, target, 1); at !== null;) {
        forth.push(at);
        at = jump(run, stops, at, target, 1);
      }
      assert.deepEqual(forth, wanted);
      assert.equal(jump(run, stops, run.events.length + 1, target, -1), wanted.at(-1) ?? null);
    }
  }
});

test("in long strides a jump lands on a stop, never between two", () => {
  const run = fixture("accumulate");
  const stops = steps(run, "lesson");
  for (const at of stopsOf(run, stops, { by: "call", call: null })) assert.ok(stops.includes(at));
  assert.equal(stopsOf(run, stops, { by: "call", call: null }).length, 2);
  assert.equal(stopsOf(run, stops, { by: "call", call: 2 }).length, 1);
});

test("a jump on a line or at a box stops only at events of that line or box", () => {
  const run = fixture("accumulate");
  const stops = steps(run, "event");
  const first = run.events[0]!;
  assert.ok(first.kind === "leaf" && first.line !== null);
  for (const at of stopsOf(run, stops, { by: "line", line: first.line })) {
    const event = run.events[at - 1]!;
    assert.ok("line" in event && event.line === first.line);
  }
  for (const at of stopsOf(run, stops, { by: "box", box: first.tensor })) {
    assert.ok(isAbout(run.events[at - 1]!, first.tensor));
  }
});

test("zeroing a .grad in place is a reset and no write; halving it is a write and no reset", () => {
  const run = fixture("update");
  const happened = (tape: Run, sort: Sort) => sortsOf(tape).flatMap((one, i) =>
    (one === sort ? [tape.events[i]!.kind] : []));
  assert.deepEqual(happened(run, "write"), ["write"]);
  assert.deepEqual(happened(run, "zero"), ["grad"]);
  const halved = { shape: [], dtype: "float32", data: [0.5] };
  const events = run.events.map((event) =>
    (event.kind === "grad" && event.by === "zero_grad"
      ? { ...event, by: "write" as const, after: halved } : event));
  assert.deepEqual(happened({ ...run, events }, "write"), ["write", "grad"]);
  assert.deepEqual(happened({ ...run, events }, "zero"), []);
});

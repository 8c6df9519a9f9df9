// health.ts: layers in the order of the forward, what each turn tells of them, what stands out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { healthOf, type Cell, type Layer } from "../../static/src/model/health.ts";
import { flagsOf } from "../../static/src/model/health/flags.ts";
import { markOf, scaleOf, worstOf } from "../../static/src/model/health/scale.ts";
import { sizeOf } from "../../static/src/model/health/size.ts";
import { normOf } from "../../static/src/model/number.ts";
import { cellWords, flagWords, numberWords } from "../../static/src/words/health.ts";
import { fixture, FIXTURES } from "./fixtures/load.ts";

function layersOf(name: string): ReadonlyMap<string, Layer> {
  return new Map(healthOf(fixture(name)).layers.map((layer) => [layer.name, layer]));
}

function cellOf(name: string, layer: string, turn: number): Cell {
  return layersOf(name).get(layer)!.cells[turn]!;
}

function near(one: number | null, other: number): void {
  assert(one !== null && Math.abs(one - other) <= 1e-5 * Math.abs(other), `${one} is not ${other}`);
}

test("layers stand in the order of the forward, each parameter before what it makes", () => {
  const names = [...layersOf("layers").keys()];
  assert.deepEqual(names.slice(0, 5),
    ["net.0.weight", "net.0.bias", "net.0", "net.1", "net.2.weight"]);
  assert.equal(healthOf(fixture("layers")).turns.length, 3);
});

test("value, gradient and update of an iteration are those of the tape", () => {
  const first = cellOf("loop", "w", 0);
  near(first.value, 1);
  near(first.grad, 16);
  near(first.update, 1.6);
  const { events } = fixture("loop");
  const grad = events[first.at.grad! - 1]!;
  assert(grad.kind === "grad" && grad.by === "accumulate");
  assert.equal(events[first.at.update! - 1]!.kind, "write");
});

test("how far a step moved a parameter is told also where its numbers do not travel", () => {
  const { value, update } = cellOf("layers", "net.2.weight", 0);
  near(update, 0.0140245 / value!);
  assert.equal(cellOf("layers", "net.4.weight", 0).update, 0);
});

test("a run without a loop has a turn for each backward, with its own numbers", () => {
  const { turns } = healthOf(fixture("update"));
  assert.equal(turns.length, 1);
  near(cellOf("update", "w", 0).grad, 2);
  near(cellOf("update", "w", 0).update, 0.2);
});

test("units that are off are counted after a relu only", () => {
  assert.equal(cellOf("layers", "net.1", 0).zeros, 0.75);
  assert.equal(cellOf("layers", "net.0", 0).zeros, null);
});

test("what is no finite number is counted and has no norm", () => {
  const { grad, bad } = cellOf("layers", "net.2.weight", 2);
  assert.deepEqual([grad, bad], [null, 280]);
});

test("norms of all values of the fixtures are those of the inspector", () => {
  for (const name of [...FIXTURES, "layers"]) {
    for (const event of fixture(name).events) {
      if (event.kind !== "leaf" && event.kind !== "write") continue;
      const size = sizeOf(event.value);
      if (size?.norm) near(size.norm, normOf(event.value));
    }
  }
});

test("a value whose numbers are hidden from a class has no size", () => {
  assert.equal(sizeOf({ shape: [2], dtype: "float32", data: ["?", "?"] }), null);
});

const CELL: Cell = {
  tensor: "t0", count: 4, value: 1, grad: 1, update: 0.01, zeros: null, bad: 0,
  at: { value: 1, grad: 1, update: 1, zeros: 1, bad: 1 },
};

function weight(name: string, ...cells: Partial<Cell>[]): Layer {
  return { name, kind: "parameter", isMatrix: true,
    cells: cells.map((cell) => ({ ...CELL, ...cell })) };
}

test("gradients are flagged by the ratio to the next weight, entry for entry, at any size", () => {
  for (const size of [1, 1e-9, 1e9]) {
    const layers = [weight("a", { grad: size / 40 }), weight("b", { grad: size }),
      weight("c", { grad: size / 40, count: 16 })];
    const [first, second, third] = flagsOf(layers, 0);
    assert.deepEqual(first!.map(({ kind }) => kind), ["gradLess"]);
    assert.deepEqual(second!.map(({ kind }) => kind), ["gradMore"]);
    assert.deepEqual(third, []);
  }
  const [flags] = flagsOf([weight("a", { grad: 1 }), weight("b", { grad: 20 })], 0);
  assert.deepEqual(flags, []);
});

test("many small steps are flagged where they make a large one", () => {
  const layers = [0, 1, 2, 3].map((i) => weight(`w${i}`, { grad: 20 ** i }));
  const [first, second] = flagsOf(layers, 0);
  assert.deepEqual(first, [{ kind: "gradLess", other: "w3", ratio: 1 / 8000 }]);
  assert.deepEqual(second, []);
});

test("what changes over time is flagged by the ratio to the first iteration", () => {
  const layers = [weight("a", { value: 1, zeros: 0.1 }, { value: 11, zeros: 0.9 })];
  assert.deepEqual(flagsOf(layers, 0), [[]]);
  assert.deepEqual(flagsOf(layers, 1)[0]!.map(({ kind }) => kind), ["valueGrew", "lessOn"]);
});

test("what is missing, zero or no number has a mark of its own on the scale", () => {
  const layers = [weight("a", { grad: 0 }, { grad: 1e-3 }, { grad: null, bad: 1 }),
    weight("b", { grad: null }, { grad: 20 }, { grad: 1 })];
  const scale = scaleOf(layers, "grad");
  assert.deepEqual([scale.least, scale.most].map(Math.log10).map(Math.round), [-3, 2]);
  const marks = layers.map(({ cells }) => cells.map((cell) => markOf(scale, "grad", cell)));
  assert.deepEqual(marks.map(([one]) => one), ["zero", "missing"]);
  assert.equal(marks[0]![2], "bad");
  near(marks[1]![2] as number, 0.6);
  assert.equal(worstOf(["missing", 0.2, "zero", 0.7]), 0.7);
  assert.equal(worstOf([0.2, "bad"]), "bad");
  assert.equal(markOf(scale, "grad", null), "missing");
});

test("numbers and flags are said in both languages, with the same numbers", () => {
  assert.equal(numberWords("zeros", 0.515), "51.5 %");
  assert.equal(numberWords("grad", null), "–");
  assert.deepEqual([0.000895249, 0.00123456, 26.58, 0].map((n) => numberWords("grad", n)),
    ["8.95e-4", "0.00123", "26.6", "0"]);
  const flag = { kind: "gradLess", other: "fc2.weight", ratio: 1 / 45 } as const;
  assert.equal(flagWords(flag, "en"), "gradient 1/45 of that of fc2.weight, entry for entry");
  assert.match(flagWords(flag, "zh"), /fc2\.weight 的 1\/45/);
  assert.equal(cellWords("grad", 0.42, "fc1", 2, 50, "en"), "fc1, iteration 3 of 50: ‖grad‖ 0.42");
});

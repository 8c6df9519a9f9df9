// Heat maps: their scale is that of their cells, and gradients may all have one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { reduce, START, viewOf } from "../../static/src/app/state.ts";
import { actionNamed } from "../../static/src/app/actions.ts";
import { PLAIN_VIEW, scene, type CellsShape, type Shape } from "../../static/src/drawing/scene.ts";
import { body, heatOf, meanWords } from "../../static/src/drawing/scene/value.ts";
import { cellsOf, signOf } from "../../static/src/drawing/stage/parts.ts";
import type { Value } from "../../static/src/model/run.ts";
import { fixture } from "./fixtures/load.ts";

const NO_STATS = { min: -9, max: 9, mean: 0, std: 1, zeros: 0, nans: 0, infs: 0, histogram: null };

function large(shape: readonly number[], rows: number, cols: number): Value {
  const data = Array.from({ length: rows * cols }, (_, i) => i / 100 - 1);
  return { shape, dtype: "float32", stats: NO_STATS, picture: { rows, cols, data } };
}

function textsOf(shapes: readonly Shape[]): readonly string[] {
  return shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));
}

test("under a map stands the range of its cells, and of what they are the mean", () => {
  const value = large([64, 64], 16, 16);
  assert.deepEqual(textsOf(body("t0", value, "en", 0, 0, 88, 132, "ink")),
    ["-1.0 … 1.55", "mean of 4 × 4"]);
  assert.equal(meanWords(value, "zh"), "4 × 4 的均值");
  assert.equal(meanWords(large([2, 10, 100], 16, 16), "en"), "mean of up to 2 × 7");
});

test("cells that are entries are called no means", () => {
  const value: Value = { shape: [2, 8], dtype: "float32",
    data: Array.from({ length: 16 }, (_, i) => i) };
  assert.deepEqual(textsOf(body("t0", value, "en", 0, 0, 88, 132, "ink")), ["0.0 … 15.0"]);
  assert.equal(meanWords(large([16, 16, 2], 256, 2), "en"), null);
});

test("a map of more than 6 x 6 has no minus in its cells, but marks what is no number", () => {
  const map = { x: 0, y: 0, w: 160, h: 80, rows: 4, cols: 8, size: 0, texts: null };
  const heat = Array.from({ length: 32 }, (_, i) => (i === 3 ? null : -0.5));
  const signs = cellsOf({ ...map, heat }).map(signOf);
  assert.deepEqual(signs.flatMap((sign, i) => (sign ? [i] : [])), [3]);
});

test("on one log scale a decade is a step of colour, whatever else is in the map", () => {
  const shares = heatOf([1e-8, 1e-4, -1, 1e4, 1e9, 0, "nan"], "float64", "one");
  assert.deepEqual(shares.map((share) => share && Number(share.toFixed(3))),
    [0, 0.333, -0.667, 1, 1, 0, null]);
  assert.deepEqual(heatOf([1, -2], "float64"), [0.5, -1]);
});

test("the switch colours gradients by one scale, near and far, and leaves values alone", () => {
  const run = fixture("vectors");
  for (const detail of ["near", "far"] as const) {
    const heats = (gradients: "own" | "one") => {
      const cells = scene(run, run.events.length - 1, { ...PLAIN_VIEW, detail, gradients })
        .filter((shape): shape is CellsShape => shape.kind === "cells");
      const isGrad = ({ id }: CellsShape): boolean => /\/(slot\/value|far\/grad)$/.test(id);
      return [cells.filter(isGrad), cells.filter((one) => !isGrad(one))]
        .map((some) => some.map(({ heat }) => heat));
    };
    const [own, one] = [heats("own"), heats("one")];
    assert.ok(own[0]!.length > 0);
    assert.notDeepEqual(one[0], own[0]);
    assert.deepEqual(one[1], own[1]);
  }
});

test("the action turns the one scale on and off", () => {
  const on = reduce(START, actionNamed("oneScale").perform(START)!);
  assert.equal(viewOf(on).gradients, "one");
  assert.equal(actionNamed("oneScale").pressed!(on), true);
  const off = reduce(on, actionNamed("oneScale").perform(on)!);
  assert.equal(off.gradients, "own");
});

// value-view.ts: walking through a large value, and asking for what is around.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  afterKey, answered, entryAt, exact, indexAt, indexOfPlace, isCovered, nextOdd, otherSlice, peekOf,
  planOf, regionOf, SIDE, typedIndex, windowOf, type Peek, type Region, type Slab,
} from "../../static/src/app/value-view.ts";
import type { Value } from "../../static/src/model/run.ts";

function large(...shape: number[]): Value {
  return { shape, dtype: "float32", id: 1, picture: { rows: 0, cols: 0, data: [] } };
}

function at(value: Value, ...index: number[]): Peek {
  return { ...peekOf(value, "x"), at: index };
}

/** What a server would answer whose value counts its entries from 0. */
function slabOf(region: Region, shape: readonly number[], odd: readonly number[] = []): Slab {
  const sizes = region.map(([, size]) => size);
  const n = sizes.reduce((a, b) => a * b, 1);
  const numbers = Float64Array.from({ length: n }, (_, i) => {
    const index = indexOfPlace(i, sizes).map((place, d) => place + region[d]![0]);
    return index.reduce((place, one, d) => place * shape[d]! + one, 0);
  });
  return { region, numbers, min: 0, max: n - 1, odd };
}

const SHAPES = [
  [300], [10_000_000], [1000, 1], [1, 1000], [20, 32], [3200, 3125], [10, 1_000_000],
  [1_000_000, 10], [64, 3, 224, 224], [5, 4, 3, 2, 9], [100_000, 2, 2],
] as const;

/** A few entries of a shape: its corners, and some between. */
function someOf(shape: readonly number[]): readonly (readonly number[])[] {
  return [0, 0.31, 0.5, 0.77, 1].map((part) =>
    shape.map((size) => Math.min(size - 1, Math.floor(part * size))));
}

test("what is asked for lies in the value, is not too much, and covers the window", () => {
  for (const shape of SHAPES) {
    const value = large(...shape);
    for (const index of someOf(shape)) {
      const peek = at(value, ...index);
      const region = regionOf(peek);
      const sizes = region.map(([, size]) => size);
      assert.ok(sizes.reduce((a, b) => a * b, 1) <= 65_536, `${shape}`);
      region.forEach(([start, size], d) =>
        assert.ok(start >= 0 && size >= 1 && start + size <= shape[d]!, `${shape} ${region}`));
      const slab = { ...slabOf([], []), region };
      assert.ok(isCovered({ ...peek, slab }), `${shape} at ${index}: ${region}`);
    }
  }
});

test("each entry on the page is the one that stands there in the value", () => {
  for (const shape of [[300], [50, 70], [3, 4, 40, 50]]) {
    const value = large(...shape);
    for (const index of someOf(shape)) {
      const asked = at(value, ...index);
      const peek = { ...asked, slab: slabOf(regionOf(asked), shape) };
      const [rows, cols] = windowOf(peek);
      for (let row = rows.from; row < rows.from + rows.size; row++) {
        for (let col = cols.from; col < cols.from + cols.size; col++) {
          const here = indexAt(peek, row, col);
          if (here === null) continue;
          const place = here.reduce((sum, one, d) => sum * shape[d]! + one, 0);
          assert.equal(entryAt(peek, here), place);
        }
      }
    }
  }
});

test("one dimension is folded into rows, of which the last may end early", () => {
  const value = large(70);
  assert.deepEqual(planOf(value), { rows: 3, cols: SIDE, lead: [] });
  assert.deepEqual(indexAt(at(value, 0), 2, 5), [69]);
  assert.equal(indexAt(at(value, 0), 2, 6), null);
  assert.deepEqual(afterKey(at(value, 60), "ArrowDown", false), [69]);
});

test("arrows stop at the edges, pages turn by a window, and the ends are one key away", () => {
  const value = large(2, 100, 100);
  const keys = (start: readonly number[], ...pressed: string[]): readonly number[] =>
    pressed.reduce((index, key) => afterKey(at(value, ...index), key, false)!, start);
  assert.deepEqual(keys([0, 0, 0], "ArrowUp", "ArrowLeft"), [0, 0, 0]);
  assert.deepEqual(keys([0, 0, 0], "ArrowDown", "ArrowRight", "ArrowRight"), [0, 1, 2]);
  assert.deepEqual(keys([0, 5, 5], "PageDown", "PageDown", "PageDown", "PageDown"), [0, 99, 5]);
  assert.deepEqual(keys([0, 5, 5], "End"), [0, 5, 99]);
  assert.deepEqual(afterKey(at(value, 0, 5, 5), "End", true), [0, 99, 99]);
  assert.deepEqual(afterKey(at(value, 1, 5, 5), "Home", true), [1, 0, 0]);
  assert.equal(afterKey(at(value, 0, 0, 0), "x", false), null);
});

test("slices follow each other over all axes before the last two", () => {
  const value = large(2, 3, 50, 50);
  assert.deepEqual(otherSlice(at(value, 0, 2, 7, 8), 1), [1, 0, 7, 8]);
  assert.deepEqual(otherSlice(at(value, 1, 0, 7, 8), -1), [0, 2, 7, 8]);
  assert.deepEqual(otherSlice(at(value, 1, 2, 7, 8), 1), [1, 2, 7, 8]);
  assert.deepEqual(otherSlice(at(large(50, 50), 7, 8), 1), [7, 8]);
});

test("what is not finite is gone to in turn", () => {
  const value = large(20, 50);
  const slab = slabOf(regionOf(at(value, 0, 0)), [20, 50], [3, 120]);
  const next = (...index: number[]) => nextOdd({ ...at(value, ...index), slab });
  assert.deepEqual([next(0, 0), next(0, 3), next(19, 0)], [[0, 3], [2, 20], [0, 3]]);
  assert.equal(nextOdd({ ...at(value, 0, 0), slab: { ...slab, odd: [] } }), null);
});

test("an index is read as it is written, from the end too, or not at all", () => {
  const value = large(4, 50, 60);
  assert.deepEqual(typedIndex(" [3, -1, 0] ", value), [3, 49, 0]);
  assert.deepEqual(typedIndex("1，2，3", value), [1, 2, 3]);
  for (const text of ["", "1, 2", "1, 2, 60", "4, 0, 0", "a, b, c", "1.5, 0, 0", "-5, 0, 0"]) {
    assert.equal(typedIndex(text, value), null, text);
  }
});

test("another run's numbers are told from those of the run on stage", () => {
  const stats =
    { min: 0, max: 1, mean: 0.5, std: 0.1, zeros: 0, nans: 0, infs: 0, histogram: null };
  const value = { ...large(300), stats };
  const peek = at(value, 0);
  const slab = slabOf(regionOf(peek), [300]);
  assert.equal(answered(peek, { ...value, id: 9 }, slab).standing.kind, "here");
  const other = { ...value, stats: { ...stats, mean: 0.4 } };
  assert.equal(answered(peek, other, slab).standing.kind, "another");
  assert.equal(answered(peek, large(400), null).standing.kind, "gone");
});

test("a number is written so that it gives itself back in its dtype", () => {
  const tenth = Math.fround(0.1);
  assert.equal(exact(tenth, "float32"), "0.1");
  assert.equal(exact(0.1, "float64"), "0.1");
  assert.equal(exact(tenth, "float64"), "0.10000000149011612");
  assert.equal(exact("-inf", "float32"), "-inf");
  assert.equal(exact(2, "float32"), "2.0");
  assert.equal(exact(2, "int64"), "2");
  assert.equal(exact(true, "bool"), "True");
  assert.equal(exact([1, -0.5], "complex64"), "1.0-0.5j");
  for (const x of [1e-7, 123456.789, 3.4e38, 1 / 3].map(Math.fround)) {
    assert.equal(Math.fround(Number(exact(x, "float32"))), x);
  }
});

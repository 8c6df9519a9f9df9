// norms.ts: how large values are, told by their entries or by their statistics.

import assert from "node:assert/strict";
import { test } from "node:test";
import { normsOf } from "../../static/src/model/norms.ts";
import type { Value } from "../../static/src/model/run.ts";

const value = (fields: Partial<Value>): Value =>
  ({ dtype: "float64", shape: [2], data: null, ...fields }) as Value;

test("the norms of several values are those of all their entries together", () => {
  const two = value({ data: [3, -4] });
  const one = value({ shape: [1], data: [12] });
  assert.deepEqual(normsOf([two]), { l2: 5, max: 4, mean: -0.5 });
  assert.deepEqual(normsOf([two, one]), { l2: 13, max: 12, mean: 11 / 3 });
});

test("a large value is measured by its statistics as by its entries", () => {
  const entries = [1, -3, 2, 4];
  const mean = 1;
  const std = Math.sqrt(entries.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 4);
  const stats = { min: -3, max: 4, mean, std, zeros: 0, nans: 0, infs: 0, histogram: null };
  const large = normsOf([value({ shape: [4], stats })]);
  const small = normsOf([value({ shape: [4], data: entries })]);
  assert(large && small);
  assert(Math.abs(large.l2 - small.l2) < 1e-12);
  assert.deepEqual([large.max, large.mean], [small.max, small.mean]);
});

test("complex numbers have a norm and no mean, and what is hidden has neither", () => {
  const complex = normsOf([value({ dtype: "complex64", shape: [1], data: [[3, 4]] })]);
  assert.deepEqual([complex?.l2, complex?.max], [5, 5]);
  assert(Number.isNaN(complex?.mean));
  assert.equal(normsOf([value({ data: ["?", 1] })]), null);
  assert(Number.isNaN(normsOf([value({ data: ["nan", 1] })])?.l2));
});

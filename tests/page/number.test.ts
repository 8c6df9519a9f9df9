// Numbers for labels and sentences: short, and never another number than torch would print.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  compact, compactValue, fixed, inlineValue, plus, scientific, widened,
} from "../../static/src/model/number.ts";
import type { Entry } from "../../static/src/model/run.ts";

const FLOATS: readonly (readonly [Entry, string])[] = [
  [2, "2.0"], [0.2, "0.2"], [0.25, "0.25"], [54.59815, "54.5981"], [-0.00001, "-1e-5"],
  [0.0001, "0.0001"], [1234567, "1.23e6"], [123456, "123456.0"], [0, "0.0"], ["nan", "nan"],
  ["-inf", "-inf"], [true, "True"], [[1, -2], "1.0-2.0j"],
];

for (const [entry, text] of FLOATS) {
  test(`${JSON.stringify(entry)} is written ${text} on a label`, () => {
    assert.equal(compact(entry, "float32"), text);
  });
}

test("an integer keeps no point", () => {
  assert.equal(compact(3, "int64"), "3");
});

test("an unsigned integer of any width keeps no point", () => {
  assert.equal(compact(3, "uint16"), "3");
});

test("a short decimal of a half is widened to what the machine holds", () => {
  assert.equal(widened(1.811, "float16"), 1.810546875);
  assert.equal(widened(-6e-8, "float16"), -(2 ** -24));
  assert.equal(widened(0.1523, "bfloat16"), 0.15234375);
  assert.equal(widened("-inf", "bfloat16"), -Infinity);
});

test("ties go to the even digit, as in Python", () => {
  assert.equal(fixed(0.03125, 4), "0.0312");
  assert.equal(fixed(0.09375, 4), "0.0938");
  assert.equal(scientific(100005, 4), "1.0000e+05");
  assert.equal(scientific(200015, 4), "2.0002e+05");
});

test("a small value is written whole, a large one by its shape", () => {
  const vector = { shape: [3], dtype: "float32", data: [0.2, 2, 20] };
  const matrix = { shape: [2, 2], dtype: "float32", data: [1, 2, 3, 4] };
  assert.equal(compactValue(vector), "[0.2, 2.0, 20.0]");
  assert.equal(compactValue(matrix), "[[1.0, 2.0], [3.0, 4.0]]");
  assert.equal(compactValue({ shape: [12, 30], dtype: "float32" }), "[12 × 30]");
  assert.equal(inlineValue({ shape: [12, 30], dtype: "float32" }), null);
});

test("adding a negative number is written as taking away", () => {
  assert.equal(plus("0.0", "-2.05"), "0.0 - 2.05");
  assert.equal(plus("0.2", "0.2"), "0.2 + 0.2");
});

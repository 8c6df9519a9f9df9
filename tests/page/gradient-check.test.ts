// gradient-check.ts: what is said of the numeric check of a node, in both languages.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { GradientCheck, Slope } from "../../static/src/model/gradient-check.ts";
import {
  checkWords, howWords, reasonWords, slopeName, slopeNumber,
} from "../../static/src/words/gradient-check.ts";
import { fixture } from "./fixtures/load.ts";

const ROW: Slope = {
  slot: "x", index: [0, 2], output: 5, analytic: 2, numeric: 4.00000012, left: 4, right: 4,
  reason: "other",
};
const CHECK: GradientCheck = {
  custom: true, refused: null, message: null, each: true, eps: 1e-6, rounding: 2.5e-7,
  operands: [{ slot: "x", entries: 6, tried: 6, differing: 0, kinks: 0 }], rows: [],
};

function said(check: Partial<GradientCheck>, language: "en" | "zh" = "en"): string {
  const answer = { kind: "done", check: { ...CHECK, ...check } } as const;
  return checkWords({ run: fixture("loop"), node: "n1", answer }, language);
}

test("a slope is called by the entries of the result and of the operand", () => {
  assert.equal(slopeName(ROW, "y", [2, 3]), "∂y[1, 2] / ∂x[0, 2]");
  assert.equal(slopeName({ ...ROW, index: [], output: null }, "y", []), "∂y / ∂x");
  assert.equal(slopeName(ROW, "y", null), "∂y[#5] / ∂x[0, 2]");
  assert.deepEqual([4.00000012, "nan", 1e-9].map((n) => slopeNumber(n as never)),
    ["4.0", "nan", "1e-9"]);
});

test("slopes at kinks are told apart from those that are wrong", () => {
  assert.match(said({}), /at all entries that were tried/);
  const at = (differing: number, kinks: number): Partial<GradientCheck> =>
    ({ operands: [{ slot: "x", entries: 6, tried: 6, differing, kinks }] });
  assert.match(said(at(2, 2)), /but for 2 at kinks/);
  assert.match(said(at(3, 2)), /^1 slope/);
  assert.match(said(at(4, 1), "zh"), /3 个斜率/);
});

test("the same reason is said otherwise of a backward that the program defines", () => {
  assert.match(reasonWords(ROW, true, "en"), /straight-through/);
  assert.match(reasonWords(ROW, false, "en"), /formula of the op/);
  const kink = { ...ROW, reason: "kink", left: 0, right: 1 } as const;
  assert.match(reasonWords(kink, false, "en"), /is 0\.0 before the entry and 1\.0 after/);
  assert.match(reasonWords(kink, false, "zh"), /左侧斜率为 0\.0，右侧为 1\.0/);
});

test("how it was checked is told: step, entries, weights and rounding", () => {
  const words = howWords({ ...CHECK, each: false }, "float32", "en").join(" ");
  assert.match(words, /eps = 1e-6; tried x: 6 of 6 entries/);
  assert.match(words, /fixed weights/);
  assert.match(words, /In float32 .* at most 2\.5e-7/);
});

test("what cannot be checked says why in a sentence", () => {
  assert.match(said({ refused: "random" }), /gives two results/);
  assert.match(said({ refused: "backward", message: "ValueError: no" }), /raises ValueError: no/);
});

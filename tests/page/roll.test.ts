// step-list.ts: the steps as a list, and those that a search finds.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  lineOf, sentenceOf, signOf, sortsIn, stepsFound, type Roll,
} from "../../static/src/words/step-list.ts";
import { steps } from "../../static/src/model/timeline.ts";
import { fixture } from "./fixtures/load.ts";

function rollOf(name: string, language: Roll["language"] = "en"): Roll {
  const run = fixture(name);
  return { run, stops: steps(run, "lesson"), language };
}

const ALL = { words: "", sort: null };

test("every step has a row, from the first on", () => {
  const roll = rollOf("diamond");
  const found = stepsFound(roll, ALL);
  assert.deepEqual([found[0], found.at(-1)], [1, roll.stops.length - 1]);
  assert.equal(sentenceOf(roll, 1), "x is a leaf: 2.0. It asks for a gradient.");
  assert.equal(lineOf(roll, 1), fixture("diamond").events[0]!.kind === "leaf" ? 2 : null);
});

test("words find the steps whose sentences have them, in the language of the page", () => {
  const roll = rollOf("diamond");
  assert.deepEqual(stepsFound(roll, { words: "Both ITS ", sort: null }).map((n) =>
    sentenceOf(roll, n).slice(0, 33)), ["MulBackward0 (y) has both its gra"]);
  assert.deepEqual(stepsFound(rollOf("diamond", "zh"), { words: "both its", sort: null }), []);
  assert.equal(stepsFound(rollOf("diamond", "zh"), { words: "都到齐", sort: null }).length, 1);
});

test("a kind finds its steps, and only kinds that are there are offered", () => {
  const roll = rollOf("accumulate");
  const added = stepsFound(roll, { words: "", sort: "grad" });
  assert.ok(added.length >= 2 && added.every((n) => signOf(roll, n) === "grad"));
  assert.ok(sortsIn(roll.run).includes("zero"));
  assert.ok(!sortsIn(fixture("diamond")).includes("zero"));
  assert.deepEqual(stepsFound(roll, { words: "nothing says this", sort: "grad" }), []);
});

test("the last step of a run that failed is the error", () => {
  const roll = rollOf("vectors");
  assert.equal(signOf(roll, roll.stops.length - 1), "fail");
  assert.deepEqual(stepsFound(roll, { words: "", sort: "fail" }), [roll.stops.length - 1]);
});

// text-alternative.ts: the stage in words says what the picture shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ledgerLines, mirrorOf } from "../../static/src/words/text-alternative.ts";
import { parseRun } from "../../static/src/model/run.ts";
import { frameAt, type LedgerEntry } from "../../static/src/model/timeline.ts";
import accumulate from "./fixtures/accumulate.json" with { type: "json" };

const RUN = parseRun(accumulate);

function wordsAt(at: number, language: "en" | "zh" = "en"): readonly string[] {
  return mirrorOf(RUN, frameAt(RUN, at), at, language).map(({ words }) => words);
}

/** Frame numbers just after each `grad` event. */
const GRADS = RUN.events.flatMap((event, i) => (event.kind === "grad" ? [i + 1] : []));

test("the leaf reads as one number, then as a sum, then as zero", () => {
  const leaf = (at: number) => wordsAt(at).find((words) => words.startsWith("x, leaf"));
  const [first, second, reset] = GRADS.map(leaf);
  assert.equal(first, "x, leaf, value 0.5, gradient 0.2");
  assert.equal(second, "x, leaf, value 0.5, gradient 0.2 + 0.2 = 0.4");
  assert.equal(reset, "x, leaf, value 0.5, gradient 0.4 → 0.0");
});

test("nothing stands on the stage before it is made", () => {
  assert.deepEqual(wordsAt(0), []);
});

test("every box of the pass has its line once all are made", () => {
  const end = RUN.passes[0]?.last ?? 0;
  assert.equal(wordsAt(end).length, RUN.passes[0]?.boxes.length);
});

test("a node says what it saved, and later that it is freed", () => {
  assert.ok(wordsAt(GRADS[0] ?? 0).some((words) => words.includes("saved other")));
  const end = RUN.events.findLastIndex((event) => event.kind === "free") + 1;
  assert.ok(wordsAt(end).some((words) => words.includes("saved tensors freed")));
});

test("中文 says the same numbers", () => {
  const words = wordsAt(GRADS[1] ?? 0, "zh").find((line) => line.startsWith("x, 叶子"));
  assert.equal(words, "x, 叶子, 值 0.5, 梯度 0.2 + 0.2 = 0.4");
});

function entry(before: readonly number[] | null, added: readonly number[] | null,
  after: readonly number[] | null, shape: readonly number[]): LedgerEntry {
  const value = (data: readonly number[] | null) => data && { shape, dtype: "float32", data };
  return {
    before: value(before), added: value(added), after: value(after),
    by: "accumulate", call: 1, line: 1, event: 0,
  };
}

test("a small tensor's account is a sum for each entry, with its place", () => {
  assert.deepEqual(ledgerLines(entry([1, 2], [3, -4], [4, -2], [2])),
    ["[0] 1.0 + 3.0 = 4.0", "[1] 2.0 - 4.0 = -2.0"]);
  assert.deepEqual(ledgerLines(entry([1, 2, 3, 4], [1, 1, 1, 1], [2, 3, 4, 5], [2, 2]))[2],
    "[1, 0] 3.0 + 1.0 = 4.0");
});

test("a first gradient is itself, and one that is let go says so", () => {
  assert.deepEqual(ledgerLines(entry(null, [0.5], [0.5], [])), ["0.5"]);
  assert.deepEqual(ledgerLines(entry([0.5], null, null, [])), ["0.5 → None"]);
});

test("a large tensor's account is one line", () => {
  const many = Array.from({ length: 300 }, () => 1);
  assert.equal(ledgerLines(entry(many, many, many, [300])).length, 1);
});

test("each box says what leads to it and what it leads to, with what came back", () => {
  const end = RUN.passes[0]?.last ?? 0;
  const lines = mirrorOf(RUN, frameAt(RUN, end), end, "en");
  const ways = (start: string) => lines.find(({ words }) => words.startsWith(start))?.links ?? [];
  const product = lines.find(({ words }) => words.startsWith("y, MulBackward0"))!;
  assert.ok(product.links.some(({ words }) => /^input \w+: x/.test(words)));
  assert.ok(product.links.some(({ words }) => words.includes("gradient 0.2 came back")));
  assert.deepEqual(ways("x, leaf").map(({ words }) => words), ["leads to x, AccumulateGrad"]);
  for (const { links } of lines) {
    for (const { to } of links) assert.ok(lines.some(({ id }) => id === to));
  }
});

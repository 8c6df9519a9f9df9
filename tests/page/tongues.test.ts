// Torch's English inside Chinese sentences is marked, names and formulas are not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tonguesOf } from "../../static/src/words/language-spans.ts";

function english(text: string): readonly string[] {
  const parts = tonguesOf(text);
  assert.equal(parts.map((part) => part.text).join(""), text);
  return parts.filter(({ isEnglish }) => isEnglish).map((part) => part.text);
}

test("an error's own words are English, what is around them is not", () => {
  const torch = "RuntimeError: grad can be implicitly created only for scalar outputs";
  assert.deepEqual(english(`第 4 行：${torch}`), [torch]);
  assert.deepEqual(english(`${torch}。请先调用 .sum()。`), [torch]);
});

test("names, formulas and numbers in a Chinese sentence are read in Chinese", () => {
  for (const text of [
    "y = x × 2 = 4.0。MulBackward0 记入计算图，并保存 other。",
    "MulBackward0 (y) 的 2 个梯度都到齐了：7.0 + 5.0 = 12.0。它把 12.0 × x = 24.0 送给 x。",
    "loss.backward(retain_graph=True)", "第 1 次反向传播从 loss 开始，梯度为 1.0。", "",
  ]) assert.deepEqual(english(text), []);
});

test("a sentence without Chinese is English as a whole", () => {
  const text = "The seed must be a whole number from 0 to 9007199254740991.";
  assert.deepEqual(english(text), [text]);
});

// strings.ts: both languages are complete, and a sentence in one says as much as in the other.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ACTIONS } from "../../static/src/app/actions.ts";
import { say, STRINGS } from "../../static/src/words/strings.ts";
import { REFUSAL_STRINGS } from "../../static/src/words/strings/refusals.ts";

const ENTRIES = Object.entries(STRINGS);

function slotsOf(words: string): readonly string[] {
  return [...words.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort();
}

test("every key has words in English and in 中文", () => {
  for (const [key, [en, zh]] of ENTRIES) {
    assert.ok(en.trim() !== "" && zh.trim() !== "", key);
  }
});

test("no key stands in two tables, where one would take the place of the other", () => {
  const words = new URL("../../static/src/words/", import.meta.url);
  const tables = readdirSync(new URL("strings", words)).map((file) => `strings/${file}`);
  const files = ["strings.ts", ...tables.filter((file) => !file.endsWith("refusals.ts"))];
  const texts = files.map((file) => readFileSync(new URL(file, words), "utf8"));
  const written = [...texts.join("").matchAll(/^  (\w+): \[/gm)].map(([, key]) => key);
  const keys = [...written, ...Object.keys(REFUSAL_STRINGS)];
  assert.equal(new Set(keys).size, ENTRIES.length);
  assert.deepEqual(keys.filter((key, i) => keys.indexOf(key) < i), []);
});

test("both languages of a key fill in the same slots", () => {
  for (const [key, [en, zh]] of ENTRIES) assert.deepEqual(slotsOf(en), slotsOf(zh), key);
});

test("a sentence ends as a sentence in both languages", () => {
  for (const [key, [en, zh]] of ENTRIES) {
    if (en.endsWith(".")) assert.ok(zh.endsWith("。"), key);
  }
});

test("Chinese words take Chinese punctuation", () => {
  for (const [key, [, zh]] of ENTRIES) assert.doesNotMatch(zh, /[一-鿿][,:;!?]/, key);
});

test("slots are filled, and one without a filling stays to be seen", () => {
  assert.equal(say("en", "line", { n: 3 }), "line 3");
  assert.equal(say("zh", "line", { n: 3 }), "第 3 行");
  assert.equal(say("en", "line"), "line {n}");
});

test("every action has words", () => {
  for (const { name, label } of ACTIONS) assert.notEqual(say("en", label), "", name);
});

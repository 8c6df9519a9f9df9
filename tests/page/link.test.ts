// What is the page's own about links: which hashes mean to be one, and digests of tapes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { digestOf } from "../../static/src/model/digest.ts";
import { isLink } from "../../static/src/model/link.ts";
import { parseRun } from "../../static/src/model/run.ts";

function runOf(name: string): ReturnType<typeof parseRun> {
  const file = new URL(`fixtures/${name}.json`, import.meta.url);
  return parseRun(JSON.parse(readFileSync(file, "utf-8")));
}

test("a hash that names a part of the page is no link", () => {
  assert.equal(isLink("#steps"), false);
  assert.equal(isLink(""), false);
});

test("a link of any version means to be one", () => {
  assert.equal(isLink("#1.AAAA"), true);
  assert.equal(isLink("2.x"), true);
});

test("the same tape has the same digest, however long the run took", () => {
  const one = runOf("accumulate");
  const other = { ...runOf("accumulate"), outcome: { ...one.outcome, seconds: 99 } };
  assert.equal(digestOf(one), digestOf(other));
  assert.match(digestOf(one), /^[0-9a-z]{1,11}$/);
});

test("one number more on the tape changes the digest", () => {
  const one = runOf("accumulate");
  const events = one.events.map((event) =>
    (event.kind === "grad" ? { ...event, call: (event.call ?? 0) + 1 } : event));
  assert.notEqual(digestOf(one), digestOf({ ...one, events }));
  assert.notEqual(digestOf(one), digestOf(runOf("diamond")));
});

test("events in another order have another digest", () => {
  const one = runOf("accumulate");
  assert.notEqual(digestOf(one), digestOf({ ...one, events: [...one.events].reverse() }));
});

test("what a tape says of its modules leaves its digest as it was", () => {
  const one = runOf("accumulate");
  const modules = [{ name: "net", type: "Linear", extra: "in_features=1, out_features=1" }];
  const events = one.events.map((event) => event.kind === "op" ? { ...event, modules } : event);
  assert.equal(digestOf({ ...one, events }), digestOf(one));
});

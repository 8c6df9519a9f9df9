// A picture as its author arranged it: folds, dragged boxes and a look inside, there and back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { peekOf } from "../../static/src/app/value-view.ts";
import type { Layout, Run } from "../../static/src/model/run.ts";
import { EVERYTHING, OPEN, sheetOf, type Folds } from "../../static/src/drawing/sheet.ts";
import {
  foldsOfWord, foldsWord, movedWord, offsetsOfWord, peekOfWord, peekWord,
} from "../../static/src/app/state/arrangement.ts";
import { fixture } from "./fixtures/load.ts";

/** A run with one layout of groups, all of which begin open. */
function runOf(labels: readonly string[]): Run {
  const diamond = fixture("diamond");
  const [layout] = diamond.layouts;
  const [form, inside] = [layout!.down, { boxes: [], groups: [], entries: [], exits: [], edges: [],
    lines: [], right: layout!.down, down: layout!.down }];
  const groups = labels.map((label) => ({ kind: "function" as const, label, parent: null, face: 0,
    ops: 1, times: 1, w: 10, h: 10, inside }));
  const whole: Layout = { ...layout!, groups, folded: { ...inside, right: form, down: form } };
  return { ...diamond, layouts: [whole, whole] };
}

function wishes(...given: readonly (readonly [string, boolean])[]): Folds {
  const own = new Map(given.map(([label, folded]) => [`function ${label} 1`, folded]));
  return { level: EVERYTHING, own };
}

test("a link says only what is folded other than at first", () => {
  const run = runOf(["a()", "b()", "c()", "d()"]);
  assert.equal(foldsWord(run, wishes()), null);
  assert.equal(foldsWord(run, wishes(["a()", false], ["other()", true])), null);
  assert.equal(foldsWord(run, wishes(["a()", true], ["d()", true], ["b()", true])), "f0~1,3");
});

test("folding everything takes no more room than folding one", () => {
  const labels = [...new Array(300).keys()].map((n) => `f${n}()`);
  const all = wishes(...labels.map((label) => [label, true] as const));
  assert.equal(foldsWord(runOf(labels), all), "f0~299");
});

test("folds come back from a link, and what the viewer folded before does not stay", () => {
  const run = runOf(["a()", "b()", "c()"]);
  const before = wishes(["b()", true], ["of another run()", true]);
  assert.deepEqual(foldsOfWord(run, "f0o2", before),
    wishes(["of another run()", true], ["a()", true], ["c()", false]));
  assert.deepEqual(foldsOfWord(run, null, wishes(["a()", true])), wishes());
  assert.deepEqual(foldsOfWord(run, "f7~9999", wishes()), wishes());
});

test("of a run with modules a link says the level down to which they are open", () => {
  const functions = runOf(["a()", "b()"]);
  const layouts = functions.layouts.map((layout) => ({ ...layout, groups: layout.groups.map(
    (group, i) => (i === 0 ? { ...group, kind: "module" as const } : group)) }));
  const run = { ...functions, layouts };
  assert.equal(foldsWord(run, wishes()), "99");
  assert.equal(foldsWord(run, { level: 0, own: new Map([["module a() 1", true]]) }), "0");
  assert.equal(foldsWord(run, { level: 0, own: new Map([["module a() 1", false]]) }), "0o0");
  assert.deepEqual(foldsOfWord(run, "0o0", wishes()),
    { level: 0, own: new Map([["module a() 1", false]]) });
  assert.equal(foldsOfWord(run, "o0", { ...OPEN, level: 1 }).level, 1);
});

test("dragged boxes come back where they were, those that are not there do not", () => {
  const run = fixture("diamond");
  const { plane } = sheetOf(run, run.passes[0]!, "right", OPEN);
  const offsets = new Map([[1, [12.4, -7.6] as const], [2, [0, 0] as const]]);
  assert.equal(movedWord(offsets), "1,12,-8");
  assert.equal(movedWord(new Map()), null);
  assert.deepEqual(offsetsOfWord(plane, "1,12,-8;99,5,5"), new Map([[1, [12, -8]]]));
  assert.deepEqual(offsetsOfWord(plane, null), new Map());
});

test("a look inside a large value comes back at the same entry, by the same name", () => {
  const run = fixture("large");
  const end = run.events.length;
  const weight = run.events.flatMap((event) =>
    (event.kind === "leaf" && event.requires_grad ? [event.value] : []))[0]!;
  const peek = { ...peekOf(weight, "weight"), at: [3, 4], shows: "numbers" } as const;
  const word = peekWord(peek);
  assert.equal(word, `${weight.id}:3,4:n`);
  const { value, at, shows, name } = peekOfWord(run, end, word)!;
  assert.deepEqual([value.id, at, shows, name], [weight.id, [3, 4], "numbers", "weight"]);
  assert.deepEqual(peekOfWord(run, end, `${weight.id}:3,400:n`)?.at, [0, 0]);
  assert.equal(peekOfWord(run, end, "999:0,0:c"), null);
  assert.equal(peekOfWord(run, end, null), null);
  assert.equal(peekWord(null), null);
});

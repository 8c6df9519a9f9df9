// The level: which modules are open at first, and the outline that lists them.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Group, Layout } from "../../static/src/model/run.ts";
import {
  beginsOpen, EVERYTHING, foldedOf, outlineOf, shortLabel,
} from "../../static/src/drawing/sheet.ts";
import { fixture } from "./fixtures/load.ts";

type Spec = readonly [kind: Group["kind"], label: string, parent: number | null];

function layoutOf(specs: readonly Spec[]): Layout {
  const layout = fixture("diamond").layouts[0]!;
  const inside = { boxes: [], groups: [], entries: [], exits: [], edges: [], lines: [],
    right: layout.down, down: layout.down };
  const groups = specs.map(([kind, label, parent]) =>
    ({ kind, label, parent, face: 0, ops: 1, times: kind === "repeat" ? 3 : 1, w: 10, h: 10,
      inside }));
  return { ...layout, groups, folded: inside };
}

const NET = layoutOf([
  ["function", "step()", null], ["module", "net", 0], ["module", "net.stem", 1],
  ["repeat", "net.h.0 … net.h.2", 1], ["module", "net.h.0", 3], ["module", "net.h.0.fc", 4],
  ["line", "7", null],
]);

function open(level: number): readonly string[] {
  return NET.groups.flatMap(({ label }, i) => (beginsOpen(NET, i, level) ? [label] : []));
}

test("a level opens modules within fewer others, never what repeats, always functions", () => {
  assert.deepEqual(open(0), ["step()", "7"]);
  assert.deepEqual(open(1), ["step()", "net", "7"]);
  assert.deepEqual(open(2), ["step()", "net", "net.stem", "7"]);
  assert.deepEqual(open(9), open(2));
  assert.equal(open(EVERYTHING).length, NET.groups.length);
});

test("what the viewer opened shows its insides folded", () => {
  const own = new Map([["module net 1", false], ["repeat net.h.0 … net.h.2 1", false]]);
  assert.deepEqual([...foldedOf(NET, { level: 0, own })], [2, 4]);
});

test("the outline has no lines, and paths without those of the modules around", () => {
  assert.deepEqual(outlineOf(NET).map(({ label, depth, hasInner }) => [label, depth, hasInner]), [
    ["step()", 0, true], ["net", 1, true], ["stem", 2, false], ["h.0 … h.2", 2, true],
    ["h.0", 3, true], ["fc", 4, false],
  ]);
  assert.equal(shortLabel(NET, 6), "7");
});

// The anatomy of a box: what the page draws has the room that the server leaves for it.

import assert from "node:assert/strict";
import { test } from "node:test";
import BOX from "../../server/graph/anatomy.json" with { type: "json" };
import {
  bodyHeight, FOOT, formOf, HEAD, NORMAL, slotHeight, SMALL,
} from "../../static/src/drawing/scene/anatomy.ts";
import { widthOf } from "../../static/src/drawing/scene/text-metrics.ts";
import type { Run, Value } from "../../static/src/model/run.ts";
import { FIXTURES, fixture } from "./fixtures/load.ts";

/** What receives a gradient and has no tabs. */
type Receiver = readonly [id: string, value: Value | null, isLeaf: boolean];

function receivers(run: Run): readonly Receiver[] {
  return run.events.flatMap((event): readonly Receiver[] => {
    if (event.kind === "leaf" && event.requires_grad) return [[event.tensor, event.value, true]];
    return event.kind === "op" && event.node && event.saved.length === 0
      ? [[event.node.id, event.outputs[0]!.value, false]] : [];
  });
}

test("the server's boxes are as high as the rows that the page draws in them", () => {
  let seen = 0;
  for (const run of FIXTURES.map(fixture)) {
    for (const [id, value, isLeaf] of receivers(run)) {
      const pass = run.passes.find(({ boxes }) => boxes.includes(id));
      const box = pass && run.layouts[pass.layout]!.boxes[pass.boxes.indexOf(id)];
      if (!box) continue;
      const form = formOf(value);
      const rows = HEAD + bodyHeight(form) + slotHeight(form, isLeaf) + FOOT;
      assert.equal(box.h, Math.ceil(rows / 4) * 4, id);
      seen += 1;
    }
  }
  assert.ok(seen > 15, `${seen}`);
});

test("the server leaves room for the widest character that the page writes", () => {
  for (const [character, places] of [["W", 1], ["m", 1], ["0", 1], ["漢", 2]] as const) {
    assert.ok(widthOf(character, NORMAL, "mono") <= places * BOX.name_character, character);
    assert.ok(widthOf(character, SMALL, "ui") <= places * BOX.title_character, character);
    assert.ok(widthOf(character, SMALL, "mono") <= places * BOX.foot_character, character);
  }
});

// The same tape to the right and down.

import assert from "node:assert/strict";
import { test } from "node:test";
import { turned } from "../../static/src/model/run.ts";
import { FIXTURES, fixture } from "./fixtures/load.ts";

for (const name of FIXTURES) {
  test(`${name}: turned down it has the same boxes and edges, from top to bottom`, () => {
    for (const layout of fixture(name).layouts) {
      const down = turned(layout, "down");
      assert.deepEqual([down.width, down.height], [layout.down.width, layout.down.height]);
      assert.deepEqual(
        down.boxes.map(({ kind, w, h }) => [kind, w, h]),
        layout.boxes.map(({ kind, w, h }) => [kind, w, h]));
      for (const edge of down.edges) {
        const [from, to] = [down.boxes[edge.from]!, down.boxes[edge.to]!];
        assert.equal(edge.points[0]![1], from.y + from.h / 2);
        assert.equal(edge.points.at(-1)![1], to.y - to.h / 2);
      }
    }
  });
}

test("a layout that was turned once is the same object from then on", () => {
  const layout = fixture("diamond").layouts[0]!;
  assert.equal(turned(layout, "right"), layout);
  assert.equal(turned(layout, "down"), turned(layout, "down"));
});

// Compact sheets: lower boxes for the far view. Nothing overlaps, and lines end at their boxes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OPEN, sheetOf, type Plane } from "../../static/src/drawing/sheet.ts";
import { compactLayout } from "../../static/src/drawing/sheet/compact.ts";
import { needsCompact } from "../../static/src/drawing/stage/first-level.ts";
import { FIXTURES, fixture } from "./fixtures/load.ts";

const STAGE = { w: 840, h: 600 };
const FOLDED = { level: 0, own: new Map() };

function overlapping({ boxes }: Plane): readonly string[] {
  return boxes.flatMap((a, i) => boxes.slice(i + 1).flatMap((b, j) =>
    (Math.abs(a.x - b.x) < (a.w + b.w) / 2 - 0.5 && Math.abs(a.y - b.y) < (a.h + b.h) / 2 - 0.5
      ? [`${i} ${i + 1 + j}`] : [])));
}

/** Lines whose ends are not at the edges of their boxes, within a pixel. */
function loose({ boxes, edges }: Plane): readonly number[] {
  return edges.flatMap(({ from, to, points }, i) => {
    const isAt = ([x, y]: readonly [number, number], box: number): boolean => {
      const { x: a, y: b, w, h } = boxes[box]!;
      return Math.abs(x - a) <= w / 2 + 1 && Math.abs(y - b) <= h / 2 + 1;
    };
    return isAt(points[0]!, from) && isAt(points.at(-1)!, to) ? [] : [i];
  });
}

test("in a compact sheet nothing overlaps, and lines end at their boxes", () => {
  for (const name of FIXTURES) {
    const run = fixture(name);
    for (const bearing of ["right", "down"] as const) {
      for (const folds of [OPEN, FOLDED]) {
        for (const pass of run.passes) {
          const { plane } = sheetOf(run, pass, bearing, folds, STAGE, true);
          assert.deepEqual(overlapping(plane), [], `${name} ${bearing}`);
          assert.deepEqual(loose(plane), [], `${name} ${bearing}`);
        }
      }
    }
  }
});

test("a compact sheet has the same boxes, none of them higher, on less room", () => {
  for (const name of FIXTURES) {
    const run = fixture(name);
    const near = sheetOf(run, run.passes[0]!, "right", OPEN);
    const far = sheetOf(run, run.passes[0]!, "right", OPEN, null, true);
    assert.deepEqual(far.ids, near.ids);
    assert.equal(far.source, near.layout);
    assert.equal(far.layout, compactLayout(near.layout));
    far.plane.boxes.forEach(({ w, h }, i) => {
      assert.ok(w === near.plane.boxes[i]!.w && h <= near.plane.boxes[i]!.h);
    });
    assert.ok(far.plane.bounds.w <= near.plane.bounds.w && far.plane.bounds.h
      <= near.plane.bounds.h + 1);
  }
});

test("what can be read whole stays as it is, what cannot is compact", () => {
  const small = fixture("diamond");
  const room = { ...STAGE, type: 1 };
  assert.equal(needsCompact(small, small.passes[0]!, "right", OPEN, room), false);
  const tiny = { w: 240, h: 160, type: 1 };
  assert.equal(needsCompact(small, small.passes[0]!, "right", OPEN, tiny), true);
});

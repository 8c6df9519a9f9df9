// What is drawn where the camera looks: of a part of the world, all that is seen in it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rect } from "../../static/src/drawing/geometry.ts";
import { PLAIN_VIEW, scene, type Shape } from "../../static/src/drawing/scene.ts";
import { drawnSize } from "../../static/src/drawing/stage/parts.ts";
import { boundsOf } from "../../static/src/drawing/stage/parts.ts";
import { createShown } from "../../static/src/drawing/stage/shown.ts";
import { fixture, FIXTURES } from "./fixtures/load.ts";

function rectOf(shape: Shape): Rect {
  switch (shape.kind) {
    case "path": return boundsOf(shape);
    case "text": return { x: shape.x - 120, y: shape.y - 8, w: 240, h: 16 };
    case "token": return { ...shape, x: shape.x - shape.w / 2, y: shape.y - shape.h / 2 };
    default: return shape;
  }
}

function meets(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** Places all over the shapes of a picture. */
function places(shapes: readonly Shape[]): readonly Rect[] {
  return shapes.filter((_, i) => i % 40 === 0)
    .map((shape) => ({ x: rectOf(shape).x, y: rectOf(shape).y, w: 80, h: 60 }));
}

test("of a part of the world, all is drawn that can be seen there, in the same order", () => {
  for (const name of FIXTURES) {
    const run = fixture(name);
    for (const share of [0.4, 0.8, 1]) {
      const cursor = Math.floor(share * run.events.length) - (share === 1 ? 0 : 0.5);
      const all = scene(run, cursor, PLAIN_VIEW);
      for (const seen of places(all)) {
        const some = scene(run, cursor, PLAIN_VIEW, seen);
        const ids = new Set(some.map(({ id }) => id));
        const missing = all.filter((shape) => !ids.has(shape.id) && meets(rectOf(shape), seen));
        assert.deepEqual(missing.map(({ id }) => id), [], `${name} at ${cursor}`);
        assert.deepEqual(some, all.filter(({ id }) => ids.has(id)));
      }
    }
  }
});

test("boxes that are far from what is seen are not drawn", () => {
  const run = fixture("large");
  const far = scene(run, run.events.length, PLAIN_VIEW, { x: -9000, y: -9000, w: 800, h: 600 });
  assert.deepEqual(far.filter(({ id }) => /^[tn]\d+/.test(id)), []);
});

test("a box that was dragged into view is drawn, with its lines", () => {
  const run = fixture("diamond");
  const view = { ...PLAIN_VIEW, offsets: new Map([[0, [-9000, -9000] as const]]) };
  const away = { x: -9500, y: -9500, w: 1000, h: 1000 };
  const drawn = scene(run, run.events.length, view, away);
  assert.ok(drawn.some(({ id, kind }) => kind === "box" && /^[tn]\d+$/.test(id)));
  assert.ok(drawn.some(({ id }) => id.startsWith("edge/")));
});

test("shapes are asked for once as long as the camera stays near", () => {
  const asked: (Rect | null)[] = [];
  let told = 0;
  const shown = createShown(() => { told++; });
  shown.replace((seen) => { asked.push(seen); return []; });
  shown.within({ x: 0, y: 0, w: 100, h: 100 });
  shown.within({ x: 20, y: -20, w: 100, h: 100 });
  assert.deepEqual([asked.length, told], [1, 1]);
  shown.within({ x: 40, y: 0, w: 100, h: 100 });
  assert.deepEqual([asked.length, told], [2, 2]);
  shown.all();
  shown.all();
  assert.deepEqual([asked.length, asked.at(-1), told], [3, null, 2]);
  shown.replace(() => []);
  shown.within({ x: 40, y: 0, w: 100, h: 100 });
  assert.equal(told, 3);
});

test("small type is drawn a little larger where that makes it legible", () => {
  assert.equal(drawnSize({ size: 12 }, 1), 12);
  assert.equal(drawnSize({ size: 12 }, 0.88) * 0.88, 11);
  assert.equal(drawnSize({ size: 12 }, 0.5), 12.84);
  assert.equal(drawnSize({ size: 12, fixed: true }, 0.5), 24);
});

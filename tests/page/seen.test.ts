// What is drawn where the camera looks: of a part of the world, all that is seen in it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rect } from "../../static/src/drawing/geometry.ts";
import type { Run } from "../../static/src/model/run.ts";
import { PLAIN_VIEW, scene, type Shape, type View } from "../../static/src/drawing/scene.ts";
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

const VIEWS: readonly View[] = [PLAIN_VIEW, { ...PLAIN_VIEW, detail: "far", scale: 0.34 }];

/** Moments of a run, under way but for the last, in every view. */
function* moments(run: Run): Generator<readonly [cursor: number, view: View]> {
  for (const share of [0.4, 0.8, 1]) {
    const cursor = Math.floor(share * run.events.length) - (share === 1 ? 0 : 0.5);
    for (const view of VIEWS) yield [cursor, view];
  }
}

test("of a part of the world, all is drawn that can be seen there, in the same order", () => {
  for (const name of FIXTURES) {
    const run = fixture(name);
    for (const [cursor, view] of moments(run)) {
      const all = scene(run, cursor, view);
      for (const seen of places(all)) {
        const some = scene(run, cursor, view, seen);
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

test("of a picture only what is seen is asked for, and once it moves, what is near that", () => {
  const asked: (Rect | null)[] = [];
  let told = 0;
  const shown = createShown(() => { told++; });
  const seen = { x: 0, y: 0, w: 100, h: 100 };
  shown.replace((room) => { asked.push(room); return []; });
  shown.within(seen);
  shown.within(seen);
  assert.deepEqual([asked, told], [[seen], 1]);
  shown.within({ ...seen, x: 20 });
  shown.within({ ...seen, x: 40, y: -20 });
  assert.deepEqual([asked.length, told], [2, 2]);
  shown.within({ ...seen, x: 60 });
  assert.deepEqual([asked.length, told], [3, 3]);
  shown.all();
  shown.all();
  assert.deepEqual([asked.length, asked.at(-1), told], [4, null, 3]);
  shown.replace((room) => { asked.push(room); return []; });
  shown.within(seen);
  assert.deepEqual([asked.at(-1), told], [seen, 4]);
});

/** The boxes that have shapes of their inside that were not there before. */
function madeAnew(before: readonly Shape[], after: readonly Shape[]): readonly string[] {
  const known = new Set(before);
  const anew = after.filter((shape) => !known.has(shape))
    .flatMap(({ id }) => /^([tn]\d+)\/(?:far|bar)/.exec(id)?.[1] ?? []);
  return [...new Set(anew)];
}

test("a step makes anew only the shapes of boxes that it changes, going back makes none", () => {
  const run = fixture("nested");
  const view = VIEWS[1]!;
  const backward = run.events.findIndex(({ kind }) => kind === "flow");
  const before = scene(run, backward, view);
  const boxes = new Set(before.flatMap(({ id }) => /^[tn]\d+/.exec(id)?.[0] ?? []));
  const after = scene(run, backward + 1, view);
  const changed = madeAnew(before, after);
  assert.ok(changed.length > 0 && changed.length <= 2 && boxes.size > 3, changed.join());
  assert.deepEqual(madeAnew(before, scene(run, backward, view)), []);
});

test("small type is drawn a little larger where that makes it legible", () => {
  assert.equal(drawnSize({ size: 12 }, 1), 12);
  assert.equal(drawnSize({ size: 12 }, 0.88) * 0.88, 11);
  assert.equal(drawnSize({ size: 12 }, 0.5), 12.84);
  assert.equal(drawnSize({ size: 12, fixed: true }, 0.5), 24);
});

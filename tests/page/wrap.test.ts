// Long tapes in rows: which cuts are made, and how lines go on in the next row.

import assert from "node:assert/strict";
import { test } from "node:test";
import { moved, type Curve } from "../../static/src/drawing/geometry.ts";
import { turnsOf } from "../../static/src/drawing/scene/turn.ts";
import type { Place } from "../../static/src/drawing/sheet/frame.ts";
import { wrapped, type Line, type Strip, type Wrapped }
  from "../../static/src/drawing/sheet/wrap.ts";
import { LEGIBLE, leastScale, wholeOf } from "../../static/src/drawing/stage/viewpoint.ts";

const ROOM = { along: 840, across: 600, enough: 0.75 };
const [LONG, WIDE, PITCH] = [140, 100, 200];

function block(i: number, v = 0): Place {
  return { u: i * PITCH, v, long: LONG, wide: WIDE };
}

/** A line from a block to another, level all the way. */
function line(from: number, to: number, v = 0): Line {
  const [a, b] = [from * PITCH + LONG / 2, to * PITCH - LONG / 2];
  return { key: `${from}`, short: false,
    curve: [[a, v], [a + (b - a) / 3, v], [b - (b - a) / 3, v], [b, v]] };
}

function chain(blocks: number): Strip {
  return {
    blocks: Array.from({ length: blocks }, (_, i) => block(i)),
    lines: Array.from({ length: blocks - 1 }, (_, i) => line(i, i + 1)),
  };
}

function placesIn(rows: Wrapped, { blocks }: Strip): readonly Place[] {
  return blocks.map((place) => {
    const [du, dv] = rows.shift([place.u, place.v]);
    return { ...place, u: place.u + du, v: place.v + dv };
  });
}

test("a chain of 60 ops becomes rows of about the shape of the stage", () => {
  const strip = chain(60);
  const places = placesIn(wrapped(strip, ROOM)!, strip);
  const rows = new Map<number, number>();
  for (const { v } of places) rows.set(v, (rows.get(v) ?? 0) + 1);
  assert.ok(rows.size >= 5 && rows.size <= 12, `${rows.size} rows`);
  const counts = [...rows.values()];
  assert.ok(counts.slice(0, -1).every((count) => count === counts[0]));
  assert.ok(counts.at(-1)! <= counts[0]!);
});

test("a tape that is read whole, or gains little, stays in one row", () => {
  assert.equal(wrapped(chain(5), ROOM), null);
  assert.equal(wrapped({ blocks: [block(0), block(1), block(0, 900), block(1, 900)], lines: [] },
    ROOM), null);
  assert.equal(wrapped({ blocks: [], lines: [] }, ROOM), null);
});

test("a line goes on in the next row, in a chain of cubics from box to box", () => {
  const strip = chain(60);
  const rows = wrapped(strip, ROOM)!;
  const places = placesIn(rows, strip);
  let turns = 0;
  rows.curves.forEach((curve, i) => {
    const [from, to] = [places[i]!, places[i + 1]!];
    assert.equal(curve.length % 3, 1);
    assert.deepEqual(curve[0], [from.u + LONG / 2, from.v]);
    assert.deepEqual(curve.at(-1), [to.u - LONG / 2, to.v]);
    assert.equal(turnsOf(curve, "right").length, from.v === to.v ? 0 : 2);
    turns += from.v === to.v ? 0 : 1;
  });
  assert.ok(turns >= 4);
});

test("lines of one source share a lane, others keep 10 pixels apart", () => {
  const strip = chain(40);
  const far = [0, 1].map((from): Line =>
    ({ ...line(from, 39, 20 + 20 * from), key: `far${from}` }));
  const rows = wrapped({ ...strip, lines: [...strip.lines, ...far, far[0]!] }, ROOM)!;
  const [first, second, twin] = rows.curves.slice(-3);
  assert.deepEqual(twin, first);
  const backAt = (curve: Curve) => turnsOf(curve, "right")[0]![1];
  const before = (curve: Curve) => Math.min(...curve.map(([u]) => u));
  assert.equal(Math.abs(backAt(first!) - backAt(second!)), 10);
  assert.equal(Math.abs(before(first!) - before(second!)), 10);
});

test("of a long line only the ends go with boxes that are dragged", () => {
  const strip = chain(60);
  const curve = wrapped(strip, ROOM)!.curves.find((one) => turnsOf(one, "right").length > 0)!;
  const bent = moved(curve, [30, 40], [0, 0]);
  assert.deepEqual(bent[0], [curve[0]![0] + 30, curve[0]![1] + 40]);
  assert.deepEqual(bent.slice(2), curve.slice(2));
});

test("all of a world fits, whatever its size", () => {
  const room = { w: 840, h: 600, type: 1 };
  const huge = { x: 0, y: 0, w: 400_000, h: 900 };
  assert.ok(wholeOf(room, huge).scale * huge.w <= room.w);
  assert.ok(leastScale(room, huge) <= wholeOf(room, huge).scale);
  assert.equal(leastScale(room, { ...huge, w: 900 }), LEGIBLE / 2);
});

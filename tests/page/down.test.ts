// A tape that runs down: what sits on the far side of a box to the right sits below it here.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlowEvent } from "../../static/src/model/run.ts";
import {
  PLAIN_VIEW, scene, type BoxShape, type TokenShape, type View,
} from "../../static/src/drawing/scene.ts";
import { bearingOf, reduce, sheetNow, START, viewOf } from "../../static/src/app/state.ts";
import { eventOf, FIXTURES, fixture } from "./fixtures/load.ts";

const DOWN: View = { ...PLAIN_VIEW, bearing: "down" };
const DIAMOND = fixture("diamond");

function boxesAt(cursor: number): ReadonlyMap<string, BoxShape> {
  return new Map(scene(DIAMOND, cursor, DOWN).flatMap((shape) =>
    shape.kind === "box" ? [[shape.id, shape]] : []));
}

for (const name of FIXTURES) {
  test(`${name}: down, every shape has finite numbers and an id of its own`, () => {
    const run = fixture(name);
    for (let cursor = 0; cursor <= run.events.length; cursor += 0.37) {
      const shapes = scene(run, cursor, DOWN);
      assert.equal(new Set(shapes.map((shape) => shape.id)).size, shapes.length);
      const numbers = JSON.stringify(shapes);
      assert.ok(!numbers.includes("NaN") && !numbers.includes(":null,\"y\""));
    }
  });
}

test("a gate stands in the middle of the lower edge", () => {
  const boxes = boxesAt(DIAMOND.events.length);
  const gates = [...boxes.values()].filter(({ id }) => id.endsWith("/gate"));
  assert.ok(gates.length > 3);
  for (const gate of gates) {
    const box = boxes.get(gate.id.replace("/gate", ""))!;
    assert.equal(gate.y + gate.h / 2, box.y + box.h);
    assert.equal(gate.x + gate.w / 2, box.x + box.w / 2);
  }
});

test("what waits at a gate waits below it, side by side, with the count to the right", () => {
  const last = eventOf(DIAMOND, (event) => event.kind === "flow" && event.arrived === 2);
  const flow = DIAMOND.events[last] as FlowEvent;
  const shapes = scene(DIAMOND, last + 1, DOWN);
  const box = shapes.find((shape): shape is BoxShape =>
    shape.kind === "box" && shape.id === flow.to)!;
  const waiting = shapes.filter((shape): shape is TokenShape =>
    shape.kind === "token" && shape.id.startsWith(`${flow.to}/waiting`));
  assert.equal(waiting.length, 2);
  for (const token of waiting) assert.ok(token.y - token.h / 2 > box.y + box.h);
  assert.equal(waiting[0]!.y, waiting[1]!.y);
  assert.ok(waiting[0]!.x + waiting[0]!.w / 2 <= waiting[1]!.x - waiting[1]!.w / 2);
  const count = shapes.find((shape): shape is BoxShape => shape.id === `${flow.to}/count`)!;
  assert.ok(count.x >= waiting[1]!.x + waiting[1]!.w / 2);
});

function overlap(a: BoxShape, b: BoxShape): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

for (const view of [DOWN, PLAIN_VIEW]) {
  test(`${view.bearing}: the sentence at what is to blame hides no box`, () => {
    const run = fixture("vectors");
    const { boxes } = run.passes.at(-1)!;
    const shapes = scene(run, run.events.length, view)
      .filter((shape): shape is BoxShape => shape.kind === "box");
    const bubble = shapes.find(({ id }) => id.endsWith("/bubble"))!;
    const standing = shapes.filter(({ id }) => boxes.includes(id));
    assert.ok(standing.length >= 3);
    for (const box of standing) assert.ok(!overlap(box, bubble), box.id);
  });
}

test("the shape of the stage decides which way the tape runs, until the viewer does", () => {
  const portrait = reduce(START,
    { kind: "stageSizeChanged", size: { w: 400, h: 600 }, shape: "down" });
  assert.equal(bearingOf(portrait), "down");
  const chosen = reduce(portrait, { kind: "directionChanged", bearing: "right" });
  assert.equal(bearingOf(chosen), "right");
  assert.equal(bearingOf(reduce(chosen,
    { kind: "stageSizeChanged", size: { w: 400, h: 600 }, shape: "down" })), "right");
});

test("a box that was dragged stays dragged when the tape was turned and turned back", () => {
  const state = { ...START, run: DIAMOND, cursor: DIAMOND.events.length };
  const offsets = new Map([[0, [10, 20] as const]]);
  const moved = reduce(state, { kind: "boxesMoved", plane: sheetNow(state)!.plane, offsets });
  const turned = reduce(moved, { kind: "directionChanged", bearing: "down" });
  assert.equal(viewOf(moved).offsets, offsets);
  assert.equal(viewOf(turned).offsets.size, 0);
  const back = reduce(turned, { kind: "directionChanged", bearing: "right" });
  assert.equal(viewOf(back).offsets, offsets);
});

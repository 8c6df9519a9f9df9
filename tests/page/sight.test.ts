// Where the camera looks: the boxes of the step, large enough to be read, and no jerk without need.

import assert from "node:assert/strict";
import { test } from "node:test";
import { frameAt, passAt, steps } from "../../static/src/model/timeline.ts";
import { attention, beforeBackward } from "../../static/src/drawing/scene.ts";
import { pathOf } from "../../static/src/drawing/scene/path.ts";
import { OPEN, sheetOf } from "../../static/src/drawing/sheet.ts";
import {
  LEGIBLE, revealed, sightOf, wholeOf, type Sight,
} from "../../static/src/drawing/stage/viewpoint.ts";
import { eventOf, FIXTURES, fixture } from "./fixtures/load.ts";

const ROOM = { w: 800, h: 600, type: 1 };
const LONG = { x: 0, y: 0, w: 6000, h: 400 };
const START: Sight = { x: 400, y: 200, scale: 1 };

function box(x: number, y = 150) {
  return { x, y, w: 140, h: 100 };
}

function isIn(sight: Sight, { x, y, w, h }: ReturnType<typeof box>): boolean {
  const [halfW, halfH] = [ROOM.w / sight.scale / 2, ROOM.h / sight.scale / 2];
  return x >= sight.x - halfW && x + w <= sight.x + halfW
    && y >= sight.y - halfH && y + h <= sight.y + halfH;
}

test("a picture that can be read whole is shown whole", () => {
  const small = { x: 0, y: 0, w: 1000, h: 500 };
  assert.deepEqual(sightOf(ROOM, small, [box(700)], START), wholeOf(ROOM, small));
});

test("of a long tape the camera has the step in view, and all that is legible around it", () => {
  for (const x of [60, 900, 2500, 5600]) {
    const sight = sightOf(ROOM, LONG, [box(x), box(x + 200)], START);
    assert.equal(sight.scale, LEGIBLE);
    assert.ok(isIn(sight, box(x)) && isIn(sight, box(x + 200)), `${x}`);
  }
});

test("what is in view already does not move the camera", () => {
  const there = sightOf(ROOM, LONG, [box(2500)], null);
  assert.deepEqual(sightOf(ROOM, LONG, [box(3200)], there), there);
  assert.notDeepEqual(sightOf(ROOM, LONG, [box(5000)], there), there);
});

test("of boxes too far apart the most important one is in view", () => {
  const sight = sightOf(ROOM, LONG, [box(5000), box(200), box(4800)], START);
  assert.ok(isIn(sight, box(5000)) && isIn(sight, box(4800)) && !isIn(sight, box(200)));
});

test("the camera does not look beyond the ends of the tape", () => {
  const last = sightOf(ROOM, LONG, [box(5850)], START);
  assert.equal(last.x + ROOM.w / 2 / LEGIBLE, LONG.x + LONG.w);
  assert.equal(last.y, 200);
});

test("by a projector letters are larger, and what is too small then is not shown whole", () => {
  const far = { ...ROOM, type: 1.5 };
  assert.equal(sightOf(far, LONG, [box(3000)], null).scale, 1.5 * LEGIBLE);
  const middling = { x: 0, y: 0, w: 2500, h: 300 };
  assert.equal(sightOf(ROOM, middling, [box(700)], START).scale, 0.32);
  assert.equal(sightOf(far, middling, [box(700)], null).scale, 1.5 * LEGIBLE);
});

test("where labels cannot be read whole, what was there before the backward is seen", () => {
  const world = { x: 0, y: 0, w: 3000, h: 400 };
  const before = { x: 0, y: 0, w: 1600, h: 400 };
  const first = sightOf(ROOM, world, [box(700)], null, before);
  assert.deepEqual(first, wholeOf(ROOM, before));
  const later = sightOf(ROOM, world, [box(2500)], first, before);
  assert.deepEqual(later, wholeOf(ROOM, world));
  assert.deepEqual(sightOf(ROOM, world, [box(700)], later, before), later);
  assert.deepEqual(sightOf(ROOM, LONG, [box(700)], null, before), wholeOf(ROOM, before));
  assert.equal(sightOf(ROOM, LONG, [box(2500)], first, before).scale, LEGIBLE);
});

test("what is there before a backward leaves out what is made in it and after it", () => {
  const cut = FIXTURES.filter((name) => {
    const run = fixture(name);
    const pass = run.passes.find(({ call }) => call !== null);
    if (!pass) return false;
    const begin = run.events.findIndex(({ kind }, i) => i >= pass.first && kind === "backward");
    const { nodes, tensors } = frameAt(run, begin);
    const boxes = beforeBackward(run, pass);
    assert.deepEqual(boxes, pass.boxes.filter((id) => nodes.get(id) ?? tensors.get(id)), name);
    assert.ok(boxes.length > 0, name);
    return boxes.length < pass.boxes.length;
  });
  assert.notDeepEqual(cut, []);
});

test("a step is about boxes of its own pass that are there", () => {
  for (const name of FIXTURES) {
    const run = fixture(name);
    for (const stop of steps(run, "lesson")) {
      const { boxes } = run.passes[passAt(run, stop)]!;
      const frame = frameAt(run, Math.max(stop, 1));
      for (const id of attention(run, steps(run, "lesson"), stop)) {
        assert.ok(boxes.includes(id), `${name} ${stop} ${id}`);
        assert.ok((id.startsWith("n") ? frame.nodes : frame.tensors).get(id));
      }
    }
  }
});

test("a print is about what the step before it is about", () => {
  const run = fixture("diamond");
  const stops = steps(run, "lesson");
  const print = eventOf(run, (event) => event.kind === "print") + 1;
  const before = attention(run, stops, stops[stops.indexOf(print) - 1]!);
  assert.ok(before.length > 0);
  assert.deepEqual(attention(run, stops, print), before);
});

test("the run of a node is about the node first, then about those that it sends to", () => {
  const run = fixture("diamond");
  const first = eventOf(run, (event) => event.kind === "run");
  const node = run.events[first]!;
  const sent = run.events[first + 1]!;
  assert.ok(node.kind === "run" && sent.kind === "flow");
  const [one, two] = attention(run, steps(run, "lesson"), first + 2);
  assert.deepEqual([one, two], [node.node, sent.to]);
});

test("what is chosen comes into view by the shortest way, and what is in view stays", () => {
  assert.equal(revealed(ROOM, LONG, box(500), START), START);
  const right = revealed(ROOM, LONG, box(1000), START);
  assert.equal(right.x + ROOM.w / 2, 1140);
  const back = revealed(ROOM, LONG, box(100), { ...START, x: 3000 });
  assert.equal(back.x - ROOM.w / 2, 100);
  assert.equal(revealed(ROOM, LONG, box(100), { ...START, scale: 0.1 }).scale, LEGIBLE);
});

test("the path of a box is all that it was made of and all that it leads to", () => {
  const run = fixture("diamond");
  const sheet = sheetOf(run, run.passes[0]!, "right", OPEN);
  const { edges } = sheet.plane;
  const root = edges.findIndex(({ to }) => edges.every(({ from }) => from !== to));
  const whole = pathOf(sheet, sheet.cast[edges[root]!.to]!)!;
  assert.equal(whole.edges.size, edges.filter(({ kind }) => kind !== "cut").length);
  const leaf = edges.findIndex(({ from }) => edges.every(({ to }) => from !== to));
  const path = pathOf(sheet, sheet.cast[edges[leaf]!.from]!)!;
  assert.ok(path.edges.has(leaf) && path.edges.size <= whole.edges.size);
  assert.equal(pathOf(sheet, null), null);
  assert.equal(pathOf(sheet, "t999"), null);
});

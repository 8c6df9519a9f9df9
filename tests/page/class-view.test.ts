// The view that a class follows: told by boxes, found again however the picture is laid.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameView, MOST_WORD, type Part } from "../../static/src/model/class-view.ts";
import { numbersIn, ranged } from "../../static/src/model/ranges.ts";
import type { Bearing } from "../../static/src/model/run.ts";
import { OPEN, sheetOf, type StageSize } from "../../static/src/drawing/sheet.ts";
import {
  createPartSeen, isFarPart, partOf, sightOfPart,
} from "../../static/src/drawing/stage/class-part.ts";
import { extentOf, rectOf } from "../../static/src/drawing/stage/extent.ts";
import { shows, wholeOf, type Room, type Sight } from "../../static/src/drawing/stage/viewpoint.ts";
import { reduce, START, viewShown, type State } from "../../static/src/app/state.ts";
import { drives, enteredRoom } from "../../static/src/room/model.ts";
import { fixture } from "./fixtures/load.ts";

const RUN = fixture("large");
const DESK: Room = { w: 840, h: 600, type: 1 };
const PHONE: Room = { w: 400, h: 420, type: 1 };

function pictured(bearing: Bearing = "right", stage: StageSize = DESK, compact = false) {
  const sheet = sheetOf(RUN, RUN.passes.at(-1)!, bearing, OPEN, stage, compact);
  return { sheet, plane: sheet.plane, offsets: new Map(), bubble: null };
}

type Pictured = ReturnType<typeof pictured>;

/** The ids of boxes that a sight shows whole. */
function seenIn({ sheet, plane, offsets }: Pictured, sight: Sight, { w, h }: Room): Set<string> {
  const half = { w: w / sight.scale / 2 + 1, h: h / sight.scale / 2 + 1 };
  return new Set(sheet.ids.filter((_, box) => shows(sight, half, rectOf(plane, offsets, box))));
}

const [MIDDLE] = [Math.floor(pictured().plane.boxes.length / 2)];
const AT = pictured().plane.boxes[MIDDLE]!;
const NEAR: Sight = { x: AT.x + 20, y: AT.y - 30, scale: 0.7 };

test("numbers are told as ranges, and none that is not there is read", () => {
  assert.equal(ranged([0, 1, 2, 7, 9, 10]), "0~2,7,9~10");
  assert.deepEqual(numbersIn("0~2,7,9~99999", 11), [0, 1, 2, 7, 9, 10]);
  assert.deepEqual(numbersIn("99999", 11), []);
});

test("on a stage of the same size a part is seen from where it was seen", () => {
  const here = pictured();
  for (const sight of [NEAR, { ...NEAR, scale: 4 }, { ...NEAR, scale: 0.2 },
    { ...NEAR, x: here.plane.bounds.x - 200 }]) {
    const again = sightOfPart(here, partOf(here, sight, DESK)!, DESK)!;
    assert.ok(Math.abs(again.scale / sight.scale - 1) < 0.005, `${again.scale} ${sight.scale}`);
    assert.ok(Math.hypot(again.x - sight.x, again.y - sight.y) < 1.5, JSON.stringify(again));
  }
});

test("a box that the driver drags takes nobody's camera along", () => {
  const here = pictured();
  const dragged = { ...here, offsets: new Map([[MIDDLE, [400, 90] as const]]) };
  assert.deepEqual(partOf(dragged, NEAR, DESK), partOf(here, NEAR, DESK));
});

test("a phone, where the tape runs down in other rows, shows every box of the part", () => {
  const here = pictured();
  const part = partOf(here, NEAR, DESK)!;
  const told = seenIn(here, NEAR, DESK);
  assert.ok(told.size > 1 && told.size < here.sheet.ids.length);
  for (const [bearing, compact] of [["down", false], ["down", true], ["right", true]] as const) {
    const there = pictured(bearing, PHONE, compact);
    const sight = sightOfPart(there, part, PHONE)!;
    const seen = seenIn(there, sight, PHONE);
    assert.ok([...told].every((id) => seen.has(id)), `${bearing} ${compact}`);
    assert.ok(sight.scale <= NEAR.scale);
  }
});

test("all of a picture is seen on a phone as large as it fits there", () => {
  const wide = { ...DESK, w: 9000 };
  const part = partOf(pictured(), wholeOf(wide, extentOf(pictured())), wide)!;
  const there = pictured("down", PHONE);
  const sight = sightOfPart(there, part, PHONE)!;
  assert.equal(seenIn(there, sight, PHONE).size, there.sheet.ids.length);
  assert.ok(sight.scale >= 0.9 * wholeOf(PHONE, extentOf(there)).scale);
});

test("a part of another layout is nowhere, and one with no whole box is at the nearest", () => {
  const here = pictured();
  const part = partOf(here, { ...NEAR, scale: 30 }, DESK)!;
  assert.equal(numbersIn(part.boxes, 1e5).length, 1);
  assert.ok(part.around.some((edge) => edge < 0));
  assert.equal(sightOfPart(here, { ...part, layout: 99 }, DESK), null);
  assert.equal(sightOfPart(here, { ...part, boxes: "99999" }, DESK), null);
});

test("of a picture with more boxes than a word has room for, those at the edges are told", () => {
  const here = pictured();
  const ids = Array.from({ length: 400 }, (_, i) => `b${i}`);
  const boxes = ids.map((_, i) => ({ ...AT, x: 99 * (i % 20), y: 99 * Math.floor(i / 20) }));
  const plane = { ...here.plane, boxes };
  const sheet = { ...here.sheet, plane, ids, cast: ids.flatMap((id) => [id, `beside ${id}`]) };
  const all = partOf({ ...here, plane, sheet }, { x: 0, y: 0, scale: 0.001 }, DESK)!;
  assert.ok(all.boxes.length <= MOST_WORD);
  assert.deepEqual(numbersIn(all.boxes, 1e5), [0, 38, 760]);
});

test("what is seen from afar is compact, and what is not another sight is the same part", () => {
  const part = partOf(pictured(), NEAR, DESK)!;
  const { sheet } = pictured("down", PHONE);
  assert.equal(isFarPart(sheet, part, PHONE), true);
  assert.equal(isFarPart(pictured().sheet, { ...part, scale: 900, boxes: "0" }, DESK), false);
  const seen = createPartSeen(pictured(), () => DESK);
  assert.equal(seen(NEAR), seen({ ...NEAR }));
  assert.notEqual(seen(NEAR), seen({ ...NEAR, x: 0 }));
});

const PART: Part = { layout: 0, boxes: "0~1", around: [1, 2, 3, 4], scale: 500 };
const VIEW = { folds: "0", part: PART };

function inRoom(role: "teacher" | "student"): State {
  const room = enteredRoom("K7WQ2M", role, null);
  const state = reduce({ ...START, run: RUN }, { kind: "roomEntered", room });
  return reduce(state, { kind: "cameraSteered", sight: "whole", part: PART });
}

test("views are compared by what they say", () => {
  assert.ok(isSameView(VIEW, { folds: "0", part: { ...PART, around: [1, 2, 3, 4] } }));
  assert.ok(!isSameView(VIEW, { ...VIEW, folds: null }) && !isSameView(VIEW, null));
  assert.ok(!isSameView(VIEW, { ...VIEW, part: null }) && isSameView(null, null));
});

test("who is led has the folds and the camera of before when the teacher ends it", () => {
  const before = { ...inRoom("student"), inside: "module a 1" };
  const led = reduce(before, { kind: "viewLed", view: VIEW });
  const further = reduce(led, { kind: "viewLed", view: { folds: "3f0", part: PART } });
  assert.deepEqual([led.folds.level, further.folds.level, further.inside], [0, 3, null]);
  const steered = reduce(further, { kind: "cameraSteered", sight: "1,2,30", part: null });
  assert.ok(steered.led);
  const back = reduce(steered, { kind: "viewFreed", to: "back" });
  assert.equal(back.folds, before.folds);
  assert.deepEqual([back.led, back.inside, back.look], [null, "module a 1", { how: "fit" }]);
});

test("who pans, zooms or folds goes on from there, by themselves", () => {
  const led = reduce(inRoom("student"), { kind: "viewLed", view: VIEW });
  for (const change of [
    { kind: "cameraSteered", sight: "1,2,30", part: PART }, { kind: "viewRequested", how: "in" },
    { kind: "groupsFolded", keys: ["module a 1"], folded: true }, { kind: "wholeRequested" },
  ] as const) {
    const strayed = reduce(led, change);
    assert.deepEqual([strayed.led, strayed.room?.strays, strayed.folds.level], [null, true, 0]);
  }
  assert.ok(reduce(led, { kind: "cursorMoved", cursor: 3 }).led);
});

test("only who leads shows a view, that of another tab while it is what is seen", () => {
  const teacher = inRoom("teacher");
  assert.equal(viewShown(teacher), null);
  const leads = reduce(teacher, { kind: "roomChanged", room: { leads: true } });
  assert.deepEqual(viewShown(leads), { folds: null, part: PART });
  assert.equal(viewShown(reduce(leads, { kind: "viewLed", view: VIEW })), VIEW);
  assert.equal(drives(leads.room!), false);
});

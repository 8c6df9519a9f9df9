// The rooms of a browser, as far as they are pure: what was kept of them, and their ends.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  endsAt, inOrder, isLikely, knownIn, ownRoom, stayOf, type Known,
} from "../../static/src/room/own-rooms.ts";
import type { RoomState } from "../../static/src/room/model.ts";

const STATE: RoomState = {
  room: "K7WQ2M", seq: 1, now: 5000, expires: 7400, url: "", title: "Leaf", digest: "d",
  author: null, cursor: 0, selection: null, stride: "lesson", view: null, wheel: null, tab: null,
  question: null,
};
const TEACHER = { kind: "teacher", secret: "s" } as const;
const ADA = { kind: "student", token: "t", me: { participant: "p", name: "Ada" } } as const;

test("a room is read back as it was kept, and a word that stands alone as well", () => {
  const known: Known = { word: ADA, stay: stayOf(STATE, 0) };
  assert.deepEqual(knownIn(JSON.stringify(known)), known);
  assert.deepEqual(knownIn(JSON.stringify(TEACHER)), { word: TEACHER, stay: null });
});

test("what makes no sense is no room", () => {
  const odd = [
    null, "", "{", "5", "null", "[]", '"teacher"', '{"kind":"teacher"}', '{"word":null}',
    '{"kind":"teacher","secret":5}', '{"kind":"student","token":"t"}',
    '{"kind":"student","token":"t","me":{"participant":null}}',
  ];
  for (const text of odd) assert.equal(knownIn(text), null, String(text));
  const half = knownIn('{"word":{"kind":"teacher","secret":"s"},"stay":{"expires":"soon"}}');
  assert.deepEqual(half, { word: TEACHER, stay: null });
});

test("a room ends by the server's clock, however wrong ours is", () => {
  for (const ours of [0, 1e12, 3e12]) {
    assert.equal(Math.round(endsAt(stayOf(STATE, ours)) - ours), 2_400_000);
  }
});

test("a room is listed first while it is likely to be open, the last to end above", () => {
  const until = (expires: number): Known =>
    ({ word: TEACHER, stay: { title: null, expires, ahead: 0, isOver: false } });
  const [gone, soon, late] = [1, 3, 4].map((end) => ownRoom(`R${end}`, until(end)));
  const unknown = ownRoom("R0", { word: ADA, stay: null });
  const over = { ...late!, isOver: true };
  const listed = [gone!, soon!, unknown, over, late!].filter((room) => isLikely(room, 2000));
  assert.deepEqual(inOrder(listed).map(({ code }) => code), ["R4", "R3", "R0"]);
  assert.equal(unknown.name, "Ada");
});

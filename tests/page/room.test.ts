// A room, as far as it is pure: codes, answers, who drives, and what a question hides.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerIn, codeIn, drives, enteredRoom, spaced, type Room, type RoomState,
} from "../../static/src/room/model.ts";
import { veiled } from "../../static/src/room/hidden-values.ts";
import { frameAt } from "../../static/src/model/timeline.ts";
import { fixture } from "./fixtures/load.ts";

const STATE: RoomState = {
  room: "K7WQ2M", seq: 1, now: 0, expires: 60, url: "", title: null, digest: "d", author: null,
  cursor: 0, selection: null, stride: "lesson", view: null, wheel: null, tab: null, question: null,
};

test("a code is read as people write it, and nothing else is one", () => {
  assert.equal(codeIn(" k7w-q2m "), "K7WQ2M");
  assert.equal(codeIn("K7WQ2"), null);
  for (const odd of ["K7WQ20", "K7WQ2O", "K7WQ21", "K7WQ2I"]) assert.equal(codeIn(odd), null);
  assert.equal(spaced("K7WQ2M"), "K7W Q2M");
});

test("a number is read with its exponent, its minus of any kind, and the words for none", () => {
  assert.equal(answerIn("number", " -2e-3 "), -0.002);
  assert.equal(answerIn("number", "−1.5"), -1.5);
  assert.equal(answerIn("number", ".5"), 0.5);
  assert.equal(answerIn("number", "NaN"), "nan");
  assert.equal(answerIn("number", "+inf"), "inf");
  for (const odd of ["", "one", "1,5", "1 2", "0x10"]) assert.equal(answerIn("number", odd), null);
});

test("a shape is read as torch writes it or as people do, and of a scalar is empty", () => {
  for (const same of ["2, 3", "(2, 3)", "[2,3]", "2x3", "2 × 3", "torch.Size([2, 3])"]) {
    assert.deepEqual(answerIn("shape", same), [2, 3]);
  }
  assert.deepEqual(answerIn("shape", "()"), []);
  assert.equal(answerIn("shape", "2, -1"), null);
});

test("the teacher drives until somebody has the wheel", () => {
  const teacher: Room = { ...enteredRoom("K7WQ2M", "teacher", null), state: STATE };
  const ada = { participant: "p1", name: "Ada" };
  const student: Room = { ...enteredRoom("K7WQ2M", "student", ada), state: STATE };
  assert.deepEqual([drives(teacher), drives(student)], [true, false]);
  const handed = { ...STATE, wheel: ada };
  assert.deepEqual(
    [drives({ ...teacher, state: handed }), drives({ ...student, state: handed })], [false, true]);
  assert.equal(drives(enteredRoom("K7WQ2M", "teacher", null)), false);
});

const RUN = fixture("accumulate");
const END = RUN.events.length;
const [LEAF] = [...frameAt(RUN, END).tensors.values()].filter((tensor) => tensor.grad !== null);

test("a hidden gradient stands nowhere in the run, and all else stays", () => {
  assert.ok(LEAF);
  const hidden = veiled(RUN, { of: "grad", tensor: LEAF.id, entry: null });
  const leaf = frameAt(hidden, END).tensors.get(LEAF.id)!;
  assert.deepEqual(new Set(leaf.grad!.data), new Set(["?"]));
  assert.deepEqual(leaf.value, LEAF.value);
  for (const entry of leaf.ledger) {
    for (const told of [entry.added, entry.after]) {
      assert.ok(told === null || told.data!.every((one) => one === "?"));
    }
  }
  const arriving = hidden.events.filter((event) => event.kind === "grad" || (
    event.kind === "flow" && event.to === LEAF.accumulate));
  assert.ok(arriving.length > 0);
  assert.equal(hidden.events.length, END);
});

test("one entry alone can be hidden, and printed numbers are hidden with it", () => {
  assert.ok(LEAF);
  const hidden = veiled(RUN, { of: "value", tensor: LEAF.id, entry: [1] });
  const { data } = frameAt(hidden, END).tensors.get(LEAF.id)!.value;
  assert.deepEqual(data, LEAF.value.data!.map((entry, i) => (i === 1 ? "?" : entry)));
  for (const event of hidden.events) {
    if (event.kind === "print") assert.doesNotMatch(event.text, /\d/);
  }
});

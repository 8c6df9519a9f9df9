// step-navigation.ts: from a cursor to stops, steps and places, and back.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cursorAt, placeOf, stepOf, stopAfter, stopBefore, stopNear, stopOf,
} from "../../static/src/model/step-navigation.ts";

const STOPS = [0, 2, 5, 6, 10];

test("a step forward from a stop is the next stop, and the last stop stays", () => {
  assert.deepEqual(STOPS.map((stop) => stopAfter(STOPS, stop)), [2, 5, 6, 10, 10]);
});

test("a step forward from between two stops finishes the step under way", () => {
  assert.equal(stopAfter(STOPS, 2.5), 5);
});

test("a step back undoes a step forward", () => {
  assert.deepEqual(STOPS.map((stop) => stopBefore(STOPS, stopAfter(STOPS, stop))), [0, 2, 5, 6, 6]);
  assert.equal(stopBefore(STOPS, 0), 0);
  assert.equal(stopBefore(STOPS, 5.5), 5);
});

test("the number of a step and its stop are each other's inverse", () => {
  STOPS.forEach((stop, number) => {
    assert.equal(stepOf(STOPS, stop), number);
    assert.equal(stopOf(STOPS, number), stop);
  });
});

test("a cursor on its way belongs to the step that it is going to", () => {
  assert.equal(stepOf(STOPS, 2.1), 2);
});

test("numbers out of range are the first and the last step", () => {
  assert.equal(stopOf(STOPS, -3), 0);
  assert.equal(stopOf(STOPS, 99), 10);
});

test("the nearest stop is on either side", () => {
  assert.equal(stopNear(STOPS, 2.4), 2);
  assert.equal(stopNear(STOPS, 4.4), 5);
  assert.equal(stopNear(STOPS, 12), 10);
});

test("every step takes the same room on the strip", () => {
  assert.deepEqual(STOPS.map((stop) => placeOf(STOPS, stop)), [0, 0.25, 0.5, 0.75, 1]);
});

test("a place on the strip leads back to its cursor", () => {
  for (const cursor of [0, 0.5, 2, 3.5, 5.25, 9, 10]) {
    assert.ok(Math.abs(cursorAt(STOPS, placeOf(STOPS, cursor)) - cursor) < 1e-9);
  }
});

test("places beyond the ends are the ends", () => {
  assert.equal(cursorAt(STOPS, -1), 0);
  assert.equal(cursorAt(STOPS, 2), 10);
});

test("a tape without steps has one place", () => {
  assert.equal(placeOf([0], 0), 0);
  assert.equal(cursorAt([0], 0.7), 0);
});

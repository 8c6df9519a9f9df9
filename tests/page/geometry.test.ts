// Curves: an even pace along a chain of Beziers, and edges that follow a dragged box.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  beginning, distanceTo, lengthOf, moved, pointOn, reversed, type Curve,
} from "../../static/src/drawing/geometry.ts";

const STRAIGHT: Curve = [[0, 0], [10, 0], [80, 0], [90, 0]];
const CHAIN: Curve = [[0, 0], [40, 0], [40, 60], [80, 60], [120, 60], [160, 90], [200, 90]];

function near(a: readonly number[], b: readonly number[], slack = 1e-6): void {
  a.forEach((x, i) => assert.ok(Math.abs(x - b[i]!) <= slack, `${a} is not ${b}`));
}

test("a share of a curve is a share of its length, not of its parameter", () => {
  near(pointOn(STRAIGHT, 0.5), [45, 0], 0.1);
  near(pointOn(STRAIGHT, 0.1), [9, 0], 0.4);
});

test("a chain begins and ends where it says, in both directions", () => {
  near(pointOn(CHAIN, 0), [0, 0]);
  near(pointOn(CHAIN, 1), [200, 90]);
  near(pointOn(reversed(CHAIN), 0.25), pointOn(CHAIN, 0.75), 0.2);
});

test("the beginning of a curve lies on the curve and has its share of the length", () => {
  const half = beginning(CHAIN, 0.5);
  assert.equal(half.length % 3, 1);
  near([lengthOf(half)], [lengthOf(CHAIN) / 2], 0.5);
  assert.ok(distanceTo(CHAIN, half.at(-1)!) < 2.5);
});

test("a dragged end takes its handle along, so that the edge still leaves square", () => {
  const bent = moved(CHAIN, [0, 0], [30, -20]);
  near(bent[0]!, [0, 0]);
  near(bent[1]!, [40, 0]);
  near(bent.at(-2)!, [190, 70]);
  near(bent.at(-1)!, [230, 70]);
  assert.equal(moved(CHAIN, [0, 0], [0, 0]), CHAIN);
});

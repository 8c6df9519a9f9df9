// Views: a result that shares memory with its base is tied to it, and says so.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  PLAIN_VIEW, scene, type PathShape, type Shape, type TextShape,
} from "../../static/src/drawing/scene.ts";
import { OPEN, sheetOf } from "../../static/src/drawing/sheet.ts";
import type { Run } from "../../static/src/model/run.ts";
import { frameAt, type Frame } from "../../static/src/model/timeline.ts";
import { isTied, viewsOf } from "../../static/src/model/timeline/views.ts";
import { fixture } from "./fixtures/load.ts";

const run = fixture("quiet");
const end = run.events.length;

function tensorOf({ events }: Run, name: string): string {
  const event = events.find((one) => one.kind === "name" && one.name === name);
  assert.ok(event?.kind === "name");
  return event.tensor;
}

function nodeOf(name: string): string {
  return frameAt(run, end).tensors.get(tensorOf(run, name))!.grad_fn!;
}

function textOf(shapes: readonly Shape[], id: string): string | undefined {
  return shapes.find((one): one is TextShape => one.kind === "text" && one.id === id)?.text;
}

test("a recorded view is tied to what it is a view of, a result of its own is not", () => {
  const frame = frameAt(run, end);
  assert.equal(isTied(frame, nodeOf("y"), nodeOf("w")), true);
  assert.equal(isTied(frame, tensorOf(run, "x"), nodeOf("y")), false);
});

test("a view of a view is tied to the view, and to the base of both", () => {
  const known = new Map([["t0", null], ["t1", "t0"], ["t2", "t1"], ["t3", "t0"]].map(
    ([id, view_of]) => [id, { id, view_of }]));
  const frame = { nodes: new Map(), tensors: known } as unknown as Frame;
  assert.deepEqual([isTied(frame, "t1", "t2"), isTied(frame, "t1", "t3"),
    isTied(frame, "t0", "t2")], [true, true, false]);
});

test("a base lists its views from the moment that they are made", () => {
  const [y, w] = [tensorOf(run, "y"), tensorOf(run, "w")];
  assert.deepEqual(viewsOf(run, frameAt(run, end), y), [w]);
  assert.deepEqual(viewsOf(run, frameAt(run, 1), y), []);
});

test("the tie is a dotted line beside the edge, and the foot of the view names its base", () => {
  const { plane, cast } = sheetOf(run, run.passes[0]!, "right", OPEN);
  const edge = plane.edges.findIndex(({ from, to }) =>
    cast[from] === nodeOf("y") && cast[to] === nodeOf("w"));
  const shapes = scene(run, end, PLAIN_VIEW);
  const ties = shapes.filter((one): one is PathShape => one.id.endsWith("/tie"));
  assert.deepEqual(ties.map(({ id }) => id), [`edge/${edge}/tie`]);
  assert.ok(ties[0]!.dash);
  assert.equal(textOf(shapes, `${nodeOf("w")}/line`), "view of y");
  const chinese = scene(run, end, { ...PLAIN_VIEW, language: "zh" });
  assert.equal(textOf(chinese, `${nodeOf("w")}/line`), "y 的视图");
});

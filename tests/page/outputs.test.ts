// Outputs: an op with several has a port for each, where its edges leave and gradients arrive.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  PLAIN_VIEW, scene, type Shape, type TextShape, type TokenShape, type View,
} from "../../static/src/drawing/scene.ts";
import { selectionOf } from "../../static/src/model/edges.ts";
import { frameAt, type NodeState } from "../../static/src/model/timeline.ts";
import { fieldName, outputName } from "../../static/src/model/timeline/outputs.ts";
import { eventOf, fixture } from "./fixtures/load.ts";

const run = fixture("outputs");
const end = run.events.length;

function nodeCalled(name: string): NodeState {
  const nodes = [...frameAt(run, end).nodes.values()];
  return nodes.find((node) => node.name === name)!;
}

const unbind = nodeCalled("UnbindBackward0");
const max = nodeCalled("MaxBackward0");

function shapesAt(cursor: number, view: Partial<View> = {}): readonly Shape[] {
  return scene(run, cursor, { ...PLAIN_VIEW, ...view });
}

function names(shapes: readonly Shape[], { id }: NodeState): readonly string[] {
  return shapes.filter((one): one is TextShape =>
    one.kind === "text" && one.id.startsWith(`${id}/port/`)).map(({ text }) => text).toSorted();
}

test("each used output has a tab with the name of its variable, near and far", () => {
  assert.deepEqual(names(shapesAt(end), unbind), ["first", "second", "third"]);
  assert.deepEqual(names(shapesAt(end), max), ["values"]);
  const far = shapesAt(end, { detail: "far", scale: 0.6 });
  assert.equal(far.filter(({ id }) => id.startsWith(`${unbind.id}/port/`)
    && !id.includes("/name")).length, 3);
});

test("an output without a name has torch's name of the field, or its number", () => {
  assert.equal(fieldName(run, max, 1), "indices");
  assert.equal(fieldName(run, unbind, 1), null);
  assert.equal(outputName(run, { ...unbind, outputs: [] }, 2, end), "2");
  assert.equal(outputName(run, { ...max, outputs: [] }, 1, end), "indices");
});

test("gradients wait at the ports of their outputs", () => {
  const runs = eventOf(run, (event) => event.kind === "run" && event.node === unbind.id);
  const shapes = shapesAt(runs);
  const { received } = frameAt(run, runs).nodes.get(unbind.id)!;
  assert.deepEqual(new Set(received.map(({ nr }) => nr)), new Set([0, 1, 2]));
  received.forEach(({ nr }, k) => {
    const port = shapes.find(({ id }) => id === `${unbind.id}/port/${nr}`);
    const token = shapes.find((one): one is TokenShape =>
      one.kind === "token" && one.id === `${unbind.id}/waiting/${k}`);
    assert.ok(port?.kind === "box" && token);
    assert.equal(token.y, port.y + port.h / 2);
    assert.ok(token.x - token.w / 2 >= port.x + port.w);
  });
});

test("a box shows the output that is selected, or whose edge is, else the first", () => {
  const head = (selection: string | null): string | undefined =>
    shapesAt(end, { selection }).find((one): one is TextShape =>
      one.kind === "text" && one.id === `${unbind.id}/name`)?.text;
  assert.equal(head(null), "first");
  assert.equal(head(unbind.outputs[2]!), "third");
  const user = [...frameAt(run, end).nodes.values()].flatMap(({ id, edges }) =>
    edges.flatMap(({ to, nr }, edge) => to === unbind.id && nr === 1 ? [{ node: id, edge }] : []));
  assert.equal(head(selectionOf(user[0]!)), "second");
});

// edges.ts: an edge as a selection, what comes along it, and the way from one to the next.

import assert from "node:assert/strict";
import { test } from "node:test";
import { actionNamed } from "../../static/src/app/actions.ts";
import { edgeIn, nextEdge, passagesOf, selectionOf } from "../../static/src/model/edges.ts";
import type { FlowEvent } from "../../static/src/model/run.ts";
import { PLAIN_VIEW, scene } from "../../static/src/drawing/scene.ts";
import { reduce, START } from "../../static/src/app/state.ts";
import { frameAt, isAbout, steps } from "../../static/src/model/timeline.ts";
import { eventOf, fixture } from "./fixtures/load.ts";

const RUN = fixture("diamond");
const END = RUN.events.length;
const FLOW = RUN.events[eventOf(RUN, (event) => event.kind === "flow")] as FlowEvent;
const NAME = selectionOf(FLOW);

test("an edge is told from a box by its name", () => {
  assert.deepEqual(edgeIn(NAME), { node: FLOW.node, edge: FLOW.edge });
  for (const other of [null, "n3", "t0", "n3>", "x>1"]) assert.equal(edgeIn(other), null);
  assert.equal(frameAt(RUN, END).nodes.get(NAME), undefined);
});

test("an edge of a graph that is run twice carries a gradient each time", () => {
  const run = fixture("accumulate");
  const flow = run.events.find((event): event is FlowEvent => event.kind === "flow")!;
  const all = passagesOf(run, flow);
  assert.deepEqual(all.map(({ call }) => call), [1, 2]);
  for (const { event } of all) assert.ok(isAbout(run.events[event]!, selectionOf(flow)));
});

test("one key goes from a box along all its edges and around", () => {
  const frame = frameAt(RUN, END);
  const sum = [...frame.nodes.values()].find(({ name }) => name === "AddBackward0")!;
  const [first, second] = [0, 1].map((edge) => selectionOf({ node: sum.id, edge }));
  assert.equal(nextEdge(frame, sum.id), first);
  assert.equal(nextEdge(frame, first!), second);
  assert.equal(nextEdge(frame, second!), first);
  assert.equal(nextEdge(frame, null), null);
});

test("from a leaf, which was made of nothing, it goes to the edge of what uses it", () => {
  const frame = frameAt(RUN, END);
  const leaf = [...frame.tensors.values()].find(({ accumulate }) => accumulate !== null)!;
  const { node, edge } = edgeIn(nextEdge(frame, leaf.id))!;
  assert.equal(frame.nodes.get(node)!.edges[edge]!.to, leaf.accumulate);
});

test("the selected edge is drawn with a line around it, and no other", () => {
  const drawn = scene(RUN, END, { ...PLAIN_VIEW, selection: NAME });
  const chosen = drawn.filter(({ id }) => id.endsWith("/chosen"));
  assert.equal(chosen.length, 1);
  assert.equal(scene(RUN, END, PLAIN_VIEW).filter(({ id }) => id.endsWith("/chosen")).length, 0);
});

test("the key for what happens here goes to the gradient on the selected edge", () => {
  const state = { ...START, run: RUN, stops: steps(RUN, "event"), calm: true };
  const chosen = reduce(state, { kind: "selectionChanged", selection: NAME });
  const change = actionNamed("nextHere").perform(chosen)!;
  assert.equal(reduce(chosen, change).cursor, RUN.events.indexOf(FLOW) + 1);
});

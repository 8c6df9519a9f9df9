// Time: frames are a fold of the tape, in any order of asking.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  advance, cursorAfter, frameAt, landmarks, msOf, outputAt, passAt, phases, START, steps,
  type Frame,
} from "../../static/src/model/timeline.ts";
import { document, eventOf, FIXTURES, fixture } from "./fixtures/load.ts";
import { parseRun, type Run } from "../../static/src/model/run.ts";

/** A frame as plain data, so that two can be compared. */
function plain(frame: Frame): unknown {
  return { ...frame, tensors: [...frame.tensors.values()], nodes: [...frame.nodes.values()],
    touched: [...frame.touched.values()],
    scopes: [...frame.scopes.values()].map((scope) => [...scope.values()]) };
}

function idOf(run: Run, name: string): string {
  const event = run.events.find((one) => one.kind === "name" && one.name === name);
  assert.ok(event?.kind === "name");
  return event.tensor;
}

function gradOf(run: Run, name: string, at: number): unknown {
  return frameAt(run, at).tensors.get(idOf(run, name))?.grad?.data?.[0] ?? null;
}

for (const name of FIXTURES) {
  test(`any frame of ${name} is the fold of the events before it, however one got there`, () => {
    const run = parseRun(document(name));
    const folded = [START];
    for (const event of run.events) folded.push(advance(folded.at(-1)!, event));
    const visits = folded.map((_, i) => (i * 7919) % folded.length);
    for (const i of [...visits, ...visits.reverse()]) {
      assert.deepEqual(plain(frameAt(run, i)), plain(folded[i]!));
    }
  });
}

test("a tape of many thousand events is the same from near and from far", () => {
  const short = fixture("accumulate");
  const leaf = short.events.find((event) => event.kind === "leaf")!;
  const events = Array.from({ length: 7000 }, (_, i) => ({ ...leaf, tensor: `t${i}` }));
  const run: Run = { ...short, events };
  for (const i of [7000, 1, 2049, 4097, 1, 6145, 4096, 33, 0]) {
    const { at, tensors } = frameAt(run, i);
    assert.deepEqual([at, tensors.size, [...tensors.values()].length], [i, i, i]);
    assert.equal(tensors.get(`t${i - 1}`)?.made, i === 0 ? undefined : i - 1);
    assert.equal(tensors.get(`t${i}`), undefined);
  }
});

test("a frame keeps what it was while later ones are made of it", () => {
  const run = fixture("accumulate");
  const early = frameAt(run, 3);
  const before = plain(early);
  frameAt(run, run.events.length);
  assert.deepEqual(plain(early), before);
});

test("a leaf has no gradient, then 0.2, then 0.4, and going back takes it away again", () => {
  const run = fixture("accumulate");
  const added = (n: number) =>
    eventOf(run, (event) => event.kind === "grad" && event.added !== null, n);
  const seen = [added(0), added(0) + 1, added(1) + 1, added(1), added(0)];
  assert.deepEqual(seen.map((i) => gradOf(run, "x", i)), [null, 0.2, 0.4, 0.2, null]);
});

test("each call has its line in the ledger, and the reset as well", () => {
  const run = fixture("accumulate");
  const ledger = frameAt(run, run.events.length).tensors.get(idOf(run, "x"))!.ledger;
  assert.deepEqual(ledger.map((entry) => entry.call), [1, 2, null]);
  assert.deepEqual(ledger.map((entry) => entry.added?.data?.[0] ?? null), [0.2, 0.2, null]);
  assert.deepEqual(ledger.map((entry) => entry.after?.data?.[0]), [0.2, 0.4, 0]);
});

test("a node that two edges lead to waits for both, and keeps their order", () => {
  const run = fixture("diamond");
  const y = frameAt(run, run.events.length).tensors.get(idOf(run, "y"))!.grad_fn!;
  const flow = (n: number) => eventOf(run, (event) => event.kind === "flow" && event.to === y, n);
  const after = frameAt(run, flow(0) + 1).nodes.get(y)!;
  assert.deepEqual([after.phase, after.arrived, after.needed], ["waiting", 1, 2]);
  const both = frameAt(run, flow(1) + 1).nodes.get(y)!;
  assert.deepEqual(both.received.map((one) => one.value.data), [[5], [2]]);
  assert.deepEqual(both.incoming[0]?.data, [7]);
});

test("saved tensors are freed by a backward, unless it retains the graph", () => {
  const run = fixture("accumulate");
  const freed = (i: number) => [...frameAt(run, i).nodes.values()].flatMap((node) =>
    node.saved.map((tab) => tab.freed));
  const end = (n: number) => eventOf(run, (event) =>
    event.kind === "backward" && event.phase === "end", n);
  assert.deepEqual(freed(end(0) + 1), [false]);
  assert.deepEqual(freed(end(1) + 1), [true]);
});

test("a new backward begins with empty gates", () => {
  const run = fixture("accumulate");
  const second = eventOf(run, (event) => event.kind === "backward" && event.phase === "begin", 1);
  const nodes = [...frameAt(run, second + 1).nodes.values()];
  assert.deepEqual(nodes.map((node) => node.received.length), nodes.map(() => 0));
});

test("a failed run blames its node, and says which event failed", () => {
  const run = fixture("vectors");
  const frame = frameAt(run, run.events.length);
  assert.equal(frame.failed, run.events.length - 1);
  assert.deepEqual([...frame.nodes.values()].map((node) => node.phase).filter((phase) =>
    phase === "blamed"), ["blamed"]);
});

test("lesson steps ascend from 0 to the end and leave every backward's parts in sight", () => {
  for (const name of FIXTURES) {
    const run = fixture(name);
    const stops = steps(run, "lesson");
    assert.equal(stops[0], 0);
    assert.equal(stops.at(-1), run.events.length);
    stops.slice(1).forEach((stop, i) => assert.ok(stop > stops[i]!));
    run.events.forEach((event, i) => {
      if (event.kind === "run" || event.kind === "fail") assert.ok(stops.includes(i));
    });
  }
});

test("a variable's naming belongs to the step of the op that made it", () => {
  const run = fixture("diamond");
  assert.deepEqual(steps(run, "lesson").slice(0, 4), [0, 2, 4, 6]);
  assert.equal(steps(run, "event").length, run.events.length + 1);
});

test("the strip is coloured from end to end, each backward by its number", () => {
  const run = fixture("accumulate");
  const strip = phases(run, steps(run, "event"));
  assert.deepEqual(strip.map(({ kind, call }) => [kind, call]), [
    ["setup", null], ["forward", null], ["backward", 1], [null, null], ["backward", 2],
    [null, null], ["update", null], [null, null],
  ]);
  strip.slice(1).forEach((phase, i) => assert.equal(phase.from, strip[i]!.to));
  assert.deepEqual([strip[0]?.from, strip.at(-1)?.to], [0, run.events.length]);
});

test("landmarks tell an addition at a leaf from a reset", () => {
  const kinds = landmarks(fixture("accumulate")).map((mark) => mark.kind);
  const atLeaves = kinds.filter((kind) => kind === "grad" || kind === "zero");
  assert.deepEqual(atLeaves, ["grad", "grad", "zero"]);
});

test("the console has what was printed by a frame, and no more", () => {
  const run = fixture("accumulate");
  const first = eventOf(run, (event) => event.kind === "print");
  assert.deepEqual(outputAt(run, first), []);
  assert.deepEqual(outputAt(run, first + 1).map((one) => one.text.trim()), ["tensor(0.2000)"]);
  assert.deepEqual(outputAt(run, run.events.length).map((one) => one.how),
    ["print", "print", "value"]);
});

test("a cursor inside an event shows the pass of that event", () => {
  const run = fixture("accumulate");
  const next = run.passes[1]!.first;
  assert.equal(passAt(run, next), 0);
  assert.equal(passAt(run, next + 0.1), 1);
  assert.equal(passAt(run, 0), 0);
});

test("playing adds up: the whole tape takes the sum of its events, and stops where told", () => {
  const run = fixture("diamond");
  const all = run.events.reduce((sum, event) => sum + msOf(event), 0);
  const end = run.events.length;
  assert.equal(cursorAfter(run, 0, all, end), end);
  const half = cursorAfter(run, 0, all / 2, end);
  assert.ok(Math.abs(cursorAfter(run, half, all / 2, end) - end) < 1e-9);
  assert.equal(cursorAfter(run, 0, all, 5), 5);
});

/** A node's gate: its phase, how many are in of how many, and what has come. */
function gateOf(run: Run, node: string, at: number): unknown {
  const { phase, arrived, needed, received } = frameAt(run, at).nodes.get(node)!;
  return [phase, arrived, needed, received.map((one) => one.value.data?.[0])];
}

/** Where the n-th backward that a hook calls begins, and the last event of it. */
function innerCall(run: Run, n: number): readonly [begin: number, end: number] {
  const begin = eventOf(run, (event) => event.kind === "backward" && event.phase === "begin"
    && event.within !== null, n);
  const call = run.events[begin]!;
  return [begin, eventOf(run, (event) => event.kind === "backward" && event.phase === "end"
    && call.kind === "backward" && event.call === call.call)];
}

test("a call that a hook makes leaves the gates of the outer one as they were", () => {
  const run = fixture("nested");
  const y = frameAt(run, run.events.length).tensors.get(idOf(run, "y"))!.grad_fn!;
  for (const n of [0, 1, 2]) {
    const [begin, end] = innerCall(run, n);
    assert.deepEqual(gateOf(run, y, begin), ["waiting", 1, 2, [7]]);
    assert.deepEqual(gateOf(run, y, begin + 1), ["waiting", 1, 2, [7]]);
    assert.deepEqual(gateOf(run, y, end + 1), ["waiting", 1, 2, [7]]);
    assert.equal(frameAt(run, end + 1).backward?.call, 2);
  }
  const last = eventOf(run, (event) => event.kind === "flow" && event.to === y
    && event.arrived === 2);
  assert.deepEqual(gateOf(run, y, last + 1), ["waiting", 2, 2, [7, 5]]);
});

test("a node that an inner call comes to shows what comes to it there, from nothing", () => {
  const run = fixture("nested");
  const y = frameAt(run, run.events.length).tensors.get(idOf(run, "y"))!.grad_fn!;
  const [begin] = innerCall(run, 0);
  assert.deepEqual(gateOf(run, y, begin + 3), ["waiting", 1, 1, [3]]);
  const [, end] = innerCall(run, 2);
  const leaf = frameAt(run, end + 1).tensors.get(idOf(run, "x"))!.accumulate!;
  assert.deepEqual(gateOf(run, leaf, end + 1), ["captured", 2, 2, [6, 6]]);
});

test("the strip shows an inner call inside the outer one, a failed one up to its failure", () => {
  const calls = (name: string) => phases(fixture(name), steps(fixture(name), "event"))
    .flatMap(({ kind, call }) => (kind === "setup" ? [] : [call ?? kind]));
  assert.deepEqual(calls("nested"),
    ["forward", 1, "forward", 2, 3, 4, 5, 2]);
  assert.deepEqual(calls("vectors"), ["forward", 1, 2, null, 3]);
});

test("what was written before it was first seen was not changed since it was saved", () => {
  const raw = document("accumulate");
  const events = (raw["events"] as readonly Record<string, unknown>[]).map((event) => ({ ...event,
    ...("saved" in event ? { saved: (event["saved"] as readonly object[]).map((one) =>
      ("tensor" in one ? { ...one, version: 3 } : one)) } : {}) }));
  const run = parseRun({ ...raw, events });
  const { nodes, tensors } = frameAt(run, run.events.length);
  const tabs = [...nodes.values()].flatMap((node) => node.saved);
  const kept = tabs.map((tab) => tensors.get(tab.tensor!)!);
  assert.deepEqual(kept.map(({ version, born }) => [version, born]), tabs.map(() => [3, 3]));
  assert.ok(tabs.length > 0);
});

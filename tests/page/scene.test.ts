// The scene: what is to be seen at a cursor, asked of the shapes themselves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { distanceTo } from "../../static/src/drawing/geometry.ts";
import type { FlowEvent, Run } from "../../static/src/model/run.ts";
import {
  PLAIN_VIEW, scene, type BoxShape, type Shape, type TextShape, type TokenShape, type View,
} from "../../static/src/drawing/scene.ts";
import { formOf } from "../../static/src/drawing/scene/anatomy.ts";
import { cutName, cutPath } from "../../static/src/drawing/scene/text-metrics.ts";
import { table } from "../../static/src/drawing/scene/value.ts";
import { shapesToSvg } from "../../static/src/drawing/stage/svg.ts";
import { eventOf, FIXTURES, fixture } from "./fixtures/load.ts";

function shapesAt(run: Run, cursor: number, view: Partial<View> = {}): readonly Shape[] {
  return scene(run, cursor, { ...PLAIN_VIEW, ...view });
}

function texts(shapes: readonly Shape[], prefix = ""): readonly string[] {
  return shapes.filter((shape): shape is TextShape =>
    shape.kind === "text" && shape.id.startsWith(prefix)).map((shape) => shape.text);
}

function tokens(shapes: readonly Shape[]): readonly TokenShape[] {
  return shapes.filter((shape): shape is TokenShape => shape.kind === "token");
}

function moving(shapes: readonly Shape[]): readonly TokenShape[] {
  return tokens(shapes).filter((token) => token.fill === "backward" && token.opacity !== 0);
}

function tensorOf(run: Run, name: string): string {
  const event = run.events.find((one) => one.kind === "name" && one.name === name);
  assert.ok(event?.kind === "name");
  return event.tensor;
}

function ledgerAt(run: Run, cursor: number): string | undefined {
  const id = `${tensorOf(run, "x")}/grad`;
  return shapesAt(run, cursor).flatMap((one) =>
    one.kind === "text" && one.id === id ? [one.text] : [])[0];
}

function numbersIn(shape: Shape): readonly number[] {
  return Object.values(shape).flatMap((field): readonly number[] =>
    typeof field === "number" ? [field] : Array.isArray(field)
      ? field.flat(3).filter((one) => typeof one === "number") : []);
}

for (const name of FIXTURES) {
  test(`every shape of ${name} has finite numbers and an id of its own, at any cursor`, () => {
    const run = fixture(name);
    const views = [{}, { detail: "far" }, { motion: "reduced" }, { language: "zh" }] as const;
    for (const view of views) {
      for (let cursor = 0; cursor <= run.events.length; cursor += 0.37) {
        const shapes = shapesAt(run, cursor, view);
        assert.equal(new Set(shapes.map((shape) => shape.id)).size, shapes.length);
        for (const shape of shapes) {
          assert.ok(numbersIn(shape).every(Number.isFinite), `${shape.id} at ${cursor}`);
        }
        shapes.slice(1).forEach((shape, i) => assert.ok(shape.z >= shapes[i]!.z));
      }
    }
  });
}

test("the leaf reads 0.2, then 0.2 + 0.2 = 0.4, and 0.2 again when one goes back", () => {
  const run = fixture("accumulate");
  const added = (n: number) =>
    eventOf(run, (event) => event.kind === "grad" && event.added !== null, n) + 1;
  const [first, second] = [added(0), added(1)];
  assert.equal(ledgerAt(run, first), "0.2");
  assert.equal(ledgerAt(run, second), "0.2 + 0.2 = 0.4");
  assert.equal(ledgerAt(run, first), "0.2");
  assert.equal(ledgerAt(run, run.events.length), "0.4 → 0.0");
});

test("a vector's ledger tells its first entry, and where that is", () => {
  const run = fixture("vectors");
  const added = eventOf(run, (event) => event.kind === "grad", 1);
  assert.equal(ledgerAt(run, added + 1), "[0] 0.2 + 0.2 = 0.4");
});

test("before any backward the slot of a leaf is hatched and has no number", () => {
  const run = fixture("accumulate");
  const id = tensorOf(run, "x");
  const slot = shapesAt(run, 4).find((shape): shape is BoxShape => shape.id === `${id}/slot`);
  assert.ok(slot?.hatch);
  assert.equal(ledgerAt(run, 4), undefined);
});

test("what is not made yet is not there", () => {
  const run = fixture("diamond");
  assert.deepEqual(shapesAt(run, 0), []);
  assert.deepEqual(texts(shapesAt(run, 4)).filter((text) => /^[xyabc]$/.test(text)), ["x", "y"]);
});

function flowsOf(run: Run): readonly (readonly [number, FlowEvent])[] {
  return run.events.flatMap((event, i) => event.kind === "flow" ? [[i, event] as const] : []);
}

test("a gradient on its way lies on its edge, nearer to the receiver the later it is", () => {
  const run = fixture("diamond");
  for (const [i, event] of flowsOf(run)) {
    const { boxes, layout } = run.passes[0]!;
    const edge = run.layouts[layout]!.edges.find((one) =>
      boxes[one.to] === event.node && one.edge === event.edge)!;
    const found = [0.1, 0.3, 0.5, 0.69].map((share) => {
      const token = moving(shapesAt(run, i + share)).find((one) => one.id.startsWith("flow/"))!;
      assert.ok(distanceTo(edge.points, [token.x, token.y]) < 4);
      return token.x;
    });
    found.slice(1).forEach((x, k) => assert.ok(x < found[k]!));
  }
});

test("two gradients wait at the gate, which counts them, and merge into their sum", () => {
  const run = fixture("diamond");
  const y = flowsOf(run).map(([, event]) => event.to).find((to, i, all) => all.indexOf(to) !== i)!;
  const flows = flowsOf(run).filter(([, event]) => event.to === y).map(([i]) => i);
  const [sent, both] = [flows[0]!, flows[1]!];
  const one = shapesAt(run, sent + 1);
  const waiting = (shapes: readonly Shape[]) =>
    moving(shapes).filter((token) => token.id.startsWith(`${y}/waiting/`));
  assert.deepEqual(waiting(one).map((token) => token.text), ["5.0"]);
  assert.ok(texts(one).includes("1 of 2"));
  assert.ok(texts(one).includes("5.0 + …"));
  assert.ok(texts(shapesAt(run, sent + 1, { language: "zh" })).includes("1 / 2"));
  const pair = waiting(shapesAt(run, both + 1));
  assert.deepEqual(pair.map((token) => token.text), ["5.0", "2.0"]);
  assert.ok(Math.abs(pair[0]!.y - pair[1]!.y) >= pair[0]!.h);
  const merged = shapesAt(run, both + 2.7);
  assert.deepEqual(moving(merged).map((token) => token.text), ["7.0"]);
  assert.ok(texts(merged).includes("5.0 + 2.0 = 7.0"));
});

test("what came along an edge stays on it as a number of its own", () => {
  const run = fixture("diamond");
  const end = shapesAt(run, run.events.length);
  const left = tokens(end).map((token) => token.text).sort();
  assert.deepEqual(left, ["1.0", "1.0", "2.0", "21.0", "5.0"]);
  assert.deepEqual(moving(end), []);
});

test("a saved tensor is a tab with its formula's name, dashed and empty once freed", () => {
  const run = fixture("accumulate");
  const tabAt = (cursor: number) => shapesAt(run, cursor).find((shape): shape is BoxShape =>
    shape.kind === "box" && /\/saved\/0$/.test(shape.id))!;
  const freed = eventOf(run, (event) => event.kind === "free");
  assert.equal(tabAt(freed).fill, "saved");
  assert.equal(tabAt(freed + 1).fill, "paper");
  assert.ok(tabAt(freed + 1).dash);
  assert.ok(texts(shapesAt(run, freed)).includes("other"));
});

test("through freed buffers a gradient stops at the empty tab, and a sentence says why", () => {
  const run = fixture("vectors");
  const shapes = shapesAt(run, run.events.length);
  assert.ok(shapes.some((shape) => shape.id.endsWith("/alarm")));
  assert.match(texts(shapes).join(" "), /cannot run again: backward 2 on line 6/);
  const stuck = tokens(shapes).find((token) => token.id.endsWith("/stuck"))!;
  const tab = shapes.find((shape): shape is BoxShape => /\/saved\/0$/.test(shape.id))!;
  assert.ok(Math.abs(stuck.y - (tab.y + tab.h / 2)) < 1);
  assert.equal(tab.stroke, "error");
});

test("a cut has two strokes, a tensor written in place its version, and a hook its mark", () => {
  const run = fixture("quiet");
  const shapes = shapesAt(run, run.events.length);
  assert.ok(shapes.filter((shape) => /\/cut\/[01]$/.test(shape.id)).length >= 2);
  assert.ok(texts(shapes).includes("v1"));
  assert.ok(shapes.some((shape) => shape.id.endsWith("/hook")));
});

test("a dragged box takes its parts and the ends of its edges along", () => {
  const run = fixture("diamond");
  const end = run.events.length;
  const view = { offsets: new Map([[0, [40, 25] as const]]) };
  const id = run.passes[0]!.boxes[0]!;
  const own = (shapes: readonly Shape[]) => shapes.filter((shape): shape is TextShape =>
    shape.kind === "text" && shape.id.startsWith(`${id}/`));
  const [before, after] = [own(shapesAt(run, end)), own(shapesAt(run, end, view))];
  after.forEach((shape, i) => assert.deepEqual(
    [shape.x - before[i]!.x, shape.y - before[i]!.y].map(Math.round), [40, 25]));
});

/** The run with its first two ops made during other nodes, as with create_graph. */
function bornIn(run: Run, mothers: readonly string[]): readonly [Run, readonly string[]] {
  const left = [...mothers];
  const children: string[] = [];
  const events = run.events.map((event) => {
    if (event.kind !== "op" || !event.node || left.length === 0) return event;
    children.push(event.node.id);
    return { ...event, during: left.shift()! };
  });
  return [{ ...run, events }, children];
}

test("what a backward put on the tape has a broken frame, and nothing else has", () => {
  const run = fixture("diamond");
  const [during, [child]] = bornIn(run, ["n99"]);
  const broken = (one: Run) => shapesAt(one, one.events.length).filter((shape): shape is BoxShape =>
    shape.kind === "box" && shape.id === child && shape.dash !== undefined);
  assert.equal(broken(run).length, 0);
  assert.deepEqual(broken(during).map((shape) => shape.stroke), ["backward"]);
});

test("a derivative's nodes wear its sign, and its own derivative's a square", () => {
  const run = fixture("diamond");
  const [, [first]] = bornIn(run, ["n99"]);
  const [during] = bornIn(run, ["n99", first!]);
  const signs = (one: Run, view = {}) =>
    texts(shapesAt(one, one.events.length, view)).flatMap((text) => /^∂²?/.exec(text) ?? []);
  assert.deepEqual(signs(run), []);
  assert.deepEqual(signs(during).sort(), ["∂", "∂²"]);
  assert.deepEqual(signs(during, { detail: "far" }).sort(), ["∂", "∂²"]);
});

test("what autograd.grad asked for has come together when the call ends", () => {
  const run = fixture("diamond");
  const flows = flowsOf(run);
  const y = flows.map(([, event]) => event.to).find((to, i, all) => all.indexOf(to) !== i)!;
  const last = flows.findLast(([, event]) => event.to === y)![0];
  const end = run.events.findIndex((event) => event.kind === "backward" && event.phase === "end");
  const cut = { ...run, events: [...run.events.slice(0, last + 1), run.events[end]!] };
  const waiting = (cursor: number) =>
    moving(shapesAt(cut, cursor)).filter((token) => token.id.startsWith(`${y}/waiting/`));
  assert.deepEqual(waiting(last + 1).map((token) => token.text), ["5.0", "2.0"]);
  assert.deepEqual(waiting(last + 1.2).map((token) => token.text), ["5.0", "2.0"]);
  assert.deepEqual(waiting(last + 2).map((token) => token.text), ["7.0"]);
  assert.ok(!texts(shapesAt(cut, last + 2)).includes("2 of 2"));
});

test("the selected box has an outline, and no other has", () => {
  const run = fixture("diamond");
  const id = run.passes[0]!.boxes[2]!;
  const outlined = shapesAt(run, run.events.length, { selection: id })
    .filter((shape) => shape.id.endsWith("/outline")).map((shape) => shape.id);
  assert.deepEqual(outlined, [`${id}/outline`]);
});

test("with reduced motion nothing travels: each lozenge stands where it will wait", () => {
  const run = fixture("diamond");
  for (const [i] of flowsOf(run)) {
    const places = [0.2, 0.5, 0.9].map((share) => {
      const shapes = shapesAt(run, i + share, { motion: "reduced" });
      return moving(shapes).map(({ x, y }) => [x, y]).sort();
    });
    assert.deepEqual(places[0], places[1]);
    assert.deepEqual(places[1], places[2]);
  }
});

test("the same shapes are an SVG of one root, with what users wrote escaped", () => {
  const run = fixture("diamond");
  const svg = shapesToSvg(shapesAt(run, run.events.length), "dark");
  assert.match(svg, /^<svg [^>]*viewBox="[-\d ]+">/);
  assert.equal(svg.match(/<svg/g)?.length, 1);
  assert.ok(svg.includes(">5.0 + 2.0 = 7.0</text>"));
  const nasty: TextShape = { kind: "text", id: "a", z: 0, x: 0, y: 0, size: 12, font: "ui",
    anchor: "start", color: "ink", text: '<script>"&' };
  assert.ok(shapesToSvg([nasty], "light").includes("&lt;script&gt;&quot;&amp;</text>"));
});

test("each part of a complex number has a cell of its own, and all of it fits", () => {
  const value = { shape: [2], dtype: "complex64", data: [[2.4154, 5.0746], [-1, -0.5]] } as const;
  const form = formOf(value);
  assert.deepEqual(form, { kind: "table", rows: 1, cols: 4 });
  assert.deepEqual(table("z", value, form, 0, 0).texts, ["2.42", "+5.07j", "-1.00", "-0.50j"]);
  assert.equal(formOf({ shape: [], dtype: "complex64" }).kind, "scalar");
});

test("of a name that does not fit, its last word is kept", () => {
  assert.equal(cutName("weight", 12, "ui", 60), "weight");
  const cuts = ["running_mean", "saved_tensors[1]"].map((name) => cutName(name, 12, "ui", 60));
  assert.ok(cuts[0]!.endsWith("…mean") && cuts[1]!.endsWith("…[1]"), cuts.join());
});

test("of a path that does not fit, its end is kept, and of other names the beginning", () => {
  assert.equal(cutPath("net.weight", 14, "mono", 100), "net.weight");
  assert.equal(cutPath("net.blocks.0.att.out.weight", 14, "mono", 130), "…att.out.weight");
  assert.equal(cutPath("an_extraordinarily_long_name", 14, "mono", 100), "an_extraor…");
});

// The far view: words of a fixed size at every zoom, bars that fill, no text over another.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Run } from "../../static/src/model/run.ts";
import {
  PLAIN_VIEW, scene, type BoxShape, type Shape, type TextShape, type View,
} from "../../static/src/drawing/scene.ts";
import { fitLabel } from "../../static/src/drawing/scene/far-label.ts";
import { logShare, troubleOf } from "../../static/src/drawing/scene/norm-bar.ts";
import { crispRect } from "../../static/src/drawing/stage/parts.ts";
import { OPEN, sheetOf } from "../../static/src/drawing/sheet.ts";
import { eventOf, FIXTURES, fixture } from "./fixtures/load.ts";
import { overlapping, textPlaces } from "./text-places.ts";

function farAt(run: Run, cursor: number, view: Partial<View> = {}): readonly Shape[] {
  return scene(run, cursor, { ...PLAIN_VIEW, detail: "far", scale: 0.5, ...view });
}

function textsOf(shapes: readonly Shape[], prefix: string): readonly string[] {
  return shapes.filter((shape): shape is TextShape =>
    shape.kind === "text" && shape.id.startsWith(prefix)).map(({ text }) => text);
}

function boxNamed(shapes: readonly Shape[], id: string): BoxShape | undefined {
  return shapes.find((shape): shape is BoxShape => shape.kind === "box" && shape.id === id);
}

/** How full the bar of a box's gradient is; null where it is empty, or has none. */
function fullOf(shapes: readonly Shape[], id: string): number | null {
  const track = boxNamed(shapes, `${id}/bar/grad`);
  const full = boxNamed(shapes, `${id}/bar/grad/full`);
  return track && full ? full.w / track.w : null;
}

for (const name of FIXTURES) {
  test(`every box of ${name} has words of 11 px or more, and no two texts overlap`, () => {
    const run = fixture(name);
    for (const bearing of ["right", "down"] as const) {
      for (const scale of [0.36, 0.45, 0.6]) {
        const cursor = run.events.length;
        const places = textPlaces(farAt(run, cursor, { scale, bearing }), scale);
        assert.deepEqual(places.filter(({ size }) => size < 11), []);
        assert.deepEqual(overlapping(places), []);
        const { ids } = sheetOf(run, run.passes.at(-1)!, bearing, OPEN);
        for (const id of ids) {
          assert.ok(places.some((place) => place.id.startsWith(`${id}/`)), `${id} at ${scale}`);
        }
      }
    }
  });
}

test("from very far no text overlaps another, or a box that is not its own", () => {
  for (const name of FIXTURES) {
    const run = fixture(name);
    for (const scale of [0.06, 0.12, 0.25]) {
      const shapes = farAt(run, run.events.length, { scale });
      const places = textPlaces(shapes, scale);
      assert.deepEqual(overlapping(places), []);
      assert.ok(places.length > 0 && places.every(({ size }) => size >= 11), `${name} at ${scale}`);
      const boxes = shapes.filter((shape): shape is BoxShape =>
        shape.kind === "box" && /^[nt]\d+$/.test(shape.id));
      for (const { id, text, x, y, w, h } of places.filter((one) => one.id.endsWith("/far/0"))) {
        const hit = boxes.find((box) => box.id !== id.split("/")[0]
          && x + 1 < (box.x + box.w) * scale && x + w - 1 > box.x * scale
          && y + 1 < (box.y + box.h) * scale && y + h - 1 > box.y * scale);
        assert.equal(hit, undefined, `${text} at ${scale} lies on ${hit?.id}`);
      }
    }
  }
});

test("from very far no box is without a word, and a pill without a plus is a bead", () => {
  let beads = 0;
  for (const name of FIXTURES) {
    const run = fixture(name);
    for (const scale of [0.16, 0.2, 0.25]) {
      const folds = { level: 0, own: new Map<string, boolean>() };
      const view = { scale, folds, compact: true, bearing: "down" } as const;
      const shapes = farAt(run, run.events.length, view);
      const named = new Set(textPlaces(shapes, scale).map(({ id }) => id.split("/")[0]));
      const boxes = shapes.filter(({ kind, id }) => kind === "box" && /^[tn]\d+$/.test(id));
      assert.deepEqual(boxes.filter(({ id }) => !named.has(id)).map(({ id }) => id), [],
        `${name} ${scale}`);
      beads += shapes.filter(({ id }) => id.endsWith("/bead")).length;
    }
  }
  assert.ok(beads > 0);
});

test("by a projector words are larger in the same proportion", () => {
  const run = fixture("diamond");
  const sizes = (view: Partial<View>) => textPlaces(farAt(run, run.events.length, view), 0.6)
    .map(({ size }) => size);
  assert.ok(Math.min(...sizes({ scale: 0.6, type: 1.5 })) >= 16.5);
});

test("a box with room has its name, its op, its value and its gradient", () => {
  const run = fixture("diamond");
  const shapes = farAt(run, run.events.length, { scale: 0.9 });
  assert.deepEqual(textsOf(shapes, `${run.passes[0]!.boxes[2]!}/`), ["y", "×", "6.0", "7.0"]);
});

test("words come before numbers and bars where room is short", () => {
  const run = fixture("diamond");
  const y = run.passes[0]!.boxes[2]!;
  const shapes = farAt(run, run.events.length, { scale: 0.16 });
  assert.deepEqual(textsOf(shapes, `${y}/`), ["y"]);
  assert.equal(boxNamed(shapes, `${y}/bar/grad`), undefined);
});

test("the bar of a gradient is empty, fills while one flows, and is exact when it is in", () => {
  const run = fixture("diamond");
  const at = eventOf(run, ({ kind }) => kind === "flow");
  const event = run.events[at]!;
  assert.ok(event.kind === "flow");
  const fulls = [0, 0.3, 0.6, 1].map((share) => fullOf(farAt(run, at + share), event.to));
  assert.equal(fulls[0], null);
  assert.ok(fulls[1]! < fulls[2]! && fulls[2]! < fulls[3]!);
  assert.ok(Math.abs(fulls[3]! - logShare(Number(event.sum.data![0]))) < 1e-9);
});

test("what needs no gradient has no track for one, and a frozen parameter a dashed one", () => {
  const run = fixture("diamond");
  const leaf = run.passes[0]!.boxes[0]!;
  const state = (change: object): Run => ({ ...run, events: run.events.map((event) =>
    (event.kind === "leaf" && event.tensor === leaf ? { ...event, ...change } : event)) });
  const track = (one: Run) => boxNamed(farAt(one, 1), `${leaf}/bar/grad`);
  assert.ok(track(run) && !track(run)!.dash);
  assert.equal(track(state({ requires_grad: false, accumulate: null })), undefined);
  assert.ok(track(state({ requires_grad: false, accumulate: null, parameter: true }))!.dash);
});

test("a value that is no number is loud", () => {
  const run = fixture("diamond");
  const leaf = run.passes[0]!.boxes[0]!;
  const broken: Run = { ...run, events: run.events.map((event) =>
    (event.kind === "leaf" && event.tensor === leaf
      ? { ...event, value: { ...event.value, data: ["nan"] } } : event)) };
  const shapes = farAt(broken, 2);
  assert.ok(textsOf(shapes, `${leaf}/`).includes("NaN"));
  assert.equal(boxNamed(shapes, `${leaf}/bar/value/full`)?.fill, "error");
  assert.equal(boxNamed(shapes, leaf)?.stroke, "error");
  assert.equal(troubleOf({ shape: [], dtype: "float32", data: ["-inf"] }), "Inf");
});

test("a name that does not fit is broken, then loses its middle, and keeps its end", () => {
  const lines = (text: string, w: number, h: number) =>
    fitLabel(text, "mono", { w, h })?.lines ?? null;
  assert.deepEqual(lines("h.0.attn.weight", 200, 14), ["h.0.attn.weight"]);
  assert.deepEqual(lines("h.0.attn.weight", 70, 28), ["h.0.attn.", "weight"]);
  assert.deepEqual(lines("model.h.0.attn.weight", 95, 14), ["model…weight"]);
  assert.deepEqual(lines("weight", 30, 14), ["wei…"]);
  assert.deepEqual(lines("params[0]", 42, 14), ["pa…[0]"]);
  assert.equal(lines("weight", 12, 14), null);
});

test("a name is cut so that it tells its box from others, where there is room for that", () => {
  const names = ["conv1.weight", "conv2.weight", "conv1.bias", "D.0.weight", "D.2.weight"];
  const tells = (cut: string): boolean => {
    const [head = "", tail = ""] = cut.split("…");
    return names.filter((name) => name.startsWith(head) && name.endsWith(tail)).length === 1;
  };
  const cut = (text: string, w: number) =>
    fitLabel(text, "mono", { w, h: 14 }, 1, tells)?.lines[0];
  assert.deepEqual(names.map((name) => cut(name, 75)),
    ["conv1.wei…", "conv2.wei…", "conv1.bias", "D.0.weight", "D.2.weight"]);
  assert.deepEqual(["conv1.weight", "D.0.weight"].map((name) => cut(name, 54)),
    ["conv1.w…", "D.0.we…"]);
  assert.equal(cut("conv1.weight", 47), "…weight");
});

test("a bar is two plain rectangles on whole pixels, its track a line that stands out", () => {
  const run = fixture("diamond");
  const at = { scale: 0.9, x: 10.3, y: 7.6 };
  const bars = farAt(run, run.events.length, at).filter(({ id }) => id.includes("/bar/"));
  assert.ok(bars.length >= 4);
  for (const bar of bars) {
    assert.ok(bar.kind === "box" && bar.crisp && bar.fill && !bar.stroke, bar.id);
    const { x, y, w, h } = crispRect(bar, at);
    const edges = [x * at.scale + at.x, y * at.scale + at.y, w * at.scale, h * at.scale];
    assert.ok(edges.every((edge) => Math.abs(edge - Math.round(edge)) < 1e-6), `${edges}`);
    const high = Math.round(h * at.scale);
    assert.ok(bar.id.endsWith("/full") ? high >= 4 : high === 1, `${bar.id}: ${high}`);
  }
});

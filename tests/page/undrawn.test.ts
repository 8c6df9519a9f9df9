// A run of which not everything is drawn plays to its end all the same.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRun, type Run } from "../../static/src/model/run.ts";
import { PLAIN_VIEW, scene } from "../../static/src/drawing/scene.ts";
import { frameAt } from "../../static/src/model/timeline.ts";
import { document, fixture, FIXTURES } from "./fixtures/load.ts";

/** The recorded run without the edges of its layouts, and with only its first passes drawn. */
function cut(name: string, drawn: number): Run {
  const json = structuredClone(document(name)) as unknown as {
    passes: { drawn: boolean; boxes: string[]; layout: number; edges_left_out: number }[];
    layouts: Record<string, unknown>[];
  };
  const form = { width: 64, height: 64, at: [], points: [] };
  for (const layout of json.layouts) {
    const down = { ...(layout["down"] as object), points: [] };
    Object.assign(layout, { edges: [], down, groups: [], folded: null });
  }
  json.layouts.push({ ...json.layouts[0], ...form, down: form, boxes: [], edges: [] });
  for (const pass of json.passes) pass.edges_left_out = 3;
  for (const pass of json.passes.slice(drawn)) {
    Object.assign(pass, { drawn: false, boxes: [], layout: json.layouts.length - 1 });
  }
  return parseRun(json);
}

for (const name of FIXTURES) {
  test(`${name} plays without edges, and without boxes where it is not drawn`, () => {
    for (const drawn of [0, 1]) {
      const run = cut(name, drawn);
      for (let cursor = 0; cursor <= run.events.length; cursor += 0.5) {
        const shapes = scene(run, cursor, PLAIN_VIEW);
        const shown = run.passes.find(({ last }) => cursor <= last + 1);
        const boxes = shapes.filter(({ kind }) => kind === "box");
        if (shown && !shown.drawn) assert.deepEqual(boxes, []);
      }
      const whole = fixture(name);
      for (const event of run.events) {
        if (event.kind !== "leaf") continue;
        const [at, there] = [run, whole].map((one) => frameAt(one, one.events.length));
        assert.deepEqual(at!.tensors.get(event.tensor), there!.tensors.get(event.tensor));
      }
    }
  });
}

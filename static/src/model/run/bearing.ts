// The way a tape runs across the stage: to the right, or down.

import type { Form, Layout } from "../run.ts";

export type Bearing = "right" | "down";

const turnedDown = new WeakMap<Layout, Layout>();

/** The boxes and edges of a layout in the places of a form. */
function formed(layout: Layout, form: Form): Layout {
  const { width, height, at, points } = form;
  return {
    ...layout, width, height,
    boxes: layout.boxes.map((box, i) => ({ ...box, x: at[i]![0], y: at[i]![1] })),
    edges: layout.edges.map((edge, i) => ({ ...edge, points: points[i]! })),
  };
}

/** The layout with its tape running as wanted; of one layout always the same object. */
export function turned(layout: Layout, bearing: Bearing): Layout {
  if (bearing === "right") return layout;
  const known = turnedDown.get(layout) ?? formed(layout, layout.down);
  turnedDown.set(layout, known);
  return known;
}

// The extent: where boxes stand now, and all that is on stage with the room around it. Pure.

import type { Rect } from "../geometry.ts";
import type { Bearing } from "../../model/run.ts";
import type { Offsets, Selection } from "../scene.ts";
import type { Plane, Sheet } from "../sheet.ts";
import { grown, union, type Edges } from "./viewpoint.ts";
import { middleOf } from "./vis-nodes.ts";

/** Room around the boxes: tabs on the left, waiting lozenges where the tape runs to. */
const MARGIN: Readonly<Record<Bearing, Edges>> = {
  right: { left: 56, right: 88, top: 32, bottom: 40 },
  down: { left: 56, right: 56, top: 32, bottom: 72 },
};
/** The same from afar, where boxes have no tabs. */
const FAR_MARGIN: typeof MARGIN = {
  right: { left: 24, right: 88, top: 32, bottom: 32 },
  down: { left: 24, right: 24, top: 32, bottom: 72 },
};
/** Around a sentence and the box that it stands at: on a phone they are as wide as the screen. */
export const BESIDE: Edges = { left: 4, right: 4, top: 12, bottom: 12 };

/** What the camera looks at: the layout on stage, and the boxes that the moment is about. */
export interface Subjects {
  readonly sheet: Sheet;
  readonly plane: Plane;
  readonly offsets: Offsets;
  readonly focus: readonly number[];
  /** Boxes that are there when the backward begins. */
  readonly before: ReadonlySet<number>;
  readonly chosen: Selection;
  /** Boxes that findings mark. */
  readonly found: readonly number[];
  /** Where a sentence stands beside a box. */
  readonly bubble: Rect | null;
  /** How much larger than usual letters must be. */
  readonly type: number;
}

/** A box of the layout where it stands now. */
export function rectOf(plane: Plane, offsets: Offsets, box: number): Rect {
  const { w, h } = plane.boxes[box]!;
  const [x, y] = middleOf(plane, box, offsets);
  return { x: x - w / 2, y: y - h / 2, w, h };
}

type Pictured = Pick<Subjects, "plane" | "offsets" | "bubble" | "sheet">;

function around(bounds: Rect, { bearing, compact }: Sheet): Rect {
  return grown(bounds, (compact ? FAR_MARGIN : MARGIN)[bearing]);
}

/** All boxes, frames and lines, and the room around them. */
export function extentOf({ plane, offsets, bubble, sheet }: Pictured): Rect {
  if (plane.boxes.length === 0) return { x: 0, y: 0, w: 1, h: 1 };
  const dragged = [...offsets.keys()].map((box) => rectOf(plane, offsets, box));
  const world = around(dragged.reduce(union, plane.bounds), sheet);
  return bubble ? union(world, grown(bubble, BESIDE)) : world;
}

/** The boxes that are there when the backward begins, and the room around them. */
export function extentBefore(subjects: Pictured & Pick<Subjects, "before">): Rect {
  const { plane, offsets, before, sheet } = subjects;
  if (before.size === 0 || before.size === plane.boxes.length) return extentOf(subjects);
  const boxes = [...before].map((box) => rectOf(plane, offsets, box));
  const lines = plane.edges.filter(({ from, to }) => before.has(from) && before.has(to));
  const bends = lines.flatMap(({ points }) => points.map(([x, y]) => ({ x, y, w: 0, h: 0 })));
  return around([...boxes, ...bends].reduce(union), sheet);
}

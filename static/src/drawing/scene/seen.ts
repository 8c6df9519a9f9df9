// What of a sheet lies in a part of the world: of a long tape most is out of view.

import { moved, type Curve, type Rect } from "../geometry.ts";
import { rectOf, type Moment } from "./moment.ts";
import type { SheetEdge } from "../sheet.ts";

/** How far what belongs to a box or a line stands out of it, in pixels of a label. */
const OUTER = { near: 300, far: 80 } as const;

const extents = new WeakMap<Curve, Rect>();

function extentOf(curve: Curve): Rect {
  const known = extents.get(curve);
  if (known) return known;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of curve) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  const extent = { x: left, y: top, w: right - left, h: bottom - top };
  extents.set(curve, extent);
  return extent;
}

/** Do two rectangles meet, if one grows by `room` on each side? */
function meets(a: Rect, b: Rect, room: number): boolean {
  return a.x <= b.x + b.w + room && b.x <= a.x + a.w + room
    && a.y <= b.y + b.h + room && b.y <= a.y + a.h + room;
}

function roomOf({ view: { detail, scale, type } }: Moment): number {
  return OUTER[detail] * type / scale;
}

/** Can anything of a box, or of what stands around it, be seen in `seen`? Null is everywhere. */
export function isBoxIn(moment: Moment, box: number, seen: Rect | null): boolean {
  return seen === null || meets(rectOf(moment, box), seen, roomOf(moment));
}

/** The same of a line and what lies on it. */
export function isEdgeIn(moment: Moment, edge: SheetEdge, seen: Rect | null): boolean {
  if (seen === null) return true;
  const { offsets } = moment.view;
  const [from, to] = [offsets.get(edge.from), offsets.get(edge.to)];
  const extent = extentOf(edge.points);
  if (meets(extent, seen, roomOf(moment))) return true;
  return (from !== undefined || to !== undefined)
    && meets(extentOf(moved(edge.points, from ?? [0, 0], to ?? [0, 0])), seen, roomOf(moment));
}

// Which corner of the stage is the freest: where a map hides as little as can be. Pure.

import type { Rect } from "../geometry.ts";

export type Corner = "bottom-left" | "top-left" | "top-right";

/** What is over a corner hides nothing to speak of. */
const LITTLE = 0.04;
const MARGIN = 12;
/** Around a box: its tabs, and what waits at it. */
const AROUND = 6;

/** The area that two rectangles share. */
function shared(a: Rect, b: Rect): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

function placeOf(corner: Corner, map: Rect, stage: Rect, below: number): Rect {
  const x = corner === "top-right" ? stage.w - map.w - MARGIN : MARGIN;
  const y = corner === "bottom-left" ? stage.h - map.h - below : MARGIN;
  return { ...map, x, y };
}

/** How much of a map in a corner boxes are behind of, as a share of it. */
function hidden(
  corner: Corner, map: Rect, stage: Rect, boxes: readonly Rect[], below: number,
): number {
  const place = placeOf(corner, map, stage, below);
  const all = boxes.reduce((sum, { x, y, w, h }) => sum + shared(place,
    { x: x - AROUND, y: y - AROUND, w: w + 2 * AROUND, h: h + 2 * AROUND }), 0);
  return all / (map.w * map.h);
}

/**
 * The corner for a map of a size, given the boxes as they stand on the stage, all in pixels: the
 * first of `corners` that hides next to nothing, with `now` before all others; null if none does.
 * Below a map in a lower corner is so much room for the legend.
 */
export function freeCorner(
  corners: readonly Corner[], now: Corner, map: Rect, stage: Rect, boxes: readonly Rect[],
  below: number,
): Corner | null {
  return [now, ...corners].find((corner) =>
    corners.includes(corner) && hidden(corner, map, stage, boxes, below) <= LITTLE) ?? null;
}

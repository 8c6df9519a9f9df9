// Frames: the rectangle around what is open in a group, counted along the tape and across it. Pure.

import type { Bearing, Layout, Point } from "../../model/run.ts";

/** A rectangle by its middle, its length along the tape, and its width across it. */
export interface Place {
  readonly u: number;
  readonly v: number;
  readonly long: number;
  readonly wide: number;
}

/** What is inside a frame keeps away from it: upright, there is a line for the frame's name. */
const PADDING = { before: 16, after: 20, above: 32, below: 16 } as const;
const TAB_ROOM = 48;

/** From afar the name has the same size on the screen. */
const FAR_ABOVE = 54;

/** Layouts for the far view: their boxes show no tabs. */
export const FAR_LAYOUTS = new WeakSet<Layout>();

/** The room of a box with what it saved, which stands to its left. */
export function withTabs(layout: Layout, bearing: Bearing, place: Place, box: number): Place {
  if (layout.boxes[box]!.kind !== "op" || FAR_LAYOUTS.has(layout)) return place;
  const { u, v, long, wide } = place;
  return bearing === "right" ? { ...place, u: u - TAB_ROOM / 2, long: long + TAB_ROOM }
    : { ...place, v: v - TAB_ROOM / 2, wide: wide + TAB_ROOM };
}

/** The two corners of a frame around places and lines. */
export function extent(
  layout: Layout, bearing: Bearing, places: readonly Place[], points: readonly Point[],
): readonly [Point, Point] {
  const { before, after, below } = PADDING;
  const above = FAR_LAYOUTS.has(layout) ? FAR_ABOVE : PADDING.above;
  const [near, far] = bearing === "right" ? [[before, above], [after, below]]
    : [[above, before], [below, after]];
  const us = [...places.flatMap(({ u, long }) => [u - long / 2, u + long / 2]),
    ...points.map((point) => point[0])];
  const vs = [...places.flatMap(({ v, wide }) => [v - wide / 2, v + wide / 2]),
    ...points.map((point) => point[1])];
  return [[least(us) - near![0]!, least(vs) - near![1]!],
    [-least(us.map((u) => -u)) + far![0]!, -least(vs.map((v) => -v)) + far![1]!]];
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Infinity);
}

// Frames: the rectangle around what is open in a group, counted along the tape and across it. Pure.

import type { Bearing, Point } from "../../model/run.ts";

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

/** The room of a box with what it saved, which stands to its left. */
export function withTabs(bearing: Bearing, place: Place, hasTabs: boolean): Place {
  if (!hasTabs) return place;
  const { u, v, long, wide } = place;
  return bearing === "right" ? { ...place, u: u - TAB_ROOM / 2, long: long + TAB_ROOM }
    : { ...place, v: v - TAB_ROOM / 2, wide: wide + TAB_ROOM };
}

/** The two corners of a frame around places and lines. */
export function extent(
  bearing: Bearing, places: readonly Place[], points: readonly Point[],
): readonly [Point, Point] {
  const { before, after, above, below } = PADDING;
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

// Contents: all that stands in a container, and its lines, in one row or in several. Pure.

import type { Curve } from "../geometry.ts";
import type { Bearing, Layout, Point } from "../../model/run.ts";
import { withTabs, type Place } from "./frame.ts";
import { wrapped, type Room } from "./wrap.ts";

/** By index of the layout's box, of its group that is folded, and of its group that is open. */
export interface Contents {
  readonly boxes: ReadonlyMap<number, Place>;
  readonly folded: ReadonlyMap<number, Place>;
  readonly frames: ReadonlyMap<number, Place>;
  /** Where lines come in and leave. */
  readonly doors: readonly Place[];
  /** By index of the layout's edge. */
  readonly ways: ReadonlyMap<number, Curve>;
}

/** What takes room in a container, boxes with their tabs. */
export function blocksOf(
  layout: Layout, bearing: Bearing, { boxes, folded, frames, doors }: Contents,
): readonly Place[] {
  return [...folded.values(), ...frames.values(), ...doors, ...[...boxes].map(([box, place]) =>
    withTabs(layout, bearing, place, box))];
}

/** The contents of a container in rows, where that lets them be seen larger. */
export function rowed(
  layout: Layout, bearing: Bearing, contents: Contents, room: Room,
): Contents {
  const lines = [...contents.ways].map(([i, curve]) => {
    const { kind } = layout.edges[i]!;
    return { key: `${kind} ${curve[0]!.join()}`, curve, short: kind === "leaf" };
  });
  const rows = wrapped({ blocks: blocksOf(layout, bearing, contents), lines }, room);
  if (!rows) return contents;
  const put = (place: Place): Place => {
    const [du, dv] = rows.shift([place.u, place.v]);
    return { ...place, u: place.u + du, v: place.v + dv };
  };
  const putAll = (places: ReadonlyMap<number, Place>) =>
    new Map([...places].map(([i, place]) => [i, put(place)] as const));
  return {
    boxes: putAll(contents.boxes), folded: putAll(contents.folded),
    frames: putAll(contents.frames), doors: contents.doors.map(put),
    ways: new Map([...contents.ways.keys()].map((edge, i) => [edge, rows.curves[i]!])),
  };
}

/** Points along the tape and across it as points of the sheet, and the other way round. */
export function onSheet(bearing: Bearing, points: readonly Point[]): readonly Point[] {
  return bearing === "right" ? points : points.map(([u, v]): Point => [v, u]);
}

// The sheet: what is on stage in a pass, box by box and line by line, as its viewer has laid it.

import {
  turned, type Bearing, type Layout, type LayoutBox, type LayoutEdge, type Pass, type Run,
  type VisPicture,
} from "../model/run.ts";
import { edgeIn } from "../model/edges.ts";
import type { Rect } from "./geometry.ts";
import { aroundOf, combined, type Drawing, type Rooms } from "./sheet/combine.ts";
import { compactLayout } from "./sheet/compact.ts";
import { onSheet, rowed, type Contents } from "./sheet/contents.ts";
import { foldedOf, type Folds } from "./sheet/folds.ts";
export {
  groupsAround, moduleOn, outlineOf, shortLabel, turnShown, type OutlineEntry,
} from "./sheet/outline.ts";
import type { Place } from "./sheet/frame.ts";

export { aroundOf } from "./sheet/combine.ts";
export {
  beginsOpen, depthsOf, EVERYTHING, type Folds, foldedOf, groupsToOpen, keysOf, OPEN,
} from "./sheet/folds.ts";

/** The free part of the stage in CSS pixels, in steps of 20: a long tape is wrapped to fit it. */
export interface StageSize {
  readonly w: number;
  readonly h: number;
}

/** A box in its place; `group` is that of a folded group, by its number in the layout. */
export interface SheetBox extends Omit<LayoutBox, "kind"> {
  readonly kind: LayoutBox["kind"] | "group";
  readonly group: number | null;
}

/** A line between two boxes; `producer` and `consumer` are the layout's boxes that it joins. */
export interface SheetEdge extends LayoutEdge {
  readonly producer: number;
  readonly consumer: number;
}

/** A group that is open: the frame around what is in it. */
export interface Frame extends Rect {
  readonly group: number;
  /** How many frames are around it. */
  readonly depth: number;
}

/** Boxes, lines and frames in their places; of one way to lay a layout always the same object. */
export interface Plane {
  readonly boxes: readonly SheetBox[];
  readonly edges: readonly SheetEdge[];
  readonly frames: readonly Frame[];
  /** What boxes, frames and lines take together. */
  readonly bounds: Rect;
  readonly picture: VisPicture;
}

/** A plane, and what stands in it in one pass. */
export interface Sheet {
  readonly bearing: Bearing;
  readonly layout: Layout;
  /** The number of the layout in its run. */
  readonly number: number;
  /** The layout as the run has it: `layout` is that, or the same made compact. */
  readonly source: Layout;
  /** Its boxes are as low as the far view allows. */
  readonly compact: boolean;
  readonly plane: Plane;
  /** What stands in each box: a tensor id or a node id; a folded group's is that of its face. */
  readonly ids: readonly string[];
  /** What stands in each box of the layout, on stage or folded. */
  readonly cast: readonly string[];
  /** Whatever stands in the layout -> the box in which it is seen. */
  readonly boxOf: ReadonlyMap<string, number>;
}

/** The box in which a selection is seen; of an edge the box that it leads to. */
export function boxChosen({ boxOf }: Sheet, selection: string | null): number | undefined {
  return boxOf.get(edgeIn(selection)?.node ?? selection ?? "");
}

/** Does a layout show modules? They keep their frames when all is open. */
function hasModules({ groups, folded }: Layout): boolean {
  return folded !== null && groups.some(({ kind }) => kind === "module");
}

/** The layout when nothing is folded and nothing is a module, in rows where `rooms` want it. */
function flat(layout: Layout, bearing: Bearing, rooms: Rooms | null): Plane {
  const { boxes, edges, picture } = turned(layout, bearing);
  const places = boxes.map(({ x, y, w, h }): Place => bearing === "right"
    ? { u: x, v: y, long: w, wide: h } : { u: y, v: x, long: h, wide: w });
  const whole: Contents = {
    boxes: new Map(places.entries()), folded: new Map(), frames: new Map(), doors: [],
    ways: new Map(edges.map(({ points }, i) => [i, onSheet(bearing, points)])),
  };
  const { boxes: at, ways } = rooms ? rowed(layout, bearing, whole, rooms.whole) : whole;
  return bounded({
    boxes: boxes.map((box, i) => ({ ...box, ...boxOfPlace(bearing, at.get(i)!), group: null })),
    frames: [], picture,
    edges: edges.map((edge, i) => ({ ...edge, producer: edge.from, consumer: edge.to,
      points: onSheet(bearing, ways.get(i)!) })),
  });
}

function bounded(plane: Omit<Plane, "bounds">): Plane {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (x: number, y: number): void => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  };
  for (const { x, y, w, h } of plane.boxes) {
    add(x - w / 2, y - h / 2);
    add(x + w / 2, y + h / 2);
  }
  for (const { x, y, w, h } of plane.frames) {
    add(x, y);
    add(x + w, y + h);
  }
  for (const { points } of plane.edges) for (const [x, y] of points) add(x, y);
  const bounds = left > right ? { x: 0, y: 0, w: 0, h: 0 }
    : { x: left, y: top, w: right - left, h: bottom - top };
  return { ...plane, bounds };
}

function rectOf(bearing: Bearing, { u, v, long, wide }: Place): Rect {
  const [x, y, w, h] = bearing === "right" ? [u, v, long, wide] : [v, u, wide, long];
  return { x: x - w / 2, y: y - h / 2, w, h };
}

function boxOfPlace(bearing: Bearing, place: Place) {
  const { x, y, w, h } = rectOf(bearing, place);
  return { x: x + w / 2, y: y + h / 2, w, h };
}

/** Index of the plane's box in which each of the layout's boxes is seen. */
function seats({ boxes, folded }: Drawing, layout: Layout): readonly number[] {
  const around = aroundOf(layout);
  const order = [...boxes.keys()].sort((a, b) => a - b);
  const own = new Map(order.map((box, i) => [box, i]));
  const groups = new Map([...folded.keys()].map((group, i) => [group, order.length + i]));
  return layout.boxes.map((_, box) => own.get(box)
    ?? groups.get(around[box]!.find((group) => groups.has(group))!)!);
}

function laid(
  layout: Layout, bearing: Bearing, folded: ReadonlySet<number>, rooms: Rooms | null,
): Plane {
  const drawing = combined(layout, bearing, (group) => folded.has(group), rooms);
  const seat = seats(drawing, layout);
  const order = [...drawing.boxes.keys()].sort((a, b) => a - b);
  const boxes = order.map((box): SheetBox => ({ kind: layout.boxes[box]!.kind, group: null,
    ...boxOfPlace(bearing, drawing.boxes.get(box)!) }));
  const groups = [...drawing.folded].map(([group, place]): SheetBox =>
    ({ kind: "group", group, ...boxOfPlace(bearing, place) }));
  const depthOf = (group: number): number => {
    const { parent } = layout.groups[group]!;
    return parent === null ? 0 : 1 + depthOf(parent);
  };
  return bounded({
    boxes: [...boxes, ...groups],
    edges: [...drawing.ways].sort(([a], [b]) => a - b).map(([i, way]): SheetEdge => {
      const edge = layout.edges[i]!;
      return { ...edge, from: seat[edge.from]!, to: seat[edge.to]!, producer: edge.from,
        consumer: edge.to, points: onSheet(bearing, way) };
    }),
    frames: [...drawing.frames].map(([group, place]) =>
      ({ group, depth: depthOf(group), ...rectOf(bearing, place) })),
    picture: { nodes: [], edges: [], options: layout.picture.options },
  });
}

const planes = new WeakMap<Layout, Map<string, Plane>>();
const lately = new WeakMap<ReadonlySet<number>, Map<string, Plane>>();

/** Ways to lay one layout that are kept. */
const MOST_PLANES = 64;
/** A stage that is larger by less than this is no reason to lay anything anew. */
const STEP = 80;
/** No rows are needed at these scales: of the whole details are read, of a group its words. */
const ENOUGH = { whole: 0.8, compact: 0.58, inner: 0.34 } as const;

/** A stage as what drawings are wrapped for. */
function roomsOf({ w, h }: StageSize, bearing: Bearing, compact: boolean): Rooms {
  const [along, across] = bearing === "right" ? [w, h] : [h, w];
  return { whole: { along, across, enough: ENOUGH[compact ? "compact" : "whole"] },
    inner: { along, across, enough: ENOUGH.inner } };
}

/** A stage's size in steps; none so small that nothing fits. */
function stepped({ w, h }: StageSize): StageSize {
  const down = (size: number): number => Math.max(1, Math.floor(size / STEP)) * STEP;
  return { w: down(w), h: down(h) };
}

function planeOf(
  layout: Layout, bearing: Bearing, folded: ReadonlySet<number>, stage: StageSize | null,
  compact: boolean,
): Plane {
  const size = stage && stepped(stage);
  const way = `${bearing} ${size?.w} ${size?.h} ${compact}`;
  const last = folded.size === 0 ? undefined : lately.get(folded)?.get(way);
  if (last) return last;
  let known = planes.get(layout);
  if (!known) planes.set(layout, known = new Map());
  const groups = [...folded].join();
  const key = `${way} ${groups}`;
  let plane = known.get(key);
  if (!plane) {
    if (known.size >= MOST_PLANES) known.clear();
    const rooms = size && roomsOf(size, bearing, compact);
    const isFlat = folded.size === 0 && !hasModules(layout);
    const made = isFlat ? flat(layout, bearing, rooms) : laid(layout, bearing, folded, rooms);
    // Stages for which the rows are the same have the same plane, on which boxes stay dragged.
    const places = `${bearing} ${groups} ${made.boxes.map(({ x, y }) => [x, y]).join()}`;
    plane = known.get(places) ?? made;
    known.set(places, plane).set(key, plane);
  }
  if (folded.size > 0) lately.set(folded, (lately.get(folded) ?? new Map()).set(way, plane));
  return plane;
}

const sheets = new WeakMap<Plane, WeakMap<Pass, Sheet>>();

/**
 * The sheet of a pass, wrapped to fit a stage (null: in one row), compact for the far view; of the
 * same pass, laid in the same way, always the same object.
 */
export function sheetOf(
  run: Run, pass: Pass, bearing: Bearing, folds: Folds, stage: StageSize | null = null,
  compact = false,
): Sheet {
  const own = run.layouts[pass.layout]!;
  const layout = compact ? compactLayout(own) : own;
  const plane = planeOf(layout, bearing, foldedOf(layout, folds), stage, compact);
  let known = sheets.get(plane);
  if (!known) sheets.set(plane, known = new WeakMap());
  let sheet = known.get(pass);
  if (!sheet) known.set(pass, sheet = cast(run, layout, plane, pass, bearing, compact));
  return sheet;
}

function cast(
  run: Run, layout: Layout, plane: Plane, pass: Pass, bearing: Bearing, compact: boolean,
): Sheet {
  const around = aroundOf(layout);
  const ofGroup = new Map(plane.boxes.flatMap(({ group }, i) =>
    group === null ? [] : [[group, i] as const]));
  const own = layout.boxes.flatMap((_, box) =>
    around[box]!.some((group) => ofGroup.has(group)) ? [] : [box]);
  const boxOf = new Map(own.map((box, i) => [pass.boxes[box]!, i]));
  layout.boxes.forEach((_, box) => {
    const group = around[box]!.find((one) => ofGroup.has(one));
    if (group !== undefined) boxOf.set(pass.boxes[box]!, ofGroup.get(group)!);
  });
  const faces = [...ofGroup.keys()].map((group) => pass.boxes[layout.groups[group]!.face]!);
  const ids = [...own.map((box) => pass.boxes[box]!), ...faces];
  return { bearing, layout, number: pass.layout, source: run.layouts[pass.layout]!, compact, plane,
    ids, cast: pass.boxes, boxOf };
}

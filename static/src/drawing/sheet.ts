// The sheet: what is on stage in a pass, box by box and line by line, as its viewer has laid it.

import {
  turned, type Bearing, type Layout, type LayoutBox, type LayoutEdge, type Pass, type Run,
  type VisPicture,
} from "../model/run.ts";
import { edgeIn } from "../model/edges.ts";
import type { Rect } from "./geometry.ts";
import { aroundOf, combined, curveOfWay, type Drawing } from "./sheet/combine.ts";
import { foldedOf, type Folds } from "./sheet/folds.ts";
import type { Place } from "./sheet/frame.ts";

export { aroundOf } from "./sheet/combine.ts";
export { beginsOpen, type Folds, foldedOf, groupsToOpen, keysOf } from "./sheet/folds.ts";

/** The stage's width and height in CSS pixels, in steps of 20. */
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
  readonly picture: VisPicture;
}

/** A plane, and what stands in it in one pass. */
export interface Sheet {
  readonly bearing: Bearing;
  readonly layout: Layout;
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

function flat(layout: Layout, bearing: Bearing): Plane {
  const { boxes, edges, picture } = turned(layout, bearing);
  return {
    boxes: boxes.map((box) => ({ ...box, group: null })), frames: [], picture,
    edges: edges.map((edge) => ({ ...edge, producer: edge.from, consumer: edge.to })),
  };
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

function laid(layout: Layout, bearing: Bearing, folded: ReadonlySet<number>): Plane {
  const drawing = combined(layout, bearing, (group) => folded.has(group));
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
  return {
    boxes: [...boxes, ...groups],
    edges: [...drawing.ways].sort(([a], [b]) => a - b).map(([i, way]): SheetEdge => {
      const edge = layout.edges[i]!;
      return { ...edge, from: seat[edge.from]!, to: seat[edge.to]!, producer: edge.from,
        consumer: edge.to, points: curveOfWay(bearing, way) };
    }),
    frames: [...drawing.frames].map(([group, place]) =>
      ({ group, depth: depthOf(group), ...rectOf(bearing, place) })),
    picture: { nodes: [], edges: [], options: layout.picture.options },
  };
}

const planes = new WeakMap<Layout, Map<string, Plane>>();
const lately = new WeakMap<ReadonlySet<number>, Partial<Record<Bearing, Plane>>>();

/** Ways to lay one layout that are kept. */
const MOST_PLANES = 32;

function planeOf(layout: Layout, bearing: Bearing, folded: ReadonlySet<number>): Plane {
  const last = folded.size === 0 ? undefined : lately.get(folded)?.[bearing];
  if (last) return last;
  let known = planes.get(layout);
  if (!known) planes.set(layout, known = new Map());
  const key = `${bearing} ${[...folded].join()}`;
  let plane = known.get(key);
  if (!plane) {
    if (known.size >= MOST_PLANES) known.clear();
    plane = folded.size === 0 ? flat(layout, bearing) : laid(layout, bearing, folded);
    known.set(key, plane);
  }
  if (folded.size > 0) lately.set(folded, { ...lately.get(folded), [bearing]: plane });
  return plane;
}

const sheets = new WeakMap<Plane, WeakMap<Pass, Sheet>>();

/** The sheet of a pass; of the same pass, laid in the same way, always the same object. */
export function sheetOf(run: Run, pass: Pass, bearing: Bearing, folds: Folds): Sheet {
  const layout = run.layouts[pass.layout]!;
  const plane = planeOf(layout, bearing, foldedOf(layout, folds));
  let known = sheets.get(plane);
  if (!known) sheets.set(plane, known = new WeakMap());
  let sheet = known.get(pass);
  if (!sheet) known.set(pass, sheet = cast(layout, plane, pass, bearing));
  return sheet;
}

function cast(layout: Layout, plane: Plane, pass: Pass, bearing: Bearing): Sheet {
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
  return { bearing, layout, plane, ids, cast: pass.boxes, boxOf };
}

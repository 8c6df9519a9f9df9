// Edges: the ways that values took, and what came back along them.

import {
  beginning, directionOn, ease, pointOn, within, type Curve, type Rect,
} from "../geometry.ts";
import type { Point, Value } from "../../model/run.ts";
import { selectionOf } from "../../model/edges.ts";
import type { SheetEdge } from "../sheet.ts";
import { isHeld, type Contribution, type Frame } from "../../model/timeline.ts";
import type { ColorToken } from "../theme.ts";
import { TAB_FOOT, TAB_PITCH, Z } from "./anatomy.ts";
import { tabsOf, tabWidth } from "./attachments.ts";
import { bundleOf, sumOf } from "./bundle.ts";
import { remembered } from "./memo.ts";
import { memoryTie } from "./memory-tie.ts";
import { curveOf, rectOf, type Moment } from "./moment.ts";
import { pathOf } from "./path.ts";
import type { PathShape, Shape } from "./shape.ts";
import { lozenge, lozengeSize } from "./token.ts";
import { turnMarks } from "./turn.ts";

interface Line {
  readonly stroke: ColorToken;
  readonly width: number;
  readonly dash?: readonly number[];
}

const LINES: Readonly<Record<SheetEdge["kind"], Line>> = {
  tape: { stroke: "node-line", width: 1.5 },
  leaf: { stroke: "leaf-line", width: 2 },
  value: { stroke: "edge", width: 1, dash: [4, 4] },
  view: { stroke: "quiet", width: 2, dash: [1, 5] },
  cut: { stroke: "edge", width: 1.5 },
};

/** From afar a line is as wide on the screen as it is from near, or a little less. */
const FAR_WIDTH = 0.75;

const CAME: Line = { stroke: "backward", width: 2 };

function isMade(frame: Frame, id: string): boolean {
  return (id.startsWith("n") ? frame.nodes : frame.tensors).get(id) !== undefined;
}

/** What came back along an edge in the current backward. */
function contributionOn(moment: Moment, edge: SheetEdge): Contribution | null {
  if (edge.edge === null) return null;
  const node = moment.frame.nodes.get(moment.sheet.cast[edge.consumer]!);
  return node?.sent[edge.edge] ?? null;
}

/** How much of an edge into a thing just being made is drawn yet. */
function grown(moment: Moment, to: string): number {
  const { event, progress } = moment;
  if (event?.kind !== "op") return 1;
  const isNew = event.node?.id === to || event.outputs.some((output) => output.tensor === to);
  return isNew ? ease(within(progress, 0, 0.5)) : 1;
}

/** A small head that says which way the values went. */
function arrow(id: string, tip: Point, [dx, dy]: Point, color: ColorToken): PathShape {
  const [x, y] = tip;
  const back = (side: number): Point =>
    [x - 7 * dx - side * 3.5 * dy, y - 7 * dy + side * 3.5 * dx];
  return { kind: "path", id: `${id}/arrow`, z: Z.edge + 1, curved: false, closed: true, fill: color,
    points: [tip, back(1), back(-1)] };
}

/** Two short strokes across the middle: here a gradient would have come back. */
function strokes(id: string, curve: Curve): readonly Shape[] {
  const [dx, dy] = directionOn(curve, 0.5);
  return [-3.5, 3.5].map((shift, i): Shape => {
    const [cx, cy] = pointOn(curve, 0.5);
    const [x, y] = [cx + shift * dx, cy + shift * dy];
    const [a, b] = [10 * dx - 3 * dy, 10 * dy + 3 * dx];
    return { kind: "path", id: `${id}/cut/${i}`, z: Z.chip, curved: false, stroke: "ink", width: 2,
      points: [[x + b * 0.8, y - a * 0.8], [x - b * 0.8, y + a * 0.8]] };
  });
}

const PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];

function isClear([x, y]: Point, [w, h]: Point, rects: readonly Rect[]): boolean {
  return rects.every((r) => x + w / 2 < r.x || x - w / 2 > r.x + r.w ||
    y + h / 2 < r.y || y - h / 2 > r.y + r.h);
}

/** Near the middle of the edge, but not over its boxes or over the tabs of its consumer. */
function chipPlace(moment: Moment, edge: SheetEdge, curve: Curve, value: Value): Point {
  const to = rectOf(moment, edge.to);
  const isFolded = moment.sheet.plane.boxes[edge.to]!.group !== null;
  const consumer = moment.frame.nodes.get(moment.sheet.cast[edge.consumer]!);
  const tabs = isFolded ? [] : tabsOf(consumer?.saved);
  const strip = tabs.length * TAB_PITCH + TAB_FOOT;
  const wide = Math.max(0, ...tabs.map(({ name }) => tabWidth(name)));
  const tabRect = { x: to.x - wide, y: to.y + to.h - strip, w: wide, h: strip };
  const rects = [rectOf(moment, edge.from), to, ...(wide > 0 ? [tabRect] : [])];
  const size = lozengeSize(value, "resting");
  const place = PLACES.find((s) => isClear(pointOn(curve, s), size, rects)) ?? 0.5;
  return pointOn(curve, place);
}

/** The number that stays on an edge after its lozenge has merged; the sum of a whole bundle. */
function chip(
  moment: Moment, id: string, edge: SheetEdge, curve: Curve, came: readonly Contribution[],
): readonly Shape[] {
  const [first] = came;
  const target = first && moment.frame.nodes.get(first.to);
  if (!first || isHeld(target) || moment.view.detail === "far") return [];
  const value = came.length === 1 ? first.value
    : sumOf(came.map((one) => one.value)) ?? came.at(-1)!.value;
  const at = chipPlace(moment, edge, curve, value);
  return [lozenge(`${id}/came`, Z.chip, at, value, "resting", moment.view.gradients)];
}

/** What came back along an edge, or along all that share its line if it is the first of them. */
function cameAlong(moment: Moment, index: number): readonly Contribution[] {
  const { plane } = moment.sheet;
  const bundle = bundleOf(plane, index);
  if (bundle.length > 1 && bundle[0] !== index) return [];
  return bundle.flatMap((one) => contributionOn(moment, plane.edges[one]!) ?? []);
}

/** Is it selected, or under the pointer? */
function isChosen({ view, sheet }: Moment, edge: SheetEdge): "selected" | "hovered" | null {
  if (edge.edge === null || (view.selection === null && view.hover === null)) return null;
  const name = selectionOf({ node: sheet.cast[edge.consumer]!, edge: edge.edge });
  return view.selection === name ? "selected" : view.hover === name ? "hovered" : null;
}

/** How much is seen of lines that do not lead to what is chosen, nor from there. */
const DIMMED = 0.3;

/** Is a line on the path of what is chosen? null where nothing is. */
function isLit({ sheet, view }: Moment, index: number): boolean | null {
  const path = pathOf(sheet, view.selection);
  return path && (bundleOf(sheet.plane, index).some((one) => path.edges.has(one)));
}

/** One edge with its arrow, its cut, and what came back along it. */
export function edgeShapes(moment: Moment, index: number): readonly Shape[] {
  const { run, frame, sheet, view } = moment;
  const edge = sheet.plane.edges[index]!;
  const [from, to] = [sheet.cast[edge.producer]!, sheet.cast[edge.consumer]!];
  if (!isMade(frame, from) || !isMade(frame, to)) return [];
  const came = contributionOn(moment, edge);
  const share = grown(moment, to);
  const waits = came !== null && isHeld(frame.nodes.get(came.to));
  const chosen = isChosen(moment, edge);
  const along = cameAlong(moment, index);
  const lit = isLit(moment, index);
  const because = [edge, came, share, waits, chosen, lit, view.detail, view.scale, view.gradients,
    view.offsets.get(edge.from), view.offsets.get(edge.to), ...along];
  return remembered(run, `edge/${index}`, because, () => {
    const shapes = drawn(moment, edge, index, came, along);
    return lit !== false ? shapes
      : shapes.map((shape) => ({ ...shape, opacity: (shape.opacity ?? 1) * DIMMED }));
  });
}

function drawn(
  moment: Moment, edge: SheetEdge, index: number, came: Contribution | null,
  along: readonly Contribution[],
): readonly Shape[] {
  const id = `edge/${index}`;
  const curve = curveOf(moment, edge);
  const share = grown(moment, moment.sheet.cast[edge.consumer]!);
  const way = share < 1 ? beginning(curve, Math.max(share, 0.02)) : curve;
  const { width, ...kind }: Line = came ? CAME : LINES[edge.kind];
  const heavy = isLit(moment, index) === true ? width + 1 : width;
  const line = { ...kind, width: moment.view.detail === "far"
    ? FAR_WIDTH * heavy / moment.view.scale : heavy };
  const chosen = isChosen(moment, edge);
  const halo: readonly Shape[] = chosen === null ? [] : [{
    kind: "path", id: `${id}/chosen`, z: Z.edge - 1, points: way, curved: true, stroke: "ink",
    width: line.width + (chosen === "selected" ? 5 : 3),
    opacity: chosen === "selected" ? 0.9 : 0.25,
  }];
  const shapes: Shape[] = [
    ...halo,
    { kind: "path", id, z: Z.edge, points: way, curved: true, ...line },
    ...turnMarks(id, way, moment.view, line.stroke, line.width),
  ];
  if (edge.kind !== "leaf" && edge.kind !== "view") {
    shapes.push(arrow(id, way.at(-1)!, directionOn(way, 1), line.stroke));
  }
  if (edge.kind === "cut") shapes.push(...strokes(id, curve));
  shapes.push(...memoryTie(moment, edge, id, way));
  shapes.push(...chip(moment, id, edge, curve, along));
  return shapes;
}

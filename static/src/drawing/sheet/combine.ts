// Combining: the picture of a layout of which some groups are folded and the others open. Pure.
//
// Each container (the whole, or a group) was laid out with its groups folded. An open group stands
// where its box stood; its container is stretched to make room, and lines go on through its doors.
// Everything here is counted along the tape (u) and across it (v).

import type { Curve } from "../geometry.ts";
import type { Bearing, Fold, Form, Layout, Point } from "../../model/run.ts";
import { blocksOf, rowed, type Contents } from "./contents.ts";
import { extent, type Place } from "./frame.ts";
import { stretched, type Stretch } from "./stretch.ts";
import { curveThrough, joined, relaid, stationsOf } from "./way.ts";
import type { Room } from "./wrap.ts";

/** What stands in a container, and its lines from box to box. */
export interface Drawing extends Contents {
  /** Where it begins and ends, its frame included. */
  readonly from: Point;
  readonly to: Point;
  /** The place across at which it wants to be level with what is around it. */
  readonly level: number;
}

/** What the whole is to fit in, and what the inside of a group. */
export interface Rooms {
  readonly whole: Room;
  readonly inner: Room;
}

interface Plan {
  readonly layout: Layout;
  readonly bearing: Bearing;
  readonly isFolded: (group: number) => boolean;
  /** What the whole is to fit in, and each group; null for one row, however long. */
  readonly rooms: Rooms | null;
  /** The box -> the groups around it, innermost first. */
  readonly around: readonly (readonly number[])[];
  /** A leaf -> the AccumulateGrad that is docked to it. */
  readonly docks: ReadonlyMap<number, number>;
}

/** One line in a container: from what, to what, and its stations there. */
interface Child {
  readonly group: number;
  readonly drawing: Drawing;
  readonly frame: Place;
}

const chains = new WeakMap<Layout, readonly (readonly number[])[]>();

/** The groups around each box, innermost first. */
export function aroundOf(layout: Layout): readonly (readonly number[])[] {
  const known = chains.get(layout);
  if (known) return known;
  const found: number[][] = layout.boxes.map(() => []);
  layout.groups.forEach(({ inside }, number) => {
    const chain: number[] = [];
    for (let at: number | null = number; at !== null; at = layout.groups[at]!.parent) {
      chain.push(at);
    }
    for (const box of inside.boxes) found[box] = chain;
  });
  chains.set(layout, found);
  return found;
}

/** The picture of a layout with groups, of which those that `isFolded` names are folded. */
export function combined(
  layout: Layout, bearing: Bearing, isFolded: (group: number) => boolean, rooms: Rooms | null,
): Drawing {
  const docks = new Map(layout.edges.flatMap(({ kind, from, to }) =>
    kind === "leaf" ? [[from, to] as const] : []));
  const plan = { layout, bearing, isFolded, rooms, docks, around: aroundOf(layout) };
  return drawn(plan, layout.folded!, null);
}

function turnedPoint({ bearing }: Plan, [x, y]: Point): Point {
  return bearing === "right" ? [x, y] : [y, x];
}

function placeOf(plan: Plan, at: Point, w: number, h: number): Place {
  const [[u, v], [long, wide]] = [turnedPoint(plan, at), turnedPoint(plan, [w, h])];
  return { u, v, long, wide };
}

/** Where the boxes and groups of a container stand in its form, and its doors. */
function placesOf(plan: Plan, { boxes, groups, entries, exits }: Fold, form: Form) {
  const { layout } = plan;
  const at = form.at;
  const door = (i: number): Place => placeOf(plan, at[i]!, 0, 0);
  const first = boxes.length + groups.length;
  return {
    boxes: new Map(boxes.map((box, i) => {
      const { w, h } = layout.boxes[box]!;
      return [box, placeOf(plan, at[i]!, w, h)];
    })),
    groups: new Map(groups.map((group, i) => {
      const { w, h } = layout.groups[group]!;
      return [group, placeOf(plan, at[boxes.length + i]!, w, h)];
    })),
    entries: new Map(entries.map((box, i) => [box, door(first + i)])),
    exits: new Map(exits.map((box, i) => [box, door(first + entries.length + i)])),
  };
}

type Places = ReturnType<typeof placesOf>;

/** How an open group's frame stands to the box that it takes the place of. */
function needsOf(places: Places, children: readonly Omit<Child, "frame">[]) {
  const along = children.map(({ group, drawing: { from, to } }) => {
    const { u, long } = places.groups.get(group)!;
    return { from: u - long / 2, to: u + long / 2, more: to[0] - from[0] - long };
  });
  const across = children.flatMap(({ group, drawing: { from, to, level } }) => {
    const { v, wide } = places.groups.get(group)!;
    return [
      { from: v - wide / 2, to: v, more: level - from[1] - wide / 2 },
      { from: v, to: v + wide / 2, more: to[1] - level - wide / 2 },
    ];
  });
  return [stretched(along), stretched(across)] as const;
}

function framed(place: Place, { from, to, level }: Drawing, u: Stretch, v: Stretch): Place {
  const [long, wide] = [to[0] - from[0], to[1] - from[1]];
  const middle = (u(place.u - place.long / 2) + u(place.u + place.long / 2)) / 2;
  return { u: Math.round(middle), v: v(place.v) - (level - (from[1] + to[1]) / 2), long, wide };
}

/** A container with what is open in it. */
function drawn(plan: Plan, fold: Fold, container: number | null): Drawing {
  const form = fold[plan.bearing];
  const places = placesOf(plan, fold, form);
  const open = fold.groups.filter((group) => !plan.isFolded(group));
  const inner = open.map((group) =>
    ({ group, drawing: drawn(plan, plan.layout.groups[group]!.inside, group) }));
  const [u, v] = needsOf(places, inner);
  const children = new Map(inner.map((child) => [child.group,
    { ...child, frame: framed(places.groups.get(child.group)!, child.drawing, u, v) }]));
  const stage: Stage = { plan, fold, container, places, children, u, v };
  return assembled(stage, waysOf(stage, form));
}

interface Stage {
  readonly plan: Plan;
  readonly fold: Fold;
  readonly container: number | null;
  readonly places: Places;
  readonly children: ReadonlyMap<number, Child>;
  readonly u: Stretch;
  readonly v: Stretch;
}

/** What the layout puts at the end of its column, next to where it is used. */
const LAST = new Set(["leaf", "input", "accumulate"]);

/** A thing as a whole goes where its middle goes; a leaf goes with its AccumulateGrad. */
function carried({ plan, places, u, v }: Stage, place: Place, box?: number): Place {
  const dock = box === undefined ? undefined : places.boxes.get(plan.docks.get(box) ?? -1);
  const by = dock ?? place;
  const isLast = box !== undefined && LAST.has(plan.layout.boxes[box]!.kind);
  const at = isLast ? by.u + by.long / 2 : by.u;
  return { ...place, u: place.u + u(at) - Math.round(at), v: place.v + v(by.v) - Math.round(by.v) };
}

/** A point of what is inside an open group, in its container. */
function shiftOf({ drawing: { from, to }, frame }: Child): Point {
  return [frame.u - (from[0] + to[0]) / 2, frame.v - (from[1] + to[1]) / 2];
}

function shifted(points: readonly Point[], [du, dv]: Point): readonly Point[] {
  return points.map(([u, v]): Point => [u + du, v + dv]);
}

function movedBy(places: ReadonlyMap<number, Place>, [du, dv]: Point) {
  return [...places].map(([i, place]) =>
    [i, { ...place, u: place.u + du, v: place.v + dv }] as const);
}

/** The group of a container that a box is in, if it is in one. */
function groupOf({ plan, container }: Stage, box: number): number | undefined {
  return plan.around[box]!.find((group) => plan.layout.groups[group]!.parent === container);
}

/** One end of a line: what it joins, and the line's own way inside that when it is open. */
interface End {
  /** How far the end was carried; an open group's end stands where its own line says. */
  readonly by: Point | null;
  readonly way: Curve;
  readonly frame: Place | null;
}

function endOf(stage: Stage, edge: number, box: number, source: number, isStart: boolean): End {
  const { places, children, plan } = stage;
  const group = plan.around[box]!.includes(stage.container ?? -1) || stage.container === null
    ? groupOf(stage, box) : undefined;
  const child = group === undefined ? undefined : children.get(group);
  if (child) {
    const way = shifted(child.drawing.ways.get(edge) ?? [], shiftOf(child));
    return { by: null, way, frame: child.frame };
  }
  const doors = isStart ? places.entries : places.exits;
  const standing = group === undefined ? places.boxes.get(box) : places.groups.get(group);
  const place = standing ?? doors.get(source)!;
  const there = carried(stage, place, standing && group === undefined ? box : undefined);
  return { by: [there.u - place.u, there.v - place.v], way: [], frame: null };
}

function pointOf(end: End, [u, v]: Point, isStart: boolean): Point {
  if (end.by) return [u + end.by[0], v + end.by[1]];
  const { u: middle, long } = end.frame!;
  const inside = isStart ? end.way.at(-1)! : end.way[0]!;
  return [middle + (isStart ? long / 2 : -long / 2), inside[1]];
}

/** Each line of a container, through the doors of what is open in it. */
function waysOf(stage: Stage, form: Form): ReadonlyMap<number, Curve> {
  const { plan, fold, u, v } = stage;
  return new Map(fold.edges.map((edge, i) => {
    const { from, to, kind } = plan.layout.edges[edge]!;
    const stations = stationsOf(form.points[fold.lines[i]!]!).map((point) =>
      turnedPoint(plan, point));
    const start = endOf(stage, edge, from, from, true);
    const end = endOf(stage, edge, to, from, false);
    const first = pointOf(start, stations[0]!, true);
    const last = pointOf(end, stations.at(-1)!, false);
    const way = kind === "leaf" ? [first, last] : relaid(stations, first, last, u, v);
    return [edge, joined([start.way, curveThrough(way), end.way])];
  }));
}

/** All that stands in a container, by what it is, and all lines, before it is cut into rows. */
function contentsOf(stage: Stage, ways: ReadonlyMap<number, Curve>): Contents {
  const { places, children, fold } = stage;
  const boxes = new Map([...places.boxes].map(([box, place]) =>
    [box, carried(stage, place, box)] as const));
  const folded = new Map(fold.groups.filter((group) => !children.has(group)).map((group) =>
    [group, carried(stage, places.groups.get(group)!)] as const));
  const frames = new Map<number, Place>();
  const all = new Map(ways);
  for (const child of children.values()) {
    const shift = shiftOf(child);
    frames.set(child.group, child.frame);
    for (const [i, place] of movedBy(child.drawing.frames, shift)) frames.set(i, place);
    for (const [i, place] of movedBy(child.drawing.boxes, shift)) boxes.set(i, place);
    for (const [i, place] of movedBy(child.drawing.folded, shift)) folded.set(i, place);
    for (const [i, way] of child.drawing.ways) if (!all.has(i)) all.set(i, shifted(way, shift));
  }
  const doors = [...places.exits.values(), ...places.entries.values()].map((place) =>
    carried(stage, place));
  return { boxes, folded, frames, doors, ways: all };
}

/** Of a container with so many of a layout's boxes details are read, or they are nowhere. */
const MOST = 0.75;

/** Is a container the whole, or nearly? */
function isMost({ plan: { around }, container }: Stage): boolean {
  const inside = around.filter((groups) => container === null || groups.includes(container));
  return inside.length >= MOST * around.length;
}

/** All of a container, in its own frame. */
function assembled(stage: Stage, ways: ReadonlyMap<number, Curve>): Drawing {
  const { plan: { layout, bearing, rooms } } = stage;
  const room = isMost(stage) ? rooms?.whole : rooms?.inner;
  const unrowed = contentsOf(stage, ways);
  const contents = room ? rowed(layout, bearing, unrowed, room) : unrowed;
  const [from, to] = extent(layout, bearing, blocksOf(layout, bearing, contents),
    [...contents.ways.values()].flat());
  const own = new Map([...ways.keys()].map((edge) => [edge, contents.ways.get(edge)!]));
  return { ...contents, from, to, level: levelOf(stage, own) ?? (from[1] + to[1]) / 2 };
}

/** Where the line from a group's face leaves it: that had better go straight on. */
function levelOf(
  { plan, container, places }: Stage, ways: ReadonlyMap<number, Curve>,
): number | undefined {
  const face = plan.layout.groups[container ?? -1]?.face;
  if (face === undefined || !places.exits.has(face)) return undefined;
  const leaving = [...ways].find(([edge]) => {
    const { from, to } = plan.layout.edges[edge]!;
    return from === face && !plan.around[to]!.includes(container!);
  });
  return leaving?.[1].at(-1)![1];
}

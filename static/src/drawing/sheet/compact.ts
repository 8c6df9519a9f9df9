// Compact layouts: the boxes of the far view are lower, and all moves together. Pure.
//
// From afar a box has its words and bars, and no room is needed for its numbers. What stood apart
// stays apart: each axis is mapped by a function that never falls.

import type { Fold, Form, Layout, LayoutBox, LayoutEdge, Point } from "../../model/run.ts";
import type { Curve } from "../geometry.ts";
import { aroundOf } from "./combine.ts";
import { FAR_LAYOUTS } from "./frame.ts";
import { curveThrough, relaid, stationsOf } from "./way.ts";

/** A box is at most so high, a folded group too, which also has its parameters. */
const MOST_HIGH = { box: 88, group: 100 } as const;
/** What is left of the room between boxes: along the tape and across it. */
const KEPT = { along: 0.55, across: 0.6 } as const;

interface Size {
  readonly w: number;
  readonly h: number;
}

type Axis = (at: number) => number;

/** A map of one axis: in a stretch with boxes as much is left as one of them needs. */
function axisOf(
  stretches: readonly (readonly [from: number, to: number, rate: number])[], between: number,
): Axis {
  const marks = [...new Set(stretches.flatMap(([from, to]) => [from, to]))].sort((a, b) => a - b);
  const rates = marks.map(() => -1);
  const rank = new Map(marks.map((mark, i) => [mark, i]));
  for (const [from, to, rate] of stretches) {
    for (let i = rank.get(from)!; i < rank.get(to)!; i++) rates[i] = Math.max(rates[i]!, rate);
  }
  const ends = [0];
  for (let i = 0; i + 1 < marks.length; i++) {
    const rate = rates[i]! < 0 ? between : rates[i]!;
    ends.push(ends[i]! + rate * (marks[i + 1]! - marks[i]!));
  }
  const [first = 0, last = 0] = [marks[0], marks.at(-1)];
  return (at) => {
    if (at <= first) return first + (at - first) * between;
    if (at >= last) return first + ends.at(-1)! + (at - last) * between;
    let [low, high] = [0, marks.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (marks[middle]! <= at) low = middle;
      else high = middle;
    }
    const share = (at - marks[low]!) / (marks[high]! - marks[low]!);
    return first + ends[low]! + share * (ends[high]! - ends[low]!);
  };
}

/** Something in a form: where its middle is, its size, and the size that it gets. */
interface Thing {
  readonly at: Point;
  readonly size: Size;
  readonly small: Size;
}

interface Maps {
  readonly x: Axis;
  readonly y: Axis;
  point(at: Point): Point;
  /** Where something's middle comes to. */
  middle(thing: Thing): Point;
}

function mapsOf(things: readonly Thing[], runsDown: boolean): Maps {
  const range = (middle: number, size: number): readonly [number, number] =>
    [middle - size / 2, middle + size / 2];
  const [x, y] = [
    axisOf(things.map(({ at, size, small }) => [...range(at[0], size.w), small.w / size.w]),
      runsDown ? KEPT.across : KEPT.along),
    axisOf(things.map(({ at, size, small }) => [...range(at[1], size.h), small.h / size.h]),
      runsDown ? KEPT.along : KEPT.across),
  ];
  return {
    x, y,
    point: ([a, b]) => [x(a), y(b)],
    middle({ at, size }) {
      const [left, right] = range(at[0], size.w).map(x);
      const [top, bottom] = range(at[1], size.h).map(y);
      return [(left! + right!) / 2, (top! + bottom!) / 2];
    },
  };
}

/** A point at the edge of a thing, where the thing has its new size and place. */
function attached(point: Point, thing: Thing, [x, y]: Point): Point {
  const { at, size, small } = thing;
  return [x + (point[0] - at[0]) * (small.w / size.w), y + (point[1] - at[1]) * (small.h / size.h)];
}

/** A curve from one thing to another; an end without one is a door. */
function mapped(
  curve: Curve, from: Thing | null, to: Thing | null, { point, middle, x, y }: Maps,
  runsDown: boolean,
): Curve {
  const turn = ([a, b]: Point): Point => (runsDown ? [b, a] : [a, b]);
  const end = (at: Point, thing: Thing | null): Point =>
    (thing ? attached(at, thing, middle(thing)) : point(at));
  const [start, stop] = [end(curve[0]!, from), end(curve.at(-1)!, to)];
  const isDocked = curve[0]![runsDown ? 1 : 0] >= curve.at(-1)![runsDown ? 1 : 0];
  const stations = isDocked ? [turn(start), turn(stop)]
    : relaid(stationsOf(curve).map(turn), turn(start), turn(stop), ...(runsDown ? [y, x] as const
      : [x, y] as const));
  return curveThrough(stations).map(turn);
}

function lower({ w, h }: Size, most: number): Size {
  return { w, h: Math.min(h, most) };
}

/** The thing of a container in which a box of the layout stands; null for one outside of it. */
type ThingOf = (box: number) => Thing | null;

function formOf(form: Form, things: readonly Thing[], ends: readonly (readonly [number, number])[],
  thingOf: ThingOf, runsDown: boolean): Form {
  const maps = mapsOf(things, runsDown);
  const at = form.at.map((point, i) => {
    const thing = things[i];
    return thing ? maps.middle(thing) : maps.point(point);
  });
  const points = form.points.map((curve, line) => {
    const [from, to] = ends[line]!;
    return mapped(curve, thingOf(from), thingOf(to), maps, runsDown);
  });
  return { ...form, at, points };
}

/** A container's two forms; `number` is that of its group, null for the whole. */
function foldOf(layout: Layout, fold: Fold, number: number | null): Fold {
  const around = aroundOf(layout);
  const place = new Map([...fold.boxes.map((box, i) => [`b${box}`, i] as const),
    ...fold.groups.map((group, i) => [`g${group}`, fold.boxes.length + i] as const)]);
  const standing = (box: number): number | undefined => {
    const group = around[box]!.find((one) => layout.groups[one]!.parent === number);
    return place.get(`b${box}`) ?? (group === undefined ? undefined : place.get(`g${group}`));
  };
  // The edges of one line have the same ends.
  const ends: [number, number][] = [];
  fold.edges.forEach((edge, i) => {
    const { from, to } = layout.edges[edge]!;
    ends[fold.lines[i]!] = [from, to];
  });
  const turn = (form: Form, runsDown: boolean): Form => {
    const things = [
      ...fold.boxes.map((box, i): Thing => thingOf(form.at[i]!, layout.boxes[box]!, "box")),
      ...fold.groups.map((group, i): Thing =>
        thingOf(form.at[fold.boxes.length + i]!, layout.groups[group]!, "group")),
    ];
    const within: ThingOf = (box) => {
      const i = standing(box);
      return i === undefined ? null : things[i]!;
    };
    return formOf(form, things, ends, within, runsDown);
  };
  return { ...fold, right: turn(fold.right, false), down: turn(fold.down, true) };
}

function thingOf(at: Point, { w, h }: Size, kind: keyof typeof MOST_HIGH): Thing {
  const size = { w, h };
  return { at, size, small: lower(size, MOST_HIGH[kind]) };
}

function made(layout: Layout): Layout {
  const { boxes, edges, down, groups, folded } = layout;
  const ends = edges.map(({ from, to }): [number, number] => [from, to]);
  const right = { width: layout.width, height: layout.height,
    at: boxes.map(({ x, y }): Point => [x, y]), points: edges.map(({ points }) => points) };
  const turn = (form: Form, runsDown: boolean): Form => {
    const things = boxes.map((box, i) => thingOf(form.at[i]!, box, "box"));
    return formOf(form, things, ends, (box) => things[box]!, runsDown);
  };
  const flat = turn(right, false);
  return {
    ...layout, down: turn(down, true),
    boxes: boxes.map((box, i): LayoutBox => ({ ...box, ...lower(box, MOST_HIGH.box),
      x: flat.at[i]![0], y: flat.at[i]![1] })),
    edges: edges.map((edge, i): LayoutEdge => ({ ...edge, points: flat.points[i]! })),
    groups: groups.map((group, number) => ({ ...group, ...lower(group, MOST_HIGH.group),
      inside: foldOf(layout, group.inside, number) })),
    folded: folded && foldOf(layout, folded, null),
  };
}

const compacts = new WeakMap<Layout, Layout>();

/** A layout with lower boxes; of the same layout always the same object. */
export function compactLayout(layout: Layout): Layout {
  let compact = compacts.get(layout);
  if (!compact) {
    compacts.set(layout, compact = made(layout));
    FAR_LAYOUTS.add(compact);
  }
  return compact;
}

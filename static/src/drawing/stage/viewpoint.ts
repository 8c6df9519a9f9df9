// A viewpoint: where a camera looks. Which one has a step in view, large enough to be read. Pure.

import type { Rect } from "../geometry.ts";
import { clamp } from "../geometry.ts";
import type { Bearing } from "../../model/run.ts";

/** The middle of what is seen, and screen pixels for each pixel of the world. */
export interface Sight {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The least scale at which every box has room for its name and its op at 11 to 12 px. */
export const LEGIBLE = 0.34;
/** The least scale at which all is shown at once: every box has room for a word of 11 px. */
export const WORDED = 0.24;
/** From near a name is 14 px of the world: it shows the far view before that is under 11. */
export const FAR_BELOW = 0.79;
export const NEAR_ABOVE = 0.82;
/** The largest scale at which a compact sheet is shown whole: it has words alone. */
export const MOST_COMPACT = 0.78;
/** The largest scale at which anything is looked at, and the least that a link carries. */
export const MOST_SCALE = 4;
const LEAST_LINKED = 0.01;

/** A sight as a link carries it: the middle, and the scale in hundredths. */
export function writtenSight({ x, y, scale }: Sight): string {
  return [x, y, scale * 100].map((number) => Math.round(number)).join(",");
}

/** The sight that a link carries. */
export function readSight(text: string): Sight {
  const [x = 0, y = 0, percent = 100] = text.split(",").map(Number);
  return { x, y, scale: clamp(percent / 100, LEAST_LINKED, MOST_SCALE) };
}

interface Size {
  readonly w: number;
  readonly h: number;
}

/** What the camera has to show something in. */
export interface Room extends Size {
  /** How much larger than usual letters must be: by a projector they are read from far away. */
  readonly type: number;
  /** The largest scale at which all is shown; that of a small picture when left out. */
  readonly most?: number;
}

/** The scale at which it follows: type of 12 px is 12 px, or on a narrow stage a little less. */
const READABLE = 1;
const READABLE_NARROW = 0.92;
const NARROW = 560;
const LARGEST_FIT = 1.6;
/** Room to keep on each side of something. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Around what is looked at: tabs on the left, waiting lozenges where the tape runs to. */
const AROUND: Readonly<Record<Bearing, Edges>> = {
  right: { left: 52, right: 84, top: 24, bottom: 24 },
  down: { left: 52, right: 24, top: 24, bottom: 68 },
};

/** What an AccumulateGrad needs to its right on a tape that runs down: its name stands there. */
const NAMED: Edges = { ...AROUND.down, right: 56 };

/** Room around a box of a kind. */
export function edgesOf(kind: string, bearing: Bearing): Edges {
  return kind === "accumulate" && bearing === "down" ? NAMED : AROUND[bearing];
}

/** The scale at which all of the world is in view. */
export function fitScale(room: Room, world: Rect): number {
  const most = room.most ?? LARGEST_FIT * room.type;
  return Math.min(room.w / world.w, room.h / world.h, most) || 1;
}

/** The least scale at which a world is looked at: all of it is in view, whatever its size. */
export function leastScale(room: Room, world: Rect): number {
  return Math.min(LEGIBLE / 2, fitScale(room, world));
}

/** All of the world. */
export function wholeOf(room: Room, world: Rect): Sight {
  return { x: world.x + world.w / 2, y: world.y + world.h / 2, scale: fitScale(room, world) };
}

/** Can the numbers be read when the whole world is shown? */
export function isReadableWhole(room: Room, world: Rect): boolean {
  return fitScale(room, world) >= FAR_BELOW * room.type;
}

/** Can the words be read when the whole world is shown? */
export function isWordedWhole(room: Room, world: Rect): boolean {
  return fitScale(room, world) >= WORDED * room.type;
}

/** Can words and bars be read when the whole world is shown? */
export function isLegibleWhole(room: Room, world: Rect): boolean {
  return fitScale(room, world) >= LEGIBLE * room.type;
}

export function readableScale(room: Room): number {
  return (room.w < NARROW ? READABLE_NARROW : READABLE) * room.type;
}

/** All of a part of the world, no larger than is usual. */
export function usualOf(room: Room, part: Rect): Sight {
  const sight = wholeOf(room, part);
  return { ...sight, scale: Math.min(sight.scale, readableScale(room)) };
}

export function union(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

/** A rectangle with room around it. */
export function grown({ x, y, w, h }: Rect, { left, right, top, bottom }: Edges): Rect {
  return { x: x - left, y: y - top, w: w + left + right, h: h + top + bottom };
}

/** The first rectangle, and as many of the others as there is room for. */
function together(rects: readonly Rect[], most: Size): Rect | null {
  const [first, ...others] = rects;
  if (!first) return null;
  return others.reduce((all, one) => {
    const both = union(all, one);
    return both.w <= most.w && both.h <= most.h ? both : all;
  }, first);
}

/** Where to look from `now` on so that a rectangle is in view: no further than it takes. */
export function revealed(room: Room, world: Rect, rect: Rect, now: Sight): Sight {
  const scale = Math.max(now.scale, Math.min(LEGIBLE * room.type, readableScale(room)));
  const half = { w: room.w / scale / 2, h: room.h / scale / 2 };
  if (scale === now.scale && shows(now, half, rect)) return now;
  const near = (at: number, by: number, from: number, size: number): number =>
    (size > 2 * by ? from + size / 2 : clamp(at, from + size - by, from + by));
  return { scale,
    x: kept(near(now.x, half.w, rect.x, rect.w), half.w, world.x, world.w),
    y: kept(near(now.y, half.h, rect.y, rect.h), half.h, world.y, world.h) };
}

/** A middle that shows no more of what is beyond the world than it must. */
function kept(middle: number, half: number, from: number, size: number): number {
  return 2 * half >= size ? from + size / 2 : clamp(middle, from + half, from + size - half);
}

/** Does a sight show all of a rectangle, `half` as far to each side? */
export function shows({ x, y }: Sight, half: Size, rect: Rect): boolean {
  return rect.x >= x - half.w && rect.x + rect.w <= x + half.w &&
    rect.y >= y - half.h && rect.y + rect.h <= y + half.h;
}

/** What of a rectangle lies in another one; null for nothing. */
export function within(rect: Rect, { x, y, w, h }: Rect): Rect | null {
  const [left, top] = [Math.max(rect.x, x), Math.max(rect.y, y)];
  const [right, bottom] = [Math.min(rect.x + rect.w, x + w), Math.min(rect.y + rect.h, y + h)];
  if (right <= left || bottom <= top) return null;
  return { x: left, y: top, w: right - left, h: bottom - top };
}

function isMiddleIn({ x, y, w, h }: Rect, rect: Rect): boolean {
  return within({ x: x + w / 2, y: y + h / 2, w: 1, h: 1 }, rect) !== null;
}

/** Two sights of one place, but for what rounding makes of them. */
function isSame(one: Sight, { x, y, scale }: Sight): boolean {
  return Math.abs(one.scale / scale - 1) < 1e-3 && Math.hypot(one.x - x, one.y - y) * scale < 1;
}

/**
 * The sight of all of the world where its labels can be read then; else of what was there before
 * the backward, where its words can, or of all, if the step is about what came later. Else null.
 */
function sightOfAll(
  room: Room, world: Rect, before: Rect, focus: readonly Rect[], now: Sight | null,
): Sight | null {
  const all = isWordedWhole(room, world) ? wholeOf(room, world) : null;
  if (all && (isLegibleWhole(room, world) || (now && isSame(now, all)))) return all;
  const isBefore = isWordedWhole(room, before) && focus.every((rect) => isMiddleIn(rect, before));
  return isBefore ? wholeOf(room, before) : all;
}

/**
 * Where to look from `now` on so that `focus`, boxes with room around them, are in view: at all
 * that is there when words can be read then; else at as much of it as labels can, and where it was
 * as long as that will do. A new layout, where nothing has been looked at, has no `now`.
 */
export function sightOf(
  room: Room, world: Rect, focus: readonly Rect[], now: Sight | null, before: Rect = world,
): Sight {
  const scale = LEGIBLE * room.type;
  const half = { w: room.w / scale / 2, h: room.h / scale / 2 };
  const near = together(focus, { w: 2 * half.w, h: 2 * half.h });
  const aim = near && within(near, world);
  const stays = now?.scale === scale && !isWordedWhole(room, world)
    && (aim === null || shows(now, half, aim));
  const all = stays ? null : sightOfAll(room, world, before, focus, now);
  if (all) return all;
  const middle = stays ? now : aim ? { x: aim.x + aim.w / 2, y: aim.y + aim.h / 2 }
    : now ?? { x: world.x, y: world.y };
  return { scale, x: kept(middle.x, half.w, world.x, world.w),
    y: kept(middle.y, half.h, world.y, world.h) };
}

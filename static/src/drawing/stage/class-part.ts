// The part of the picture that a class is shown: what is in sight, told by its boxes, and the sight
// that has such a part in view, however the picture is laid here. Pure.

import { MOST_WORD, type Part } from "../../model/class-view.ts";
import { numbersIn, ranged } from "../../model/ranges.ts";
import type { Rect } from "../geometry.ts";
import { clamp } from "../geometry.ts";
import type { Offsets } from "../scene.ts";
import type { Sheet } from "../sheet.ts";
import { extentOf, rectOf, type Subjects } from "./extent.ts";
import {
  FAR_BELOW, fitScale, MOST_SCALE, shows, union, within, wholeOf, type Room, type Sight,
} from "./viewpoint.ts";

type Pictured = Pick<Subjects, "plane" | "offsets" | "bubble" | "sheet">;

/** How far it is from the edges of one rectangle to those of another around it, as `Part` says. */
function between(inner: Rect, outer: Rect, { bearing }: Sheet): Part["around"] {
  const across = [inner.x - outer.x, outer.x + outer.w - inner.x - inner.w] as const;
  const down = [inner.y - outer.y, outer.y + outer.h - inner.y - inner.h] as const;
  const [a, b, c, d] = bearing === "right" ? [...across, ...down] : [...down, ...across];
  return [Math.round(a!), Math.round(b!), Math.round(c!), Math.round(d!)];
}

/** The boxes at the edges of all of them: they take as much room together. */
function outermost(boxes: readonly Seen[]): readonly Seen[] {
  const least = (far: (rect: Rect) => number): Seen =>
    boxes.reduce((a, b) => (far(b.rect) < far(a.rect) ? b : a));
  const edges = [least(({ x }) => x), least(({ y }) => y), least(({ x, w }) => -x - w),
    least(({ y, h }) => -y - h)];
  return boxes.filter((box) => edges.includes(box));
}

interface Seen {
  /** Its number in the layout; of a folded group that of the face. */
  readonly number: number;
  readonly rect: Rect;
}

/** Where boxes were laid: who drags one leaves the others, and the camera, where they are. */
const LAID: Offsets = new Map();

function boxesOf({ sheet, plane }: Pictured): readonly Seen[] {
  const numbers = new Map(sheet.cast.map((id, number) => [id, number]));
  return sheet.ids.map((id, box) =>
    ({ number: numbers.get(id)!, rect: rectOf(plane, LAID, box) }));
}

function distance({ x, y, w, h }: Rect, at: Sight): number {
  return Math.hypot(x + w / 2 - at.x, y + h / 2 - at.y);
}

/** What of the picture a sight shows; null where there is none. */
export function partOf(pictured: Pictured, sight: Sight, room: Room): Part | null {
  const { sheet } = pictured;
  const all = boxesOf(pictured);
  if (all.length === 0) return null;
  const [w, h] = [room.w / sight.scale, room.h / sight.scale];
  const seen = { x: sight.x - w / 2, y: sight.y - h / 2, w, h };
  const whole = all.filter(({ rect }) => shows(sight, { w: w / 2, h: h / 2 }, rect));
  const nearest = all.reduce((a, b) =>
    (distance(b.rect, sight) < distance(a.rect, sight) ? b : a));
  const inside = whole.length > 0 ? whole : [nearest];
  const word = (boxes: readonly Seen[]): string =>
    ranged(boxes.map(({ number }) => number).sort((a, b) => a - b));
  const boxes = word(inside).length > MOST_WORD ? outermost(inside) : inside;
  return {
    layout: sheet.number, boxes: word(boxes),
    around: between(boxes.map(({ rect }) => rect).reduce(union), seen, sheet),
    scale: Math.max(1, Math.round(1000 * sight.scale / room.type)),
  };
}

/** What each sight in turn shows: the same object as before where nothing is another. */
export function createPartSeen(
  subjects: Pictured, room: () => Room,
): (sight: Sight) => Part | null {
  let [seen, last]: [readonly unknown[], Part | null] = [[], null];
  return (sight) => {
    const place = room();
    const { w, h, type } = place;
    const { sheet, plane } = subjects;
    const now = [sheet, plane, sight.x, sight.y, sight.scale, w, h, type];
    // A stage that is hidden shows nothing, which is not what its viewer has looked at.
    if (w <= 1 || h <= 1 || now.every((each, i) => each === seen[i])) return last;
    seen = now;
    last = partOf(subjects, sight, place);
    return last;
  };
}

/** Where a part is in this picture; null where its boxes are not on stage. */
function rectOfPart({ sheet, plane }: Pictured, part: Part): Rect | null {
  if (part.layout !== sheet.number) return null;
  const rects = numbersIn(part.boxes, sheet.cast.length).flatMap((number) => {
    const box = sheet.boxOf.get(sheet.cast[number]!);
    return box === undefined ? [] : [rectOf(plane, LAID, box)];
  });
  if (rects.length === 0) return null;
  const { x, y, w, h } = rects.reduce(union);
  const [a, b, c, d] = part.around;
  const [left, right, top, bottom] = sheet.bearing === "right" ? [a, b, c, d] : [c, d, a, b];
  const [wide, high] = [w + left + right, h + top + bottom];
  return { x: x - left, y: y - top, w: Math.max(1, wide), h: Math.max(1, high) };
}

/**
 * Where to look so that all of a part is in view, no larger than its driver has it. What is beyond
 * the ends of the picture takes no room: a screen of another shape has none there.
 */
export function sightOfPart(pictured: Pictured, part: Part, room: Room): Sight | null {
  const told = rectOfPart(pictured, part);
  if (!told) return null;
  const shown = within(told, extentOf(pictured)) ?? told;
  const most = Math.min(part.scale / 1000 * room.type, room.most ?? MOST_SCALE);
  const scale = Math.min(fitScale({ ...room, most }, shown), MOST_SCALE);
  const { x, y } = wholeOf(room, told);
  const near = (middle: number, from: number, size: number, half: number): number =>
    clamp(middle, from + size - half, from + half);
  return { scale, x: near(x, shown.x, shown.w, room.w / scale / 2),
    y: near(y, shown.y, shown.h, room.h / scale / 2) };
}

const lately = new WeakMap<Part, { readonly sheet: Sheet; readonly room: Room; far: boolean }>();

/** Is a part seen from so far that its boxes had better be compact? `sheet` is one of full size. */
export function isFarPart(sheet: Sheet, part: Part, room: Room): boolean {
  const last = lately.get(part);
  const { w, h, type } = room;
  if (last?.sheet === sheet && last.room.w === w && last.room.h === h && last.room.type === type) {
    return last.far;
  }
  const pictured = { sheet, plane: sheet.plane, offsets: LAID, bubble: null };
  const sight = sightOfPart(pictured, part, room);
  const far = sight !== null && sight.scale < FAR_BELOW * type;
  lately.set(part, { sheet, room, far });
  return far;
}

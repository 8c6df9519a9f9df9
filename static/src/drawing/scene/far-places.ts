// Labels that do not fit into what they name, as from very far: each where nothing else stands.

import { clamp, type Rect } from "../geometry.ts";
import { say } from "../../words/strings.ts";
import { kindTexts } from "../group-kind.ts";
import { shortLabel, type Sheet } from "../sheet.ts";
import { Z } from "./anatomy.ts";
import { fitLabel, heightOf, labelShapes, unitOf, widthOfLabel, type Label } from "./far-label.ts";
import { signOf } from "./far-words.ts";
import { rectOf, type Moment } from "./moment.ts";
import type { TextShape } from "./shape.ts";
import { endWordsOn, isOnlyOne, shortPath } from "./short-path.ts";

/** All in pixels of a label: around a text, before the name of a frame, and longest of all. */
const AIR = 1.5;
const KNOB = 4;
const LONGEST = 110;
/** A box of this height has capitals of the least size inside. */
const LOWEST = 10;

/** A label in its place: the middle of its upper edge. */
interface Placed {
  readonly label: Label;
  readonly x: number;
  readonly top: number;
}

interface Places {
  /** By the number of the group. */
  readonly frames: ReadonlyMap<number, Placed>;
  /** By the index of the box. */
  readonly boxes: ReadonlyMap<number, Placed>;
}

/** What is taken of the plane, in squares, so that few have to be looked at. */
function createTaken(square: number) {
  const squares = new Map<string, (readonly [owner: number, rect: Rect])[]>();
  const over = ({ x, y, w, h }: Rect): readonly string[] => {
    const found: string[] = [];
    for (let i = Math.floor(x / square); i <= (x + w) / square; i++) {
      for (let j = Math.floor(y / square); j <= (y + h) / square; j++) found.push(`${i},${j}`);
    }
    return found;
  };
  return {
    add(owner: number, rect: Rect): void {
      for (const key of over(rect)) {
        const all = squares.get(key);
        if (all) all.push([owner, rect]);
        else squares.set(key, [[owner, rect]]);
      }
    },
    isFree(owner: number, { x, y, w, h }: Rect): boolean {
      return over({ x, y, w, h }).every((key) => (squares.get(key) ?? []).every(([whose, r]) =>
        whose === owner || x >= r.x + r.w || r.x >= x + w || y >= r.y + r.h || r.y >= y + h));
    },
  };
}

type Taken = ReturnType<typeof createTaken>;

const NOBODY = -1;

/** The first of some places that is free; it is taken from then on. */
function take(
  taken: Taken, owner: number, label: Label, unit: number,
  places: readonly (readonly [x: number, top: number])[],
): Placed | null {
  const [w, h] = [widthOfLabel(label) * unit, heightOf(label) * unit];
  const air = AIR * unit;
  for (const [x, top] of places) {
    const rect = { x: x - w / 2 - air, y: top, w: w + 2 * air, h };
    if (!taken.isFree(owner, rect)) continue;
    taken.add(NOBODY, rect);
    return { label, x, top };
  }
  return null;
}

/** The size of the knob of a frame from afar. */
export function farKnob(unit: number): number {
  return Math.min(30, 13 * unit);
}

/** What may stand in a frame, the longest first: `conv1: Conv2d(1, 6, (5, 5))`, `conv1`. */
function frameLabels({ run, sheet, view }: Moment, group: number, w: number): readonly Label[] {
  const { kind, label: own } = sheet.layout.groups[group]!;
  const name = kind === "line" ? say(view.language, "lineCall", { n: own })
    : shortLabel(sheet.layout, group);
  const kinds = kind === "module" || kind === "repeat"
    ? kindTexts(run, sheet, group, false, view.language) : [];
  return [...kinds.map((one) => `${name}: ${one}`), name].flatMap((text) => {
    const label = fitLabel(text, "mono", { w, h: 14 }, 1);
    return label && (text === name || label.lines[0] === text) ? [label] : [];
  });
}

/** Frames first, the outer ones before those in them: in their upper left corner, or above it. */
function placeFrames(moment: Moment, taken: Taken, unit: number): Places["frames"] {
  const { sheet } = moment;
  const frames = sheet.plane.frames.toSorted((a, b) => a.depth - b.depth);
  return new Map(frames.flatMap(({ group, x, y, w }) => {
    const knob = farKnob(unit);
    const left = x + 9 + knob + KNOB * unit;
    for (const label of frameLabels(moment, group, (x + w - left) / unit)) {
      const middle = left + widthOfLabel(label) * unit / 2;
      const inside = y + Math.max(0, 8 + (knob - heightOf(label) * unit) / 2);
      const placed = take(taken, NOBODY - 1, label, unit,
        [[middle, inside], [middle, y - heightOf(label) * unit]]);
      if (placed) return [[group, placed] as const];
    }
    return [];
  }));
}

/** Where a label of a box may stand, the better places first: over it, and on its four sides. */
function placesAround({ x, y, w, h }: Rect, label: Label, unit: number, within: Rect) {
  const [wide, high] = [widthOfLabel(label) * unit, heightOf(label) * unit];
  const air = AIR * unit;
  const [middle, top] = [x + w / 2, y + (h - high) / 2];
  // Nothing of it is beyond the drawing, where a camera that shows all does not look.
  const inside = clamp(middle, within.x + wide / 2, within.x + within.w - wide / 2);
  return [[middle, top], [inside, top], [inside, y + h], [inside, y - high],
    [x + w + air + wide / 2, top], [x - air - wide / 2, top]] as const;
}

/** Boxes without room: over them or beside them, at worst cut to what lies over them alone. */
function placeBoxes(moment: Moment, taken: Taken, unit: number): Places["boxes"] {
  const { sheet, run } = moment;
  const words = endWordsOn(run, sheet);
  return new Map(sheet.plane.boxes.flatMap(({ kind, group }, box) => {
    if (kind === "accumulate" ? plusLabel(moment, box) : hasRoom(moment, box)) return [];
    const { name, word } = words[box]!;
    const text = kind === "accumulate" ? "+" : name === null ? signOf(word)
      : group === null ? shortPath(run, sheet, name) : shortLabel(sheet.layout, group);
    const rect = rectOf(moment, box);
    const font = name === null ? "ui" as const : "mono" as const;
    const tells = (cut: string): boolean => isOnlyOne(run, sheet, cut);
    for (const most of [LONGEST, 0.4 * LONGEST, rect.w / unit]) {
      const label = fitLabel(text, font, { w: most, h: 14 }, 1, tells);
      const placed = label
        && take(taken, box, label, unit, placesAround(rect, label, unit, sheet.plane.bounds));
      if (placed) return [[box, placed] as const];
      // What stands over its box alone may touch what stands around that.
      if (label && most === rect.w / unit && rect.h / unit >= LOWEST) {
        const [[x, top]] = placesAround(rect, label, unit, sheet.plane.bounds);
        return [[box, { label, x, top }] as const];
      }
    }
    return [];
  }));
}

/** Is a box so large on the screen that a label of two letters fits into it? */
export function hasRoom(moment: Moment, box: number): boolean {
  const unit = unitOf(moment.view);
  const { w, h } = moment.sheet.plane.boxes[box]!;
  return fitLabel("mmm", "mono", { w: w / unit - 6, h: h / unit - 4 }, 1) !== null;
}

/** The plus of an AccumulateGrad; null where it has no room. Beside it is nothing of its line. */
export function plusLabel(moment: Moment, box: number): Label | null {
  const unit = unitOf(moment.view);
  const { w, h } = moment.sheet.plane.boxes[box]!;
  return fitLabel("+", "mono", { w: w / unit, h: h / unit + 4 });
}

const known = new WeakMap<Sheet, { readonly because: readonly unknown[]; places: Places }>();

/** Where labels stand that do not fit inside; the same as long as nothing moves. */
export function placesOn(moment: Moment): Places {
  const { sheet, view } = moment;
  const because = [view.scale, view.type, view.language, view.offsets, moment.run];
  const before = known.get(sheet);
  if (before && before.because.every((one, i) => one === because[i])) return before.places;
  const unit = unitOf(view);
  const taken = createTaken(80 * unit);
  sheet.plane.boxes.forEach((_, box) => taken.add(box, rectOf(moment, box)));
  const places = { frames: placeFrames(moment, taken, unit),
    boxes: placeBoxes(moment, taken, unit) };
  known.set(sheet, { because, places });
  return places;
}

/** The label of a frame from afar, if it has a place. */
export function frameLabel(moment: Moment, group: number): readonly TextShape[] {
  const placed = placesOn(moment).frames.get(group);
  return !placed ? [] : labelShapes(moment.view, `frame/${group}/label`, Z.mark, placed.label,
    placed.x, placed.top, "label", { bold: true });
}

/** The label of a box that it has no room for, if it has a place beside or over it. */
export function outerLabel(moment: Moment, box: number, id: string): readonly TextShape[] {
  const placed = placesOn(moment).boxes.get(box);
  return !placed ? [] : labelShapes(moment.view, `${id}/far/0`, Z.mark, placed.label, placed.x,
    placed.top, "ink", { bold: placed.label.font === "mono" });
}

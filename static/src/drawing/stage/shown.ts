// What is shown of a picture: the shapes where the camera looks, and a little around that.

import type { Rect } from "../geometry.ts";
import type { Shape } from "../scene.ts";

/** The shapes that can be seen in a part of the world, perhaps with others; null for all. */
export type Picture = (seen: Rect | null) => readonly Shape[];

export interface Shown {
  /** Show another picture from now on. */
  replace(picture: Picture): void;
  /** All shapes of the picture that can be seen in `seen`. */
  within(seen: Rect): readonly Shape[];
  /** All shapes, seen or not. */
  all(): readonly Shape[];
}

/** By this share of its size a camera that moves may move on before shapes are asked for again. */
const AROUND = 0.25;

function isInside(a: Rect, b: Rect): boolean {
  return a.x >= b.x && a.y >= b.y && a.x + a.w <= b.x + b.w && a.y + a.h <= b.y + b.h;
}

/** Asks a picture for its shapes once as long as the camera stays near; `told` of each answer. */
export function createShown(told: (shapes: readonly Shape[]) => void): Shown {
  let picture: Picture = () => [];
  let near: { readonly room: Rect; readonly shapes: readonly Shape[] } | null = null;
  let whole: readonly Shape[] | null = null;
  return {
    replace(next) {
      picture = next;
      near = whole = null;
    },
    within(seen) {
      if (near && isInside(seen, near.room)) return near.shapes;
      // Most pictures are replaced before the camera has moved at all.
      const around = near ? AROUND : 0;
      const [w, h] = [around * seen.w, around * seen.h];
      const room = { x: seen.x - w, y: seen.y - h, w: seen.w + 2 * w, h: seen.h + 2 * h };
      near = { room, shapes: picture(room) };
      told(near.shapes);
      return near.shapes;
    },
    all: () => whole ??= picture(null),
  };
}

/** The sentence that stands beside what is to blame. */
export function bubbleIn(shapes: readonly Shape[]): Rect | null {
  const found = shapes.findLast(({ kind, id }) => kind === "box" && id.endsWith("/bubble"));
  return found?.kind === "box" ? found : null;
}

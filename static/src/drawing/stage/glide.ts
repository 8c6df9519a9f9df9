// A glide: the camera's way from one sight to the next. A new goal on the way bends it, no jerk.

import type { Network } from "vis-network";
import type { Point } from "../../model/run.ts";
import type { Sight } from "./viewpoint.ts";

/** The distance left falls to a third in this time: nineteen parts of twenty take 180 ms. */
const PACE_MS = 60;
const LONGEST_FRAME_MS = 50;
/** Nearer than this, in screen pixels, it is there. */
const THERE = 0.5;

export interface Glide {
  /** Where the camera looks. */
  now(): Sight;
  /** Where it will look at the end. */
  goal(): Sight;
  to(sight: Sight, glides: boolean): void;
  /** The world has moved: so does what is looked at, now and at the end. */
  carry(to: (place: Point) => Point): void;
  stop(): void;
}

function partWay(from: Sight, to: Sight, share: number): Sight {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share,
    scale: from.scale * (to.scale / from.scale) ** share };
}

function isThere(now: Sight, goal: Sight): boolean {
  return Math.hypot(now.x - goal.x, now.y - goal.y) * goal.scale < THERE &&
    Math.abs(now.scale / goal.scale - 1) < 1e-3;
}

/**
 * Moves the camera of a network; `moved` is called after each movement. What it looks at is `aside`
 * from the middle of the stage, in pixels of the screen.
 */
export function createGlide(network: Network, aside: () => Point, moved: () => void): Glide {
  let aim: Sight | null = null;
  let before = 0;
  const now = (): Sight => {
    const [right, down] = aside();
    const [scale, { x, y }] = [network.getScale(), network.getViewPosition()];
    return { x: x + right / scale, y: y + down / scale, scale };
  };
  const put = ({ x, y, scale }: Sight): void => {
    const [right, down] = aside();
    const position = { x: x - right / scale, y: y - down / scale };
    network.moveTo({ position, scale, animation: false });
    moved();
  };
  const tick = (time: number): void => {
    if (!aim) return;
    const share = 1 - Math.exp(-Math.min(time - before, LONGEST_FRAME_MS) / PACE_MS);
    before = time;
    const next = partWay(now(), aim, share);
    if (isThere(next, aim)) {
      put(aim);
      aim = null;
      return;
    }
    put(next);
    requestAnimationFrame(tick);
  };
  return {
    now,
    goal: () => aim ?? now(),
    to(sight, glides) {
      if (isThere(aim ?? now(), sight)) return;
      const isUnderWay = aim !== null;
      aim = glides ? sight : null;
      if (!glides) return put(sight);
      if (isUnderWay) return;
      before = performance.now();
      requestAnimationFrame(tick);
    },
    carry(moved) {
      const carried = (sight: Sight): Sight => {
        const [x, y] = moved([sight.x, sight.y]);
        return { ...sight, x, y };
      };
      aim = aim && carried(aim);
      put(carried(now()));
    },
    stop: () => void (aim = null),
  };
}

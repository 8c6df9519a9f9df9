// The player: all that moves time by itself. Frames of the screen become `cursorMoved`.

import type { Run } from "../model/run.ts";
import type { State } from "./state.ts";
import type { Store } from "./store.ts";
import { cursorAfter, msOf } from "../model/timeline.ts";
import { stopAfter, stopBefore } from "../model/step-navigation.ts";

/** How long the player rests at a stop at speed 1, so that its sentence can be read. */
const REST_MS = 700;
/** A single step is shown in motion, but never keeps anyone waiting longer than this. */
const STEP_MS = 600;
/** A step back closes most of its way in this time. */
const BACK_MS = 50;
/** A tab that slept must not leap through the lesson when it wakes. */
const LONGEST_FRAME_MS = 100;

/** Milliseconds that the events between two cursors take at speed 1. */
function lengthOf(run: Run, from: number, to: number): number {
  let ms = 0;
  for (let i = Math.floor(from); i < to; i += 1) {
    const event = run.events[i];
    if (event) ms += msOf(event) * (Math.min(i + 1, to) - Math.max(i, from));
  }
  return ms;
}

/** What a screen frame of `ms` makes of a playing cursor, and of the rest left at a stop. */
function playOn(
  run: Run, { stops, cursor, calm }: State, ms: number, rest: number,
): readonly [cursor: number, rest: number] {
  if (rest > ms) return [cursor, rest - ms];
  const until = stopAfter(stops, cursor);
  if (calm) return [until, REST_MS + lengthOf(run, cursor, until)];
  const next = cursorAfter(run, cursor, ms - rest, until);
  return [next, next === until ? REST_MS : 0];
}

/** One screen frame of a step to `to`: only the last stretch of a long way is shown in motion. */
function easeOn(run: Run, { cursor, stops }: State, to: number, ms: number): number {
  if (to >= cursor) {
    const from = Math.max(cursor, stopBefore(stops, to));
    const hurry = Math.max(1, lengthOf(run, stopBefore(stops, to), to) / STEP_MS);
    return cursorAfter(run, from, ms * hurry, to);
  }
  if (to < stopBefore(stops, cursor)) return to;
  const next = to + (cursor - to) * Math.exp(-ms / BACK_MS);
  return next - to < 0.02 ? to : next;
}

export function startPlayer(store: Store): void {
  let before: number | null = null;
  let rest = 0;
  const tick = (now: number): void => {
    const { state } = store;
    const { run, motion, speed } = state;
    if (!run || motion.kind === "still") {
      before = null;
      return;
    }
    const ms = Math.min(now - (before ?? now), LONGEST_FRAME_MS);
    before = now;
    if (motion.kind === "playing") {
      const [cursor, left] = playOn(run, state, ms * speed, rest);
      rest = left;
      store.send({ kind: "cursorMoved", cursor });
    } else {
      store.send({ kind: "cursorMoved", cursor: easeOn(run, state, motion.to, ms) });
    }
    requestAnimationFrame(tick);
  };
  store.watch((s) => [s.motion], ({ motion: { kind } }) => {
    rest = 0;
    if (kind === "still" || before !== null) return;
    before = performance.now();
    requestAnimationFrame(tick);
  });
}

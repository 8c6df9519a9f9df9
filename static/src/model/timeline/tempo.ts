// Tempo: how long each event takes on stage, so that playing is only moving the cursor.

import type { Run, TapeEvent } from "../run.ts";

const MS: Readonly<Record<TapeEvent["kind"], number>> = {
  leaf: 350, op: 450, name: 0, value: 0, enter: 0, leave: 0, optimizer: 350, write: 350,
  mode: 150, backward: 450, run: 300, flow: 500, hook: 400, grad: 700, free: 150,
  print: 150, full: 450, fail: 500,
};

/** How long one event takes at speed 1, in milliseconds; 0 for one that shows nothing. */
export function msOf(event: TapeEvent): number {
  return event.kind === "backward" && event.phase === "end" ? 0 : MS[event.kind];
}

/** Where the cursor is after `ms` more milliseconds of playing, never beyond `until`. */
export function cursorAfter(run: Run, cursor: number, ms: number, until: number): number {
  let at = cursor;
  let left = ms;
  while (at < until) {
    const event = run.events[Math.floor(at)];
    if (!event) return until;
    const all = msOf(event);
    const rest = all * (Math.floor(at) + 1 - at);
    if (rest > left) return Math.min(until, at + left / all);
    left -= rest;
    at = Math.floor(at) + 1;
  }
  return until;
}

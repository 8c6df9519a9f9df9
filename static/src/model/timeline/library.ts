// Calls of the library that are one step: an optimizer's step, clipping, initialisation. Pure.

import type { Run } from "../run.ts";

/** Calls of the library that are one step even though code of the program runs in them. */
const CHECKS = /^grad(grad)?check$/;

/**
 * The event at which a call of the library ends that is one step; null if `at` does not begin one:
 * where a backward or code of the program runs in it, as a closure does, that has steps of its own.
 */
export function endOfLibraryStep(run: Run, at: number): number | null {
  const began = run.events[at];
  if (began?.kind !== "enter" || began.of !== "library") return null;
  for (let i = at + 1; i < run.events.length; i++) {
    const event = run.events[i]!;
    if (event.kind === "leave" && event.frame === began.frame) return i;
    if (event.kind === "full" || event.kind === "fail") return i - 1;
    const isOwn = event.kind === "enter" || event.kind === "backward";
    if (isOwn && !CHECKS.test(began.name)) return null;
  }
  return run.events.length - 1;
}

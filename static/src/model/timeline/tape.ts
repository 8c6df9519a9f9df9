// Questions about a tape that need no frame: which pass is on stage, and what has been printed.

import type { PrintEvent, Run } from "../run.ts";

export interface Printed {
  readonly text: string;
  readonly how: PrintEvent["how"];
  readonly line: number | null;
  /** Index of the `print` event. */
  readonly event: number;
}

const printed = new WeakMap<Run, readonly Printed[]>();

function allPrinted(run: Run): readonly Printed[] {
  let all = printed.get(run);
  if (!all) {
    all = run.events.flatMap((event, i) => event.kind !== "print" ? []
      : [{ text: event.text, how: event.how, line: event.line, event: i }]);
    printed.set(run, all);
  }
  return all;
}

/** The first index of a sorted list whose item is not `before`. */
function firstAt<T>(items: readonly T[], before: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What has been written by frame i. */
export function outputAt(run: Run, i: number): readonly Printed[] {
  const all = allPrinted(run);
  return all.slice(0, firstAt(all, (one) => one.event < i));
}

/** The event that a cursor is in: the one under way, else the last one; -1 before everything. */
function eventAt(cursor: number): number {
  return Math.ceil(cursor) - 1;
}

/** Index of the pass to show at a cursor. */
export function passAt(run: Run, cursor: number): number {
  const event = Math.max(0, eventAt(cursor));
  const found = firstAt(run.passes, (pass) => pass.last < event);
  return Math.max(0, Math.min(found, run.passes.length - 1));
}

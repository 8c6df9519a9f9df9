// The turns that health is told by: the iterations of a run, else a stretch for each backward.

import type { Run } from "../run.ts";
import { iterations, type Iteration } from "../timeline/iterations.ts";

/** From..to of each turn, in events; iterations have what is between them in none. */
export function turnsOf(run: Run): readonly Iteration[] {
  const found = iterations(run);
  if (found.length > 0) return found;
  const starts = [0];
  let hasEnded = false;
  run.events.forEach((event, i) => {
    if (event.kind === "backward" && event.phase === "end") hasEnded = true;
    // What is put on the tape after a backward belongs to the next one.
    const isForward = event.kind === "op" && event.node !== null && event.during === null;
    if (!hasEnded || !isForward) return;
    starts.push(i);
    hasEnded = false;
  });
  const isCut = !run.events.some((event, i) => i >= starts.at(-1)! && event.kind === "backward");
  if (isCut && starts.length > 1) starts.pop();
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? run.events.length }));
}

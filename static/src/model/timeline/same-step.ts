// The same step of another iteration: on the same line, of the same kind, as often as before.

import type { Run } from "../run.ts";
import { stepOf, stopOf } from "../step-navigation.ts";
import { iterationAt, iterations, type Iteration } from "./iterations.ts";
import { headOf, lineOfEvent } from "./lines.ts";

/** The numbers of the first and the last of the `stops` at which a step of an iteration ends. */
function stepsOf({ from, to }: Iteration, stops: readonly number[]): readonly [number, number] {
  const first = stopOf(stops, stepOf(stops, from)) > from ? stepOf(stops, from)
    : stepOf(stops, from) + 1;
  const last = stopOf(stops, stepOf(stops, to)) > to ? stepOf(stops, to) - 1 : stepOf(stops, to);
  return [first, Math.max(first, last)];
}

/** What a step does, as far as it is the same in each iteration: a kind of event, on a line. */
function signOf(run: Run, stops: readonly number[], step: number): string {
  const head = headOf(run, stopOf(stops, step - 1), stopOf(stops, step));
  const event = run.events[head];
  return `${event?.kind} ${event?.kind === "op" ? event.op : ""} ${lineOfEvent(run, head)}`;
}

/** The step of an iteration with the sign of another, the n-th (from 1); else the last of them. */
function nthOf(
  run: Run, stops: readonly number[], iteration: Iteration, sign: string, n: number,
): number | null {
  const [first, last] = stepsOf(iteration, stops);
  let found: number | null = null;
  let left = n;
  for (let step = first; step <= last && left > 0; step++) {
    if (signOf(run, stops, step) !== sign) continue;
    found = step;
    left -= 1;
  }
  return found;
}

/** The stop in iteration `n` of the step that the cursor is at in its own; else its first stop. */
export function stopInIteration(
  run: Run, stops: readonly number[], cursor: number, n: number,
): number | null {
  const target = iterations(run)[n];
  if (!target) return null;
  const [first] = stepsOf(target, stops);
  const here = iterationAt(run, cursor);
  if (here === null) return stopOf(stops, first);
  const at = stepOf(stops, cursor);
  const sign = signOf(run, stops, at);
  let nth = 0;
  for (let step = stepsOf(iterations(run)[here]!, stops)[0]; step <= at; step++) {
    if (signOf(run, stops, step) === sign) nth += 1;
  }
  return stopOf(stops, nthOf(run, stops, target, sign, nth) ?? first);
}

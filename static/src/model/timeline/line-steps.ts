// Steps by line: a stop after each line that ran, and the way over, into and out of calls.

import type { Run, TapeEvent } from "../run.ts";
import { courseOf } from "./stack.ts";

/** What may follow a name on its line without the line being run again. */
const AFTER_A_NAME: ReadonlySet<TapeEvent["kind"]> =
  new Set(["name", "value", "enter", "leave", "free", "mode", "write"]);

/** A line that binds a name and then goes on was begun again: the body of a loop on one line. */
function isAgain(event: TapeEvent, before: TapeEvent): boolean {
  return (before.kind === "name" || before.kind === "value") && !AFTER_A_NAME.has(event.kind);
}

function lineStops(run: Run): readonly number[] {
  const { frame, line } = courseOf(run);
  const stops = [0];
  // What a call ends with is told with what its caller does next.
  let isOver = false;
  run.events.forEach((event, i) => {
    const moves = frame[i] !== frame[i + 1] || line[i] !== line[i + 1];
    const before = run.events[i - 1];
    if (before && !isOver && (moves || isAgain(event, before))) stops.push(i);
    isOver = event.kind === "leave" && (isOver || moves);
  });
  if (run.events.length > 0) stops.push(run.events.length);
  return stops;
}

const known = new WeakMap<Run, readonly number[]>();

/** Frame numbers after each line that ran: ascending, first 0, last `events.length`. */
export function lineSteps(run: Run): readonly number[] {
  let stops = known.get(run);
  if (!stops) known.set(run, stops = lineStops(run));
  return stops;
}

/** `into` goes to the next line wherever it is, `over` passes what it calls, `out` its caller. */
export type LineMove = "into" | "over" | "out";

/** The stop that a move by line leads to from a cursor, forward (way 1) or back; null for none. */
export function moveByLine(
  run: Run, cursor: number, move: LineMove, way: 1 | -1,
): number | null {
  const { depth } = courseOf(run);
  const here = depth[Math.floor(cursor)] ?? 0;
  const most = move === "into" ? Infinity : move === "over" ? here : here - 1;
  const isMeant = (stop: number): boolean => depth[stop]! <= most;
  const stops = lineSteps(run);
  const found = way === 1 ? stops.find((stop) => stop > cursor && isMeant(stop))
    : stops.findLast((stop) => stop < cursor && isMeant(stop));
  return found ?? null;
}

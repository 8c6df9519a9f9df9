// Lines: on which line of the program an event happens, and which one a step is about. Pure.

import type { EnterEvent, LeaveEvent, Run, TapeEvent, ValueEvent } from "../run.ts";
import { stepOf, stopOf } from "../step-navigation.ts";
import { callsOf } from "./calls.ts";
import { endOfLibraryStep } from "./library.ts";

/** A call or a plain value of the program: it has no step of its own beside what the engine did. */
export function isOfProgram(event: TapeEvent): event is EnterEvent | LeaveEvent | ValueEvent {
  return event.kind === "value" || event.kind === "leave" || event.kind === "enter";
}

function ownLine(event: TapeEvent | undefined): number | null {
  return event && "line" in event ? event.line ?? null : null;
}

const begins = new WeakMap<Run, ReadonlyMap<number, number | null>>();

/** The line that called each backward; of one without a line that of the call around it. */
function linesOfCalls(run: Run): ReadonlyMap<number, number | null> {
  let lines = begins.get(run);
  if (lines) return lines;
  const found = new Map<number, number | null>();
  for (const event of run.events) {
    if (event.kind !== "backward" || event.phase !== "begin") continue;
    const around = event.within === null ? null : found.get(event.within) ?? null;
    found.set(event.call, event.line ?? around);
  }
  begins.set(run, lines = found);
  return lines;
}

/** The line of event `i`: its own, or of what a backward does the line that called the backward. */
export function lineOfEvent(run: Run, i: number): number | null {
  const line = ownLine(run.events[i]);
  if (line !== null) return line;
  const call = callsOf(run)[i] ?? null;
  return call === null ? null : linesOfCalls(run).get(call) ?? null;
}

/**
 * The line that a step of the events from..to-1 is about: that of its first event which is told,
 * or of what follows it; where nothing in it has a line, the last one before it.
 */
export function lineOfStep(run: Run, from: number, to: number): number | null {
  const head = headOf(run, from, to);
  for (let i = head; i < to; i++) {
    const line = lineOfEvent(run, i);
    if (line !== null) return line;
  }
  for (let i = head - 1; i >= 0; i--) {
    const line = lineOfEvent(run, i);
    if (line !== null) return line;
  }
  return null;
}

/**
 * The event that a step is about: the first of the engine or the library, else the first name
 * that was given after the last call of the program that ended, else the first name, else what the
 * program does once the calls have ended that end here.
 */
export function headOf(run: Run, from: number, to: number): number {
  let name: number | null = null;
  let hasLeft = false;
  for (let i = from; i < to; i++) {
    const event = run.events[i]!;
    if (event.kind === "name") {
      if (name === null || hasLeft) name = i;
      hasLeft = false;
    } else if (!isOfProgram(event) || endOfLibraryStep(run, i) !== null) return i;
    if (event.kind === "leave") hasLeft = true;
  }
  return name ?? afterLeaves(run, from, to);
}

/** What a caller does once its calls have ended; where that is nothing, the first that ends. */
function afterLeaves(run: Run, from: number, to: number): number {
  const found = run.events.slice(from, to).findIndex(({ kind }) => kind !== "leave");
  return from + Math.max(found, 0);
}

/** The line of the step that a cursor is at, or on its way to; null before the first. */
export function lineAt(run: Run, stops: readonly number[], cursor: number): number | null {
  const step = stepOf(stops, cursor);
  return step === 0 ? null : lineOfStep(run, stopOf(stops, step - 1), stopOf(stops, step));
}

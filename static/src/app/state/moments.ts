// Moments that the page cares about: where a fresh run is opened, what a line made, what is stale.

import type { Run, TapeEvent } from "../../model/run.ts";
import { stepOf, stopOf } from "../../model/step-navigation.ts";
import type { Notice, State } from "./model.ts";

/** The picture shows an older version of the code. */
export function isStale(state: State): boolean {
  return state.run !== null && state.run.snippet.code !== state.code;
}

/**
 * Where a fresh run is opened: at its failure; else where its first backward starts, when the graph
 * is complete and the gradients have yet to move; else at its end.
 */
export function landing(run: Run, stops: readonly number[]): number {
  const end = stops.at(-1) ?? 0;
  if (run.outcome.kind !== "finished") return end;
  const first = run.events.findIndex((event) => event.kind === "backward");
  return first < 0 ? end : stopOf(stops, stepOf(stops, first + 1));
}

/** What Python says of a program that it cannot read; a program may raise them, too. */
const UNREADABLE: ReadonlySet<string> = new Set(["SyntaxError", "IndentationError", "TabError"]);

/** Could Python not read the code of a run? Then nothing of it has run. */
export function isUnread(run: Run): boolean {
  const [first] = run.events;
  return first?.kind === "fail" && UNREADABLE.has(first.type);
}

/** Where recording ended before the program did, if it did. */
export function fullNotice(run: Run): Notice | null {
  const full = run.events.findLast((event) => event.kind === "full");
  return full?.kind === "full"
    ? { tone: "note", key: "tapeFull", text: String(full.line ?? "?") } : null;
}

/** What stands on the stage for an event, as a selection; null for one that has no box. */
export function boxOf(event: TapeEvent): string | null {
  switch (event.kind) {
    case "leaf": case "write": case "grad": return event.tensor;
    case "op": return event.node?.id ?? event.outputs[0]?.tensor ?? null;
    case "run": case "flow": case "free": return event.node;
    default: return null;
  }
}

export interface Moment {
  readonly cursor: number;
  readonly box: string | null;
}

const lines = new WeakMap<Run, ReadonlySet<number>>();

/** Numbers of the lines that left something on the tape. */
export function linesOf(run: Run): ReadonlySet<number> {
  let found = lines.get(run);
  if (!found) {
    lines.set(run, found = new Set(run.events.flatMap((event) =>
      ("line" in event && event.line !== null ? [event.line] : []))));
  }
  return found;
}

/** The next moment after `cursor` at which a line did something, and after the last the first. */
export function momentOfLine(
  run: Run, stops: readonly number[], line: number, cursor: number,
): Moment | null {
  const moments = run.events.flatMap((event, i) => {
    if (!("line" in event) || event.line !== line) return [];
    return [{ cursor: stopOf(stops, stepOf(stops, i + 1)), box: boxOf(event) }];
  });
  const next = moments.find((moment) => moment.cursor > cursor) ?? moments[0];
  if (!next) return null;
  const there = moments.filter((moment) => moment.cursor === next.cursor);
  return { cursor: next.cursor, box: there.findLast((moment) => moment.box)?.box ?? null };
}

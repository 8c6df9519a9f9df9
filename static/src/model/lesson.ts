// Lessons: what the gallery lists, and where on a tape the marked moments of one are. Pure.

import type { Run, TapeEvent } from "./run.ts";
import { frameAt } from "./timeline.ts";
import { labelOf } from "./timeline/label.ts";
import type { Language } from "./viewer-options.ts";

/** The same words in both languages. */
export type Words = Readonly<Record<Language, string>>;

/** Something worth stopping at, found by what it is and not by its number on the tape. */
export interface MarkedMoment {
  readonly kind: TapeEvent["kind"];
  /** Line of the event; of a `run`, `flow`, `free` or `hook` the line that made its node. */
  readonly line: number;
  /** Which of the events that fit: 1 is the first. */
  readonly nth: number;
  /** The variable that the event is about, where a line has several; else null. */
  readonly of: string | null;
  readonly words: Words;
}

export interface Lesson {
  readonly id: string;
  readonly group: string;
  readonly title: Words;
  readonly story: Words;
  readonly code: string;
  readonly moments: readonly MarkedMoment[];
  /** Number of the moment at which the lesson opens: 1 is the first. */
  readonly opens: number;
}

/** The node that an event happens at, if it has no line of its own. */
function nodeOf(event: TapeEvent): string | null {
  switch (event.kind) {
    case "run": case "flow": case "free": case "hook": return event.node;
    default: return null;
  }
}

/** The tensor that an event is about. */
function tensorOf(run: Run, i: number, event: TapeEvent): string | null {
  const node = nodeOf(event);
  if (node !== null) {
    const state = frameAt(run, i).nodes.get(node);
    return state?.variable ?? state?.outputs[0] ?? null;
  }
  if (event.kind === "op") return event.outputs[0]?.tensor ?? null;
  if (event.kind === "backward") {
    return event.phase === "begin" ? event.roots[0]?.tensor ?? null : null;
  }
  return "tensor" in event ? event.tensor : null;
}

function lineOf(run: Run, i: number, event: TapeEvent): number | null {
  if ("line" in event) return event.line;
  const node = nodeOf(event);
  if (node !== null) return frameAt(run, i).nodes.get(node)?.line ?? null;
  const tensor = event.kind === "hook" && event.tensor !== null ? event.tensor : null;
  return tensor === null ? null : frameAt(run, i).tensors.get(tensor)?.line ?? null;
}

function fits(run: Run, i: number, moment: MarkedMoment): boolean {
  const event = run.events[i]!;
  if (event.kind !== moment.kind || lineOf(run, i, event) !== moment.line) return false;
  if (moment.of === null) return true;
  const tensor = tensorOf(run, i, event);
  if (tensor === null) return false;
  const end = run.events.length;
  return labelOf(run, tensor, end) === moment.of
    || frameAt(run, end).tensors.get(tensor)?.names.includes(moment.of) === true;
}

/** Number of the event that a moment marks, or null if the run has none such. */
export function eventOfMoment(run: Run, moment: MarkedMoment): number | null {
  let left = moment.nth;
  for (let i = 0; i < run.events.length; i++) {
    if (fits(run, i, moment) && --left === 0) return i;
  }
  return null;
}

/** A moment of a lesson on the tape of a run: `event` has just happened there. */
export interface Placed {
  readonly number: number;
  readonly event: number;
  readonly words: Words;
}

const places = new WeakMap<Run, ReadonlyMap<Lesson, readonly Placed[]>>();

/** The marked moments of a lesson, in order; none when the run is of other code. */
export function momentsOf(run: Run, lesson: Lesson): readonly Placed[] {
  const known = places.get(run)?.get(lesson);
  if (known) return known;
  const found = run.snippet.code !== lesson.code ? [] : lesson.moments.flatMap((moment, i) => {
    const event = eventOfMoment(run, moment);
    return event === null ? [] : [{ number: i + 1, event, words: moment.words }];
  });
  places.set(run, new Map([...(places.get(run) ?? []), [lesson, found]]));
  return found;
}

/** The lesson of that title, in any language. */
export function titled(lessons: readonly Lesson[], title: string | null): Lesson | null {
  return lessons.find((lesson) => title !== null && Object.values(lesson.title).includes(title))
    ?? null;
}

/** The lesson that code is, or began as: it goes by the title and has its first line yet. */
export function lessonOf(
  lessons: readonly Lesson[], code: string, title: string | null,
): Lesson | null {
  const known = lessons.find((lesson) => lesson.code === code);
  if (known) return known;
  const origin = titled(lessons, title);
  const [first = ""] = origin?.code.split("\n") ?? [];
  return code.startsWith(first) ? origin : null;
}

// Sentences of the program's own calls and plain values, and of what was named after a call. Pure.

import { inlineValue } from "../number.ts";
import type { EnterEvent, LeaveEvent, Run } from "../run.ts";
import { frameAt } from "../timeline.ts";
import type { Phrases } from "./phrases.ts";
import { sizeOf } from "./size.ts";

const calls = new WeakMap<Run, ReadonlyMap<number, string>>();

/** What each call frame is called. */
function namesOfFrames(run: Run): ReadonlyMap<number, string> {
  let names = calls.get(run);
  if (!names) {
    names = new Map(run.events.flatMap((event) =>
      (event.kind === "enter" ? [[event.frame, event.name] as const] : [])));
    calls.set(run, names);
  }
  return names;
}

/** `calledText` of an event that enters, and `leftText` of one that leaves. */
export function calledText(say: Phrases, { of, name }: EnterEvent): string {
  return of === "library" ? say.library.called(name) : say.program.called(name);
}

export function leftText(say: Phrases, run: Run, event: LeaveEvent): string {
  const name = namesOfFrames(run).get(event.frame) ?? say.unnamed;
  const { result } = event;
  return say.program.left(name, event.how, typeof result === "string" ? result : null);
}

/** How many names that a call's results got are said. */
const MOST_NAMES = 3;

/** What got names once a call of the program had ended; null where the step is another one. */
export function namedText(say: Phrases, run: Run, from: number, to: number): string | null {
  const events = run.events.slice(from, to);
  const head = events.findIndex(({ kind }) =>
    kind !== "enter" && kind !== "leave" && kind !== "value");
  const left = events.slice(0, Math.max(head, 0)).findLast((event): event is LeaveEvent =>
    event.kind === "leave");
  if (!left || events[head]?.kind !== "name") return null;
  const call = namesOfFrames(run).get(left.frame) ?? say.unnamed;
  const named = new Map(events.slice(head).flatMap((event) =>
    (event.kind === "name" ? [[event.name, event.tensor] as const] : [])));
  const names = [...named.keys()];
  if (names.length > MOST_NAMES || names.some((name) => name.includes("."))) {
    return say.program.namedMany(call, left.how, names.slice(0, MOST_NAMES),
      Math.max(0, names.length - MOST_NAMES));
  }
  return say.program.named(call, left.how, [...named].map(([name, tensor]) => {
    const value = frameAt(run, to).tensors.get(tensor)?.value;
    return { name, value: value ? inlineValue(value) ?? say.shaped(sizeOf(value)) : say.unnamed };
  }));
}

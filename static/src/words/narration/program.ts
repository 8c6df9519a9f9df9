// Sentences of the program's own calls and plain values, and of what was named after a call. Pure.

import { inlineValue } from "../../model/number.ts";
import type { EnterEvent, LeaveEvent, Run } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { headOf, isOfProgram } from "../../model/timeline/lines.ts";
import type { Phrases } from "./phrases.ts";
import { sizeOf } from "./size.ts";

const calls = new WeakMap<Run, ReadonlyMap<number, EnterEvent>>();

/** What a call is called: a function by its name, a comprehension or a lambda by what it is. */
function callText(say: Phrases, run: Run, frame: number): string {
  let entered = calls.get(run);
  if (!entered) {
    entered = new Map(run.events.flatMap((event) =>
      (event.kind === "enter" ? [[event.frame, event] as const] : [])));
    calls.set(run, entered);
  }
  const event = entered.get(frame);
  return event ? nameText(say, event) : say.unnamed;
}

function nameText(say: Phrases, { of, name }: EnterEvent): string {
  return of === "comprehension" || of === "lambda" ? say.program[of] : name;
}

/** The short repr of a plain value; of a tensor it has the shape alone. */
export function valueText(say: Phrases, text: string): string {
  const shape = /^tensor\((\[[\d, ]*\])\)$/.exec(text)?.[1];
  return shape === undefined ? text : say.program.tensor(shape);
}

/** That a call begins. */
export function calledText(say: Phrases, event: EnterEvent): string {
  return event.of === "library" ? say.library.called(event.name)
    : say.program.called(nameText(say, event));
}

/** That a call of the program ends, and what it returned. */
export function leftText(say: Phrases, run: Run, event: LeaveEvent): string {
  const name = callText(say, run, event.frame);
  const { result } = event;
  return say.program.left(name, event.how,
    typeof result === "string" ? valueText(say, result) : null);
}

/** How many names that a call's results got are said. */
const MOST_NAMES = 3;

/** What got names once a call of the program had ended; null where the step is another one. */
export function namedText(say: Phrases, run: Run, from: number, to: number): string | null {
  const events = run.events.slice(from, to);
  const head = headOf(run, from, to) - from;
  const left = events.slice(0, head).findLast((event) => event.kind !== "value");
  const isNaming = events[head]?.kind === "name" && events.slice(head).every((event) =>
    event.kind === "name" || isOfProgram(event));
  if (left?.kind !== "leave" || !isNaming) return null;
  const call = callText(say, run, left.frame);
  const named = new Map(events.slice(head).flatMap((event) =>
    (event.kind === "name" ? [[event.name, event.tensor] as const] : [])));
  const names = [...named.keys()];
  if (names.length > MOST_NAMES || names.some((name) => name.includes("."))) {
    return say.program.namedMany(call, left.how, names.slice(0, MOST_NAMES), names.length);
  }
  return say.program.named(call, left.how, [...named].map(([name, tensor]) => {
    const value = frameAt(run, to).tensors.get(tensor)?.value;
    return { name, value: value ? inlineValue(value) ?? say.shaped(sizeOf(value)) : say.unnamed };
  }));
}

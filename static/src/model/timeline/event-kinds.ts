// Kinds of events: what a viewer would call each one, for jumps and for the list of steps.

import { entryOf } from "../ledger.ts";
import type { GradEvent, Run, TapeEvent } from "../run.ts";

/** What a viewer would look for, by the words of the strip's landmarks. */
export type Sort = "op" | "run" | "grad" | "zero" | "write" | "print" | "hook" | "fail";

/** What happens to a `.grad`: something is added, it is reset, or the program writes into it. */
export function sortOfGrad(event: GradEvent): "grad" | "zero" | "write" {
  if (event.by === "accumulate" || event.by === "retain_grad") return "grad";
  return entryOf(event, 0).kind === "reset" ? "zero" : "write";
}

function sortOf(event: TapeEvent): Sort | null {
  switch (event.kind) {
    case "op": return event.during === null ? "op" : null;
    case "grad": return sortOfGrad(event);
    case "run": case "write": case "print": case "hook": case "fail": return event.kind;
    default: return null;
  }
}

/** Is the event a write into a `.grad`? That is told by what it makes of the account. */
function isOfGrad(events: readonly TapeEvent[], at: number): boolean {
  const event = events[at]!;
  if (event.kind !== "write" || event.by === "step") return false;
  let next = at;
  while (events[next]?.kind === "write") next++;
  const told = events[next];
  return told?.kind === "grad" && (told.by === "write" || told.by === "zero_grad")
    && told.line === event.line;
}

const known = new WeakMap<Run, readonly (Sort | null)[]>();

/** The sort of each event; null for what nobody looks for by itself. */
export function sortsOf(run: Run): readonly (Sort | null)[] {
  let sorts = known.get(run);
  if (!sorts) {
    sorts = run.events.map((event, i) => (isOfGrad(run.events, i) ? null : sortOf(event)));
    known.set(run, sorts);
  }
  return sorts;
}

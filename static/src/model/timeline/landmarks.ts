// What stands above the strip, and in which colour the strip is: landmarks and phases of a run.

import type { Run, TapeEvent } from "../run.ts";
import { callsOf } from "./calls.ts";
import { sortOfGrad } from "./event-kinds.ts";

/** `at` is the frame number just after the event. */
export interface Landmark {
  readonly at: number;
  readonly kind: "run" | "grad" | "zero" | "step" | "print" | "hook" | "full" | "fail";
  readonly event: number;
  /** Id of the node or tensor that it is about. */
  readonly id: string | null;
}

/** A stretch of the strip, from..to in cursor units. */
export interface Phase {
  readonly kind: "forward" | "backward";
  readonly from: number;
  readonly to: number;
  /** Number of the backward call, null in forward. */
  readonly call: number | null;
}

type Mark = Pick<Landmark, "kind" | "id">;

function markOf(event: TapeEvent): Mark | null {
  switch (event.kind) {
    case "run": return { kind: "run", id: event.node };
    case "grad": {
      const sort = sortOfGrad(event);
      return sort === "write" ? null : { kind: sort, id: event.tensor };
    }
    case "write": return event.by === "step" ? { kind: "step", id: event.tensor } : null;
    case "print": case "full": return { kind: event.kind, id: null };
    case "hook": return { kind: "hook", id: event.node ?? event.tensor };
    case "fail": {
      const [id = null] = [...event.blame.nodes, ...event.blame.tensors];
      return { kind: "fail", id };
    }
    default: return null;
  }
}

/** Landmarks in the order of the tape. */
export function landmarks(run: Run): readonly Landmark[] {
  return run.events.flatMap((event, i) => {
    const mark = markOf(event);
    return mark ? [{ ...mark, at: i + 1, event: i }] : [];
  });
}

/** The strip from end to end: forward, and each backward by its number. */
export function phases(run: Run): readonly Phase[] {
  const found: Phase[] = [];
  callsOf(run).forEach((call, i) => {
    const last = found.at(-1);
    if (last?.call === call) found[found.length - 1] = { ...last, to: i + 1 };
    else found.push({ kind: call === null ? "forward" : "backward", from: i, to: i + 1, call });
  });
  return found;
}

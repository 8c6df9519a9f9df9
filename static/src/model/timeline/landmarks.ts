// What stands above the strip: the landmarks of a run.

import type { Run, TapeEvent } from "../run.ts";
import { sortOfGrad } from "./event-kinds.ts";

/** `at` is the frame number just after the event. */
export interface Landmark {
  readonly at: number;
  readonly kind: "run" | "grad" | "zero" | "step" | "print" | "hook" | "full" | "fail";
  readonly event: number;
  /** Id of the node or tensor that it is about. */
  readonly id: string | null;
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

const known = new WeakMap<Run, readonly Landmark[]>();

/** Landmarks in the order of the tape. */
export function landmarks(run: Run): readonly Landmark[] {
  let found = known.get(run);
  if (!found) {
    found = run.events.flatMap((event, i) => {
      const mark = markOf(event);
      return mark ? [{ ...mark, at: i + 1, event: i }] : [];
    });
    known.set(run, found);
  }
  return found;
}

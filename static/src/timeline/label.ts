// What to call a tensor: the user's name for it, as soon as it is about to have one.

import type { Run } from "../run.ts";

interface Naming {
  readonly event: number;
  readonly name: string;
}

const namings = new WeakMap<Run, ReadonlyMap<string, readonly Naming[]>>();

function namingsOf(run: Run): ReadonlyMap<string, readonly Naming[]> {
  const known = namings.get(run);
  if (known) return known;
  const found = new Map<string, Naming[]>();
  run.events.forEach((event, i) => {
    if (event.kind !== "name") return;
    const list = found.get(event.tensor);
    if (list) list.push({ event: i, name: event.name });
    else found.set(event.tensor, [{ event: i, name: event.name }]);
  });
  namings.set(run, found);
  return found;
}

const PART_OF_MAKING = new Set(["name", "mode", "write"]);

/** Is nothing between frame `at` and the naming that is not part of making the thing? */
function immediate(run: Run, at: number, naming: number): boolean {
  for (let i = at; i < naming; i++) {
    if (!PART_OF_MAKING.has(run.events[i]!.kind)) return false;
  }
  return true;
}

/**
 * The user's name for a tensor at frame `at`, or null: of several the first, so that a picture
 * keeps its names, but rather a path (`net.0.weight`). One just being given counts already.
 */
export function labelOf(run: Run, tensor: string, at: number): string | null {
  let found: string | null = null;
  for (const { event, name } of namingsOf(run).get(tensor) ?? []) {
    if (event >= at && !(found === null && immediate(run, at, event))) break;
    if (found === null || (name.includes(".") && !found.includes("."))) found = name;
  }
  return found;
}

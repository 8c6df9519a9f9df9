// Saved numbers that were changed behind autograd's back: the derivative is of other numbers.

import type { Run, WriteEvent } from "../../model/run.ts";
import { frameAt, type NodeState } from "../../model/timeline.ts";

const kept = new WeakMap<Run, boolean>();

/** Does a write leave the version of a tensor as it is? */
function isHidden(event: WriteEvent): boolean {
  return event.via !== null || event.by === "data" || event.by === "outside";
}

/** Does anything write into a tensor through another, or replace its memory? Most do not. */
export function hasHiddenWrites(run: Run): boolean {
  let found = kept.get(run);
  if (found === undefined) {
    found = run.events.some((event) => event.kind === "write" && isHidden(event));
    kept.set(run, found);
  }
  return found;
}

/** The event that changed what a node had saved without raising its version; -1 if none did. */
export function changedBehind(run: Run, node: NodeState, at: number): number {
  if (!hasHiddenWrites(run)) return -1;
  const saved = new Map(node.saved.flatMap(({ tensor, version }) =>
    (tensor === null ? [] : [[tensor, version] as const])));
  if (saved.size === 0) return -1;
  let first = node.made + 1;
  while (run.events[first]?.kind === "write") first++; // its own, of an op in place
  const text = (tensor: string, when: number) =>
    JSON.stringify(frameAt(run, when).tensors.get(tensor)?.value);
  for (let i = first; i < at; i++) {
    const event = run.events[i];
    if (event?.kind !== "write" || saved.get(event.tensor) !== event.version) continue;
    // What was changed and is as before by now did no harm, as what gradcheck moves.
    const isHarmful = isHidden(event) && text(event.tensor, i) !== JSON.stringify(event.value)
      && text(event.tensor, first) !== text(event.tensor, at);
    if (isHarmful) return i;
  }
  return -1;
}

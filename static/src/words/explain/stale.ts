// Saved numbers that were changed behind autograd's back: the derivative is of other numbers.

import type { Run, WriteEvent } from "../../model/run.ts";
import { frameAt, type NodeState } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { nodeText } from "../narration/words.ts";
import type { Finding, SurpriseFacts } from "./finding.ts";
import { surprise } from "./surprise.ts";

const kept = new WeakMap<Run, boolean>();

/** Does a write leave the version of a tensor as it is? */
function isHidden(event: WriteEvent): boolean {
  return event.via !== null || event.by === "data" || event.by === "outside";
}

/** Does anything write into a tensor through another, or replace its memory? Most do not. */
function hasHiddenWrites(run: Run): boolean {
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

/** How a tensor without a name came by another's memory: `.data`. */
function takenBy(run: Run, tensor: string): string | null {
  return run.events.some((event) => event.kind === "mode" && event.what === "convert"
    && event.to === tensor && event.by === "data") ? ".data" : null;
}

/** Nodes that ran although what they had saved was no longer what they had seen. */
export function staleSaves(run: Run): readonly Finding<SurpriseFacts>[] {
  const told = new Set<number>();
  if (!hasHiddenWrites(run)) return [];
  return run.events.flatMap((event, at) => {
    if (event.kind !== "run") return [];
    const frame = frameAt(run, at);
    const node = frame.nodes.get(event.node);
    const write = node ? changedBehind(run, node, at) : -1;
    const changed = run.events[write];
    if (!node || changed?.kind !== "write" || told.has(write)) return [];
    told.add(write);
    const facts = { id: "stale", node: nodeText(run, frame, node.id), line: changed.line,
      name: labelOf(run, changed.tensor, at), by: changed.by,
      via: changed.via === null ? null : labelOf(run, changed.via, at) ?? takenBy(run, changed.via),
    } as const;
    return [surprise(facts, "warning", at, { line: changed.line,
      lines: node.line === null || node.line === changed.line ? [] : [node.line],
      nodes: [node.id], tensors: [changed.tensor] })];
  });
}

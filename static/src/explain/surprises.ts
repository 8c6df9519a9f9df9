// What goes wrong without an exception: gradients that are not there, count double, or are zero.

import { statementOf, usedAgain, type Again } from "../ledger.ts";
import type { Run } from "../run.ts";
import { frameAt } from "../timeline.ts";
import { labelOf } from "../timeline/label.ts";
import type { Cause, Facts, Finding, SurpriseFacts } from "./finding.ts";
import { reuseOf } from "./reused.ts";
import { stretched } from "./broadcast.ts";
import { flatUnits, saturatedUnits, vanishingChains } from "./units.ts";
import { notFinite } from "./finite.ts";
import { askedOn, whyNone } from "./none.ts";
import { surprise } from "./surprise.ts";

type Surprise = Finding<SurpriseFacts>;

/** Causes that a program shows on purpose more often than by mistake. */
const EXPECTED: ReadonlySet<Cause["kind"]> = new Set(["no-backward", "asks-none", "emptied"]);

/** A line printed `None` where it asked for a `.grad`. */
function printedNone(run: Run): readonly Surprise[] {
  const told = new Set<string>();
  return run.events.flatMap((event, at) => {
    if (event.kind !== "print" || event.how === "warning") return [];
    if (!/\bNone\b/.test(event.text)) return [];
    return askedOn(run, event.line, at).flatMap((tensor) => {
      const cause = whyNone(run, tensor, at);
      const name = labelOf(run, tensor, at);
      if (!cause || name === null || told.has(`${tensor} ${cause.kind}`)) return [];
      told.add(`${tensor} ${cause.kind}`);
      const line = "line" in cause ? cause.line : "cut" in cause ? cause.cut?.line ?? null : null;
      const tone = EXPECTED.has(cause.kind) ? "note" : "warning";
      return [surprise({ id: "none", name, cause }, tone, at, { line: event.line,
        lines: line === null || line === event.line ? [] : [line], tensors: [tensor] })];
    });
  });
}

/** Updates by a gradient that an earlier one had used: one finding for each line of updates. */
function counted(run: Run): readonly Surprise[] {
  const byLine = new Map<number | null, Again[]>();
  for (const read of usedAgain(run)) {
    const there = byLine.get(read.line);
    if (there) there.push(read);
    else byLine.set(read.line, [read]);
  }
  return [...byLine.values()].flatMap((reads) => {
    const [first] = reads;
    if (!first) return [];
    const tensors = [...new Set(reads.map(({ tensor }) => tensor))];
    const name = labelOf(run, first.tensor, run.events.length);
    const times = reads.filter(({ tensor }) => tensor === first.tensor).length;
    const facts = { id: "double", reuse: reuseOf(first, first.old, name),
      others: tensors.length - 1, times } as const;
    const lines = statementOf(run, first.tensor, first.event).flatMap((entry) =>
      (entry.kind === "added" && entry.line !== null ? [entry.line] : []));
    return [surprise(facts, "warning", first.event, { line: first.line,
      lines: [...new Set(lines)], tensors })];
  });
}

/** Is a leaf more than what an object called its own and then replaced, as tied weights are? */
function isHeld(run: Run, tensor: string): boolean {
  const own = labelOf(run, tensor, run.events.length)?.startsWith("self.") === true;
  return !own || !run.events.some((event) =>
    event.kind === "name" && event.name.includes(".") && !event.name.startsWith("self."));
}

/** Leaves that the program moves by itself, as copies of a net that follow it. */
function movedByHand(run: Run): ReadonlySet<string> {
  const first = run.events.findIndex((event) => event.kind === "backward");
  return new Set(run.events.flatMap((event, i) => event.kind === "write"
    && event.by !== "step" && (event.by === "copy_" || i > first) ? [event.tensor] : []));
}

/** Leaves that asked for a gradient, were there in time, and have never been sent any. */
function neverReached(run: Run, told: readonly Surprise[]): readonly Surprise[] {
  const end = run.events.findLastIndex((event) =>
    event.kind === "backward" && event.phase === "end");
  const call = run.events.slice(0, Math.max(end, 0)).findLastIndex((event) =>
    event.kind === "backward" && event.phase === "begin");
  const begin = run.events[call];
  if (begin?.kind !== "backward" || begin.phase !== "begin" || begin.inputs !== null) return [];
  const explained = new Set(told.flatMap(({ tensors }) => tensors));
  const moved = movedByHand(run);
  const missed = [...frameAt(run, call).tensors.values()].filter((tensor) =>
    tensor.is_leaf && tensor.requires_grad && tensor.names.length > 0 && !explained.has(tensor.id)
    && !moved.has(tensor.id) && isHeld(run, tensor.id)
    && statementOf(run, tensor.id, run.events.length).length === 0);
  if (missed.length === 0) return [];
  const names = missed.flatMap(({ id }) => labelOf(run, id, run.events.length) ?? []);
  const tensors = missed.map(({ id }) => id);
  const lines = missed.flatMap(({ line }) => line ?? []);
  return [surprise({ id: "never-reached", names }, "warning", end, { line: begin.line,
    lines: [...new Set(lines)], tensors })];
}

const kept = new WeakMap<Run, readonly Surprise[]>();

/** Everything silent that is worth a word, in the order in which it comes to light. */
export function surprises(run: Run): readonly Finding<Facts>[] {
  let found = kept.get(run);
  if (!found) {
    const none = printedNone(run);
    found = [
      ...none, ...counted(run), ...neverReached(run, none), ...flatUnits(run),
      ...saturatedUnits(run), ...vanishingChains(run), ...stretched(run), ...notFinite(run),
    ].toSorted((one, other) => one.at - other.at);
    kept.set(run, found);
  }
  return found;
}

// What goes wrong without an exception: gradients that are not there, count double, or are zero.

import { statementOf, usedAgain, type Again } from "../../model/ledger.ts";
import type { Run } from "../../model/run.ts";
import { labelOf } from "../../model/timeline/label.ts";
import type { Cause, Facts, Finding, SurpriseFacts } from "./finding.ts";
import { reuseOf } from "./reused.ts";
import { stretched } from "./broadcast.ts";
import { flatUnits, saturatedUnits, vanishingChains } from "./units.ts";
import { notFinite } from "./finite.ts";
import { missedLeaves } from "./missed.ts";
import { askedOn, lineOfCause, whyNone } from "./none.ts";
import { staleSaves } from "./stale.ts";
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
    return askedOn(run, event.line, at).flatMap(({ tensor, name, at: asked }) => {
      const cause = whyNone(run, tensor, asked);
      if (!cause || told.has(`${tensor} ${cause.kind}`)) return [];
      told.add(`${tensor} ${cause.kind}`);
      const line = lineOfCause(cause);
      const tone = EXPECTED.has(cause.kind) ? "note" : "warning";
      return [surprise({ id: "none", name, cause, others: [] }, tone, at, { line: event.line,
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

/** What was printed as None and what was merely missed, said once where the cause is one. */
function withoutTwice(run: Run): readonly Surprise[] {
  const printed = printedNone(run);
  const missed = missedLeaves(run, printed);
  const sameAs = (one: Surprise, other: Surprise) => "cause" in one.facts && "cause" in other.facts
    && JSON.stringify(one.facts.cause) === JSON.stringify(other.facts.cause);
  const told = printed.map((one) => {
    const same = missed.filter((other) => sameAs(one, other));
    if (one.facts.id !== "none") return one;
    const others = same.flatMap(({ facts }) => (facts.id === "never-reached" ? facts.names : []));
    const tensors = [...one.tensors, ...same.flatMap((other) => other.tensors)];
    return { ...one, facts: { ...one.facts, others }, tensors };
  });
  return [...told, ...missed.filter((other) => !printed.some((one) => sameAs(one, other)))];
}

const kept = new WeakMap<Run, readonly Surprise[]>();

/** Everything silent that is worth a word, in the order in which it comes to light. */
export function surprises(run: Run): readonly Finding<Facts>[] {
  let found = kept.get(run);
  if (!found) {
    found = [
      ...withoutTwice(run), ...counted(run), ...staleSaves(run), ...flatUnits(run),
      ...saturatedUnits(run), ...vanishingChains(run), ...stretched(run), ...notFinite(run),
    ].toSorted((one, other) => one.at - other.at);
    kept.set(run, found);
  }
  return found;
}

// Gradients that are not there: what a line printed as None, and leaves that none has reached.

import type { Run } from "../../model/run.ts";
import type { TensorState } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { found, type Found } from "../finding.ts";
import type { Cause } from "./cause.ts";
import { missedLeaves } from "./missed-leaves.ts";
import { askedOn, lineOfCause, whyNone } from "./missing-grad.ts";

export type MissingFacts =
  | { readonly id: "none"; readonly name: string; readonly cause: Cause;
    /** Other leaves that get no gradient for the same cause. */
    readonly others: readonly string[] }
  | { readonly id: "never-reached"; readonly names: readonly string[]; readonly cause: Cause };

/** Causes that a program shows on purpose more often than by mistake. */
const EXPECTED: ReadonlySet<Cause["kind"]> = new Set(["no-backward", "asks-none", "emptied"]);

/** A line printed `None` where it asked for a `.grad`. */
function printedNone(run: Run): readonly Found<MissingFacts>[] {
  const told = new Set<string>();
  return run.events.flatMap((event, at) => {
    if (event.kind !== "print" || event.how === "warning") return [];
    if (!/\bNone\b/.test(event.text)) return [];
    return askedOn(run, event.line, at).flatMap(({ tensor, name, at: asked }) => {
      const cause = whyNone(run, tensor, asked);
      if (!cause || told.has(`${tensor} ${cause.kind}`)) return [];
      told.add(`${tensor} ${cause.kind}`);
      const line = lineOfCause(cause);
      const severity = EXPECTED.has(cause.kind) ? "note" : "mistake";
      return [found({ id: "none", name, cause, others: [] }, severity, at, { line: event.line,
        lines: line === null || line === event.line ? [] : [line], tensors: [tensor] })];
    });
  });
}

/** One finding for each cause: what one cut keeps from several leaves is said once. */
function neverReached(
  run: Run, printed: readonly Found<MissingFacts>[],
): readonly Found<MissingFacts>[] {
  const { meant, end } = missedLeaves(run);
  const at = end + 1;
  const explained = new Set(printed.flatMap(({ tensors }) => tensors));
  const groups = new Map<string, { cause: Cause; tensors: TensorState[] }>();
  for (const tensor of meant) {
    const cause = whyNone(run, tensor.id, at);
    if (!cause || explained.has(tensor.id)) continue;
    const key = JSON.stringify(cause);
    const group = groups.get(key) ?? { cause, tensors: [] };
    groups.set(key, { cause, tensors: [...group.tensors, tensor] });
  }
  const begin = run.events.slice(0, at).findLast((event) => event.kind === "backward");
  const line = begin?.kind === "backward" ? begin.line : null;
  return [...groups.values()].map(({ cause, tensors }) => {
    const names = tensors.flatMap(({ id }) => labelOf(run, id, run.events.length) ?? []);
    const lines = [lineOfCause(cause), ...tensors.map((tensor) => tensor.line)];
    return found({ id: "never-reached", names, cause }, "mistake", at - 1, { line,
      lines: [...new Set(lines)].filter((one) => one !== null && one !== line) as number[],
      tensors: tensors.map(({ id }) => id) });
  });
}

/** What was printed as None and what was merely missed, said once where the cause is one. */
function find(run: Run): readonly Found<MissingFacts>[] {
  const printed = printedNone(run);
  const missed = neverReached(run, printed);
  const sameAs = (one: Found<MissingFacts>, other: Found<MissingFacts>) =>
    JSON.stringify(one.facts.cause) === JSON.stringify(other.facts.cause);
  const told = printed.map((one) => {
    const same = missed.filter((other) => sameAs(one, other));
    if (one.facts.id !== "none") return one;
    const others = same.flatMap(({ facts }) => (facts.id === "never-reached" ? facts.names : []));
    const tensors = [...one.tensors, ...same.flatMap((other) => other.tensors)];
    return { ...one, facts: { ...one.facts, others }, tensors };
  });
  return [...told, ...missed.filter((other) => !printed.some((one) => sameAs(one, other)))];
}

const kept = new WeakMap<Run, readonly Found<MissingFacts>[]>();

/** Return each missing gradient that a program may not have meant, with its cause. */
export function missingGrads(run: Run): readonly Found<MissingFacts>[] {
  let missing = kept.get(run);
  if (!missing) kept.set(run, missing = find(run));
  return missing;
}

// The exception that ended a run, explained; of the kind of its cause, where that is one of ours.

import type { Diagnosis, Kind } from "../finding.ts";
import type { Cut } from "../reading/cause.ts";
import type { ErrorFacts } from "../reading/failure/facts.ts";
import { failureOf } from "../reading/failure/failure.ts";
import { en } from "./error/en.ts";
import { zh } from "./error/zh.ts";

/** Whether a cut is one of grad mode, or of an op or a call that has no derivative. */
export function kindOfCut({ how }: Cut): "cut" | "grad-mode" {
  return how === "no_grad" || how === "inside" ? "grad-mode" : "cut";
}

/** The kind of an exception. */
function kindOf(facts: ErrorFacts): Kind {
  switch (facts.id) {
    case "cut": return kindOfCut(facts.cut);
    case "untracked": return facts.left === null ? "error" : "cut";
    case "freed": return facts.carrier?.isTurn === true ? "carried-graph" : "error";
    case "written": return "overwritten";
    default: return "error";
  }
}

function failureAs(kind: Kind): Diagnosis<ErrorFacts> {
  return { kind, words: { en, zh }, find: (run) => {
    const failure = failureOf(run);
    return failure && kindOf(failure.facts) === kind ? [failure] : [];
  } };
}

export const failures = (["cut", "grad-mode", "carried-graph", "overwritten", "error"] as const)
  .map(failureAs);

// The exception that ended a run, explained; of the kind of its cause, where that is one of ours.

import type { Diagnosis, Kind } from "../finding.ts";
import type { ErrorFacts } from "../reading/failure/facts.ts";
import { failureOf } from "../reading/failure/failure.ts";
import { en } from "./error/en.ts";
import { zh } from "./error/zh.ts";

/** The kind of an exception. */
function kindOf(facts: ErrorFacts): Kind {
  switch (facts.id) {
    case "freed": return facts.carrier?.isTurn === true ? "carried-graph" : "error";
    case "written": return "overwritten";
    default: return "error";
  }
}

/** The exception as this kind, if it is of it and the server has not explained it. */
function failureAs(kind: Kind): Diagnosis<ErrorFacts> {
  return { kind, words: { en, zh }, find: (run) => {
    const failure = run.findings.some(({ severity }) => severity === "error")
      ? null : failureOf(run);
    return failure && kindOf(failure.facts) === kind ? [failure] : [];
  } };
}

export const failures = (["carried-graph", "overwritten", "error"] as const).map(failureAs);

// Errors and surprises explained: what happened, why, and what to change, with where to look. Pure.

import { explainedBy } from "./explain/book.ts";
import { en } from "./explain/en.ts";
import { failureOf } from "./explain/errors.ts";
import type { Cause, Explained, Finding } from "./explain/finding.ts";
import { surprises } from "./explain/surprises.ts";
import { zh } from "./explain/zh.ts";
import type { Language } from "./narration.ts";
import type { Run } from "./run.ts";

export { failureOf } from "./explain/errors.ts";
export type { Cause, Explained, Facts, Finding } from "./explain/finding.ts";
export { whyNone } from "./explain/none.ts";

const LANGUAGES = { en, zh } as const;

/** Everything about a run that is worth explaining, in the order in which it comes to light. */
export function findings(run: Run): readonly Finding[] {
  const failure = failureOf(run);
  return failure ? [...surprises(run), failure] : surprises(run);
}

/** A finding in words. */
export function explain({ facts }: Finding, language: Language): Explained {
  return explainedBy(LANGUAGES[language], facts);
}

/** Why a `.grad` is None, in a sentence. */
export function explainNone(name: string, cause: Cause, language: Language): string {
  return LANGUAGES[language].reason(name, cause).why;
}

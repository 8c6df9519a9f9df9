// Errors and surprises explained: what happened, why, and what to change, with where to look. Pure.

import { explainedBy, type Reason } from "./explain/book.ts";
import { en } from "./explain/en.ts";
import type { Cause, Explained, Finding } from "./explain/finding.ts";
import { zh } from "./explain/zh.ts";
import type { Language } from "../model/viewer-options.ts";

export { errorOf } from "./explain/errors.ts";
export type { Cause, Explained, Facts, Finding } from "./explain/finding.ts";
export { whyNone } from "./explain/none.ts";
export { boxesOf, findings, findingsAbout, findingsIn } from "./explain/where.ts";

const LANGUAGES = { en, zh } as const;

/** A finding in words. */
export function explain({ facts }: Finding, language: Language): Explained {
  return explainedBy(LANGUAGES[language], facts);
}

/** Why a `.grad` is None, and what to change. */
export function explainNone(name: string, cause: Cause, language: Language): Reason {
  return LANGUAGES[language].reason(name, cause);
}

// What is said of a missing gradient in each language: why it is missing, and what to change.

import type { Language } from "../../model/viewer-options.ts";
import type { Cause, Reason, Reasons } from "../reading/cause.ts";
import { reasons as en } from "./en.ts";
import { reasons as zh } from "./zh.ts";

const LANGUAGES: Readonly<Record<Language, Reasons>> = { en, zh };

/** Why the `.grad` of a tensor of that name is None, and what to change. */
export function explainNone(name: string, cause: Cause, language: Language): Reason {
  const found = LANGUAGES[language][cause.kind] as (name: string, cause: Cause) => Reason;
  return found(name, cause);
}

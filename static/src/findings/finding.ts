// What a finding is: its kind and severity, where it is, and its words in each language.

import type { Fix, OddMoment } from "../model/run.ts";
import type { Language } from "../model/viewer-options.ts";

/**
 * `error`: an exception ended the run. `mistake`: the result is not what the program's author can
 * have meant. `smell`: the result may be right, training will be slow or unstable. `note`: worth
 * knowing, and often meant.
 */
export type Severity = "error" | "mistake" | "smell" | "note";

/** A finding in a language: what happened, why, and what to change. */
export interface Explained {
  readonly title: string;
  readonly what: string;
  readonly why: string;
  readonly change: string;
}

/** Something that went wrong in a run, or looks as if. */
export interface Finding {
  /** By the name that the command line and the documents use. */
  readonly kind: string;
  readonly severity: Severity;
  /** The event at which it comes to light. */
  readonly at: number;
  /** The line to put it under. */
  readonly line: number | null;
  /** Other lines that had a part in it. */
  readonly lines: readonly number[];
  readonly nodes: readonly string[];
  readonly tensors: readonly string[];
  /** torch's own words, of an exception. */
  readonly torch: string | null;
  readonly explained: (language: Language) => Explained;
  readonly fixes: readonly Fix[];
  /** Of numbers that are not finite: what becomes of them. */
  readonly moments: readonly OddMoment[];
}

/** A finding that is more than a note. */
export interface Grave extends Finding {
  readonly severity: Exclude<Severity, "note">;
}

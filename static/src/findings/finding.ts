// What a finding is: its kind and severity, where it is, and its words in each language.

import type { Fix, OddMoment, Run } from "../model/run.ts";
import type { Language } from "../model/viewer-options.ts";

/** The kinds that are found here; those of `server/findings` come with the document. */
export type Kind =
  | "carried-graph" | "error" | "overwritten";

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

/** Facts with a name for their form; `words` of the same diagnosis say each form. */
export interface Facts {
  readonly id: string;
}

/** What a diagnosis found, and where on the tape, in the picture and in the code it is. */
export interface Found<F extends Facts = Facts> {
  readonly facts: F;
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
}

/** What is said of facts. */
export type Words<F extends Facts> = Readonly<Record<Language, (facts: F) => Explained>>;

/** A kind of finding: how it is found in a run, and what is said of it. */
export interface Diagnosis<F extends Facts> {
  readonly kind: Kind;
  readonly find: (run: Run) => readonly Found<F>[];
  readonly words: Words<F>;
}

/** Something that went wrong in a run, or looks as if. */
export interface Finding extends Found {
  /** By the name that the command line and the documents use. */
  readonly kind: string;
  readonly explained: (language: Language) => Explained;
  readonly fixes: readonly Fix[];
  /** Of numbers that are not finite: what becomes of them. */
  readonly moments: readonly OddMoment[];
}

/** A finding that is more than a note. */
export interface Grave extends Finding {
  readonly severity: Exclude<Severity, "note">;
}

/** A diagnosis whose facts only it knows. */
export interface Registered {
  readonly kind: Kind;
  readonly findings: (run: Run) => readonly Finding[];
}

/** Put a diagnosis on the list of all. */
export function registered<F extends Facts>({ kind, find, words }: Diagnosis<F>): Registered {
  return { kind, findings: (run) => find(run).map((found) =>
    ({ ...found, kind, fixes: [], moments: [],
      explained: (language) => words[language](found.facts) })) };
}

/** Return what a diagnosis found; what is not said of its place is empty. */
export function found<F extends Facts>(
  facts: F, severity: Severity, at: number,
  where: Partial<Pick<Found, "line" | "lines" | "nodes" | "tensors" | "torch">>,
): Found<F> {
  return { facts, severity, at, line: null, lines: [], nodes: [], tensors: [], torch: null,
    ...where };
}

/** Say facts of several forms by a function for each form. */
export function byForm<F extends Facts>(
  forms: { readonly [I in F["id"]]: (facts: Extract<F, { id: I }>) => Explained },
): (facts: F) => Explained {
  return (facts) => (forms[facts.id as F["id"]] as (facts: F) => Explained)(facts);
}

// What a language must be able to explain: every finding, and every reason for a missing gradient.

import type { Cause, Explained, Facts } from "./finding.ts";

/** Why, and what to change. */
export interface Reason {
  readonly why: string;
  readonly change: string;
}

export type Reasons = {
  readonly [K in Cause["kind"]]: (name: string, cause: Extract<Cause, { kind: K }>) => Reason;
};

export type Book = {
  readonly [K in Facts["id"]]: (facts: Extract<Facts, { id: K }>) => Explained;
};

export interface Tongue {
  readonly words: Book;
  readonly reason: (name: string, cause: Cause) => Reason;
}

export function reasonOf(reasons: Reasons, name: string, cause: Cause): Reason {
  const found = reasons[cause.kind] as (name: string, cause: Cause) => Reason;
  return found(name, cause);
}

export function explainedBy({ words }: Tongue, facts: Facts): Explained {
  const found = words[facts.id] as (facts: Facts) => Explained;
  return found(facts);
}

// What is known of an exception that ended a run, in each of the forms that are told apart.

import type { Cause, Cut } from "../cause.ts";

/** A result of before a backward call that is computed with after it. */
export interface Carrier {
  readonly name: string | null;
  /** The lines that made it and that compute with it. */
  readonly made: number | null;
  readonly used: number | null;
  /** It is made anew in each turn of a loop, and comes from the turn before. */
  readonly isTurn: boolean;
}

export interface FreedFacts {
  readonly id: "freed";
  readonly node: string;
  readonly saved: readonly string[];
  readonly call: number | null;
  readonly line: number | null;
  readonly carrier: Carrier | null;
  /** A leaf that requires grad was written since: its old numbers are gone. */
  readonly isStepped: boolean;
}

/** What to write instead of what was written in place. */
export type Rewrite =
  | { readonly how: "later" }
  | { readonly how: "option"; readonly line: number | null }
  | { readonly how: "rewrite"; readonly from: string; readonly to: string }
  | { readonly how: "clone"; readonly name: string }
  | { readonly how: "unknown" };

export interface WrittenFacts {
  readonly id: "written";
  readonly node: string;
  readonly name: string | null;
  /** It is no tensor of that name, but a view of one. */
  readonly isView: boolean;
  readonly saved: number;
  readonly now: number;
  readonly by: string | null;
  readonly line: number | null;
  readonly change: Rewrite;
}

/** An exception, read as one of those that lessons know. */
export type ErrorFacts =
  | FreedFacts
  | WrittenFacts
  | { readonly id: "not-scalar"; readonly name: string | null; readonly shape: string }
  | { readonly id: "untracked"; readonly name: string | null; readonly left: Cut | null }
  | { readonly id: "cut"; readonly name: string | null; readonly cut: Cut }
  | { readonly id: "integers"; readonly name: string | null }
  | { readonly id: "seed-shape"; readonly name: string | null; readonly given: string;
    readonly shape: string }
  | { readonly id: "numpy"; readonly name: string | null }
  | { readonly id: "leaf-written"; readonly name: string | null; readonly view: boolean }
  | { readonly id: "unused"; readonly name: string | null; readonly root: string | null }
  | { readonly id: "none-used"; readonly name: string; readonly cause: Cause }
  | { readonly id: "sizes"; readonly one: string; readonly other: string }
  | { readonly id: "matrices"; readonly left: string; readonly right: string;
    readonly fits: "left" | "right" | "swapped" | null }
  | { readonly id: "layer"; readonly layer: string | null; readonly given: number;
    readonly wanted: number; readonly out: number }
  | { readonly id: "misspelled"; readonly message: string; readonly name: string;
    readonly near: readonly string[]; readonly line: number | null }
  | { readonly id: "no-cuda" }
  | { readonly id: "unreadable"; readonly message: string; readonly line: number | null }
  | { readonly id: "other"; readonly type: string; readonly message: string;
    readonly line: number | null; readonly isFirst: boolean };

// What can be explained: one record for each error and each surprise, with the facts that it needs.

import type { Reuse } from "./reused.ts";

/**
 * What switched grad mode off: a `with` block, in which the line stands or from which its function
 * was called (`around`), a decorator, a statement, or a call inside.
 */
export interface Off {
  readonly how: "block" | "around" | "decorator" | "statement" | "call";
  /** As it is written; of a call its name, or "" where that is not known. */
  readonly by: string;
  /** The function that is decorated. */
  readonly of: string | null;
  readonly line: number | null;
}

/**
 * Where a gradient was stopped on its way. `underived`: an op without a derivative; `indices`: one
 * output of an op; `cast`: to whole numbers or truth values; `copy`: of the numbers, into another
 * tensor; `numbers`: to Python or numpy; `inside`: of a Function's forward.
 */
export interface Cut {
  readonly how:
    | "detach" | "no_grad" | "underived" | "indices" | "cast" | "copy" | "numbers" | "inside";
  readonly line: number | null;
  /** The tensor that was cut off, by the user's name; null if it has none. */
  readonly of: string | null;
  /** What requires grad behind the cut, by the user's names. */
  readonly leaves: readonly string[];
  /** What was called (`argmax`, `>`, `tensor`, `item`), or the dtype of a cast. */
  readonly by: string | null;
  readonly off: Off | null;
  /** Several tensors were copied into one. */
  readonly many: boolean;
}

/** Why a tensor's `.grad` is None. */
export type Cause =
  | { readonly kind: "no-backward" }
  | { readonly kind: "not-leaf"; readonly node: string; readonly rebound: number | null }
  /** `off`: the line that set its requires_grad to False. */
  | { readonly kind: "asks-none"; readonly cut: Cut | null; readonly off: number | null }
  | { readonly kind: "not-reached"; readonly root: string | null; readonly left: Cut | null }
  | { readonly kind: "under-way" }
  /** The call on that line raised an exception. */
  | { readonly kind: "failed"; readonly line: number | null }
  /** A call that was given other inputs only. */
  | { readonly kind: "left-out"; readonly api: "backward" | "grad" }
  | { readonly kind: "cut"; readonly cut: Cut }
  /** A node on the way sent no gradient on; `of`: the Function of the program that it is of. */
  | { readonly kind: "unsent"; readonly node: string; readonly of: string | null }
  | { readonly kind: "emptied"; readonly line: number | null }
  | { readonly kind: "returned"; readonly call: number };

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

/** Something that went wrong, or looks as if, without an exception. */
export type SurpriseFacts =
  | { readonly id: "none"; readonly name: string; readonly cause: Cause;
    /** Other leaves that get no gradient for the same cause. */
    readonly others: readonly string[] }
  | { readonly id: "double"; readonly reuse: Reuse; readonly others: number;
    readonly times: number }
  | { readonly id: "never-reached"; readonly names: readonly string[]; readonly cause: Cause }
  | { readonly id: "replaced"; readonly names: readonly string[]; readonly held: number;
    readonly line: number | null }
  | { readonly id: "stale"; readonly node: string; readonly name: string | null;
    readonly by: string; readonly via: string | null; readonly line: number | null }
  | { readonly id: "flat"; readonly node: string; readonly name: string | null;
    readonly where: "everywhere" | "kink" | "here" }
  | { readonly id: "saturated"; readonly node: string; readonly name: string | null;
    readonly share: string }
  | { readonly id: "vanishing"; readonly count: number; readonly share: string }
  | { readonly id: "broadcast"; readonly name: string; readonly shape: string;
    readonly wide: string }
  | { readonly id: "broadcast-both"; readonly one: string; readonly other: string;
    readonly wide: string }
  | { readonly id: "nan"; readonly node: string; readonly name: string | null;
    readonly backward: boolean; readonly infinite: boolean; readonly single: boolean };

export type Facts = ErrorFacts | SurpriseFacts;

/** Facts, and where on the tape, in the picture and in the code they are. */
export interface Finding<F extends Facts = Facts> {
  readonly facts: F;
  /** An exception; what is probably a mistake; what is only worth knowing. */
  readonly tone: "error" | "warning" | "note";
  /** The event at which it comes to light. */
  readonly at: number;
  /** The line to put it under. */
  readonly line: number | null;
  /** Other lines that had a part in it. */
  readonly lines: readonly number[];
  readonly nodes: readonly string[];
  readonly tensors: readonly string[];
  /** torch's own words. */
  readonly torch: string | null;
}

/** A finding in a language: what happened, why, and what to change. */
export interface Explained {
  readonly title: string;
  readonly what: string;
  readonly why: string;
  readonly change: string;
}

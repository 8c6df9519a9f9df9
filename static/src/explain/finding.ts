// What can be explained: one record for each error and each surprise, with the facts that it needs.

import type { Reuse } from "./reused.ts";

/** Where a gradient was stopped on its way: `detach()`, or a computation without a record. */
export interface Cut {
  readonly how: "detach" | "no_grad";
  readonly line: number | null;
  /** The tensor that was cut off, by the user's name; null if it has none. */
  readonly of: string | null;
}

/** Why a tensor's `.grad` is None. */
export type Cause =
  | { readonly kind: "no-backward" }
  | { readonly kind: "not-leaf"; readonly node: string; readonly rebound: number | null }
  | { readonly kind: "asks-none"; readonly cut: Cut | null }
  | { readonly kind: "not-reached"; readonly root: string | null }
  | { readonly kind: "under-way" }
  | { readonly kind: "left-out" }
  | { readonly kind: "cut"; readonly cut: Cut }
  | { readonly kind: "emptied"; readonly line: number | null }
  | { readonly kind: "returned"; readonly call: number };

/** An exception, read as one of those that lessons know. */
export type ErrorFacts =
  | { readonly id: "freed"; readonly node: string; readonly saved: readonly string[];
    readonly call: number | null; readonly line: number | null }
  | { readonly id: "written"; readonly node: string; readonly name: string | null;
    readonly saved: number; readonly now: number; readonly by: string | null;
    readonly line: number | null }
  | { readonly id: "not-scalar"; readonly name: string | null; readonly shape: string }
  | { readonly id: "untracked"; readonly name: string | null }
  | { readonly id: "cut"; readonly name: string | null; readonly cut: Cut }
  | { readonly id: "integers"; readonly name: string | null }
  | { readonly id: "seed-shape"; readonly name: string | null; readonly given: string;
    readonly shape: string }
  | { readonly id: "numpy"; readonly name: string | null }
  | { readonly id: "leaf-written"; readonly name: string | null; readonly view: boolean }
  | { readonly id: "unused"; readonly name: string | null; readonly root: string | null }
  | { readonly id: "none-used"; readonly name: string; readonly cause: Cause }
  | { readonly id: "sizes"; readonly one: string; readonly other: string }
  | { readonly id: "matrices"; readonly left: string; readonly right: string }
  | { readonly id: "no-cuda" }
  | { readonly id: "unreadable"; readonly message: string; readonly line: number | null }
  | { readonly id: "other"; readonly type: string; readonly message: string;
    readonly line: number | null };

/** Something that went wrong, or looks as if, without an exception. */
export type SurpriseFacts =
  | { readonly id: "none"; readonly name: string; readonly cause: Cause }
  | { readonly id: "double"; readonly reuse: Reuse; readonly others: number;
    readonly times: number }
  | { readonly id: "never-reached"; readonly names: readonly string[] }
  | { readonly id: "flat"; readonly node: string; readonly name: string | null }
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

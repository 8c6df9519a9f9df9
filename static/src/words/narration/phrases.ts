// What a language must be able to say: one grammar, filled in by en.ts and zh.ts.

import type { Language } from "../../model/viewer-options.ts";
import type { Size } from "./size.ts";

/** A backward call and how it was asked for. */
export interface Call {
  readonly number: number;
  readonly api: "backward" | "grad";
}

/** An account line: `before + added = after` in words; `brief` when these are no numbers. */
export interface Account {
  readonly name: string;
  readonly brief: boolean;
  readonly before: string | null;
  readonly added: string | null;
  readonly after: string | null;
}

/** Why an op is not on the tape. */
export type Untaped = "off" | "inputs" | "comparison" | "integer" | "bool" | "unknown";

/** A parameter by the last part of its name, with its numbers or its shape and norm. */
export interface Part {
  readonly part: string;
  readonly numbers: string | null;
  readonly size: Size;
}

/** A tensor and what it became. */
export interface Moved {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What the step of an optimizer did to parameters, of which `still` did not move. */
export interface Sweep {
  readonly optimizer: string;
  readonly count: number;
  /** Each of them, where they are few and small. */
  readonly moves: readonly Moved[] | null;
  readonly largest: { readonly name: string; readonly change: string } | null;
  readonly still: readonly { readonly name: string; readonly value: string | null }[];
  /** The gradients of those that did not move are all zero. */
  readonly isZero: boolean;
}

/** Calls of the library that are one step. */
export interface LibraryPhrases {
  readonly called: (name: string) => string;
  readonly done: (name: string) => string;
  readonly failed: (name: string) => string;
  readonly swept: (sweep: Sweep) => string;
  readonly zeroed: (name: string, count: number, isNone: boolean) => string;
  readonly clipped: (before: string, after: string, order: string | null) => string;
  readonly notClipped: (norm: string, bound: string, order: string | null) => string;
  readonly clippedEntries: (count: number, bound: string) => string;
  readonly checked: (name: string, agrees: boolean) => string;
  /** `dtype` null: nothing changed; "": in different ways. */
  readonly converted: (name: string, count: number, dtype: string | null) => string;
  readonly required: (name: string, count: number, requires: boolean) => string;
  readonly filled: (by: string, name: string, value: string) => string;
  readonly loaded: (name: string, count: number) => string;
  /** `names` null: they are too many, or have no names. */
  readonly holds: (
    optimizer: string, names: readonly string[] | null, count: number, rates: readonly string[],
  ) => string;
  readonly idle: (optimizer: string) => string;
}

/** Calls and plain values of the program itself. */
export interface ProgramPhrases {
  readonly comprehension: string;
  readonly tensor: (shape: string) => string;
  readonly lambda: string;
  readonly called: (name: string) => string;
  readonly left: (name: string, how: "return" | "yield" | "raise", result: string | null) => string;
  readonly bound: (name: string, text: string) => string;
  readonly unbound: (name: string) => string;
  /** After a call tensors got names: with their values, or too many to say more than names. */
  readonly named: (
    call: string, how: "return" | "yield" | "raise",
    names: readonly { readonly name: string; readonly value: string }[],
  ) => string;
  readonly namedMany: (
    call: string, how: "return" | "yield" | "raise", names: readonly string[], count: number,
  ) => string;
  readonly took: (by: string, name: string, value: string | null, to: string | null) => string;
}

export interface Phrases {
  readonly language: Language;
  readonly leaf: (
    name: string | null, value: string, tracked: boolean, parameter: boolean,
  ) => string;
  /** A result of what the tape does not tell. */
  readonly madeBefore: (name: string | null, value: string) => string;
  /** What a backward with create_graph brings into its graph: saved by a node, or a constant. */
  readonly takenIn: (value: string, tracked: boolean) => string;
  /** What a hook or a Function of the program's own works with while a backward runs. */
  readonly given: (value: string) => string;
  /** A tensor without gradient that is told by its shape. */
  readonly plain: (name: string | null, shape: string) => string;
  /** The program takes a `.grad` into its hands. */
  readonly reads: (name: string, value: string) => string;
  /** `value` in numbers, else `size` in words. */
  readonly result: (
    name: string | null, formula: string, value: string | null, size: string,
  ) => string;
  readonly taped: (node: string, saved: readonly string[]) => string;
  readonly untaped: (why: Untaped) => string;
  /** What a node keeps where that is its own result. */
  readonly ownResult: string;
  /** A layer's parameters, or of many layers only how many they are. */
  readonly layer: (name: string, parts: readonly Part[], asks: boolean | null) => string;
  readonly layers: (
    name: string, count: number, numbers: number, asks: boolean | null,
  ) => string;
  /** What an op returns that gives several tensors. */
  readonly tensors: (count: number) => string;
  readonly library: LibraryPhrases;
  readonly program: ProgramPhrases;
  /** `value` null: of the tensor that was just told. */
  readonly named: (name: string, value: string | null) => string;
  readonly inPlace: (name: string, version: number) => string;
  /** Writes; `before` is null where these are no numbers to be said. */
  readonly written: (
    name: string, by: string, before: string | null, after: string, version: number,
  ) => string;
  readonly stepped: (name: string, before: string | null, after: string) => string;
  /** A write that left the numbers as they were. */
  readonly unmoved: (by: string, name: string, value: string, isZero: boolean) => string;
  readonly theOptimizer: string;
  readonly past: (name: string, before: string | null, after: string) => string;
  /** A write into memory that is shared with numpy or Python, which the engine did not see. */
  readonly outside: (name: string, before: string | null, after: string) => string;
  readonly gradMode: (enabled: boolean) => string;
  readonly detached: (name: string | null, of: string, cut: boolean) => string;
  readonly required: (name: string, requires: boolean) => string;
  /** `outer` is the call that it runs inside of, if any. */
  readonly began: (call: Call, root: string, seed: string, outer: Call | null) => string;
  /** The call's second root, and any after it. */
  readonly alsoBegan: (root: string, seed: string) => string;
  readonly ended: (call: Call, failed: boolean, outer: Call | null) => string;
  readonly answered: (name: string, value: string) => string;
  readonly runs: (node: string, grad: string) => string;
  readonly complete: (node: string, count: number, sum: string | null) => string;
  readonly sends: (value: string, target: string) => string;
  readonly sendsAll: (
    sent: readonly { readonly value: string; readonly target: string }[],
  ) => string;
  readonly passesOn: (value: string, target: string) => string;
  /** The gradient of a sum goes to each of its entries. */
  readonly spreads: (came: string, value: string, target: string) => string;
  readonly waits: (target: string, missing: number) => string;
  /** A hook that changed nothing, one that did, and one that changed more than can be said. */
  readonly looked: (hook: string, at: string, value: string) => string;
  readonly hooked: (hook: string, at: string, before: string, after: string) => string;
  readonly reworked: (hook: string, at: string, value: string) => string;
  /** A hook that waits until a leaf has its gradient. */
  readonly ranAfter: (hook: string, leaf: string) => string;
  readonly first: (account: Account) => string;
  readonly adds: (account: Account) => string;
  readonly retained: (account: Account) => string;
  readonly reset: (account: Account) => string;
  readonly set: (account: Account) => string;
  /** An op wrote into the `.grad` itself, as clipping does. */
  readonly rewritten: (account: Account) => string;
  readonly freed: (node: string) => string;
  readonly printed: (text: string, how: "print" | "value" | "warning") => string;
  /** The tape is full with so many events; the program went on from that line. */
  readonly full: (count: number, line: number | null) => string;
  /** A value that is too large to be said. */
  readonly shaped: (size: Size) => string;
  /** A tensor that the user gave no name. */
  readonly unnamed: string;
  /** Between two sentences. */
  readonly gap: string;
  /** The last touch on what is said. */
  readonly tidy: (text: string) => string;
}

// What a language must be able to say: one grammar, filled in by en.ts and zh.ts.

export type Language = "en" | "zh";

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

export interface Phrases {
  readonly language: Language;
  readonly leaf: (
    name: string | null, value: string, tracked: boolean, parameter: boolean,
  ) => string;
  /** What a backward with create_graph brings into its graph: saved by a node, or a constant. */
  readonly takenIn: (value: string, tracked: boolean) => string;
  /** What a hook or a Function of the program's own works with while a backward runs. */
  readonly given: (value: string) => string;
  /** A tensor without gradient that is told by its shape. */
  readonly plain: (name: string | null, shape: string) => string;
  /** The program takes a `.grad` into its hands. */
  readonly reads: (name: string, value: string) => string;
  readonly result: (name: string | null, formula: string, value: string | null) => string;
  readonly taped: (node: string, saved: readonly string[]) => string;
  readonly untaped: (gradMode: boolean) => string;
  readonly named: (name: string) => string;
  readonly inPlace: (name: string, version: number) => string;
  /** Writes; `before` is null where these are no numbers to be said. */
  readonly written: (
    name: string, by: string, before: string | null, after: string, version: number,
  ) => string;
  readonly stepped: (name: string, before: string | null, after: string) => string;
  readonly past: (name: string, before: string | null, after: string) => string;
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
  readonly shaped: (shape: readonly number[]) => string;
  /** A tensor that the user gave no name. */
  readonly unnamed: string;
  /** Between two sentences. */
  readonly gap: string;
  /** The last touch on what is said. */
  readonly tidy: (text: string) => string;
}

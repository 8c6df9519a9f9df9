// Why a gradient is missing: what cut it off, and what switched grad mode off.

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

/** Why, and what to change. */
export interface Reason {
  readonly why: string;
  readonly change: string;
}

/** What a language says of each cause. */
export type Reasons = {
  readonly [K in Cause["kind"]]: (name: string, cause: Extract<Cause, { kind: K }>) => Reason;
};

// The numeric check of a node, as the server tells it: its backward beside differences. Pure.

import type { Entry, Run } from "./run.ts";
import type { Frame, NodeState } from "./timeline.ts";

/** Why an op cannot be checked. */
export type Refusal =
  | "nothing" | "complex" | "in_place" | "transform" | "large" | "random" | "narrow" | "forward"
  | "backward" | "failed";

/** What the forward does around an entry whose slope is not that of the backward. */
export type Reason = "kink" | "jump" | "nonfinite" | "missing" | "other";

export interface Operand {
  readonly slot: string;
  readonly entries: number;
  readonly tried: number;
  readonly differing: number;
  /** Of those that differ. */
  readonly kinks: number;
}

/** A slope by one entry of an operand that is another one in the backward. */
export interface Slope {
  readonly slot: string;
  readonly index: readonly number[];
  /** The entry of the result, row-major; null where there is one, or their weighted sum. */
  readonly output: number | null;
  readonly analytic: Entry;
  readonly numeric: Entry;
  readonly left: Entry;
  readonly right: Entry;
  readonly reason: Reason;
}

export interface GradientCheck {
  /** The program defines the backward itself. */
  readonly custom: boolean;
  readonly refused: Refusal | null;
  /** The exception that the op's own code raised. */
  readonly message: string | null;
  /** Each slope was compared; else the results summed by fixed weights. */
  readonly each: boolean;
  readonly eps: number;
  readonly operands: readonly Operand[];
  readonly rows: readonly Slope[];
  /** How far the backward in the run's own dtype is from that in float64. */
  readonly rounding: number | null;
}

/** A check that was asked for, of a node of a run. */
export interface Checking {
  readonly run: Run;
  readonly node: string;
  /** Null while the server works on it. */
  readonly answer:
    | null | { readonly kind: "done"; readonly check: GradientCheck }
    | { readonly kind: "gone" } | { readonly kind: "refused"; readonly sentence: string };
}

/** Slopes that differ, without those at kinks, and those at kinks. */
export function countsOf({ operands }: GradientCheck): { differing: number; kinks: number } {
  const total = (of: (one: Operand) => number): number =>
    operands.reduce((sum, one) => sum + of(one), 0);
  return { differing: total((one) => one.differing - one.kinks), kinks: total((one) => one.kinks) };
}

/** The shape of the one result of a node; null where it has several. */
export function resultShape({ tensors }: Frame, { outputs }: NodeState): readonly number[] | null {
  const [output, other] = outputs;
  if (output === undefined || other !== undefined) return null;
  return tensors.get(output)?.value.shape ?? null;
}

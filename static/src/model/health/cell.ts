// A layer in one turn: what the tape told of it, and the numbers that are made of it. Pure.

import type { Value } from "../run.ts";
import { distanceOf, sizeOf } from "./size.ts";

/** What is told of a layer. */
export type Measure = "value" | "grad" | "update" | "zeros" | "bad";

export const MEASURES: readonly Measure[] = ["value", "grad", "update", "zeros", "bad"];

/** A layer in one turn. Numbers are null where the tape does not tell them. */
export interface Cell extends Readonly<Record<Measure, number | null>> {
  readonly count: number;
  /** The frame just after the event that tells the measure; null where none does. */
  readonly at: Readonly<Record<Measure, number | null>>;
  /** The tensor whose box shows it. */
  readonly tensor: string;
}

export interface Layer {
  readonly name: string;
  readonly kind: "parameter" | "output";
  /** Whether its entries are multiplied with others: a weight, not a bias. */
  readonly isMatrix: boolean;
  /** One for each turn; null where the layer is not in it. */
  readonly cells: readonly (Cell | null)[];
}

/** Something of a turn that was seen, and the frame just after its event. */
export interface Seen<T> { readonly what: T; readonly at: number }

export interface Open {
  tensor: string;
  value: Seen<Value> | null;
  grad: Seen<Value | null> | null;
  /** The value before the first write of the turn, and the last write. */
  before: Value | null;
  write: Seen<Value> | null;
  /** How far a step of an optimizer moved it, where the numbers do not travel. */
  moved: Seen<number> | null;
  isGate: boolean;
}

export function fresh(tensor: string): Open {
  return { tensor, value: null, grad: null, before: null, write: null, moved: null,
    isGate: false };
}

function totalOf(...counts: readonly (number | undefined)[]): number | null {
  const told = counts.filter((count) => count !== undefined);
  return told.length === 0 ? null : told.reduce((sum, count) => sum + count, 0);
}

/** How far a turn moved a parameter, by its norm before; 0 of one that nothing wrote. */
function updateOf({ before, write, moved, value }: Open): number | null {
  const start = before ?? value?.what ?? null;
  const norm = start && sizeOf(start)?.norm;
  if (!start || norm === null || norm === undefined || norm === 0) return null;
  if (!write) return 0;
  const distance = distanceOf(start, write.what) ?? moved?.what ?? NaN;
  return Number.isFinite(distance) ? distance / norm : null;
}

export function cellOf(kind: Layer["kind"], open: Open): Cell | null {
  const { value, grad, write, moved, isGate, tensor } = open;
  const own = value && sizeOf(value.what);
  const came = grad?.what ? sizeOf(grad.what) : null;
  if (!value && !grad) return null;
  const after = (write ?? moved)?.at ?? null;
  const trouble = [own, came].find((size) => size && size.bad > 0);
  return {
    tensor, count: own?.count ?? came?.count ?? 0,
    value: own?.norm ?? null, grad: came?.norm ?? null,
    update: kind === "parameter" ? updateOf(open) : null,
    zeros: isGate && own ? own.zeros / own.count : null,
    bad: totalOf(own?.bad, came?.bad),
    at: { value: value?.at ?? null, grad: grad?.at ?? null, update: after ?? grad?.at ?? null,
      zeros: value?.at ?? null, bad: (trouble === came ? grad : value)?.at ?? value?.at ?? null },
  };
}

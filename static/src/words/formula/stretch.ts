// Where a gradient has another shape than its formula says: sums undone, broadcasting undone. Pure.

import { countOf } from "../../model/number.ts";
import type { OpEvent } from "../../model/run.ts";

type Shape = readonly number[];

/** Ops that combine their inputs entry by entry. */
const PAIRED = new RegExp("^(add|sub|rsub|mul|div|pow|maximum|minimum|atan2|where|lerp|hypot|fmod|"
  + "remainder|copysign|logaddexp2?|xlogy|xlog1py|fmax|fmin|clamp|addcmul|addcdiv|masked_fill)"
  + "(_|$)");

export function isPaired(op: string): boolean {
  return PAIRED.test(op);
}

/** Does the gradient of a sum go out to more entries than came in? */
export function isSpread(template: string | undefined, came: Shape, sent: Shape): boolean {
  return template === "$grad" && countOf(sent) > countOf(came);
}

/**
 * The dimensions of what came in that are summed on the way to an input that the op stretched, as
 * `[3]` of a `[2, 3]`; null where none are.
 */
export function summedOver(
  op: string, template: string | undefined, came: Shape, sent: Shape,
): readonly number[] | null {
  if (!isPaired(op) && template !== "$grad" || template?.includes("\\sum")) return null;
  const lead = came.length - sent.length;
  if (lead < 0 || countOf(sent) >= countOf(came)) return null;
  return came.flatMap((size, d) => (d < lead || (sent[d - lead] === 1 && size > 1) ? [d] : []));
}

/**
 * Lacks what came in a dimension that a reduction took away, and not the first? Then numbers beside
 * it would meet others than they do.
 */
export function isMisaligned({ params: { dim, keepdim } }: OpEvent, came: Shape, sent: Shape) {
  if (keepdim !== false || came.length === 0 || came.length === sent.length) return false;
  return !(dim === 0 || dim === -sent.length);
}

/**
 * `sum(x, dim=0)`; without dimensions where all are summed. `isKept`: what is summed has as many
 * dimensions as the sum.
 */
export function sumText(
  text: string, dims: readonly number[], rank: number, isKept = false,
): string {
  if (dims.length === rank) return `sum(${text})`;
  const along = dims.length === 1 ? dims[0] : `(${dims.join(", ")})`;
  return `sum(${text}, dim=${along}${isKept ? ", keepdim=True" : ""})`;
}

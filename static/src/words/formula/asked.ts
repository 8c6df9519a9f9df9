// Formulas as an op was asked: losses that are no mean, sums that scale what they add. Pure.

import type { OpEvent, Run } from "../../model/run.ts";

/** Where the group that opens at `start` closes. */
function closing(tex: string, start: number): number {
  let depth = 0;
  for (let i = start; i < tex.length; i++) {
    if (tex[i] === "{") depth++;
    if (tex[i] === "}" && --depth === 0) return i;
  }
  return tex.length;
}

const MEAN = "\\overline{";

/** The first mean of a template as a sum, or as what it is the mean of. */
function unaveraged(tex: string, isSum: boolean): string {
  const start = tex.indexOf(MEAN);
  if (start < 0) return tex;
  const end = closing(tex, start + MEAN.length - 1);
  const isAll = start === 0 && end === tex.length - 1;
  if (isAll && !isSum) return tex.slice(MEAN.length, end);
  const inner = `\\left(${tex.slice(start + MEAN.length, end)}\\right)`;
  return `${tex.slice(0, start)}${isSum ? "\\textstyle\\sum" : ""}${inner}${tex.slice(end + 1)}`;
}

/** Is an entry's share of the loss whole, and not the N-th part? */
function isWhole({ params: { reduction } }: OpEvent): boolean {
  return reduction === "sum" || reduction === "none";
}

/** Does `add` or `sub` scale what it adds? */
function isScaled({ op, params: { alpha } }: OpEvent): boolean {
  return (op === "add" || op === "sub") && alpha !== undefined && alpha !== 1;
}

/** Does `transpose` swap others than the last two dimensions, which no sign says? */
function isTurned({ op, params: { dim0, dim1 }, outputs }: OpEvent): boolean {
  if (op !== "transpose" && op !== "transposed") return false;
  const rank = outputs[0]?.value.shape.length ?? 0;
  const places = [dim0, dim1].map((dim) => (Number(dim) < 0 ? Number(dim) + rank : Number(dim)));
  return Math.min(...places) !== rank - 2 || Math.max(...places) !== rank - 1;
}

const TURNED = "\\mathrm{transpose}($x, $dim0, $dim1)";

/** Weights for classes, factors of products, scales and bounds of its own: no formula has them. */
function isBeyond({ op, inputs, params: { alpha, beta, scale, eps } }: OpEvent): boolean {
  if (/^(nll_loss|binary_cross_entropy)/.test(op)) {
    return inputs.some(({ slot, tensor }) =>
      tensor !== undefined && (slot === "weight" || slot === "pos_weight"));
  }
  if (/^b?add(mm|mv|r|bmm)$/.test(op)) return (alpha ?? 1) !== 1 || (beta ?? 1) !== 1;
  if (op === "logit") return (eps ?? null) !== null;
  return op.startsWith("elu") && (scale ?? 1) !== 1;
}

function withoutShares(tex: string): string {
  return tex.replace("\\tfrac{1}{N}\\,", "").replace(/\\tfrac\{(\d)\}\{N\}/, "$1");
}

/** The template of what an op does, as it was asked to; undefined where no formula says that. */
export function forwardOf(run: Run, event: OpEvent): string | undefined {
  const tex = run.ops[event.op]?.forward;
  if (tex === undefined || isBeyond(event)) return undefined;
  if (isTurned(event)) return TURNED.replace("$x", () => "$self");
  if (isWhole(event)) {
    return withoutShares(unaveraged(tex, event.params["reduction"] === "sum"));
  }
  const { dim } = event.params;
  if (event.op === "index_select" && typeof dim === "number" && dim > 0) {
    return tex.replace("$index", () => `${":, ".repeat(dim)}$index`);
  }
  return isScaled(event) ? tex.replace("$other", () => "$alpha\\,$other") : tex;
}

/** The template of one of its derivatives, likewise. */
export function gradientOf(run: Run, event: OpEvent, slot: string): string | undefined {
  const tex = run.ops[event.op]?.gradients[slot];
  if (tex === undefined || isBeyond(event)) return undefined;
  if (isTurned(event)) return TURNED.replace("$x", () => "$grad");
  if (event.op === "expand") return "$grad"; // summed over what was stretched: `stretch.ts` says so
  if (isWhole(event)) return withoutShares(tex);
  return isScaled(event) && slot === "other" ? tex.replace("$grad", () => "$alpha\\,$grad") : tex;
}

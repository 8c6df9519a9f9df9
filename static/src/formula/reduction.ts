// Formulas of losses, written for the mean: what they are where entries are summed or kept. Pure.

import type { OpEvent, Run } from "../run.ts";

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

/** The template of what an op does, as it was asked to reduce. */
export function forwardOf(run: Run, event: OpEvent): string | undefined {
  const tex = run.ops[event.op]?.forward;
  return tex !== undefined && isWhole(event) ? unaveraged(tex, event.params["reduction"] === "sum")
    : tex;
}

/** The template of one of its derivatives, likewise. */
export function gradientOf(run: Run, event: OpEvent, slot: string): string | undefined {
  const tex = run.ops[event.op]?.gradients[slot];
  return tex !== undefined && isWhole(event)
    ? tex.replace("\\tfrac{1}{N}\\,", "").replace(/\\tfrac\{(\d)\}\{N\}/, "$1") : tex;
}

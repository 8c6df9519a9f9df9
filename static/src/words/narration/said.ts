// How a sentence says a tensor: its name, its numbers, or its shape and norm. Pure.

import { inlineValue } from "../../model/number.ts";
import type { Run, Value } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { nameAt } from "../../model/timeline/label.ts";
import type { Phrases } from "./phrases.ts";
import { sizeOf } from "./size.ts";
import { factor } from "./operands.ts";

export function nameOf(say: Phrases, run: Run, tensor: string, at: number): string {
  const value = frameAt(run, at).tensors.get(tensor)?.value;
  return nameAt(run, tensor, at) ?? (value && inlineValue(value)) ?? factor(run, at, tensor)
    ?? say.unnamed;
}

/** A value as it is said: its numbers, or its shape and norm. */
export function words(say: Phrases, value: Value): string {
  return inlineValue(value) ?? say.shaped(sizeOf(value));
}

// Sentences of layers that are made: the parameters that a step shows for the first time. Pure.

import { countOf, inlineValue } from "../../model/number.ts";
import type { LeafEvent, Run } from "../../model/run.ts";
import { nameAt } from "../../model/timeline/label.ts";
import type { Part, Phrases } from "./phrases.ts";
import { sizeOf } from "./size.ts";

interface Born {
  readonly owner: string;
  readonly part: string;
  readonly leaf: LeafEvent;
}

function bornIn(run: Run, from: number, to: number): readonly Born[] | null {
  const born: Born[] = [];
  for (const event of run.events.slice(from, to)) {
    if (event.kind === "name" || event.kind === "value" || event.kind === "enter"
      || event.kind === "leave") continue;
    if (event.kind !== "leaf" || !event.parameter) return null;
    const name = nameAt(run, event.tensor, to);
    const dot = name?.lastIndexOf(".") ?? -1;
    if (name === null || dot < 0) return null;
    born.push({ owner: name.slice(0, dot), part: name.slice(dot + 1), leaf: event });
  }
  return born.length > 1 ? born : null;
}

function ask(born: readonly Born[]): boolean | null {
  if (born.every(({ leaf }) => leaf.requires_grad)) return true;
  return born.some(({ leaf }) => leaf.requires_grad) ? null : false;
}

/** So many layers are told one by one. */
const MOST_LAYERS = 2;

/** The parameters that layers bring, if that is all that happens in from..to-1; else null. */
export function layersText(say: Phrases, run: Run, from: number, to: number): string | null {
  const born = bornIn(run, from, to);
  if (!born) return null;
  const layers = new Map<string, readonly Born[]>();
  for (const one of born) layers.set(one.owner, [...layers.get(one.owner) ?? [], one]);
  if (layers.size > MOST_LAYERS) {
    const roots = new Set(born.map(({ owner }) => owner.split(".")[0]!));
    const [root = ""] = roots;
    if (roots.size > 1) return null;
    const numbers = born.reduce((sum, { leaf }) => sum + countOf(leaf.value.shape), 0);
    return say.layers(root, born.length, numbers, ask(born));
  }
  return [...layers].map(([owner, parts]) => say.layer(owner, parts.map(({ part, leaf }): Part =>
    ({ part, numbers: inlineValue(leaf.value), size: sizeOf(leaf.value) })),
  ask(parts))).join(say.gap);
}

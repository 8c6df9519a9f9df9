// Memo: shapes that were drawn for the same state before. Scenes stay pure; they only get faster.

import type { Run } from "../../model/run.ts";
import type { Shape } from "./shape.ts";

interface Drawn {
  readonly because: readonly unknown[];
  readonly shapes: readonly Shape[];
}

const memories = new WeakMap<Run, Map<string, readonly Drawn[]>>();

/** Of each thing so many pictures are kept: who drags the playhead comes by the same states. */
const MOST_KEPT = 4;

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => Object.is(item, b[i]));
}

/**
 * The shapes of the thing `id`, made anew only when `because` is not what it was lately. `because`
 * must hold all that `make` looks at.
 */
export function remembered(
  run: Run, id: string, because: readonly unknown[], make: () => readonly Shape[],
): readonly Shape[] {
  let memory = memories.get(run);
  if (!memory) memories.set(run, memory = new Map());
  const kept = memory.get(id) ?? [];
  const known = kept.find((drawn) => isSame(drawn.because, because));
  if (known) return known.shapes;
  const shapes = make();
  memory.set(id, [{ because, shapes }, ...kept.slice(0, MOST_KEPT - 1)]);
  return shapes;
}

/** Shapes in the order of their z, those of one z as they came: quicker than sorting. */
export function inOrder(groups: readonly (readonly Shape[])[]): readonly Shape[] {
  const layers = new Map<number, Shape[]>();
  for (const group of groups) {
    for (const shape of group) {
      const layer = layers.get(shape.z);
      if (layer) layer.push(shape);
      else layers.set(shape.z, [shape]);
    }
  }
  return [...layers.keys()].sort((a, b) => a - b).flatMap((z) => layers.get(z)!);
}

// Views: tensors that share the memory of another one, their base.

import type { Run } from "../run.ts";
import type { Frame, TensorState } from "./frame.ts";

/** The tensors that stand in a box: the outputs of a node, a leaf, or the tensor itself. */
function tensorsIn({ nodes, tensors }: Frame, id: string): readonly TensorState[] {
  const node = nodes.get(id);
  const ids = !id.startsWith("n") ? [id]
    : node?.variable ? [node.variable] : node?.outputs ?? [];
  return ids.flatMap((one) => tensors.get(one) ?? []);
}

/** Whether what stands in box `to` is a view of the memory of what stands in box `from`. */
export function isTied(frame: Frame, from: string, to: string): boolean {
  const views = tensorsIn(frame, to).filter(({ view_of }) => view_of !== null);
  if (views.length === 0) return false;
  const bases = tensorsIn(frame, from).flatMap(({ id, view_of }) => [id, view_of]);
  return views.some(({ view_of }) => bases.includes(view_of!));
}

const known = new WeakMap<Run, ReadonlyMap<string, readonly string[]>>();

/** All views of each base, in the order in which they were made. */
function viewsIn(run: Run): ReadonlyMap<string, readonly string[]> {
  const views = new Map<string, string[]>();
  for (const event of run.events) {
    if (event.kind !== "op") continue;
    for (const { tensor, view_of: base } of event.outputs) {
      if (base === null) continue;
      const found = views.get(base);
      if (!found) views.set(base, [tensor]);
      else if (!found.includes(tensor)) found.push(tensor);
    }
  }
  return views;
}

/** The views of a tensor's memory that are made by now, the oldest first. */
export function viewsOf(run: Run, { tensors }: Frame, base: string): readonly string[] {
  let views = known.get(run);
  if (!views) known.set(run, views = viewsIn(run));
  return (views.get(base) ?? []).filter((id) => tensors.get(id) !== undefined);
}

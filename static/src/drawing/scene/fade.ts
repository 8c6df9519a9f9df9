// Reduced motion: nothing travels; what is different in the next frame fades over what was.

import type { Shape } from "./shape.ts";

function faded(shape: Shape, share: number): Shape {
  return { ...shape, opacity: (shape.opacity ?? 1) * share };
}

/** Both pictures in one: what is the same stays, the rest goes out and comes in. */
export function crossFade(
  before: readonly Shape[], after: readonly Shape[], share: number,
): readonly Shape[] {
  const coming = new Map(after.map((shape) => [shape.id, JSON.stringify(shape)]));
  const kept = new Set<string>();
  const old = before.flatMap((shape): readonly Shape[] => {
    if (coming.get(shape.id) !== JSON.stringify(shape)) {
      return [faded({ ...shape, id: `${shape.id}~` }, 1 - share)];
    }
    kept.add(shape.id);
    return [shape];
  });
  const fresh = after.filter((shape) => !kept.has(shape.id)).map((shape) => faded(shape, share));
  return [...old, ...fresh].sort((a, b) => a.z - b.z);
}

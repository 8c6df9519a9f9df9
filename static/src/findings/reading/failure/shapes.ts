// Shapes that do not fit a product of matrices: a layer's, or two matrices'.

import type { Run } from "../../../model/run.ts";
import type { Frame } from "../../../model/timeline.ts";
import { labelOf } from "../../../model/timeline/label.ts";
import type { ErrorFacts } from "./facts.ts";
import { lineText } from "../program-text.ts";

const PRODUCT = /@|\b(?:matmul|mm|bmm|addmm|mv|dot|einsum|tensordot)\s*\(/;

function sizesOf(text: string): readonly [number, number] {
  const [rows = 0, columns = 0] = text.split("x").map(Number);
  return [rows, columns];
}

/** Layers whose weight, `[out, in]`, is the right matrix turned. */
function layersOf(run: Run, frame: Frame, right: readonly [number, number]): readonly string[] {
  return [...frame.tensors.values()].flatMap(({ id, value: { shape }, parameter }) => {
    const name = labelOf(run, id, frame.at);
    return parameter && shape.length === 2 && shape[0] === right[1] && shape[1] === right[0]
      && name?.endsWith(".weight") ? [name.slice(0, -".weight".length)] : [];
  });
}

/** What a product of `left` and `right`, as `4x8` and `10x5`, is said to be. */
export function matricesFacts(
  run: Run, frame: Frame, line: number | null, left: string, right: string,
): ErrorFacts {
  const [from, to] = [sizesOf(left), sizesOf(right)];
  const layers = PRODUCT.test(lineText(run, line)) ? [] : layersOf(run, frame, to);
  if (layers.length > 0) {
    return { id: "layer", layer: layers.length === 1 ? layers[0]! : null, given: from[1],
      wanted: to[0], out: to[1] };
  }
  const fits = from[1] === to[1] ? "right" : from[0] === to[0] ? "left"
    : from[0] === to[1] ? "swapped" : null;
  return { id: "matrices", left, right, fits };
}

// Lozenges: a gradient as a thing that travels, waits at a gate, merges, and rests on its edge.

import { compact, countOf, shapeWords } from "../number.ts";
import type { Point, Value } from "../run.ts";
import { SMALL } from "./anatomy.ts";
import { widthOf } from "./ink.ts";
import type { TokenShape } from "./shape.ts";
import { heatOf } from "./value.ts";

/** `moving`: on its way or at a gate; `resting`: the mark it left on its edge. */
export type Manner = "moving" | "resting";

const MOST_TEXT = 12;
const MAP = 24;
const SMALL_MAP = 18;

/** Numbers that fit are written; the rest is a small map of colours with its shape. */
function wording(value: Value): string | null {
  if (!value.data || value.data.length === 0) return null;
  const texts = value.data.slice(0, 4).map((entry) => compact(entry, value.dtype, 4));
  if (countOf(value.shape) === 1) return texts[0]!;
  if (value.shape.length > 1 || value.data.length > 3) return null;
  const text = texts.join(", ");
  return text.length <= MOST_TEXT ? text : null;
}

function miniature(value: Value, most: number): TokenShape["cells"] {
  const matrix = value.picture ?? {
    rows: value.data!.length / (value.shape.at(-1) || 1), cols: value.shape.at(-1) ?? 1,
    data: value.data!,
  };
  const [w, h] = [Math.min(most, matrix.cols * 8), Math.min(most, matrix.rows * 8)];
  return { x: 0, y: 0, w, h, rows: matrix.rows, cols: matrix.cols,
    heat: heatOf(matrix.data, value.dtype), texts: null, size: 0 };
}

/** Width and height of the lozenge that carries a value. */
export function lozengeSize(value: Value, manner: Manner = "moving"): readonly [number, number] {
  const text = wording(value);
  if (text !== null) return [widthOf(text, SMALL, "mono") + 24, 22];
  if (manner === "resting") return [SMALL_MAP + 28, 26];
  return [MAP + widthOf(shapeWords(value.shape), SMALL, "mono") + 34, 32];
}

/** A lozenge with its centre at a point. */
export function lozenge(
  id: string, z: number, [x, y]: Point, value: Value, manner: Manner, opacity = 1,
): TokenShape {
  const text = wording(value);
  const [w, h] = lozengeSize(value, manner);
  const words = manner === "moving" ? shapeWords(value.shape) : null;
  const ink = manner === "moving"
    ? { fill: "backward", color: "backward-ink" } as const
    : { fill: "paper", color: "backward" } as const;
  return { kind: "token", id, z, x, y, w, h, ...ink, opacity,
    text: text ?? words,
    cells: text === null ? miniature(value, manner === "moving" ? MAP : SMALL_MAP) : null };
}

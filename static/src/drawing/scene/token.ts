// Lozenges: a gradient as a thing that travels, waits at a gate, merges, and rests on its edge.

import { compact, countOf, shapeWords } from "../../model/number.ts";
import type { Entry, Point, Value } from "../../model/run.ts";
import { SMALL } from "./anatomy.ts";
import { unitOf } from "./far-label.ts";
import { widthOf } from "./text-metrics.ts";
import type { TokenShape } from "./shape.ts";
import { heatOf, matrixOf, type Scale } from "./value.ts";
import type { View } from "./view.ts";

/** `moving`: on its way or at a gate; `resting`: the mark it left on its edge. */
type Manner = "moving" | "resting";

/** Most characters of a vector that is written: on its way, and at rest on a short edge. */
const MOST_TEXT = { moving: 8, resting: 5 } as const;
const MOST_DIGITS = 6;
const MAP = 24;
const SMALL_MAP = 18;

/** A number in at most six characters, if it can be said so. */
function short(entry: Entry, dtype: string): string {
  const texts = [4, 3, 2].map((digits) => compact(entry, dtype, digits));
  return texts.find((text) => text.length <= MOST_DIGITS) ?? texts.at(-1)!;
}

/** Numbers that fit are written; the rest is a small map of colours with its shape. */
function wording(value: Value, manner: Manner): string | null {
  if (!value.data || value.data.length === 0) return null;
  if (countOf(value.shape) === 1) return short(value.data[0]!, value.dtype);
  if (value.shape.length > 1) return null;
  const most = MOST_TEXT[manner];
  const text = value.data.slice(0, most).map((entry) => short(entry, value.dtype)).join(", ");
  return text.length <= most ? text : null;
}

function miniature(value: Value, most: number, scale: Scale): TokenShape["cells"] {
  const { rows, cols, data } = matrixOf(value);
  const [w, h] = [Math.min(most, cols * most / 3), Math.min(most, rows * most / 3)];
  const heat = heatOf(data, value.dtype, scale);
  return { x: 0, y: 0, w, h, rows, cols, heat, texts: null, size: 0 };
}

/** From afar a lozenge has no words, and one size in pixels of the screen. */
const FAR = { w: 16, h: 9 } as const;

/** Width and height in the world of the lozenge that carries a value, in a view. */
export function sizeIn(view: View, value: Value): readonly [number, number] {
  const unit = unitOf(view);
  return view.detail === "far" ? [FAR.w * unit, FAR.h * unit] : lozengeSize(value);
}

/** A lozenge on its way or at a gate, in a view. */
export function movingLozenge(
  view: View, id: string, z: number, [x, y]: Point, value: Value, opacity = 1,
): TokenShape {
  if (view.detail === "near") {
    return lozenge(id, z, [x, y], value, "moving", view.gradients, opacity);
  }
  const [w, h] = sizeIn(view, value);
  return { kind: "token", id, z, x, y, w, h, size: SMALL, fill: "backward", color: "backward-ink",
    opacity, text: null, cells: null };
}

/** Width and height of the lozenge that carries a value; the shape of a map stands above it. */
export function lozengeSize(value: Value, manner: Manner = "moving"): readonly [number, number] {
  const text = wording(value, manner);
  if (text !== null) return [widthOf(text, SMALL, "mono") + 20, 22];
  return manner === "moving" ? [MAP + 26, 32] : [SMALL_MAP + 24, 26];
}

/** A lozenge with its centre at a point. */
export function lozenge(
  id: string, z: number, [x, y]: Point, value: Value, manner: Manner, scale: Scale = "own",
  opacity = 1,
): TokenShape {
  const text = wording(value, manner);
  const [w, h] = lozengeSize(value, manner);
  const ink = manner === "moving"
    ? { fill: "backward", color: "backward-ink" } as const
    : { fill: "paper", color: "backward" } as const;
  const shape = manner === "moving" ? shapeWords(value.shape) : null;
  const most = manner === "moving" ? MAP : SMALL_MAP;
  return { kind: "token", id, z, x, y, w, h, size: SMALL, ...ink, opacity, text: text ?? shape,
    cells: text === null ? miniature(value, most, scale) : null };
}

// Turns: small heads on a line where it runs back to the beginning of another row.

import type { Curve } from "../geometry.ts";
import type { Bearing, Point } from "../../model/run.ts";
import type { ColorToken } from "../theme.ts";
import { Z } from "./anatomy.ts";
import type { Shape } from "./shape.ts";
import type { View } from "./view.ts";

/** How far from both ends of its way back a line is marked. */
const MARK = 28;
/** A way back that is shorter needs no marks. */
const LEAST = 3 * MARK;
const HEAD = { near: 4, far: 6 } as const;

/** Where a line runs back against the tape, near the beginning and near the end of that. */
export function turnsOf(curve: Curve, bearing: Bearing): readonly Point[] {
  const along = bearing === "right" ? 0 : 1;
  return curve.flatMap((from, i): readonly Point[] => {
    const to = i % 3 === 0 ? curve[i + 3] : undefined;
    if (!to || from[along] - to[along] < LEAST) return [];
    const at = ([x, y]: Point, by: number): Point => along === 0 ? [x + by, y] : [x, y + by];
    return [at(from, -MARK), at(to, MARK)];
  });
}

/** Heads that point the way in which a line goes on, out of its row and into the next. */
export function turnMarks(
  id: string, curve: Curve, { bearing, detail }: View, stroke: ColorToken, width: number,
): readonly Shape[] {
  const size = HEAD[detail];
  return turnsOf(curve, bearing).map(([x, y], i): Shape => ({
    kind: "path", id: `${id}/turn/${i}`, z: Z.edge + 1, curved: false, stroke, width,
    points: bearing === "right" ? [[x + size, y - size], [x, y], [x + size, y + size]]
      : [[x - size, y + size], [x, y], [x + size, y + size]],
  }));
}

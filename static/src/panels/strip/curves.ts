// The lane of curves: the losses, and the norms of the gradients, each kind on a scale of its own.

import { el } from "../../app/dom.ts";
import type { Language } from "../../model/viewer-options.ts";
import {
  curves, scaleOf, type Curve, type CurveKind, type CurvePoint, type Scale,
} from "../../model/timeline.ts";
import type { Run } from "../../model/run.ts";
import { scaleWords } from "../../words/curves.ts";
import type { ColorToken } from "../../drawing/theme.ts";
import { polyline, type Lane, type Paint } from "./paint.ts";

const COLORS: Readonly<Record<CurveKind, ColorToken>> = { loss: "root-line", norm: "leaf-line" };

/** Lines of one kind are told apart by their dashes; norms are dotted. */
const DASHES: Readonly<Record<CurveKind, readonly (readonly number[])[]>> = {
  loss: [[], [7, 3], [2, 2]], norm: [[1.5, 2.5], [1.5, 5], [4, 4]],
};

/** Norms first: losses lie over them. */
const KINDS = ["norm", "loss"] as const;

function yOf({ top, height }: Lane, share: number): number {
  return top + 1 + (1 - share) * (height - 2);
}

/** The points of a curve with their places; one that is not finite leaves a gap. */
function placed(
  paint: Paint, lane: Lane, { points }: Curve, scale: Scale,
): readonly (readonly [number, number])[][] {
  const parts: (readonly [number, number])[][] = [[]];
  for (const { at, value } of points) {
    const share = scale.share(value);
    if (share === null) parts.push([]);
    else parts.at(-1)!.push([paint.x(at), yOf(lane, share)]);
  }
  return parts;
}

/** The points in sight, and the one beyond either end. */
function inSight(
  { width }: Paint, points: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  return points.filter((_, i) =>
    (points[i + 1] ?? points[i]!)[0] >= 0 && (points[i - 1] ?? points[i]!)[0] <= width);
}

/** What the curves of each kind are called, beside them, with the ends of their scale. */
export function showScales(host: HTMLElement, run: Run, language: Language): void {
  host.replaceChildren(...KINDS.toReversed().flatMap((kind) => {
    const own = curves(run).filter((curve) => curve.kind === kind);
    const scale = scaleOf(own);
    if (!scale) return [];
    const { name, ends, title } = scaleWords(own, scale, language);
    return [el("dt", { class: kind, title, text: name }), el("dd", { title, text: ends })];
  }));
  host.hidden = host.childElementCount === 0;
}

/** All curves. */
export function drawCurves(paint: Paint, run: Run): void {
  const { pen, theme, lanes: { curves: lane } } = paint;
  if (!lane) return;
  for (const kind of KINDS) {
    const own = curves(run).filter((curve) => curve.kind === kind);
    const scale = scaleOf(own);
    if (!scale) continue;
    own.forEach((curve, i) => {
      pen.strokeStyle = theme[COLORS[kind]];
      pen.lineWidth = 1.5;
      pen.setLineDash([...DASHES[kind][i % DASHES[kind].length]!]);
      for (const part of placed(paint, lane, curve, scale)) polyline(pen, inSight(paint, part));
      pen.setLineDash([]);
    });
  }
  pen.lineWidth = 1.5;
}

/** A point of a curve, and the curve. */
export interface CurveHit {
  readonly curve: Curve;
  readonly point: CurvePoint;
}

/** Nearer than this in both directions counts as on the curve. */
const NEAR = 12;

/** The point of a curve that is nearest to the pointer, if one is near. */
export function curveAt(paint: Pick<Paint, "lanes" | "x">, run: Run, x: number, y: number):
  CurveHit | null {
  const { curves: lane } = paint.lanes;
  if (!lane || y < lane.top || y > lane.top + lane.height) return null;
  let best: CurveHit | null = null;
  let least = NEAR;
  for (const kind of KINDS) {
    const own = curves(run).filter((curve) => curve.kind === kind);
    const scale = scaleOf(own);
    for (const curve of own) {
      for (const point of curve.points) {
        const share = scale?.share(point.value) ?? null;
        const away = share === null ? Infinity
          : Math.hypot(paint.x(point.at) - x, yOf(lane, share) - y);
        if (away < least) [best, least] = [{ curve, point }, away];
      }
    }
  }
  return best;
}

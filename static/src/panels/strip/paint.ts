// What the parts of the strip are painted with: the pen, the colours, the lanes, and a place in x.

import type { Language } from "../../model/viewer-options.ts";
import type { Theme } from "../../drawing/theme.ts";

/** Room at both ends, so that the first and last landmark are whole. */
export const MARGIN = 8;

/** A lane of the strip, in CSS pixels from its top. */
export interface Lane {
  readonly top: number;
  readonly height: number;
}

/** The lanes from top to bottom; null for one that has nothing to show, or no room. */
export interface Lanes {
  readonly signs: Lane;
  /** Of numbers that are not finite. */
  readonly odd: Lane | null;
  readonly phases: Lane;
  readonly curves: Lane | null;
  readonly ticks: Lane | null;
}

export interface Paint {
  readonly pen: CanvasRenderingContext2D;
  readonly theme: Theme;
  readonly language: Language;
  readonly width: number;
  /** How much larger than usual letters are: by a projector. */
  readonly type: number;
  readonly lanes: Lanes;
  /** Cursor -> x. */
  x(cursor: number): number;
}

/** Sets the font of the strip's words. */
export function setFont({ pen, type }: Paint, weight: number): void {
  pen.font = `${weight} ${type * 11}px ${getComputedStyle(pen.canvas).fontFamily}`;
}

export function polyline(
  pen: CanvasRenderingContext2D, points: readonly (readonly [number, number])[],
): void {
  pen.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.stroke();
}

const SIGNS = 16;
const TICKS = 11;
const ODD = 6;
const BAR = { least: 14, most: 20 } as const;
/** Curves lower than this cannot be read. */
const LEAST_CURVES = 11;

/** Where the lanes lie in a strip of that height. */
export function lanesOf(
  height: number, type: number,
  has: { readonly curves: boolean; readonly ticks: boolean; readonly odd: boolean },
): Lanes {
  const bottom = height - (has.ticks ? TICKS * type : 0);
  const band = has.odd ? ODD : 0;
  const room = bottom - SIGNS - band - BAR.least * type - 2;
  const hasCurves = has.curves && room >= LEAST_CURVES;
  const bar = (hasCurves ? BAR.least : BAR.most) * type;
  const above = hasCurves ? 0 : Math.max(0, (bottom - SIGNS - band - bar) / 2);
  const signs = { top: above, height: SIGNS };
  const odd = has.odd ? { top: signs.top + SIGNS, height: band - 1 } : null;
  const phases = { top: signs.top + SIGNS + band, height: bar };
  const top = phases.top + bar + 1;
  return {
    signs, odd, phases,
    curves: hasCurves ? { top, height: bottom - top } : null,
    ticks: has.ticks ? { top: bottom, height: TICKS * type } : null,
  };
}

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

/** The lanes from top to bottom. */
export interface Lanes {
  readonly signs: Lane;
  readonly phases: Lane;
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

const LETTERS = 11;

/** Sets the font of the strip's words. */
export function setFont({ pen, type }: Paint, weight: number): void {
  pen.font = `${weight} ${type * LETTERS}px ${getComputedStyle(pen.canvas).fontFamily}`;
}

export function polyline(
  pen: CanvasRenderingContext2D, points: readonly (readonly [number, number])[],
): void {
  pen.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.stroke();
}

/** Where the lanes lie in a strip of that height. */
export function lanesOf(height: number, type: number): Lanes {
  const bar = 16 * type;
  return {
    signs: { top: 0, height: 26 },
    phases: { top: Math.min(30, height - bar - 2), height: bar },
  };
}

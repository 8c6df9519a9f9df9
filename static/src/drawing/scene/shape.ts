// Shape: a thing to draw. Five kinds, no more; colours are names of tokens, never numbers.

import type { Point } from "../../model/run.ts";
import type { ColorToken } from "../theme.ts";

export type { Point };

interface Drawn {
  /** The same thing keeps its id from frame to frame. */
  readonly id: string;
  /** Higher is nearer to the eye. */
  readonly z: number;
  /** 0..1; 1 when left out. */
  readonly opacity?: number;
}

/** A rectangle with rounded corners; x, y is its upper left corner. */
export interface BoxShape extends Drawn {
  readonly kind: "box";
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly radius: number;
  readonly fill?: ColorToken;
  readonly stroke?: ColorToken;
  readonly width?: number;
  /** `width` is in pixels of the screen, whatever the scale. */
  readonly fixed?: boolean;
  /** Only filled, with its edges on whole pixels of the screen: plain, and quick to draw. */
  readonly crisp?: boolean;
  readonly dash?: readonly number[];
  /** Diagonal lines in this colour. */
  readonly hatch?: ColorToken;
}

/** A line: a chain of cubic Beziers (1 + 3k points) or straight pieces. */
export interface PathShape extends Drawn {
  readonly kind: "path";
  readonly points: readonly Point[];
  readonly curved: boolean;
  readonly closed?: boolean;
  readonly fill?: ColorToken;
  readonly stroke?: ColorToken;
  readonly width?: number;
  readonly dash?: readonly number[];
}

export interface TextShape extends Drawn {
  readonly kind: "text";
  readonly x: number;
  /** The middle of the line of text. */
  readonly y: number;
  readonly text: string;
  readonly size: number;
  /** `size` is in pixels of the screen, whatever the scale. */
  readonly fixed?: boolean;
  readonly font: "ui" | "mono";
  readonly bold?: boolean;
  readonly anchor: "start" | "middle" | "end";
  readonly color: ColorToken;
  /** A line through it: a value that is no more. */
  readonly struck?: boolean;
}

/** A small table (with `texts`) or a heat map; `heat` runs from -1 to 1, null has no colour. */
export interface CellsShape extends Drawn {
  readonly kind: "cells";
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly rows: number;
  readonly cols: number;
  readonly heat: readonly (number | null)[];
  readonly texts: readonly string[] | null;
  readonly size: number;
}

/** A gradient on its way: a lozenge around x, y, with a number or a small map, `text` above. */
export interface TokenShape extends Drawn {
  readonly kind: "token";
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly text: string | null;
  /** Size of the type. */
  readonly size: number;
  readonly cells: Omit<CellsShape, "kind" | "id" | "z"> | null;
  readonly fill: ColorToken;
  readonly color: ColorToken;
}

export type Shape = BoxShape | PathShape | TextShape | CellsShape | TokenShape;

/** A cubic Bezier chain has 1 + 3k points. */
export type Curve = readonly Point[];

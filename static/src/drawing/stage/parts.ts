// What drawing takes but a canvas: outlines of lozenges, lines of a hatch, cells, sizes of texts.

import type { Rect } from "../geometry.ts";
import type { Point } from "../../model/run.ts";
import type { CellsShape, PathShape, TextShape, TokenShape } from "../scene.ts";
import type { ColorToken, Theme } from "../theme.ts";

/** A text has so many screen pixels where that makes it larger by no more than its room allows. */
const LEGIBLE_TYPE = 11;
const GROWS = 1.07;

/** The size in which a text is drawn at a scale, in pixels of the world. */
export function drawnSize(
  { fixed, size }: Pick<TextShape, "fixed" | "size">, scale: number,
): number {
  return fixed ? size / scale : Math.min(Math.max(size, LEGIBLE_TYPE / scale), GROWS * size);
}

/** Where the pixels of a screen lie in the world: at `scale` of them a unit, shifted by x, y. */
export interface Grid {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A rectangle with its edges on whole pixels, at least one wide and high. */
export function crispRect({ x, y, w, h }: Rect, grid: Grid): Rect {
  const snapped = (from: number, size: number, shift: number): readonly [number, number] => {
    const first = Math.round(from * grid.scale + shift);
    const end = Math.max(first + 1, Math.round((from + size) * grid.scale + shift));
    return [(first - shift) / grid.scale, (end - first) / grid.scale];
  };
  const [[left, wide], [top, high]] = [snapped(x, w, grid.x), snapped(y, h, grid.y)];
  return { x: left, y: top, w: wide, h: high };
}

/** A lozenge: pointed at both ends, so that it is not mistaken for a box. */
export function lozengeOutline({ x, y, w, h }: TokenShape): readonly Point[] {
  const tip = h * 0.42;
  return [
    [x - w / 2, y], [x - w / 2 + tip, y - h / 2], [x + w / 2 - tip, y - h / 2],
    [x + w / 2, y], [x + w / 2 - tip, y + h / 2], [x - w / 2 + tip, y + h / 2],
  ];
}

const HATCH = 6;

/** Lines from lower left to upper right, cut off at the edges of a rectangle. */
export function hatchLines({ x, y, w, h }: Rect): readonly (readonly [Point, Point])[] {
  const lines: (readonly [Point, Point])[] = [];
  for (let d = HATCH; d < w + h; d += HATCH) {
    const a: Point = d <= h ? [x, y + d] : [x + d - h, y + h];
    const b: Point = d <= w ? [x + d, y] : [x + w, y + d - w];
    lines.push([a, b]);
  }
  return lines;
}

interface Cell extends Rect {
  readonly heat: number | null;
  readonly text: string | null;
  /** One of so many that a mark in each would hide the picture. */
  readonly crowded: boolean;
}

/** More rows or columns than this have no signs. */
const MOST_SIGNED = 6;

export function cellsOf(shape: Omit<CellsShape, "kind" | "id" | "z">): readonly Cell[] {
  const { x, y, w, h, rows, cols, heat, texts } = shape;
  return heat.slice(0, rows * cols).map((value, i) => ({
    x: x + (i % cols) * (w / cols), y: y + Math.floor(i / cols) * (h / rows),
    w: w / cols, h: h / rows, heat: value, text: texts?.[i] ?? null,
    crowded: Math.max(rows, cols) > MOST_SIGNED,
  }));
}

/** Smaller cells have no room for a sign. */
const LEAST_SIGNED = 4;
/** The mark is there to be seen, the colour to be looked at. */
export const SIGN_OPACITY = 0.6;

/**
 * The mark of a cell without a number in it, for eyes that cannot tell the two hues: a minus for
 * what is below zero, an upright bar for what is no number; null for none.
 */
export function signOf({ x, y, w, h, heat, text, crowded }: Cell): Rect | null {
  if (text !== null || Math.min(w, h) < LEAST_SIGNED || (heat !== null && heat >= 0)) return null;
  if (crowded && heat !== null) return null;
  const thin = Math.max(1, Math.min(w, h) / 6);
  const [long, high] = heat === null ? [thin, h * 0.6] : [w * 0.5, thin];
  return { x: x + (w - long) / 2, y: y + (h - high) / 2, w: long, h: high };
}

function channels(hex: string): readonly number[] {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

function blend(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  return `#${a.map((c, i) => Math.round(c + (b[i]! - c) * share).toString(16).padStart(2, "0"))
    .join("")}`;
}

/** How strongly a cell with a number in it is coloured: the number stays readable. */
const TINT = 0.22;

/** Colour of a cell: from zero to the colour of its sign; what is no number is an error. */
export function heatColor(cell: Cell, theme: Theme): string {
  const base = cell.text === null ? theme.zero : theme.paper;
  if (cell.heat === null) return cell.text === null ? theme.error : base;
  const goal = cell.heat < 0 ? theme.negative : theme.positive;
  return blend(base, goal, Math.abs(cell.heat) * (cell.text === null ? 1 : TINT));
}

/** The rectangle that a path needs. */
export function boundsOf({ points }: PathShape): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** The parts of a token: its small map when it has one, and where its text stands. */
export function tokenParts(shape: TokenShape): { textY: number; cells: CellsShape | null } {
  const { x, y, h, cells } = shape;
  if (!cells) return { textY: y, cells: null };
  const corner = { x: x - cells.w / 2, y: y - cells.h / 2 };
  return {
    textY: y - h / 2 - 9,
    cells: { ...cells, ...corner, kind: "cells", id: shape.id, z: shape.z },
  };
}

/** Colour of a token's text: above the lozenge it is on paper. */
export function tokenInk({ cells, fill, color }: TokenShape): ColorToken {
  return cells ? fill : color;
}

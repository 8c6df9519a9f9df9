// The painter: shapes onto a canvas, in whatever coordinates the canvas is in.

import type { Rect } from "../geometry.ts";
import type {
  BoxShape, CellsShape, PathShape, Point, Shape, TextShape, TokenShape,
} from "../scene.ts";
import { FACES, type Theme } from "../theme.ts";
import {
  boundsOf, cellsOf, crispRect, drawnSize, hatchLines, heatColor, lozengeOutline, SIGN_OPACITY,
  signOf, tokenInk, tokenParts, type Grid,
} from "./parts.ts";

type Context = CanvasRenderingContext2D;

/** From the middle of a line down to its baseline, in ems: the same for every face. */
const DROP = 0.35;

/** Type smaller than this many screen pixels is not drawn: it would only be dirt. */
const LEAST_TYPE = 5;

function strokeWith(ctx: Context, color: string, width: number, dash?: readonly number[]): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.setLineDash(dash ? [...dash] : []);
  ctx.stroke();
}

function outline(ctx: Context, points: readonly Point[], curved: boolean, closed: boolean): void {
  ctx.beginPath();
  ctx.moveTo(...points[0]!);
  for (let i = 1; i < points.length; i += curved ? 3 : 1) {
    if (curved) ctx.bezierCurveTo(...points[i]!, ...points[i + 1]!, ...points[i + 2]!);
    else ctx.lineTo(...points[i]!);
  }
  if (closed) ctx.closePath();
}

function paintCrisp(ctx: Context, shape: BoxShape, theme: Theme, grid: Grid): void {
  const { x, y, w, h } = crispRect(shape, grid);
  ctx.fillStyle = theme[shape.fill ?? "paper"];
  ctx.fillRect(x, y, w, h);
}

function paintBox(ctx: Context, shape: BoxShape, theme: Theme, scale: number): void {
  const { x, y, w, h, radius } = shape;
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, Math.min(radius, w / 2, h / 2));
  if (shape.fill) {
    ctx.fillStyle = theme[shape.fill];
    ctx.fill();
  }
  if (shape.hatch) {
    const field = new Path2D();
    for (const [a, b] of hatchLines(shape)) {
      field.moveTo(...a);
      field.lineTo(...b);
    }
    ctx.strokeStyle = theme[shape.hatch];
    ctx.lineWidth = 1;
    ctx.setLineDash([]);
    ctx.stroke(field);
  }
  const width = (shape.width ?? 1) / (shape.fixed ? scale : 1);
  if (shape.stroke) strokeWith(ctx, theme[shape.stroke], width, shape.dash);
}

function paintPath(ctx: Context, shape: PathShape, theme: Theme): void {
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  outline(ctx, shape.points, shape.curved, shape.closed ?? false);
  if (shape.fill) {
    ctx.fillStyle = theme[shape.fill];
    ctx.fill();
  }
  if (shape.stroke) strokeWith(ctx, theme[shape.stroke], shape.width ?? 1, shape.dash);
}

function setType(ctx: Context, size: number, font: "ui" | "mono", bold: boolean): void {
  ctx.font = `${bold ? 600 : 400} ${size}px ${FACES[font]}`;
  ctx.textBaseline = "alphabetic";
}

function paintText(ctx: Context, shape: TextShape, theme: Theme, scale: number): void {
  const size = drawnSize(shape, scale);
  setType(ctx, size, shape.font, shape.bold ?? false);
  ctx.textAlign = shape.anchor === "middle" ? "center" : shape.anchor;
  ctx.fillStyle = theme[shape.color];
  ctx.fillText(shape.text, shape.x, shape.y + DROP * size);
}

function paintSigns(ctx: Context, cells: ReturnType<typeof cellsOf>, theme: Theme): void {
  const alpha = ctx.globalAlpha;
  ctx.globalAlpha = alpha * SIGN_OPACITY;
  ctx.fillStyle = theme.ink;
  for (const cell of cells) {
    const sign = signOf(cell);
    if (sign) ctx.fillRect(sign.x, sign.y, sign.w, sign.h);
  }
  ctx.globalAlpha = alpha;
}

function paintCells(ctx: Context, shape: CellsShape, theme: Theme): void {
  const cells = cellsOf(shape);
  // Cells of a map overlap a little, else a grid of paper shows between them.
  const lap = shape.texts === null ? 0.4 : 0;
  for (const cell of cells) {
    ctx.fillStyle = heatColor(cell, theme);
    ctx.fillRect(cell.x, cell.y, cell.w + lap, cell.h + lap);
  }
  paintSigns(ctx, cells, theme);
  if (shape.texts === null) return;
  ctx.beginPath();
  for (const cell of cells) ctx.rect(cell.x, cell.y, cell.w, cell.h);
  strokeWith(ctx, theme.line, 1);
  setType(ctx, shape.size, "mono", false);
  ctx.textAlign = "right";
  for (const cell of cells) {
    ctx.fillStyle = cell.heat === null ? theme.error : theme.ink;
    ctx.fillText(cell.text!, cell.x + cell.w - 4, cell.y + cell.h / 2 + DROP * shape.size);
  }
}

function paintToken(ctx: Context, shape: TokenShape, theme: Theme): void {
  ctx.lineJoin = "round";
  outline(ctx, lozengeOutline(shape), false, true);
  ctx.fillStyle = theme[shape.fill];
  ctx.fill();
  strokeWith(ctx, shape.fill === "paper" ? theme[shape.color] : theme.paper, 1.5);
  const { textY, cells } = tokenParts(shape);
  if (cells) paintCells(ctx, cells, theme);
  if (shape.text === null) return;
  setType(ctx, shape.size, "mono", true);
  ctx.textAlign = "center";
  if (cells) {
    ctx.strokeStyle = theme.paper;
    ctx.lineWidth = 4;
    ctx.strokeText(shape.text, shape.x, textY + DROP * shape.size);
  }
  ctx.fillStyle = theme[tokenInk(shape)];
  ctx.fillText(shape.text, shape.x, textY + DROP * shape.size);
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** Is it in the part of the world that the camera sees, and large enough to be seen? */
function isSeen(shape: Shape, seen: Rect, scale: number): boolean {
  switch (shape.kind) {
    case "text": return (shape.fixed || shape.size * scale >= LEAST_TYPE) &&
      shape.x - 300 < seen.x + seen.w && seen.x < shape.x + 300 &&
      shape.y - 20 < seen.y + seen.h && seen.y < shape.y + 20;
    case "path": return overlaps(boundsOf(shape), seen);
    case "token": return overlaps(grownBy({ ...shape, x: shape.x - shape.w / 2,
      y: shape.y - shape.h / 2 }, 2), seen);
    default: return overlaps(shape, seen);
  }
}

function grownBy({ x, y, w, h }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by };
}

function paintOne(ctx: Context, shape: Shape, theme: Theme, scale: number): void {
  switch (shape.kind) {
    case "box": return paintBox(ctx, shape, theme, scale);
    case "path": return paintPath(ctx, shape, theme);
    case "text": return paintText(ctx, shape, theme, scale);
    case "cells": return paintCells(ctx, shape, theme);
    case "token": return paintToken(ctx, shape, theme);
  }
}

/** Draw shapes in their order; `seen` is what the camera sees, in their coordinates. */
export function paint(
  ctx: Context, shapes: readonly Shape[], theme: Theme, seen: Rect, scale: number,
): void {
  ctx.save();
  const around = grownBy(seen, 4);
  const { e, f, a } = ctx.getTransform();
  const grid = { scale: a, x: e, y: f };
  for (const shape of shapes) {
    const opacity = shape.opacity ?? 1;
    if (opacity <= 0 || !isSeen(shape, around, scale)) continue;
    ctx.globalAlpha = opacity;
    if (shape.kind === "box" && shape.crisp) paintCrisp(ctx, shape, theme, grid);
    else paintOne(ctx, shape, theme, scale);
  }
  ctx.restore();
}

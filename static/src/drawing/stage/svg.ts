// The same shapes as a standalone SVG document: pure, so that an export needs no browser.

import type { Rect } from "../geometry.ts";
import type {
  BoxShape, CellsShape, PathShape, Point, Shape, TextShape, TokenShape,
} from "../scene.ts";
import { FACES, THEMES, type Theme, type ThemeName } from "../theme.ts";
import {
  boundsOf, cellsOf, hatchLines, heatColor, lozengeOutline, SIGN_OPACITY, signOf, tokenInk,
  tokenParts,
} from "./parts.ts";

const MARGIN = 24;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) =>
    ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
}

/** Hundredths of a pixel are exact enough. */
function short(x: number): number {
  return Number(x.toFixed(2));
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

function tag(name: string, attributes: Attributes): string {
  const words = Object.entries(attributes).flatMap(([key, value]) => value === undefined ? []
    : [`${key}="${typeof value === "number" ? short(value) : escaped(value)}"`]);
  return `<${name} ${words.join(" ")}/>`;
}

function inked(shape: BoxShape | PathShape, theme: Theme): Attributes {
  return {
    fill: shape.fill ? theme[shape.fill] : "none",
    stroke: shape.stroke && theme[shape.stroke],
    "stroke-width": shape.stroke && (shape.width ?? 1),
    "stroke-dasharray": shape.dash?.join(" "),
  };
}

function way(points: readonly Point[], curved: boolean, closed: boolean): string {
  const [first, ...rest] = points.map((point) => point.map(short).join(" "));
  const letter = curved ? "C" : "L";
  return `M${first}${rest.length > 0 ? letter : ""}${rest.join(" ")}${closed ? "Z" : ""}`;
}

function box(shape: BoxShape, theme: Theme): string {
  const { x, y, w, h, radius } = shape;
  const plate = { x, y, width: w, height: h, rx: Math.min(radius, w / 2, h / 2),
    "shape-rendering": shape.crisp ? "crispEdges" : undefined };
  if (!shape.hatch) return tag("rect", { ...plate, ...inked(shape, theme) });
  const lines = hatchLines(shape).map((line) => way(line, false, false)).join("");
  return tag("rect", { ...plate, fill: shape.fill ? theme[shape.fill] : "none" }) +
    tag("path", { d: lines, stroke: theme[shape.hatch], "stroke-width": 1 }) +
    tag("rect", { ...plate, ...inked(shape, theme), fill: "none" });
}

function path(shape: PathShape, theme: Theme): string {
  return tag("path", { d: way(shape.points, shape.curved, shape.closed ?? false),
    ...inked(shape, theme), "stroke-linecap": "round", "stroke-linejoin": "round" });
}

function words(
  x: number, y: number, text: string, size: number, font: "ui" | "mono", bold: boolean,
  anchor: string, fill: string,
): string {
  const type = `font-size="${short(size)}" font-family="${escaped(FACES[font])}" ` +
    `font-weight="${bold ? 600 : 400}"`;
  return `<text x="${short(x)}" y="${short(y)}" dy=".35em" ${type} text-anchor="${anchor}" ` +
    `fill="${fill}">${escaped(text)}</text>`;
}

function text(shape: TextShape, theme: Theme): string {
  return words(shape.x, shape.y, shape.text, shape.size, shape.font, shape.bold ?? false,
    shape.anchor, theme[shape.color]);
}

function mark(cell: ReturnType<typeof cellsOf>[number], theme: Theme): string {
  const sign = signOf(cell);
  if (!sign) return "";
  return tag("rect", { x: sign.x, y: sign.y, width: sign.w, height: sign.h, fill: theme.ink,
    "fill-opacity": SIGN_OPACITY });
}

function cells(shape: CellsShape, theme: Theme): string {
  return cellsOf(shape).map((cell) => {
    const { x, y, w, h } = cell;
    const plate = tag("rect", { x, y, width: w, height: h, fill: heatColor(cell, theme),
      stroke: cell.text === null ? undefined : theme.line,
      "shape-rendering": cell.text === null ? "crispEdges" : undefined });
    const ink = cell.heat === null ? theme.error : theme.ink;
    return cell.text === null ? plate + mark(cell, theme)
      : plate + words(x + w - 4, y + h / 2, cell.text, shape.size, "mono", false, "end", ink);
  }).join("");
}

function token(shape: TokenShape, theme: Theme): string {
  const parts = tokenParts(shape);
  const rim = shape.fill === "paper" ? theme[shape.color] : theme.paper;
  return tag("path", { d: way(lozengeOutline(shape), false, true), fill: theme[shape.fill],
    stroke: rim, "stroke-width": 1.5, "stroke-linejoin": "round" }) +
    (parts.cells ? cells(parts.cells, theme) : "") +
    (shape.text === null ? "" : words(shape.x, parts.textY, shape.text, shape.size, "mono", true,
      "middle", theme[tokenInk(shape)]));
}

function drawn(shape: Shape, theme: Theme): string {
  switch (shape.kind) {
    case "box": return box(shape, theme);
    case "path": return path(shape, theme);
    case "text": return text(shape, theme);
    case "cells": return cells(shape, theme);
    case "token": return token(shape, theme);
  }
}

function rectOf(shape: Shape): Rect {
  switch (shape.kind) {
    case "path": return boundsOf(shape);
    case "text": return { x: shape.x, y: shape.y, w: 0, h: 0 };
    case "token": {
      const { x, y, w, h } = shape;
      return { x: x - w / 2, y: y - h / 2, w, h };
    }
    default: return shape;
  }
}

/** The smallest upright rectangle around all shapes; of none, one of no size. */
export function extentOf(shapes: readonly Shape[]): Rect {
  if (shapes.length === 0) return { x: 0, y: 0, w: 0, h: 0 };
  const rects = shapes.map(rectOf);
  const x = Math.min(...rects.map((r) => r.x));
  const y = Math.min(...rects.map((r) => r.y));
  return { x, y, w: Math.max(...rects.map((r) => r.x + r.w)) - x,
    h: Math.max(...rects.map((r) => r.y + r.h)) - y };
}

/** An SVG document of the shapes, on paper, with a margin. */
export function shapesToSvg(shapes: readonly Shape[], theme: ThemeName): string {
  const colors = THEMES[theme];
  const { x, y, w, h } = extentOf(shapes);
  const frame = [x - MARGIN, y - MARGIN, w + 2 * MARGIN, h + 2 * MARGIN];
  const [left, top, wide, high] = frame.map(Math.round);
  const body = shapes.filter((shape) => shape.opacity !== 0).map((shape) => {
    const { opacity = 1 } = shape;
    const mark = drawn(shape, colors);
    return opacity === 1 ? mark : `<g opacity="${Number(opacity.toFixed(3))}">${mark}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" ` +
    `viewBox="${left} ${top} ${wide} ${high}">` +
    `<rect x="${left}" y="${top}" width="${wide}" height="${high}" fill="${colors.paper}"/>\n` +
    `${body.join("\n")}\n</svg>\n`;
}

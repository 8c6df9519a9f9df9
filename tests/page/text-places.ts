// Where the texts of a scene stand on the screen, for tests of what is small or overlaps.

import type { Rect } from "../../static/src/drawing/geometry.ts";
import type { Shape } from "../../static/src/drawing/scene.ts";
import { widthOf } from "../../static/src/drawing/scene/text-metrics.ts";

/** A text of a scene: its size and its rectangle in pixels of the screen, from the world's zero. */
export interface TextPlace extends Rect {
  readonly id: string;
  readonly text: string;
  readonly size: number;
}

function placeOf(
  id: string, text: string, size: number, font: "ui" | "mono",
  anchor: "start" | "middle" | "end", x: number, y: number,
): TextPlace {
  const w = widthOf(text, size, font);
  const left = anchor === "start" ? x : anchor === "middle" ? x - w / 2 : x - w;
  return { id, text, size, x: left, y: y - size / 2, w, h: size };
}

function placesIn(shape: Shape, scale: number): readonly TextPlace[] {
  const { id } = shape;
  switch (shape.kind) {
    case "text": {
      const { text, size, fixed, font, anchor, x, y } = shape;
      return [placeOf(id, text, fixed ? size : size * scale, font, anchor, x * scale, y * scale)];
    }
    case "token": {
      const { text, size, cells, x, y, h } = shape;
      const line = cells ? y - h / 2 - 9 : y;
      return text === null ? []
        : [placeOf(id, text, size * scale, "mono", "middle", x * scale, line * scale)];
    }
    case "cells": {
      const { texts, size, x, y, w, h, rows, cols } = shape;
      return (texts ?? []).map((text, i) => placeOf(`${id}/${i}`, text, size * scale, "mono", "end",
        (x + (i % cols + 1) * w / cols - 4) * scale,
        (y + (Math.floor(i / cols) + 0.5) * h / rows) * scale));
    }
    default: return [];
  }
}

/** All texts that can be seen of some shapes at a scale: what a bubble lies on is hidden. */
export function textPlaces(shapes: readonly Shape[], scale: number): readonly TextPlace[] {
  const bubbles = shapes.flatMap((shape) =>
    (shape.kind === "box" && shape.id.endsWith("/bubble") ? [shape] : []));
  return shapes.flatMap((shape) => (shape.opacity === 0 ? [] : placesIn(shape, scale)))
    .filter(({ text, id, x, y, w, h }) => text !== "" && (id.includes("/bubble/")
      || !bubbles.some((over) => x < (over.x + over.w) * scale && x + w > over.x * scale
        && y < (over.y + over.h) * scale && y + h > over.y * scale)));
}

/** Texts need not keep the last half pixel apart: faces are narrower than they are counted. */
const SLACK = 0.5;

/** Pairs of texts that lie on one another. */
export function overlapping(
  places: readonly TextPlace[],
): readonly (readonly [TextPlace, TextPlace])[] {
  return places.flatMap((a, i) => places.slice(i + 1).filter((b) =>
    a.x + SLACK < b.x + b.w && b.x + SLACK < a.x + a.w
    && a.y + SLACK < b.y + b.h && b.y + SLACK < a.y + a.h).map((b) => [a, b] as const));
}

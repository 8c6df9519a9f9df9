// Pictures of the moment on stage, from the same shapes: SVG as text, PNG by the painter.

import { scene, type Shape } from "../drawing/scene.ts";
import { paint } from "../drawing/stage/paint.ts";
import { extentOf, shapesToSvg } from "../drawing/stage/svg.ts";
import { themeOf, viewOf, type State } from "./state.ts";
import { THEMES } from "../drawing/theme.ts";
import type { Run } from "../model/run.ts";

const MARGIN = 24;
const SCALE = 2;
/** No browser makes a canvas with longer sides, or with more pixels. */
const LONGEST_SIDE = 16_000;
const MOST_PIXELS = 120_000_000;

/** What is on stage, as near as it gets and with nothing pointed at. */
function shapesOf(run: Run, state: State): readonly Shape[] {
  return scene(run, state.cursor, { ...viewOf(state), hover: null, detail: "near" });
}

/** The moment as a standalone SVG document. */
export function svgOf(run: Run, state: State): Blob {
  const text = shapesToSvg(shapesOf(run, state), themeOf(state));
  return new Blob([text], { type: "image/svg+xml" });
}

/** The moment as pixels, twice as many as on a plain screen where a canvas can be so large. */
export function pngOf(run: Run, state: State): Promise<Blob> {
  const shapes = shapesOf(run, state);
  const { x, y, w, h } = extentOf(shapes);
  const [left, top, wide, high] = [x - MARGIN, y - MARGIN, w + 2 * MARGIN, h + 2 * MARGIN];
  const scale = Math.min(SCALE, LONGEST_SIDE / wide, LONGEST_SIDE / high,
    Math.sqrt(MOST_PIXELS / (wide * high)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(wide * scale);
  canvas.height = Math.ceil(high * scale);
  const pen = canvas.getContext("2d");
  const theme = THEMES[themeOf(state)];
  if (!pen) return Promise.reject(new Error("This browser has no canvas."));
  pen.fillStyle = theme.paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
  paint(pen, shapes, theme, { x: left, y: top, w: wide, h: high }, Math.max(scale, 1));
  return new Promise((resolve, reject) => canvas.toBlob((blob) => {
    if (blob) resolve(blob);
    else reject(new Error("This browser cannot make a picture so large."));
  }, "image/png"));
}

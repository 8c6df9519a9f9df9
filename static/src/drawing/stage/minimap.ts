// The minimap: the whole layout in a corner of the stage, and in it what the camera sees.

import type { Rect } from "../geometry.ts";
import type { Bearing, Point } from "../../model/run.ts";
import { boxChosen, type SheetBox } from "../sheet.ts";
import { BOXES, type ColorToken, type Theme } from "../theme.ts";
import { extentOf, rectOf, type Subjects } from "./extent.ts";
import { freeCorner, type Corner } from "./corner.ts";

const WIDEST = 176;
const HIGHEST = 104;
/** A long tape is a thin line; its map is still high enough for a finger. */
const LOWEST = 28;
const NARROW_SHARE = 0.32;
const PADDING = 4;
/** How much of a layout may be out of view before it needs a map. */
const SLACK = 2;

const BLOCKS: Readonly<Record<SheetBox["kind"], ColorToken>> = {
  leaf: BOXES.leaf.line, input: BOXES.quiet.line, op: BOXES.op.line,
  accumulate: BOXES.accumulate.line, value: BOXES.quiet.line, group: BOXES.op.line,
};

/** The lower corners are where a tape comes to that runs down. */
const CORNERS: Readonly<Record<Bearing, readonly Corner[]>> = {
  right: ["bottom-left", "top-left", "top-right"], down: ["top-left", "top-right", "bottom-left"],
};
/** The camera has come to rest. */
const REST_MS = 150;
/** A map that hides boxes stays so long after a hand has moved the camera. */
const STAYS_MS = 2000;

interface Minimap {
  /** Show what the camera sees; hidden when that is everything, or where it would hide boxes. */
  draw(subjects: Subjects, seen: Rect, theme: Theme): void;
  /** A hand moves the camera: it wants to see where to, even if boxes are behind the map. */
  wanted(): void;
}

/** How the world lies in a map of w x h pixels: `k` of them for one of its own. */
interface Scale {
  readonly world: Rect;
  readonly k: number;
  readonly w: number;
  readonly h: number;
}

function scaleOf(world: Rect, widest: number): Scale {
  const k = Math.min(widest / world.w, HIGHEST / world.h);
  const h = Math.max(LOWEST, world.h * k);
  const high = h / k;
  return { k, w: world.w * k + 2 * PADDING, h: h + 2 * PADDING,
    world: { ...world, y: world.y - (high - world.h) / 2, h: high } };
}

function isAllIn(world: Rect, seen: Rect): boolean {
  return seen.x <= world.x + SLACK && seen.y <= world.y + SLACK &&
    seen.x + seen.w >= world.x + world.w - SLACK && seen.y + seen.h >= world.y + world.h - SLACK;
}

/** A map in a container; `moved` tells the place of the world that was pointed at. */
export function createMinimap(container: HTMLElement, moved: (place: Point) => void): Minimap {
  const canvas = canvasIn(container);
  const seat = seatOf(canvas, container);
  let scale = scaleOf({ x: 0, y: 0, w: 1, h: 1 }, 1);
  const point = ({ offsetX, offsetY }: PointerEvent): void => {
    const { world, k } = scale;
    seat.wanted();
    moved([world.x + (offsetX - PADDING) / k, world.y + (offsetY - PADDING) / k]);
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    point(event);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (canvas.hasPointerCapture(event.pointerId)) point(event);
  });
  return {
    draw(subjects, seen, theme) {
      const world = extentOf(subjects);
      canvas.hidden = subjects.plane.boxes.length === 0 || isAllIn(world, seen);
      if (canvas.hidden) return;
      const widest = Math.min(WIDEST, container.clientWidth * NARROW_SHARE);
      scale = scaleOf(world, widest);
      drawMap(canvas, subjects, seen, theme, scale);
      seat.judge(subjects, seen, scale);
    },
    wanted: seat.wanted,
  };
}

function canvasIn(container: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.className = "minimap away";
  canvas.setAttribute("aria-hidden", "true");
  canvas.hidden = true;
  container.append(canvas);
  return canvas;
}

/** The boxes, and the sentence at one of them, as they stand on the stage, in its pixels. */
function onStage({ plane, offsets, bubble }: Subjects, seen: Rect, stage: Rect): readonly Rect[] {
  const [across, down] = [stage.w / seen.w, stage.h / seen.h];
  const rects = plane.boxes.map((_, i) => rectOf(plane, offsets, i));
  return (bubble ? [...rects, bubble] : rects).map(({ x, y, w, h }) => {
    return { x: (x - seen.x) * across, y: (y - seen.y) * down, w: w * across, h: h * down };
  });
}

/** What the style sheet leaves below a map in a lower corner. */
function roomBelow(canvas: HTMLCanvasElement): number {
  return Number.parseFloat(getComputedStyle(canvas).getPropertyValue("--below"));
}

/** Where the map sits: in a corner without boxes, once the camera rests; else it is away. */
function seatOf(canvas: HTMLCanvasElement, container: HTMLElement) {
  let corner: Corner = "bottom-left";
  let timer: number | undefined;
  let until = 0;
  let looked = "";
  let settle = (): void => undefined;
  const later = (ms: number): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => settle(), ms);
  };
  return {
    judge(subjects: Subjects, seen: Rect, { w, h }: Scale): void {
      const { plane, offsets, bubble } = subjects;
      const stage = { x: 0, y: 0, w: container.clientWidth, h: container.clientHeight };
      const look = JSON.stringify(
        [seen, stage, w, h, plane.boxes.length, [...offsets], bubble]);
      settle = () => {
        const corners = CORNERS[subjects.sheet.bearing];
        const first = corners.includes(corner) && !canvas.classList.contains("away")
          ? corner : corners[0]!;
        const free = freeCorner(corners, first, { x: 0, y: 0, w, h }, stage,
          onStage(subjects, seen, stage), roomBelow(canvas));
        const left = until - performance.now();
        corner = free ?? first;
        canvas.dataset["corner"] = corner;
        canvas.classList.toggle("away", free === null && left <= 0);
        if (free === null && left > 0) later(left);
      };
      if (look === looked) return;
      const isFirst = looked === "";
      looked = look;
      if (isFirst) settle();
      else later(REST_MS);
    },
    wanted(): void {
      until = performance.now() + STAYS_MS;
      canvas.classList.remove("away");
      later(REST_MS);
    },
  };
}

function resize(canvas: HTMLCanvasElement, w: number, h: number): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(w * ratio), Math.round(h * ratio)];
  if (canvas.width !== wide || canvas.height !== high) {
    Object.assign(canvas, { width: wide, height: high });
    canvas.style.width = `${w}px`;
    canvas.style.height = `${h}px`;
  }
  const context = canvas.getContext("2d");
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

function drawMap(
  canvas: HTMLCanvasElement, { sheet, plane, offsets, focus, chosen, found }: Subjects, seen: Rect,
  theme: Theme, { world, k, w, h }: Scale,
): void {
  const context = resize(canvas, w, h);
  if (!context) return;
  context.clearRect(0, 0, w, h);
  const now = new Set(focus);
  const wrong = new Set(found);
  plane.boxes.forEach(({ kind }, i) => {
    const rect = rectOf(plane, offsets, i);
    context.fillStyle = theme[wrong.has(i) ? "error" : now.has(i) ? "backward" : BLOCKS[kind]];
    context.fillRect(PADDING + (rect.x - world.x) * k, PADDING + (rect.y - world.y) * k,
      Math.max(2, rect.w * k), Math.max(2, rect.h * k));
  });
  const mark = boxChosen(sheet, chosen);
  if (mark !== undefined) {
    const rect = rectOf(plane, offsets, mark);
    context.strokeStyle = theme.backward;
    context.lineWidth = 2;
    context.strokeRect(PADDING + (rect.x - world.x) * k - 2, PADDING + (rect.y - world.y) * k - 2,
      rect.w * k + 4, rect.h * k + 4);
  }
  context.strokeStyle = theme.ink;
  context.lineWidth = 1.5;
  const [left, top] = [Math.max(1, PADDING + (seen.x - world.x) * k),
    Math.max(1, PADDING + (seen.y - world.y) * k)];
  const right = Math.min(w - 1, PADDING + (seen.x + seen.w - world.x) * k);
  const bottom = Math.min(h - 1, PADDING + (seen.y + seen.h - world.y) * k);
  context.strokeRect(left, top, Math.max(4, right - left), Math.max(4, bottom - top));
}

// The camera: what part of a layout is seen, and how much detail that scale allows.

import type { Network } from "vis-network";
import type { Rect } from "../geometry.ts";
import type { Layout } from "../run.ts";
import type { Offsets, View } from "../scene.ts";
import { middleOf } from "./plates.ts";

/** Room around the boxes: tabs on the left, waiting lozenges on the right. */
const MARGIN = { left: 56, right: 88, top: 32, bottom: 40 };
const LARGEST_FIT = 1.6;
const LEAST_SCALE = 0.05;
const MOST_SCALE = 4;
/** Few large words below the first scale, everything above the second. */
const FAR_BELOW = 0.6;
const NEAR_ABOVE = 0.66;

export interface Camera {
  /** The rectangle of the world that is on the screen. */
  seen(): Rect;
  fit(layout: Layout, offsets: Offsets): void;
  /** The container has another size: fit again, unless the viewer has taken the camera. */
  resized(layout: Layout, offsets: Offsets): void;
  zoomBy(factor: number): void;
  panTo(layout: Layout, box: number, offsets: Offsets): void;
  /** The viewer moved it by hand. */
  taken(): void;
  /** Keep the scale in bounds, and tell when the detail that it allows is another. */
  judge(): void;
}

function extentOf(layout: Layout, offsets: Offsets): Rect {
  const rects = layout.boxes.map(({ w, h }, i) => {
    const [x, y] = middleOf(layout, i, offsets);
    return { left: x - w / 2, top: y - h / 2, right: x + w / 2, bottom: y + h / 2 };
  });
  if (rects.length === 0) return { x: 0, y: 0, w: 1, h: 1 };
  const left = Math.min(...rects.map((r) => r.left)) - MARGIN.left;
  const top = Math.min(...rects.map((r) => r.top)) - MARGIN.top;
  const right = Math.max(...rects.map((r) => r.right)) + MARGIN.right;
  const bottom = Math.max(...rects.map((r) => r.bottom)) + MARGIN.bottom;
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** What the camera remembers: the detail it told, and whether the viewer has moved it by hand. */
interface Memory {
  detail: View["detail"];
  isTaken: boolean;
}

/** The detail that a scale allows; between the two bounds it stays as it was. */
function detailAt(scale: number, before: View["detail"]): View["detail"] {
  if (scale < FAR_BELOW) return "far";
  return scale > NEAR_ABOVE ? "near" : before;
}

export function createCamera(
  container: HTMLElement, network: Network, zoomed: (detail: View["detail"]) => void,
): Camera {
  const memory: Memory = { detail: "near", isTaken: false };
  const judge = (): void => {
    const scale = network.getScale();
    const kept = Math.max(LEAST_SCALE, Math.min(MOST_SCALE, scale));
    if (kept !== scale) network.moveTo({ scale: kept, animation: false });
    const detail = detailAt(kept, memory.detail);
    if (detail === memory.detail) return;
    memory.detail = detail;
    zoomed(detail);
  };
  const look = (isTaken: boolean, at: { position?: Place; scale: number }): void => {
    memory.isTaken = isTaken;
    network.moveTo({ ...at, animation: false });
    judge();
  };
  const fit = (layout: Layout, offsets: Offsets): void => {
    const { x, y, w, h } = extentOf(layout, offsets);
    const room = Math.min(container.clientWidth / w, container.clientHeight / h, LARGEST_FIT);
    look(false, { position: { x: x + w / 2, y: y + h / 2 }, scale: room || 1 });
  };
  return {
    seen: () => seenBy(container, network),
    fit,
    resized: (layout, offsets) => memory.isTaken || fit(layout, offsets),
    zoomBy: (factor) => look(true, { scale: network.getScale() * factor }),
    panTo(layout, box, offsets) {
      const [x, y] = middleOf(layout, box, offsets);
      look(true, { position: { x, y }, scale: network.getScale() });
    },
    taken: () => void (memory.isTaken = true),
    judge,
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function seenBy(container: HTMLElement, network: Network): Rect {
  const from = network.DOMtoCanvas({ x: 0, y: 0 });
  const to = network.DOMtoCanvas({ x: container.clientWidth, y: container.clientHeight });
  return { x: from.x, y: from.y, w: to.x - from.x, h: to.y - from.y };
}

// Free room: the part of the stage that nothing floats over, where what is looked at belongs.

import type { Network } from "vis-network";
import type { Rect } from "../geometry.ts";
import type { Edges } from "./viewpoint.ts";

/** What floats over the stage and stays there, in the element around it. */
const FLOATING = "[data-floats]";
const NOTHING: Edges = { left: 0, right: 0, top: 0, bottom: 0 };

/**
 * The room at the edges of a stage that floating things take, in pixels: each at the edge where
 * that costs the least.
 */
export function takenRoom(stage: HTMLElement): Edges {
  const all = stage.getBoundingClientRect();
  const things = stage.parentElement?.querySelectorAll<HTMLElement>(FLOATING) ?? [];
  return [...things].reduce((taken, thing): Edges => {
    const { left, right, top, bottom, width } = thing.getBoundingClientRect();
    if (width === 0) return taken;
    const edges: Edges = { left: right - all.left, right: all.right - left,
      top: bottom - all.top, bottom: all.bottom - top };
    const costs = { left: edges.left * all.height, right: edges.right * all.height,
      top: edges.top * all.width, bottom: edges.bottom * all.width };
    const [edge] = Object.entries(costs).reduce((a, b) => (b[1] < a[1] ? b : a));
    const side = edge as keyof Edges;
    return { ...taken, [side]: Math.max(taken[side], edges[side]) };
  }, NOTHING);
}

/** The size of the part of a stage that is free. */
export function freeSize(
  stage: HTMLElement, { left, right, top, bottom }: Edges,
): { readonly w: number; readonly h: number } {
  return { w: Math.max(1, stage.clientWidth - left - right),
    h: Math.max(1, stage.clientHeight - top - bottom) };
}

/** The part of the world that is on the screen. */
export function seenBy(container: HTMLElement, network: Network): Rect {
  const from = network.DOMtoCanvas({ x: 0, y: 0 });
  const to = network.DOMtoCanvas({ x: container.clientWidth, y: container.clientHeight });
  return { x: from.x, y: from.y, w: to.x - from.x, h: to.y - from.y };
}

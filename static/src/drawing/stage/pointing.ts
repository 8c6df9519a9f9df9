// Pointing: what a pointer means on the stage, a box, a line or a knob, and what it drags.

import type { Network } from "vis-network";
import { selectionOf } from "../../model/edges.ts";
import { distanceTo, moved } from "../geometry.ts";
import type { Point } from "../../model/run.ts";
import { knobsOf, type Knob, type Selection } from "../scene.ts";
import { keysOf } from "../sheet.ts";
import type { Act, StageReports } from "../stage.ts";
import { THEMES } from "../theme.ts";
import type { Camera } from "./camera.ts";
import { paint } from "./paint.ts";

interface Pointed {
  readonly nodes: readonly number[];
  readonly pointer: { readonly canvas: { readonly x: number; readonly y: number } };
}

function knobAt({ sheet, offsets }: Act, [x, y]: Point): Knob | undefined {
  return knobsOf(sheet, offsets).find(({ rect }) =>
    x >= rect.x && x <= rect.x + rect.w && y >= rect.y && y <= rect.y + rect.h);
}

/** How near to a line, in screen pixels, a press means it: a finger is wider than a pointer. */
const NEAR = 9;

/** The edge of the tape at a place, if a press there means one. */
function edgeAt(
  { sheet, plane, offsets }: Act, at: Point, network: Network,
): string | null {
  let least = NEAR / network.getScale();
  let found: string | null = null;
  for (const { edge, consumer, from, to, points } of plane.edges) {
    const dragged = offsets.get(from) ?? offsets.get(to);
    if (edge === null || !isAround(points, at, least, dragged)) continue;
    const curve = moved(points, offsets.get(from) ?? [0, 0], offsets.get(to) ?? [0, 0]);
    const distance = distanceTo(curve, at);
    if (distance >= least) continue;
    least = distance;
    found = selectionOf({ node: sheet.cast[consumer]!, edge });
  }
  return found;
}

/** Is a place in the rectangle around a curve? One whose ends were dragged may be anywhere. */
function isAround(
  points: readonly Point[], [x, y]: Point, by: number, dragged: Point | undefined,
): boolean {
  if (dragged) return true;
  const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
  return x >= Math.min(...xs) - by && x <= Math.max(...xs) + by
    && y >= Math.min(...ys) - by && y <= Math.max(...ys) + by;
}

/** Tell which edge a mouse is over, at most once a frame; boxes tell for themselves. */
export function hoverEdges(
  container: HTMLElement, network: Network, act: Act, reports: StageReports,
): void {
  let last: string | null = null;
  let due = false;
  container.addEventListener("pointermove", ({ clientX, clientY, pointerType, buttons }) => {
    if (pointerType === "touch" || buttons !== 0 || due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      const { left, top } = container.getBoundingClientRect();
      const dom = { x: clientX - left, y: clientY - top };
      const { x, y } = network.DOMtoCanvas(dom);
      const isBox = network.getNodeAt(dom) !== undefined;
      const edge = isBox ? null : edgeAt(act, [x, y], network);
      if (edge === last) return;
      if (!isBox) reports.hovered(edge);
      last = edge;
    });
  });
  container.addEventListener("pointerleave", () => {
    last = null;
    reports.hovered(null);
  });
}

/** Wire vis-network's events: its canvas hook to the painter, its pointer to the reports. */
export function listenTo(
  network: Network, act: Act, camera: Camera, reports: StageReports,
): void {
  const standing = (box: number | undefined): Selection =>
    box === undefined ? null : act.sheet.ids[box] ?? null;
  network.on("beforeDrawing", (context: CanvasRenderingContext2D) => {
    if (act.due) return;
    const seen = camera.seen();
    paint(context, act.shown.within(seen), THEMES[act.theme], seen, network.getScale());
  });
  network.on("click", ({ nodes, pointer: { canvas } }: Pointed) => {
    const knob = knobAt(act, [canvas.x, canvas.y]);
    if (knob) reports.folded(knob.key, !knob.folded);
    else reports.selected(standing(nodes[0]) ?? edgeAt(act, [canvas.x, canvas.y], network));
  });
  network.on("doubleClick", ({ nodes: [box] }: Pointed) => {
    const group = box === undefined ? null : act.plane.boxes[box]?.group ?? null;
    if (group !== null) reports.entered(keysOf(act.sheet.layout)[group]!);
  });
  network.on("hoverNode", ({ node }: { node: number }) => reports.hovered(standing(node)));
  network.on("blurNode", () => reports.hovered(null));
  network.on("dragging", ({ nodes: [box] }: Pointed) => {
    const home = box === undefined ? undefined : act.plane.boxes[box];
    if (box === undefined || !home) return;
    const at = network.getPosition(box);
    act.offsets = new Map(act.offsets).set(box, [at.x - home.x, at.y - home.y]);
    reports.moved(act.plane, act.offsets);
  });
  network.on("dragStart", ({ nodes }: Pointed) => {
    if (nodes.length === 0) camera.taken();
  });
  network.on("zoom", () => {
    camera.taken();
    camera.judge();
  });
}

// A moment: where on the tape a cursor is, which frame to show there, and how far the event is.

import { moved, type Curve, type Rect } from "../geometry.ts";
import type { Pass, Run, TapeEvent } from "../../model/run.ts";
import { sheetOf, type Sheet, type SheetEdge } from "../sheet.ts";
import { frameAt, passAt, type Frame } from "../../model/timeline.ts";
import type { View } from "./view.ts";

export interface Moment {
  readonly run: Run;
  readonly view: View;
  readonly sheet: Sheet;
  /** What is shown to be so. */
  readonly frame: Frame;
  /** The event under way, or null when the cursor rests between two. */
  readonly event: TapeEvent | null;
  /** How far it is, 0..1; 1 at rest. */
  readonly progress: number;
  /** Nodes at which the backward of this pass starts. */
  readonly roots: ReadonlySet<string>;
}

/** From which part of its event on a new state shows; before that the old one does. */
function turn(event: TapeEvent): number {
  switch (event.kind) {
    case "flow": return 1;
    case "grad": return event.by === "accumulate" ? 0.65 : 0.4;
    case "run": return 0.55;
    case "backward": return event.phase === "begin" ? 0.3 : 0;
    case "hook": case "free": return 0.5;
    case "fail": return 0.4;
    default: return 0;
  }
}

const rooted = new WeakMap<Pass, ReadonlySet<string>>();

function rootsOf(run: Run, pass: Pass): ReadonlySet<string> {
  const known = rooted.get(pass);
  if (known) return known;
  const roots = new Set<string>();
  for (let i = pass.first; i <= pass.last; i++) {
    const event = run.events[i]!;
    if (event.kind === "backward" && event.phase === "begin") {
      for (const root of event.roots) roots.add(root.node);
    }
  }
  rooted.set(pass, roots);
  return roots;
}

/** The moment at a cursor; null when the run has no pass at all. */
export function momentAt(run: Run, cursor: number, view: View): Moment | null {
  const pass = run.passes[passAt(run, cursor)];
  if (!pass || !run.layouts[pass.layout]) return null;
  const at = Math.max(0, Math.min(Math.floor(cursor), run.events.length));
  const share = Math.min(cursor, run.events.length) - at;
  const event = share > 0 ? run.events[at] ?? null : null;
  const frame = frameAt(run, event && share >= turn(event) ? at + 1 : at);
  const progress = event ? share : 1;
  const sheet = sheetOf(
    run, pass, view.bearing, view.folds, view.stage, view.compact);
  return { run, view, sheet, frame, event, progress, roots: rootsOf(run, pass) };
}

/** Where a box stands, dragged or not. */
export function rectOf(moment: Moment, box: number): Rect {
  const { x, y, w, h } = moment.sheet.plane.boxes[box]!;
  const [dx, dy] = moment.view.offsets.get(box) ?? [0, 0];
  return { x: x - w / 2 + dx, y: y - h / 2 + dy, w, h };
}

/** The way of an edge, forward, after its boxes were dragged. */
export function curveOf(moment: Moment, edge: SheetEdge): Curve {
  const { offsets } = moment.view;
  return moved(edge.points, offsets.get(edge.from) ?? [0, 0], offsets.get(edge.to) ?? [0, 0]);
}

/** The drawn edge on which edge number `edge` of a node lies, if both its ends are on stage. */
export function edgeOf(moment: Moment, node: string, edge: number): SheetEdge | undefined {
  const { plane, cast } = moment.sheet;
  return plane.edges.find((one) => one.edge === edge && cast[one.consumer] === node);
}

/** The edge between a leaf and its AccumulateGrad. */
export function leafEdgeOf(moment: Moment, accumulate: string): SheetEdge | undefined {
  const { plane, cast } = moment.sheet;
  return plane.edges.find((one) => one.kind === "leaf" && cast[one.consumer] === accumulate);
}

// The first level: how deep the modules of a run are open, so that all of it is legible. Pure.

import type { Bearing, Pass, Run } from "../../model/run.ts";
import { depthsOf, EVERYTHING, sheetOf } from "../sheet.ts";
import { extentOf } from "./camera.ts";
import { isLegibleWhole, LEGIBLE, type Room } from "./viewpoint.ts";

/** One pass for each layout that a run shows. */
function passesOf({ passes }: Run): readonly Pass[] {
  const seen = new Set<number>();
  return passes.filter(({ layout, drawn }) => {
    const isNew = drawn && !seen.has(layout);
    seen.add(layout);
    return isNew;
  });
}

/** Is all of a pass legible when its modules are open down to a level? */
function fits(run: Run, pass: Pass, bearing: Bearing, room: Room, level: number): boolean {
  const holds = (boxes: readonly { readonly w: number; readonly h: number }[]): boolean =>
    boxes.reduce((sum, { w, h }) => sum + w * h, 0) * (LEGIBLE * room.type) ** 2 <= room.w * room.h;
  // Laying hundreds of boxes in rows takes long, and what they cover is known before.
  if (level === EVERYTHING && !holds(run.layouts[pass.layout]!.boxes)) return false;
  const sheet = sheetOf(run, pass, bearing, { level, own: new Map() }, room);
  const { plane } = sheet;
  if (!holds(plane.boxes)) return false;
  return isLegibleWhole(room, extentOf({ sheet, plane, offsets: new Map(), bubble: null }));
}

/**
 * The deepest level at which everything is legible on a stage at once, in each pass that is so at
 * any level: the same for all modules and all steps.
 */
export function firstLevel(run: Run, bearing: Bearing, room: Room): number {
  const modules = run.layouts.flatMap((layout) => depthsOf(layout).filter((_, group) =>
    layout.groups[group]!.kind === "module"));
  if (modules.length === 0) return EVERYTHING;
  const deepest = modules.reduce((a, b) => Math.max(a, b), 0) + 1;
  const levels = [EVERYTHING, ...Array.from({ length: deepest }, (_, i) => deepest - i)];
  const passes = passesOf(run).filter((pass) => fits(run, pass, bearing, room, 0));
  if (passes.length === 0) return 0;
  return levels.find((level) =>
    passes.every((pass) => fits(run, pass, bearing, room, level))) ?? 0;
}

// The first level: how deep the modules of a run are open, so that all of it is legible. Pure.

import type { Bearing, Layout, Pass, Run } from "../../model/run.ts";
import type { Rect } from "../geometry.ts";
import {
  aroundOf, depthsOf, EVERYTHING, foldedOf, sheetOf, type Folds, type Sheet,
} from "../sheet.ts";
import { compactLayout } from "../sheet/compact.ts";
import { beforeBackward } from "../scene/attention.ts";
import { extentBefore, extentOf } from "./extent.ts";
import { isLegibleWhole, isReadableWhole, LEGIBLE, type Room } from "./viewpoint.ts";

function picturedOn(sheet: Sheet) {
  return { sheet, plane: sheet.plane, offsets: new Map(), bubble: null };
}

/** What is there when the backward of a pass begins. */
function worldBefore(run: Run, pass: Pass, sheet: Sheet): Rect {
  const before = beforeBackward(run, pass).flatMap((id) => sheet.boxOf.get(id) ?? []);
  return extentBefore({ ...picturedOn(sheet), before: new Set(before) });
}

/** Is a pass better seen compact, because its numbers could not be read if it were shown whole? */
export function needsCompact(
  run: Run, pass: Pass, bearing: Bearing, folds: Folds, room: Room,
): boolean {
  return !isReadableWhole(room,
    extentOf(picturedOn(sheetOf(run, pass, bearing, folds, room))));
}

/** One pass for each layout of a backward; where a run has none, one for each layout. */
function passesOf({ passes }: Run): readonly Pass[] {
  const hasBackward = passes.some(({ call }) => call !== null);
  const seen = new Set<number>();
  return passes.filter(({ layout, drawn, call }) => {
    const isNew = drawn && (call !== null || !hasBackward) && !seen.has(layout);
    if (isNew) seen.add(layout);
    return isNew;
  });
}

/** Boxes fill no larger share of a drawing; what they fill is known before it is laid. */
const MOST_FILLED = 0.5;

function areaOf(layout: Layout, folds: Folds): number {
  const folded = foldedOf(layout, folds);
  const around = aroundOf(layout);
  const boxes = layout.boxes.filter((_, box) => !around[box]!.some((one) => folded.has(one)));
  const groups = [...folded].map((group) => layout.groups[group]!);
  return [...boxes, ...groups].reduce((sum, { w, h }) => sum + w * h, 0);
}

/** Is all of a pass legible when its modules are open down to a level? */
function fits(run: Run, pass: Pass, bearing: Bearing, room: Room, level: number): boolean {
  const folds = { level, own: new Map() };
  const area = areaOf(compactLayout(run.layouts[pass.layout]!), folds);
  if (area * (LEGIBLE * room.type) ** 2 > MOST_FILLED * room.w * room.h) return false;
  const sheet = sheetOf(run, pass, bearing, folds, room, true);
  return isLegibleWhole(room, worldBefore(run, pass, sheet));
}

/**
 * The deepest level at which all that is there before a backward is legible at once, in each pass
 * where that is so at any level: the same for all modules and all steps.
 */
export function firstLevel(run: Run, bearing: Bearing, room: Room): number {
  const modules = run.layouts.flatMap((layout) => depthsOf(layout).filter((_, group) =>
    layout.groups[group]!.kind === "module"));
  if (modules.length === 0) return EVERYTHING;
  const deepest = modules.reduce((a, b) => (b < EVERYTHING ? Math.max(a, b) : a), 0) + 1;
  const levels = [EVERYTHING, ...Array.from({ length: deepest }, (_, i) => deepest - i)];
  const passes = passesOf(run).filter((pass) => fits(run, pass, bearing, room, 0));
  if (passes.length === 0) return 0;
  return levels.find((level) =>
    passes.every((pass) => fits(run, pass, bearing, room, level))) ?? 0;
}

// Folds: which groups of a layout are folded: modules by their level, all as the viewer wishes.
// Pure.

import type { Layout } from "../../model/run.ts";

/** What is folded. It never depends on the moment. */
export interface Folds {
  /** Modules within fewer others than this are open at first: all of them at `EVERYTHING`. */
  readonly level: number;
  /** The viewer's wishes: a group's key -> whether it is folded. */
  readonly own: ReadonlyMap<string, boolean>;
}

/** The level at which all is open. */
export const EVERYTHING = 99;

/** Nothing is folded. */
export const OPEN: Folds = { level: EVERYTHING, own: new Map() };

const keys = new WeakMap<Layout, readonly string[]>();

/** What each group is called in `Folds`, also in a later run: its label, and which of that name. */
export function keysOf(layout: Layout): readonly string[] {
  const known = keys.get(layout);
  if (known) return known;
  const seen = new Map<string, number>();
  const found = layout.groups.map(({ kind, label }) => {
    const name = `${kind} ${label}`;
    const nr = (seen.get(name) ?? 0) + 1;
    seen.set(name, nr);
    return `${name} ${nr}`;
  });
  keys.set(layout, found);
  return found;
}

/** How much deeper modules are within a group. */
const WITHIN = { module: 1, function: 0, line: 0, repeat: EVERYTHING } as const;

const depthsKnown = new WeakMap<Layout, readonly number[]>();

/** Within how many modules each group is; within a repeat nothing is open at first. */
export function depthsOf(layout: Layout): readonly number[] {
  const known = depthsKnown.get(layout);
  if (known) return known;
  const depths: number[] = [];
  for (const { parent } of layout.groups) { // each comes after the one around it
    const around = parent === null ? null : layout.groups[parent]!;
    depths.push(around === null ? 0 : depths[parent!]! + WITHIN[around.kind]);
  }
  depthsKnown.set(layout, depths);
  return depths;
}

/**
 * Is a group open at first? Modules are by their level, and equal ones in a row only where all is;
 * functions and lines fold by hand alone.
 */
export function beginsOpen(layout: Layout, group: number, level: number): boolean {
  if (level >= EVERYTHING) return true;
  const { kind } = layout.groups[group]!;
  return kind === "module" ? depthsOf(layout)[group]! < level : kind !== "repeat";
}

interface Answer {
  readonly folds: Folds;
  readonly folded: ReadonlySet<number>;
}

const answers = new WeakMap<Layout, Answer>();
const NONE: ReadonlySet<number> = new Set();

/** Numbers of the groups that are folded and seen: what is in a folded one does not count. */
export function foldedOf(layout: Layout, folds: Folds): ReadonlySet<number> {
  if (layout.folded === null) return NONE;
  const last = answers.get(layout);
  if (last?.folds === folds) return last.folded;
  const names = keysOf(layout);
  const folded = new Set<number>();
  layout.groups.forEach(({ parent }, group) => {
    if (ancestors(layout, parent).some((one) => folded.has(one))) return;
    if (folds.own.get(names[group]!) ?? !beginsOpen(layout, group, folds.level)) folded.add(group);
  });
  answers.set(layout, { folds, folded });
  return folded;
}

/**
 * The groups to open so that a box is seen, or the folded group `own` itself: what is folded
 * around it, and what is in there around it, innermost first. None when it is on stage already.
 */
export function groupsToOpen(
  layout: Layout, folds: Folds, box: number, own: number | null,
): readonly number[] {
  const home = layout.groups.findIndex(({ inside }) => inside.boxes.includes(box));
  const around = own !== null ? ancestors(layout, layout.groups[own]!.parent)
    : home < 0 ? [] : ancestors(layout, home);
  const folded = foldedOf(layout, folds);
  return around.slice(0, around.findLastIndex((group) => folded.has(group)) + 1);
}

/** A group and those around it, innermost first. */
function ancestors(layout: Layout, group: number | null): readonly number[] {
  return group === null ? [] : [group, ...ancestors(layout, layout.groups[group]!.parent)];
}

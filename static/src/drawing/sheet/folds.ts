// Folds: which groups of a layout are folded, by the viewer's wish or because it is large. Pure.

import type { Layout } from "../../model/run.ts";

/** The viewer's wishes: a group's key -> whether it is folded. */
export type Folds = ReadonlyMap<string, boolean>;

/** A layout of more boxes is not read at a glance: it begins folded. */
const MOST_BOXES = 48;
/** So many may be seen then. */
const MOST_SEEN = 28;

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

/** The groups that are open at first: all of a small layout, as many of a large one as are read. */
function openAtFirst({ boxes, groups, folded }: Layout): ReadonlySet<number> {
  const open = new Set<number>();
  if (folded === null) return open;
  if (boxes.length <= MOST_BOXES) return new Set(groups.keys());
  const outer = new Set(folded.groups);
  let seen = folded.boxes.length + folded.groups.length;
  for (const group of outer) {
    const { inside } = groups[group]!;
    const more = inside.boxes.length + inside.groups.length - 1;
    if (inside.groups.length === 0 || seen + more > MOST_SEEN) continue;
    seen += more;
    open.add(group);
    for (const inner of inside.groups) outer.add(inner);
  }
  return open;
}

interface Answer {
  readonly folds: Folds;
  readonly folded: ReadonlySet<number>;
}

const open = new WeakMap<Layout, ReadonlySet<number>>();
const answers = new WeakMap<Layout, Answer>();
const NONE: ReadonlySet<number> = new Set();

/** Is a group open at first? */
export function beginsOpen(layout: Layout, group: number): boolean {
  let begun = open.get(layout);
  if (!begun) open.set(layout, begun = openAtFirst(layout));
  return begun.has(group);
}

/** Numbers of the groups that are folded and seen: what is in a folded one does not count. */
export function foldedOf(layout: Layout, folds: Folds): ReadonlySet<number> {
  if (layout.folded === null) return NONE;
  const last = answers.get(layout);
  if (last?.folds === folds) return last.folded;
  const names = keysOf(layout);
  const folded = new Set<number>();
  layout.groups.forEach(({ parent }, group) => {
    if (ancestors(layout, parent).some((one) => folded.has(one))) return;
    if (folds.get(names[group]!) ?? !beginsOpen(layout, group)) folded.add(group);
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

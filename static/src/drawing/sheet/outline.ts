// The outline of a layout: its modules, functions and repeats as a tree. Pure.

import { moduleAt } from "../../model/modules.ts";
import type { Group, Layout, ModuleText, Run } from "../../model/run.ts";
import { keysOf } from "./folds.ts";

/** A group of the outline, after the one around it and before the next beside it. */
export interface OutlineEntry {
  readonly group: number;
  /** What it is called in `Folds`. */
  readonly key: string;
  readonly kind: Group["kind"];
  /** The path without that of the module around it. */
  readonly label: string;
  /** How many entries are around it. */
  readonly depth: number;
  readonly times: number;
  readonly hasInner: boolean;
}

/** A group and those around it, innermost first. */
export function groupsAround({ groups }: Layout, group: number): readonly number[] {
  const { parent } = groups[group]!;
  return parent === null ? [group] : [group, ...groupsAround({ groups } as Layout, parent)];
}

/** A path without that of the module around it: `attn` of `h.0.attn` in `h.0`. */
export function shortLabel(layout: Layout, group: number): string {
  const { label } = layout.groups[group]!;
  const around = groupsAround(layout, group).slice(1).map((one) => layout.groups[one]!)
    .find(({ kind }) => kind === "module");
  return around ? label.replaceAll(`${around.label}.`, "") : label;
}

/** The modules that stand in a repeat, in the order of its turns. */
function turnsOf({ groups }: Layout, group: number): readonly Group[] {
  return groups.filter(({ parent, kind }) => parent === group && kind === "module");
}

/**
 * What a module is in the pass of a sheet; of a repeat, what all modules in it are. Null for other
 * groups, and where modules of a repeat differ.
 */
export function moduleOn(
  run: Run, { layout, cast }: { readonly layout: Layout; readonly cast: readonly string[] },
  group: number,
): ModuleText | null {
  const { kind, label } = layout.groups[group]!;
  const end = run.passes.find(({ boxes }) => boxes === cast)?.last ?? run.events.length;
  if (kind === "module") return moduleAt(run, label, end);
  if (kind !== "repeat") return null;
  const all = turnsOf(layout, group).map((one) => moduleAt(run, one.label, end));
  const [first] = all;
  const isSame = all.every((one) => one?.type === first?.type && one?.extra === first?.extra);
  return isSame ? first ?? null : null;
}

/** Which turn of a repeat, from 1, it shows when it is folded; null where that is not known. */
export function turnShown(layout: Layout, group: number): number | null {
  const { kind, face, times } = layout.groups[group]!;
  if (kind !== "repeat") return null;
  const turns = turnsOf(layout, group);
  const chain = layout.groups.findIndex(({ inside }) => inside.boxes.includes(face));
  const around = chain < 0 ? [] : groupsAround(layout, chain).map((one) => layout.groups[one]!);
  const shown = turns.findIndex((turn) => around.includes(turn));
  return shown < 0 ? null : Math.floor(shown * times / turns.length) + 1;
}

/** The groups of a layout but its lines. */
export function outlineOf(layout: Layout): readonly OutlineEntry[] {
  const keys = keysOf(layout);
  return layout.groups.flatMap(({ kind, times }, group): readonly OutlineEntry[] => (
    kind === "line" ? [] : [{
      group, key: keys[group]!, kind, times, label: shortLabel(layout, group),
      depth: groupsAround(layout, group).length - 1,
      hasInner: layout.groups.some((one) => one.parent === group && one.kind !== "line"),
    }]));
}

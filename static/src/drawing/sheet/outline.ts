// The outline of a layout: its modules, functions and repeats as a tree. Pure.

import type { Group, Layout } from "../../model/run.ts";
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

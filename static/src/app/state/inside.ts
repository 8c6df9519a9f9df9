// Inside: the group that the viewer went into, and the ways in and out. Pure.

import { groupsAround, keysOf, type Sheet } from "../../drawing/sheet.ts";
import type { Change } from "./changes.ts";
import type { State } from "./model.ts";
import { sheetNow } from "./view.ts";

/** The number of the group of a key; -1 where the layout on stage has none of that name. */
function groupOf(sheet: Sheet | null, key: string | null): number {
  return sheet === null || key === null ? -1 : keysOf(sheet.layout).indexOf(key);
}

/** Open a group with those around it, and look into it. */
export function entering(state: State, key: string): Change | null {
  const sheet = sheetNow(state);
  const group = groupOf(sheet, key);
  if (!sheet || group < 0) return null;
  const keys = keysOf(sheet.layout);
  const around = groupsAround(sheet.layout, group).map((one) => keys[one]!);
  return { kind: "groupEntered", key, keys: around };
}

/** Fold the group that the viewer is in, and look at what is around it. */
export function leaving(state: State): Change | null {
  const sheet = sheetNow(state);
  const group = groupOf(sheet, state.inside);
  if (!sheet || group < 0 || state.inside === null) return null;
  const { parent } = sheet.layout.groups[group]!;
  const to = parent === null ? null : keysOf(sheet.layout)[parent]!;
  return { kind: "groupLeft", key: state.inside, to };
}

/** The folded group that is selected, to go into. */
export function enteringSelected(state: State): Change | null {
  const sheet = sheetNow(state);
  const seat = sheet?.boxOf.get(state.selection ?? "");
  const group = seat === undefined ? null : sheet?.plane.boxes[seat]?.group ?? null;
  return sheet === null || group === null ? null : entering(state, keysOf(sheet.layout)[group]!);
}

/** The groups around where the viewer is, outermost first: what was entered, or the selection. */
export function pathNow(state: State): readonly number[] {
  const sheet = sheetNow(state);
  if (!sheet) return [];
  const { layout, cast, boxOf, plane } = sheet;
  const entered = groupOf(sheet, state.inside);
  if (entered >= 0) return groupsAround(layout, entered).toReversed();
  const box = cast.indexOf(state.selection ?? "");
  const seat = boxOf.get(state.selection ?? "");
  if (box < 0 || seat === undefined) return [];
  const folded = plane.boxes[seat]!.group;
  const home = folded !== null ? layout.groups[folded]!.parent
    : layout.groups.findIndex(({ inside }) => inside.boxes.includes(box));
  const path = home === null || home < 0 ? [] : groupsAround(layout, home).toReversed();
  return path.filter((group) => layout.groups[group]!.kind !== "line");
}

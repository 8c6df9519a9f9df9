// Moving boxes by key: what dragging is to a pointer, and the way back for both. Pure.

import type { Action } from "../actions.ts";
import type { Point } from "../../model/run.ts";
import { sheetNow, viewOf, type Change, type State } from "../state.ts";
import type { StringKey } from "../../words/strings.ts";

/** How far a box goes at a press, in CSS pixels at zoom 1. */
const FAR = 20;

/** The selected box, a little farther from its place; a word where none is selected. */
function nudged(state: State, label: StringKey, [right, down]: Point): Change | null {
  const sheet = sheetNow(state);
  if (!sheet) return null;
  const box = sheet.boxOf.get(state.selection ?? "");
  if (box === undefined) return { kind: "jumpMissed", label, why: "noneSelected" };
  const { offsets } = viewOf(state);
  const [x, y] = offsets.get(box) ?? [0, 0];
  const moved = new Map(offsets).set(box, [x + right, y + down]);
  return { kind: "boxesMoved", plane: sheet.plane, offsets: moved };
}

function move(name: string, label: StringKey, key: string, by: Point): Action {
  return { name, group: "picture", label, row: "moveBox", keys: [key],
    perform: (state) => nudged(state, label, by) };
}

export const MOVES: readonly Action[] = [
  move("boxLeft", "boxLeft", "Shift+ArrowLeft", [-FAR, 0]),
  move("boxRight", "boxRight", "Shift+ArrowRight", [FAR, 0]),
  move("boxUp", "boxUp", "Shift+ArrowUp", [0, -FAR]),
  move("boxDown", "boxDown", "Shift+ArrowDown", [0, FAR]),
  {
    name: "boxesBack", group: "picture", label: "boxesBack", keys: ["Backspace"],
    perform: (state) => {
      const sheet = sheetNow(state);
      return sheet === null || viewOf(state).offsets.size === 0 ? null
        : { kind: "boxesMoved", plane: sheet.plane, offsets: new Map() };
    },
  },
];

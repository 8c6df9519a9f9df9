// Where a viewer is in a run, to compare with where the room is. Pure.

import { viewShown, type State } from "../app/state.ts";
import { isSameView } from "../model/class-view.ts";
import type { Spot } from "./client.ts";
import type { RoomState } from "./model.ts";

/** Where the viewer is, or is on the way to. */
export function spotOf({ motion, cursor, selection, stride }: State): Spot {
  const at = motion.kind === "easing" ? motion.to : Math.round(cursor * 100) / 100;
  return { cursor: at, selection, stride };
}

/** Are the step, the selection and the stride those of the room? */
export function isAt(state: State, told: RoomState): boolean {
  const { cursor, selection, stride } = spotOf(state);
  return Math.abs(cursor - told.cursor) < 0.01 && selection === told.selection
    && stride === told.stride;
}

/** Does the class see what the viewer, who drives, wants it to see? */
export function isShown(state: State, told: RoomState): boolean {
  return isAt(state, told) && isSameView(viewShown(state), told.view);
}

export function isSameSpot(one: RoomState, other: RoomState): boolean {
  return one.cursor === other.cursor && one.selection === other.selection
    && one.stride === other.stride && one.digest === other.digest
    && isSameView(one.view, other.view);
}

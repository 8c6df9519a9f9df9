// Where a viewer is in a run, to compare with where the room is. Pure.

import type { State } from "../app/state.ts";
import type { Spot } from "./client.ts";
import type { RoomState } from "./model.ts";

/** Where the viewer is, or is on the way to. */
export function spotOf({ motion, cursor, selection, stride }: State): Spot {
  const at = motion.kind === "easing" ? motion.to : Math.round(cursor * 100) / 100;
  return { cursor: at, selection, stride };
}

export function isAt(state: State, told: RoomState): boolean {
  const { cursor, selection, stride } = spotOf(state);
  return Math.abs(cursor - told.cursor) < 0.01 && selection === told.selection
    && stride === told.stride;
}

export function isSameSpot(one: RoomState, other: RoomState): boolean {
  return one.cursor === other.cursor && one.selection === other.selection
    && one.stride === other.stride && one.digest === other.digest;
}

// Sites: where the program is at each event, as the lines of all its calls that are under way.

import type { Run } from "../run.ts";
import { follow, MODULE, stackOf, type Place } from "./stack.ts";

/** The program's calls around an event, the module first: their frames, and the line of each. */
export interface Site {
  readonly frames: readonly number[];
  readonly lines: readonly number[];
}

const known = new WeakMap<Run, readonly Place[]>();

/** Where the program is after each event. */
export function placesOf(run: Run): readonly Place[] {
  let places = known.get(run);
  if (!places) {
    let place: Place = { call: MODULE, line: null };
    known.set(run, places = run.events.map((event) => place = follow(place, event)));
  }
  return places;
}

export function siteOf(place: Place): Site {
  const own = stackOf(place).filter(({ call }) => call.of !== "library").reverse();
  return { frames: own.map(({ call }) => call.frame), lines: own.map(({ line }) => line ?? 0) };
}

/** On which line of a call of the program it is, also while another runs in it; null outside. */
export function lineIn({ call, line }: Place, frame: number): number | null {
  let at = line;
  for (let each: Place["call"] | null = call; each; each = each.outer) {
    if (each.frame === frame) return at;
    at = each.from;
  }
  return null;
}

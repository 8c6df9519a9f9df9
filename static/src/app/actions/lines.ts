// Stepping by line as actions: over and into the calls of a line, out of the running one. Pure.

import type { Action } from "../actions.ts";
import type { Change, State } from "../state.ts";
import type { StringKey } from "../../words/strings.ts";
import { frameAt, moveByLine, runningCall, type LineMove } from "../../model/timeline.ts";
import { heading } from "./jumps.ts";

/** To the stop that the move leads to, or the reason why there is none. */
function go(state: State, move: LineMove, label: StringKey, way: 1 | -1): Change | null {
  const { run } = state;
  if (run === null) return null;
  const from = heading(state);
  const to = moveByLine(run, from, move, way);
  if (to !== null) return { kind: "lineAimed", to };
  const { call } = frameAt(run, Math.floor(from));
  const isInModule = move === "out" && runningCall(call).of === "module";
  return { kind: "jumpMissed", label,
    why: isInModule ? "noCall" : way === 1 ? "noLineAfter" : "noLineBefore" };
}

/** Two actions for a move: forward, and back with the capital letter. */
function both(move: LineMove, back: StringKey & `back${string}`, keys: readonly [
  forward: readonly string[], back: readonly string[],
]): readonly Action[] {
  return [
    { name: move, group: "time", label: move, row: move, keys: keys[0],
      perform: (state) => go(state, move, move, 1) },
    { name: back, group: "time", label: back, row: move, keys: keys[1],
      perform: (state) => go(state, move, back, -1) },
  ];
}

export const LINES: readonly Action[] = [
  ...both("over", "backOver", [["v", "F10"], ["V"]]),
  ...both("into", "backInto", [[".", "F11"], [","]]),
  ...both("out", "backOut", [["q", "Shift+F11"], ["Q"]]),
];

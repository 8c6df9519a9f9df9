// Jumps as actions: to the next or previous thing of a kind, or a word that there is none. Pure.

import type { Action } from "../actions.ts";
import { momentsNow, stopOfMoment, type Change, type State } from "../state.ts";
import type { StringKey } from "../../words/strings.ts";
import { lineAt, jump, type Sort, type Target } from "../../model/timeline.ts";

export function aim(state: State, to: number): Change | null {
  return state.run === null ? null : { kind: "cursorAimed", to };
}

/** Where a further step starts: at the aim of the one under way, so that quick presses add up. */
export function heading(state: State): number {
  return state.motion.kind === "easing" ? state.motion.to : state.cursor;
}

type Way = 1 | -1;

/** To a stop, if there is one: else the viewer hears that there is none that way. */
export function reached(
  state: State, to: number | null, label: StringKey, way: Way,
): Change | null {
  if (to !== null) return aim(state, to);
  return { kind: "jumpMissed", label, why: way === 1 ? "noneAfter" : "noneBefore" };
}

/** To the next (way 1) or previous stop at which something that is meant happens. */
function go(state: State, target: Target | null, label: StringKey, way: Way): Change | null {
  const { run, stops } = state;
  if (run === null) return null;
  if (target === null) return { kind: "jumpMissed", label, why: "noneSelected" };
  return reached(state, jump(run, stops, heading(state), target, way), label, way);
}

/** The line that the tape is at: what the editor marks. */
function lineOf({ run, stops, cursor }: State): Target {
  return { by: "line", line: (run && lineAt(run, stops, cursor)) ?? 0 };
}

function boxOf({ selection }: State): Target | null {
  return selection === null ? null : { by: "box", box: selection };
}

/** Two actions that jump, the second with the capital letter of the first. */
function jumps(
  name: string, [next, previous]: readonly [StringKey, StringKey],
  [key, other]: readonly [string, string], targetOf: (state: State) => Target | null,
): readonly Action[] {
  return [
    { name: `next${name}`, group: "time", label: next, row: next, keys: [key],
      perform: (state) => go(state, targetOf(state), next, 1) },
    { name: `previous${name}`, group: "time", label: previous, row: next, keys: [other],
      perform: (state) => go(state, targetOf(state), previous, -1) },
  ];
}

/** What is jumped to by its kind, and its key; the capital goes back. */
const SORTS = [
  ["Grad", "a", "grad"], ["Zero", "z", "zero"], ["Write", "w", "write"], ["Print", "p", "print"],
  ["Op", "r", "op"], ["NodeRun", "u", "run"], ["Hook", "k", "hook"], ["Fail", "x", "fail"],
] as const satisfies readonly (readonly [name: string, key: string, sort: Sort])[];

/** The stop of the next (or previous) marked moment of the lesson. */
function besideMoment(state: State, label: StringKey, way: Way): Change | null {
  const marked = momentsNow(state).map((moment) => stopOfMoment(state, moment));
  const from = heading(state);
  const to = way === 1 ? marked.find((at) => at > from) : marked.findLast((at) => at < from);
  return state.run === null ? null : reached(state, to ?? null, label, way);
}

export const JUMPS: readonly Action[] = [
  ...jumps("Backward", ["nextBackward", "previousBackward"], ["]", "["],
    () => ({ by: "call", call: null })),
  ...jumps("Here", ["nextHere", "previousHere"], ["n", "N"], boxOf),
  ...jumps("Line", ["nextOnLine", "previousOnLine"], ["j", "J"], lineOf),
  ...SORTS.flatMap(([name, key, sort]) => jumps(name, [`next${name}`, `previous${name}`],
    [key, key.toUpperCase()], () => ({ by: "sort", sort }))),
  {
    name: "nextMoment", group: "time", label: "nextMoment", row: "nextMoment", keys: ["m"],
    perform: (state) => besideMoment(state, "nextMoment", 1),
  },
  {
    name: "previousMoment", group: "time", label: "previousMoment", row: "nextMoment",
    keys: ["M"],
    perform: (state) => besideMoment(state, "previousMoment", -1),
  },
];

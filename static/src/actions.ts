// What a viewer can do, as records that buttons, keys, the ? sheet and tests all read. Pure.

import { nextEdge } from "./edges.ts";
import { bearingOf, momentsNow, sheetNow, stopOfMoment, type Change, type State } from "./state.ts";
import { aroundOf, keysOf } from "./sheet.ts";
import type { StringKey } from "./strings.ts";
import { frameAt, jump, type Sort, type Target } from "./timeline.ts";
import { stepOf, stopAfter, stopBefore, stopOf } from "./transport.ts";

export type ActionGroup = "code" | "time" | "picture" | "page";

export interface Action {
  readonly name: string;
  readonly group: ActionGroup;
  readonly label: StringKey;
  /** Keys as `comboOf` writes them; the first is the one that is shown. */
  readonly keys: readonly string[];
  /** The keys work while the editor or a field has the focus, too. */
  readonly anywhere?: boolean;
  /** Whether a button for it shows as pressed. */
  pressed?(state: State): boolean;
  /** What happens, or null when there is nothing to do now. */
  perform(state: State): Change | null;
}

const SPEEDS = [0.25, 0.5, 1, 2, 4] as const;

function aim(state: State, to: number): Change | null {
  return state.run === null ? null : { kind: "aimed", to };
}

/** Where a further step starts: at the aim of the one under way, so that quick presses add up. */
function heading(state: State): number {
  return state.motion.kind === "easing" ? state.motion.to : state.cursor;
}

function pace(state: State, by: 1 | -1): Change | null {
  const speed = SPEEDS[SPEEDS.findIndex((known) => known === state.speed) + by];
  return speed === undefined ? null : { kind: "paced", speed };
}

/** To the next (way 1) or previous stop at which something that is meant happens. */
function go(state: State, target: Target | null, way: 1 | -1): Change | null {
  const { run, stops } = state;
  const to = run && target ? jump(run, stops, heading(state), target, way) : null;
  return to === null ? null : aim(state, to);
}

/** The line that the tape is at: what the editor marks. */
function lineOf({ run, cursor }: State): Target | null {
  const line = run ? frameAt(run, cursor).line : null;
  return line === null ? null : { by: "line", line };
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
    { name: `next${name}`, group: "time", label: next, keys: [key],
      perform: (state) => go(state, targetOf(state), 1) },
    { name: `previous${name}`, group: "time", label: previous, keys: [other],
      perform: (state) => go(state, targetOf(state), -1) },
  ];
}

/** What is jumped to by its kind, and its key; the capital goes back. */
const SORTS = [
  ["Grad", "a", "grad"], ["Zero", "z", "zero"], ["Write", "w", "write"], ["Print", "p", "print"],
  ["Op", "r", "op"], ["NodeRun", "u", "run"], ["Hook", "k", "hook"], ["Fail", "x", "fail"],
] as const satisfies readonly (readonly [name: string, key: string, sort: Sort])[];

const JUMPS: readonly Action[] = [
  ...jumps("Backward", ["nextBackward", "previousBackward"], ["]", "["],
    () => ({ by: "call", call: null })),
  ...jumps("Here", ["nextHere", "previousHere"], ["n", "N"], boxOf),
  ...jumps("Line", ["nextOnLine", "previousOnLine"], ["j", "J"], lineOf),
  ...SORTS.flatMap(([name, key, sort]) => jumps(name, [`next${name}`, `previous${name}`],
    [key, key.toUpperCase()], () => ({ by: "sort", sort }))),
];

/** The stop of the next (or previous) marked moment of the lesson. */
function besideMoment(state: State, way: 1 | -1): Change | null {
  const marked = momentsNow(state).map((moment) => stopOfMoment(state, moment));
  const from = heading(state);
  const to = way === 1 ? marked.find((at) => at > from) : marked.findLast((at) => at < from);
  return to === undefined ? null : aim(state, to);
}

const CODE: readonly Action[] = [
  {
    name: "run", group: "code", label: "run", keys: ["Ctrl+Enter"], anywhere: true,
    perform: (state) => (state.asking ? { kind: "cancelled" } : { kind: "asked" }),
  },
];

const TIME: readonly Action[] = [
  {
    name: "play", group: "time", label: "play", keys: ["Space"],
    pressed: (state) => state.motion.kind === "playing",
    perform: (state) => ({ kind: state.motion.kind === "playing" ? "paused" : "played" }),
  },
  {
    name: "forward", group: "time", label: "forward", keys: ["ArrowRight"],
    perform: (state) => aim(state, stopAfter(state.stops, heading(state))),
  },
  {
    name: "back", group: "time", label: "back", keys: ["ArrowLeft"],
    perform: (state) => aim(state, stopBefore(state.stops, heading(state))),
  },
  {
    name: "first", group: "time", label: "first", keys: ["Home"],
    perform: (state) => aim(state, 0),
  },
  {
    name: "last", group: "time", label: "last", keys: ["End"],
    perform: (state) => aim(state, state.stops.at(-1) ?? 0),
  },
  {
    name: "tenForward", group: "time", label: "tenForward", keys: ["PageDown"],
    perform: (state) =>
      aim(state, stopOf(state.stops, stepOf(state.stops, heading(state)) + 10)),
  },
  {
    name: "tenBack", group: "time", label: "tenBack", keys: ["PageUp"],
    perform: (state) =>
      aim(state, stopOf(state.stops, stepOf(state.stops, heading(state)) - 10)),
  },
  ...JUMPS,
  {
    name: "nextMoment", group: "time", label: "nextMoment", keys: ["m"],
    perform: (state) => besideMoment(state, 1),
  },
  {
    name: "previousMoment", group: "time", label: "previousMoment", keys: ["M"],
    perform: (state) => besideMoment(state, -1),
  },
  {
    name: "stepList", group: "time", label: "stepList", keys: ["c"],
    pressed: (state) => state.roll,
    perform: (state) => ({ kind: "unrolled", roll: !state.roll }),
  },
  {
    name: "faster", group: "time", label: "faster", keys: [">"],
    perform: (state) => pace(state, 1),
  },
  {
    name: "slower", group: "time", label: "slower", keys: ["<"],
    perform: (state) => pace(state, -1),
  },
  {
    name: "stride", group: "time", label: "everyEvent", keys: ["e"],
    pressed: (state) => state.stride === "event",
    perform: (state) =>
      ({ kind: "strode", stride: state.stride === "event" ? "lesson" : "event" }),
  },
];

/** Open the folded group that is selected, fold the one that the selection is in, or fold all. */
function foldOrOpen(state: State): Change | null {
  const sheet = sheetNow(state);
  if (!sheet || sheet.layout.groups.length === 0) return null;
  const keys = keysOf(sheet.layout);
  const seat = sheet.boxOf.get(state.selection ?? "");
  const folded = seat === undefined ? null : sheet.plane.boxes[seat]!.group;
  if (folded !== null) return { kind: "folded", keys: [keys[folded]!], folded: false };
  const [around] = aroundOf(sheet.layout)[sheet.cast.indexOf(state.selection ?? "")] ?? [];
  if (around !== undefined) return { kind: "folded", keys: [keys[around]!], folded: true };
  const isOpen = sheet.plane.boxes.every(({ group }) => group === null);
  return { kind: "folded", keys, folded: isOpen };
}

const PICTURE: readonly Action[] = [
  {
    name: "fit", group: "picture", label: "fit", keys: ["f"],
    perform: () => ({ kind: "looked", how: "fit" }),
  },
  {
    name: "follow", group: "picture", label: "follow", keys: ["g"],
    pressed: (state) => state.sight === null,
    perform: ({ room }) => (room === null || room.following
      ? { kind: "looked", how: "action" }
      : { kind: "attended", room: { following: true } }),
  },
  {
    name: "find", group: "picture", label: "find", keys: ["/", "Ctrl+f"],
    perform: () => ({ kind: "sought", finds: true }),
  },
  {
    name: "zoomIn", group: "picture", label: "zoomIn", keys: ["+", "="],
    perform: () => ({ kind: "looked", how: "in" }),
  },
  {
    name: "zoomOut", group: "picture", label: "zoomOut", keys: ["-"],
    perform: () => ({ kind: "looked", how: "out" }),
  },
  {
    name: "bearing", group: "picture", label: "bearing", keys: ["t"],
    pressed: (state) => bearingOf(state) === "down",
    perform: (state) => ({ kind: "laid", bearing: bearingOf(state) === "down" ? "right" : "down" }),
  },
  {
    name: "edge", group: "picture", label: "nextEdge", keys: ["y"],
    perform: ({ run, cursor, selection }) => {
      const next = run && nextEdge(frameAt(run, cursor), selection);
      return next === null ? null : { kind: "selected", selection: next };
    },
  },
  {
    name: "fold", group: "picture", label: "fold", keys: ["b"],
    pressed: (state) => sheetNow(state)?.plane.boxes.some(({ group }) => group !== null) === true,
    perform: foldOrOpen,
  },
  {
    name: "inspect", group: "picture", label: "inspector", keys: ["i"],
    pressed: (state) => state.pinned || state.selection !== null,
    perform: (state) => ({ kind: "pinned", pinned: !(state.pinned || state.selection !== null) }),
  },
  {
    name: "deselect", group: "picture", label: "deselect", keys: ["Escape"],
    perform: (state) =>
      (state.selection === null && !state.pinned ? null : { kind: "selected", selection: null }),
  },
];

const PAGE: readonly Action[] = [
  {
    name: "share", group: "page", label: "share", keys: ["Ctrl+s"], anywhere: true,
    perform: ({ place }) => (place === "page" ? { kind: "shared", sharing: "link" } : null),
  },
  {
    name: "language", group: "page", label: "otherLanguage", keys: ["l"],
    perform: (state) => ({ kind: "spoke", language: state.language === "en" ? "zh" : "en" }),
  },
  {
    name: "theme", group: "page", label: "theme", keys: ["d"],
    perform: (state) => {
      const now = state.theme === "system" ? state.machine : state.theme;
      return { kind: "lit", theme: now === "light" ? "dark" : "light" };
    },
  },
  {
    name: "gallery", group: "page", label: "lessons", keys: ["o"],
    perform: ({ place, gallery }) =>
      (place === "page" ? { kind: "browsed", gallery: !gallery } : null),
  },
  {
    name: "story", group: "page", label: "story", keys: ["s"],
    pressed: (state) => state.story,
    perform: (state) => ({ kind: "storied", story: !state.story }),
  },
  {
    name: "projector", group: "page", label: "projector", keys: ["h"],
    pressed: (state) => state.room?.projector === true,
    perform: ({ room }) =>
      (room === null ? null : { kind: "attended", room: { projector: !room.projector } }),
  },
  {
    name: "help", group: "page", label: "help", keys: ["?"],
    perform: (state) => ({ kind: "helped", help: !state.help }),
  },
  {
    name: "dismiss", group: "page", label: "dismiss", keys: [],
    perform: () => ({ kind: "dismissed" }),
  },
];

export const ACTIONS: readonly Action[] = [...CODE, ...TIME, ...PICTURE, ...PAGE];

/** The action of that name; an unknown name is a mistake in the page, so it throws. */
export function actionNamed(name: string): Action {
  const action = ACTIONS.find((known) => known.name === name);
  if (!action) throw new Error(`There is no action named ${name}.`);
  return action;
}

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** A key press as one word, e.g. `Ctrl+Enter`; the command key counts as Ctrl. */
export function comboOf({ key, ctrlKey, metaKey, altKey }: Pressed): string {
  const name = key === " " ? "Space" : key;
  return `${ctrlKey || metaKey ? "Ctrl+" : ""}${altKey ? "Alt+" : ""}${name}`;
}

/** The action of a key press; in a field only those that work anywhere. */
export function actionOf(pressed: Pressed, inField: boolean): Action | null {
  const combo = comboOf(pressed);
  return ACTIONS.find((action) =>
    action.keys.includes(combo) && (!inField || action.anywhere === true)) ?? null;
}

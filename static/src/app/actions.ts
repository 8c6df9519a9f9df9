// What a viewer can do, as records that buttons, keys, the ? sheet and tests all read. Pure.

import { aim, heading, JUMPS } from "./actions/jumps.ts";
import { LINES } from "./actions/lines.ts";
import { MOVES } from "./actions/moves.ts";
import { STRIP } from "./actions/strip.ts";
import { nextEdge } from "../model/edges.ts";
import {
  bearingOf, enteringSelected, following, leaving, sheetNow, type Asking, type Change, type State,
} from "./state.ts";
import { aroundOf, keysOf } from "../drawing/sheet.ts";
import type { StringKey } from "../words/strings.ts";
import { frameAt } from "../model/timeline.ts";
import { stepOf, stopAfter, stopBefore, stopOf } from "../model/step-navigation.ts";

export type ActionGroup = "code" | "time" | "picture" | "page";

export interface Action {
  readonly name: string;
  readonly group: ActionGroup;
  readonly label: StringKey;
  /** Words for the line of the ? sheet that it shares with others; its label without. */
  readonly row?: StringKey;
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

function pace(state: State, by: 1 | -1): Change | null {
  const speed = SPEEDS[SPEEDS.findIndex((known) => known === state.speed) + by];
  return speed === undefined ? null : { kind: "speedChanged", speed };
}

/** How Stop ends a run: with its tape, unless there is none to wait for, or nobody wants it. */
function endOf(
  { progress, stopping, code }: Asking, now: string,
): "stopRequested" | "runCancelled" {
  const isUnderWay = progress !== null && progress.phase !== "waiting";
  return isUnderWay && !stopping && code === now ? "stopRequested" : "runCancelled";
}

const CODE: readonly Action[] = [
  {
    name: "run", group: "code", label: "run", keys: ["Ctrl+Enter"], anywhere: true,
    perform: ({ asking, code }) =>
      ({ kind: asking === null ? "runRequested" : endOf(asking, code) }),
  },
];

const TIME: readonly Action[] = [
  {
    name: "play", group: "time", label: "play", keys: ["Space"],
    pressed: (state) => state.motion.kind === "playing",
    perform: (state) => ({ kind: state.motion.kind === "playing" ? "playPaused" : "playStarted" }),
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
  ...LINES,
  ...JUMPS,
  ...STRIP,
  {
    name: "stepList", group: "time", label: "stepList", keys: ["c"],
    pressed: (state) => state.roll,
    perform: (state) => ({ kind: "stepListToggled", roll: !state.roll }),
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
      ({ kind: "strideChanged", stride: state.stride === "event" ? "lesson" : "event" }),
  },
];

/** Open the folded group that is selected, fold the one that the selection is in, or fold all. */
function foldOrOpen(state: State): Change | null {
  const sheet = sheetNow(state);
  if (!sheet || sheet.layout.groups.length === 0) return null;
  const keys = keysOf(sheet.layout);
  const seat = sheet.boxOf.get(state.selection ?? "");
  const folded = seat === undefined ? null : sheet.plane.boxes[seat]!.group;
  if (folded !== null) return { kind: "groupsFolded", keys: [keys[folded]!], folded: false };
  const [around] = aroundOf(sheet.layout)[sheet.cast.indexOf(state.selection ?? "")] ?? [];
  if (around !== undefined) return { kind: "groupsFolded", keys: [keys[around]!], folded: true };
  const isOpen = sheet.plane.boxes.every(({ group }) => group === null);
  return { kind: "groupsFolded", keys, folded: isOpen };
}

const PICTURE: readonly Action[] = [
  {
    name: "fit", group: "picture", label: "fit", keys: ["f"],
    perform: () => ({ kind: "viewRequested", how: "fit" }),
  },
  {
    name: "follow", group: "picture", label: "follow", keys: ["g"],
    pressed: (state) => state.sight === null,
    perform: following,
  },
  {
    name: "find", group: "picture", label: "find", keys: ["/", "Ctrl+f"],
    perform: () => ({ kind: "findToggled", finds: true }),
  },
  {
    name: "zoomIn", group: "picture", label: "zoomIn", keys: ["+", "="],
    perform: () => ({ kind: "viewRequested", how: "in" }),
  },
  {
    name: "zoomOut", group: "picture", label: "zoomOut", keys: ["-"],
    perform: () => ({ kind: "viewRequested", how: "out" }),
  },
  {
    name: "bearing", group: "picture", label: "bearing", keys: ["t"],
    pressed: (state) => bearingOf(state) === "down",
    perform: (state) =>
      ({ kind: "directionChanged", bearing: bearingOf(state) === "down" ? "right" : "down" }),
  },
  {
    name: "oneScale", group: "picture", label: "oneScale", keys: ["1"],
    pressed: (state) => state.gradients === "one",
    perform: (state) =>
      ({ kind: "gradientScaleChanged", gradients: state.gradients === "one" ? "own" : "one" }),
  },
  {
    name: "edge", group: "picture", label: "nextEdge", keys: ["y"],
    perform: ({ run, cursor, selection }) => {
      const next = run && nextEdge(frameAt(run, cursor), selection);
      return next === null ? null : { kind: "selectionChanged", selection: next };
    },
  },
  {
    name: "fold", group: "picture", label: "fold", keys: ["b"],
    pressed: (state) => sheetNow(state)?.plane.boxes.some(({ group }) => group !== null) === true,
    perform: foldOrOpen,
  },
  { name: "enter", group: "picture", label: "enter", keys: ["Enter"], perform: enteringSelected },
  {
    name: "outline", group: "picture", label: "outline", keys: ["O"],
    pressed: (state) => state.outline,
    perform: (state) => ({ kind: "outlineToggled", outline: !state.outline }),
  },
  ...MOVES,
  {
    name: "inspect", group: "picture", label: "inspector", keys: ["i"],
    pressed: (state) => state.pinned || state.selection !== null,
    perform: (state) =>
      ({ kind: "inspectorPinned", pinned: !(state.pinned || state.selection !== null) }),
  },
  {
    name: "deselect", group: "picture", label: "deselect", keys: ["Escape"],
    perform: (state) => (state.selection === null && !state.pinned ? leaving(state)
      : { kind: "selectionChanged", selection: null }),
  },
];

const PAGE: readonly Action[] = [
  {
    name: "share", group: "page", label: "share", keys: ["Ctrl+s"], anywhere: true,
    perform: ({ place }) =>
      (place === "page" ? { kind: "shareTabChanged", sharing: "link" } : null),
  },
  {
    name: "room", group: "page", label: "roomKey", keys: ["C"],
    perform: ({ place, room }) => (place !== "page" ? null
      : room === null ? { kind: "entranceToggled", entrance: true }
      : { kind: "roomChanged", room: { box: "invite" } }),
  },
  {
    name: "language", group: "page", label: "otherLanguage", keys: ["l"],
    perform: ({ language, languages }) => (languages.length < 2 ? null
      : { kind: "languageChanged", language: language === "en" ? "zh" : "en" }),
  },
  {
    name: "theme", group: "page", label: "theme", keys: ["d"],
    perform: (state) => {
      const now = state.theme === "system" ? state.machine : state.theme;
      return { kind: "themeChanged", theme: now === "light" ? "dark" : "light" };
    },
  },
  {
    name: "gallery", group: "page", label: "lessons", keys: ["o"],
    perform: ({ place, gallery }) =>
      (place === "page" ? { kind: "galleryToggled", gallery: !gallery } : null),
  },
  {
    name: "story", group: "page", label: "story", keys: ["s"],
    pressed: (state) => state.story,
    perform: (state) => ({ kind: "storyToggled", story: !state.story }),
  },
  {
    name: "projector", group: "page", label: "projector", keys: ["h"],
    pressed: (state) => state.projector,
    perform: ({ place, projector }) =>
      (place === "embed" ? null : { kind: "projectorToggled", projector: !projector }),
  },
  {
    name: "help", group: "page", label: "help", keys: ["?"],
    perform: (state) => ({ kind: "helpToggled", help: !state.help }),
  },
  {
    name: "dismiss", group: "page", label: "dismiss", keys: [],
    perform: () => ({ kind: "noticeDismissed" }),
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
  readonly shiftKey: boolean;
}

/** A key press as one word, e.g. `Ctrl+Enter`; the command key counts as Ctrl. */
export function comboOf({ key, ctrlKey, metaKey, altKey }: Pressed): string {
  const name = key === " " ? "Space" : key;
  return `${ctrlKey || metaKey ? "Ctrl+" : ""}${altKey ? "Alt+" : ""}${name}`;
}

/**
 * The action of a key press; in a field only those that work anywhere. Shift counts for the keys
 * that some action has with it; signs have it in them.
 */
export function actionOf(pressed: Pressed, inField: boolean): Action | null {
  const combo = comboOf(pressed);
  const having = (key: string): Action | undefined => ACTIONS.find((action) =>
    action.keys.includes(key) && (!inField || action.anywhere === true));
  return (pressed.shiftKey ? having(`Shift+${combo}`) : undefined) ?? having(combo) ?? null;
}

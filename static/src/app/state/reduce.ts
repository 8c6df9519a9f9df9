// The reducer: one small function for each kind of change.

import { steps } from "../../model/timeline.ts";
import { stopNear } from "../../model/step-navigation.ts";
import type { Change } from "./changes.ts";
import type { Motion, State } from "./model.ts";
import { openingOf } from "./marks.ts";
import { fullNotice, isUnread, landing } from "./moments.ts";
import { ownBeside } from "./own.ts";
import { arrived, visited } from "./visit.ts";

type Reducers = {
  readonly [K in Change["kind"]]: (state: State, change: Extract<Change, { kind: K }>) => State;
};

const STILL: Motion = { kind: "still" };

function endOf(state: State): number {
  return state.stops.at(-1) ?? 0;
}

function clamped(state: State, cursor: number): number {
  return Number.isFinite(cursor) ? Math.max(0, Math.min(cursor, endOf(state))) : state.cursor;
}

/** A motion that has reached its aim is over. */
function moved(state: State, cursor: number): State {
  const at = clamped(state, cursor);
  const { motion } = state;
  const over = (motion.kind === "easing" && at === motion.to)
    || (motion.kind === "playing" && at === endOf(state));
  if (at === state.cursor && !over) return state;
  return { ...state, cursor: at, motion: over ? STILL : motion };
}

/** A step is a motion; where motion is not wanted, it is taken at once. */
function aimed(state: State, to: number): State {
  if (state.calm) return { ...state, cursor: to, motion: STILL };
  return { ...state, motion: { kind: "easing", to } };
}

function ran(state: State, { number, run }: Extract<Change, { kind: "ran" }>): State {
  if (state.asking?.number !== number) return state;
  if (state.run && isUnread(run) && !isUnread(state.run) && !state.visited && !state.room) {
    return { ...state, unread: run, motion: STILL, asking: null, notice: null, server: "up" };
  }
  const stops = steps(run, state.stride);
  const cursor = openingOf({ ...state, run, stops }) ?? landing(run, stops);
  const next: State = {
    ...state, run, unread: null, stops, cursor, motion: STILL, asking: null,
    notice: fullNotice(run), server: "up", selection: null, hover: null, peek: null,
    offsets: new Map(), look: { how: "action" },
  };
  return arrived(next, run);
}

/** The room's run is on stage, its code in the editor; it is a guest's, as code of a link is. */
function shown(state: State, { run, title }: Extract<Change, { kind: "shown" }>): State {
  const { code } = run.snippet;
  const stops = steps(run, state.stride);
  return {
    ...state, code, title, own: ownBeside(state, code), guest: code, gate: false, visited: null,
    told: null, seed: null,
    asking: null, notice: fullNotice(run), run, unread: null, stops, cursor: landing(run, stops),
    motion: STILL, selection: null, hover: null, peek: null, offsets: new Map(),
    look: { how: "action" },
  };
}

function asked(state: State): State {
  const number = state.asked + 1;
  const { code, seed } = state;
  const asking = { number, code, seed, progress: null, stopping: false };
  return { ...state, notice: null, motion: STILL, gate: false, asked: number, asking };
}

function progressed(
  state: State, { number, progress }: Extract<Change, { kind: "progressed" }>,
): State {
  const { asking } = state;
  return asking?.number === number ? { ...state, asking: { ...asking, progress } } : state;
}

function stopped(state: State): State {
  const { asking } = state;
  return asking === null ? state : { ...state, asking: { ...asking, stopping: true } };
}

/** Code that is opened (and came with no link) begins anew in all that a link could have said. */
function opened(state: State, code: string, title: string | null): State {
  return {
    ...state, code, title, own: ownBeside(state, code), notice: null, told: null, seed: null,
    visited: null, guest: null,
    gate: false, short: null, unread: null,
  };
}

/** The moment that one shares stays as it is. */
function rested(state: State): State {
  const { motion, cursor } = state;
  return { ...state, motion: STILL, cursor: motion.kind === "easing" ? motion.to : cursor };
}

function played(state: State): State {
  if (state.stops.length < 2) return state;
  const cursor = state.cursor >= endOf(state) ? 0 : state.cursor;
  return { ...state, cursor, motion: { kind: "playing" } };
}

function strode(state: State, stride: State["stride"]): State {
  const stops = state.run ? steps(state.run, stride) : state.stops;
  return { ...state, stride, stops, motion: STILL, cursor: stopNear(stops, state.cursor) };
}

/** A way by line that the key steps have no stop for goes on by line. */
function lined(state: State, to: number): State {
  const stride = state.stride === "lesson" ? "line" : state.stride;
  const stops = state.run ? steps(state.run, stride) : state.stops;
  return aimed({ ...state, stride, stops }, to);
}

function lost(state: State): State {
  return { ...state, server: "lost", asking: null };
}

const REDUCERS: Reducers = {
  edited: (state, { code }) => (code === state.code ? state : { ...state, code, unread: null }),
  opened: (state, { code, title }) => opened(state, code, title),
  listed: (state, { examples }) => ({ ...state, examples }),
  asked,
  seeded: (state, { seed }) => ({ ...state, seed }),
  progressed,
  stopped,
  cancelled: (state) => ({ ...state, asking: null }),
  ran,
  refused: (state, { number, notice }) =>
    (state.asking?.number === number ? { ...state, asking: null, notice, server: "up" } : state),
  lost,
  found: (state) => ({ ...state, server: "up" }),
  noticed: (state, { notice }) => ({ ...state, notice }),
  dismissed: (state) => ({ ...state, notice: null }),

  visited,
  linked: (state, { link }) => ({ ...state, link }),
  shortened: (state, { short }) => ({ ...state, short }),
  shared: (state, { sharing }) => (sharing === null ? { ...state, sharing }
    : { ...rested(state), sharing }),

  entered: (state, { room }) => ({ ...state, room }),
  attended: (state, { room }) =>
    (state.room === null ? state : { ...state, room: { ...state.room, ...room } }),
  shown,
  veiled: (state, { run }) => ({ ...state, run, peek: null }),

  missed: (state, { label, why }) => ({ ...state, missed: { label, why } }),
  moved: (state, { cursor }) => moved(state, cursor),
  aimed: (state, { to }) => aimed(state, clamped(state, to)),
  played,
  paused: (state) => ({ ...state, motion: STILL }),
  paced: (state, { speed }) => ({ ...state, speed }),
  strode: (state, { stride }) => strode(state, stride),
  lined: (state, { to }) => lined(state, clamped(state, to)),
  framed: (state, { frame }) => ({ ...state, frame }),

  selected: (state, { selection }) =>
    ({ ...state, selection, pinned: selection === null ? false : state.pinned }),
  hovered: (state, { hover }) => (hover === state.hover ? state : { ...state, hover }),
  pinned: (state, { pinned }) =>
    ({ ...state, pinned, selection: pinned ? state.selection : null }),
  picked: (state, { entry }) => ({ ...state, entry }),
  peered: (state, { peek }) => ({ ...state, peek }),
  phrased: (state, { phrasing }) => ({ ...state, phrasing }),
  dragged: (state, { plane, offsets }) =>
    ({ ...state, offsets: new Map(state.offsets).set(plane, offsets) }),
  zoomed: (state, { detail }) => ({ ...state, detail }),
  laid: (state, { bearing }) => ({ ...state, bearing, look: { how: "action" } }),
  folded: (state, { keys, folded }) => ({ ...state, look: { how: "action" },
    folds: new Map([...state.folds, ...keys.map((key) => [key, folded] as const)]) }),
  shaped: (state, { shape }) => (shape === state.shape ? state : { ...state, shape }),
  looked: (state, { how }) => ({ ...state, look: { how } }),
  steered: (state, { sight }) => ({ ...state, sight }),
  sought: (state, { finds }) =>
    ({ ...state, finds: { open: finds }, tab: finds ? "graph" : state.tab }),

  spoke: (state, { language }) => ({ ...state, language }),
  lit: (state, { theme }) => ({ ...state, theme }),
  preferred: (state, { machine, calm }) => ({ ...state, machine, calm }),
  turned: (state, { tab }) => ({ ...state, tab }),
  helped: (state, { help }) => ({ ...state, help }),
  lettered: (state, { letters }) => ({ ...state, letters }),
  hinted: (state, { hint }) => ({ ...state, hint }),
  unrolled: (state, { roll }) => ({ ...state, roll, tab: roll ? "graph" : state.tab }),
  browsed: (state, { gallery }) => ({ ...state, gallery }),
  storied: (state, { story }) => ({ ...state, story }),
  sized: (state, { sizes }) => ({ ...state, sizes: { ...state.sizes, ...sizes } }),
};

/** The state after a change; the same object when nothing is different. */
export function reduce(state: State, change: Change): State {
  const reducer = REDUCERS[change.kind] as (state: State, change: Change) => State;
  const next = reducer(state, change);
  const isElsewhere = next.run !== state.run || next.cursor !== state.cursor;
  return isElsewhere && next.frame !== null ? { ...next, frame: null } : next;
}

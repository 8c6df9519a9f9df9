// Links and the state: what a link says of a moment, and what opening one does. Pure.

import { digestOf } from "../../model/digest.ts";
import { PLAIN_MOMENT, type LinkFault, type LinkMoment } from "../../model/link.ts";
import type { Run } from "../../model/run.ts";
import { steps } from "../../model/timeline.ts";
import type { Change } from "./changes.ts";
import type { Notice, State } from "./model.ts";
import { fullNotice, landing } from "./moments.ts";
import {
  foldsOfWord, foldsWord, movedWord, offsetsOfWord, peekOfWord, peekWord,
} from "./arrangement.ts";
import { titleNow } from "./marks.ts";
import { unasked } from "./opening.ts";
import { ownBeside } from "./own.ts";
import { bearingOf, sheetNow, viewOf } from "./view.ts";

const MOST_TITLE = 200;

/** The frame that the viewer is at, or on the way to. */
function frameOf({ motion, cursor }: State): number {
  return motion.kind === "easing" ? Math.round(motion.to) : Math.floor(cursor);
}

/** What a link to this very moment says. */
export function linkMomentOf(state: State): LinkMoment {
  const { code, run, visited, seed } = state;
  const title = titleNow(state);
  const moved = movedWord(viewOf(state).offsets);
  const view = {
    stride: state.stride, phrasing: state.phrasing, tab: state.tab, language: state.language,
    theme: state.theme === "system" ? null : state.theme,
    gradients: state.gradients === "one" ? state.gradients : null,
    // A place means something only on a tape that runs the same way.
    bearing: state.sight === null && moved === null ? state.bearing : bearingOf(state),
  };
  if (visited?.code === code) return { ...visited, ...view };
  const named = title === null ? null : [...title].slice(0, MOST_TITLE).join("");
  const said = { ...PLAIN_MOMENT, code, title: named, ...view };
  // Of code that was not run, nothing is known but the code.
  if (!run || run.snippet.code !== code) return { ...said, seed };
  return {
    ...said, step: frameOf(state), selection: state.selection, engine: run.engine,
    digest: digestOf(run), camera: state.sight, folds: foldsWord(run, state.folds), moved,
    peek: peekWord(state.peek),
    seed: Number.isSafeInteger(run.snippet.seed) ? run.snippet.seed : null,
  };
}

/** Why a run is not the one that the link was about, if it is not. */
function difference({ digest, engine }: LinkMoment, run: Run): Notice | null {
  if (digest === null || digest === digestOf(run)) return null;
  return engine !== null && engine !== run.engine
    ? { tone: "note", key: "otherEngine", text: `${engine} → ${run.engine}` }
    : { tone: "note", key: "otherRun", text: null };
}

/** The run of a link is there: go to its moment. A run of anything else leaves the state alone. */
export function arrived(state: State, run: Run): State {
  const { visited: moment } = state;
  if (moment === null || moment.code !== run.snippet.code) return { ...state, visited: null };
  const stops = steps(run, moment.stride);
  const { step, camera } = moment;
  const cursor = step === null ? landing(run, stops) : Math.min(step, run.events.length);
  const next: State = {
    ...state, run, stops, cursor, stride: moment.stride, selection: moment.selection, gate: false,
    motion: { kind: "still" }, visited: null, notice: difference(moment, run) ?? fullNotice(run),
    folds: foldsOfWord(run, moment.folds, state.folds),
    // A file cannot ask for what is inside.
    peek: state.place === "file" ? null : peekOfWord(run, cursor, moment.peek),
    look: camera === null ? { how: "action" } : { how: "sight", sight: camera },
  };
  const plane = sheetNow(next)?.plane;
  if (!plane) return next;
  return { ...next, offsets: new Map([[plane, offsetsOfWord(plane, moment.moved)]]) };
}

/** A link was opened: its code is there, and its moment as soon as its run is. */
export function linkOpened(
  given: State, { moment, own, trusted, story }: Extract<Change, { kind: "linkOpened" }>,
): State {
  const state = unasked(given);
  const next: State = {
    ...state, code: moment.code, title: moment.title, seed: moment.seed, stride: moment.stride,
    phrasing: moment.phrasing, tab: moment.tab, bearing: moment.bearing ?? state.bearing,
    gradients: moment.gradients ?? state.gradients,
    notice: null, told: story, own: ownBeside(state, moment.code),
    visited: moment, guest: own ? null : moment.code, gate: !trusted,
  };
  const { run } = state;
  const isHere = run !== null && run.snippet.code === moment.code
    && (moment.seed === null || run.snippet.seed === moment.seed);
  return isHere ? arrived(next, run) : next;
}

const FAULTS = { damaged: "linkDamaged", newer: "linkNewer", too_big: "linkTooBig" } as const;

/** What is said of a hash that is no link. */
export function noticeOfFault(fault: LinkFault): Notice {
  return { tone: "error", key: FAULTS[fault], text: null };
}

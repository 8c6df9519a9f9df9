// Fixes as the page's state has them: tried by the server, put into the editor, taken back. Pure.

import { steps } from "../../model/timeline.ts";
import type { Finding } from "../../findings/finding.ts";
import { stopNear } from "../../model/step-navigation.ts";
import type { Change } from "./changes.ts";
import type { State } from "./model.ts";
import { findingOpen, withFindings } from "./findings.ts";
import { leveled } from "./view.ts";

/** Whether the viewer's own run may be run again, with changes: not what others show to a class. */
export function mayTry(state: State): boolean {
  const { place, frozen, run, unread, code, room, asking } = state;
  const isShownByOthers = room?.role === "student"
    && (room.following || room.state?.question?.phase === "open");
  return place !== "file" && !frozen && !isShownByOthers && asking === null
    && (unread ?? run)?.snippet.code === code;
}

/** The finding whose fixes are to be tried: the open one, where none has been tried yet. */
export function findingToTry(state: State): Finding | null {
  const open = state.pane === "findings" ? findingOpen(state) : null;
  const isNew = open !== null && open.fixes.length > 0 && !state.trials.has(open);
  return isNew && mayTry(state) ? open : null;
}

/** Of more findings the oldest trials are forgotten, with the runs that they are about. */
const MOST_TRIALS = 20;

export function trialChanged(
  state: State, { finding, trial }: Extract<Change, { kind: "trialChanged" }>,
): State {
  const trials = new Map([...state.trials].slice(-MOST_TRIALS));
  if (trial === null) trials.delete(finding);
  else trials.set(finding, trial);
  return { ...state, trials };
}

/**
 * The fixed program is in the editor, and `requested` to run, with the seed of the run that its
 * outcome was compared with; what was there before is kept.
 */
export function fixApplied(
  state: State, code: string, requested: (state: State) => State,
): State {
  const { run, unread, cursor } = state;
  const before = { code: state.code, run, unread, cursor };
  const next = requested({ ...state, code, unread: null, fixed: { code, before } });
  const seed = (unread ?? run)?.snippet.seed ?? null;
  return { ...next, asking: next.asking && { ...next.asking, seed } };
}

/** The old program is in the editor, and its run on stage at once; to a class it is shown anew. */
export function fixUndone(state: State, requested: (state: State) => State): State {
  if (state.fixed === null) return state;
  const { code, run, unread, cursor } = state.fixed.before;
  if (run === null || state.room !== null) return requested({ ...state, code, fixed: null });
  const stops = steps(run, state.stride);
  const next: State = {
    ...state, code, run, unread, stops, cursor: stopNear(stops, cursor), fixed: null,
    asking: null, motion: { kind: "still" }, notice: null, selection: null, hover: null,
    peek: null, offsets: new Map(), look: { how: "action" },
  };
  return withFindings(leveled(next, run), null);
}

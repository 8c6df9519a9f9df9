// The reducer: one small function for each kind of change.

import { steps } from "../../model/timeline.ts";
import { following, WHOLE } from "../../model/span.ts";
import { placeOf, stopNear } from "../../model/step-navigation.ts";
import type { Folds } from "../../drawing/sheet.ts";
import type { Change } from "./changes.ts";
import { START, type Motion, type State } from "./model.ts";
import { tookView, viewFreed, viewLed } from "./led.ts";
import { openingOf } from "./marks.ts";
import { boxOfFinding, findingsListed, stopOfFinding, withFindings } from "./findings.ts";
import { fixApplied, fixUndone, trialChanged } from "./fixes.ts";
import { fullNotice, isUnread, landing } from "./moments.ts";
import { runOpened, unasked, wholeReceived } from "./opening.ts";
import { ownBeside } from "./own.ts";
import { leveled } from "./view.ts";
import { arrived, linkOpened } from "./visit.ts";

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
function cursorMoved(state: State, cursor: number): State {
  const at = clamped(state, cursor);
  const { motion } = state;
  const over = (motion.kind === "easing" && at === motion.to)
    || (motion.kind === "playing" && at === endOf(state));
  if (at === state.cursor && !over) return state;
  return { ...state, cursor: at, motion: over ? STILL : motion };
}

/** A step is a motion; where motion is not wanted, it is taken at once. */
function cursorAimed(state: State, to: number): State {
  if (state.calm) return { ...state, cursor: to, motion: STILL };
  return { ...state, motion: { kind: "easing", to } };
}

function runReceived(
  state: State, { number, run }: Extract<Change, { kind: "runReceived" }>,
): State {
  if (state.asking?.number !== number) return state;
  if (state.asking.opened) return wholeReceived(state, state.asking.opened, run);
  if (state.run && isUnread(run) && !isUnread(state.run) && !state.visited && !state.room) {
    return withFindings({ ...state, unread: run, motion: STILL, asking: null, notice: null,
      server: "up" }, state.asking.pane);
  }
  const stops = steps(run, state.stride);
  const cursor = openingOf({ ...state, run, stops }) ?? landing(run, stops);
  const next: State = {
    ...state, run, unread: null, stops, cursor, motion: STILL, asking: null,
    notice: fullNotice(run), server: "up", selection: null, hover: null, peek: null,
    offsets: new Map(), led: null, part: null, look: { how: "action" },
  };
  return arrived(withFindings(leveled(next, run), state.asking.pane), run);
}

/** The room's run is on stage, its code in the editor; it is a guest's, as code of a link is. */
function runShown(state: State, { run, title }: Extract<Change, { kind: "runShown" }>): State {
  const { code } = run.snippet;
  const stops = steps(run, state.stride);
  const next: State = {
    ...state, code, title, own: ownBeside(state, code), guest: code, gate: false, visited: null,
    told: null, seed: null,
    asking: null, notice: fullNotice(run), run, unread: null, stops, cursor: landing(run, stops),
    motion: STILL, selection: null, hover: null, peek: null, offsets: new Map(), led: null,
    part: null, look: { how: "action" },
  };
  return withFindings(leveled(next, run), null);
}

function runRequested(state: State): State {
  const number = state.asked + 1;
  const { code, seed, visited } = state;
  const asking = { number, code, seed, progress: null, delay: null, stopping: false, opened: null,
    pane: null };
  return {
    ...state, notice: null, motion: STILL, gate: false, asked: number, asking,
    // A narrow window shows the picture of what runs; a link says itself what it shows.
    tab: visited === null ? "graph" : state.tab,
  };
}

function runProgressed(
  state: State, { number, progress }: Extract<Change, { kind: "runProgressed" }>,
): State {
  const { asking } = state;
  return asking?.number === number ? { ...state, asking: { ...asking, progress } } : state;
}

function runDelayed(
  state: State, { number, delay }: Extract<Change, { kind: "runDelayed" }>,
): State {
  const { asking } = state;
  if (asking?.number !== number) return state;
  return { ...state, asking: { ...asking, progress: null, delay } };
}

function stopRequested(state: State): State {
  const { asking } = state;
  return asking === null ? state : { ...state, asking: { ...asking, stopping: true } };
}

/** Code that is opened (and came with no link) begins anew in all that a link could have said. */
function codeOpened(state: State, code: string, title: string | null): State {
  return {
    ...state, code, title, own: ownBeside(state, code), notice: null, told: null, seed: null,
    visited: null, guest: null,
    gate: false, short: null, unread: null,
  };
}

/** To the moment and the box of a finding, and its words in the list; the camera follows. */
function findingSought(state: State, finding: number): State {
  const sought = findingsListed(state)[finding];
  if (!sought) return state;
  const next: State = { ...state, finding, sought: { finding }, pane: "findings" };
  if (!state.run || state.unread) return next;
  const selection = boxOfFinding(state.run, sought) ?? state.selection;
  return cursorAimed({ ...next, selection }, stopOfFinding(state, sought));
}

function paneChosen(state: State, pane: State["pane"]): State {
  const { asking } = state;
  return { ...state, pane, paneChosen: pane, asking: asking && { ...asking, pane } };
}

/** The moment that one shares stays as it is. */
function rested(state: State): State {
  const { motion, cursor } = state;
  return { ...state, motion: STILL, cursor: motion.kind === "easing" ? motion.to : cursor };
}

function playStarted(state: State): State {
  if (state.stops.length < 2) return state;
  const cursor = state.cursor >= endOf(state) ? 0 : state.cursor;
  return { ...state, cursor, motion: { kind: "playing" } };
}

function strideChanged(state: State, stride: State["stride"]): State {
  const stops = state.run ? steps(state.run, stride) : state.stops;
  return { ...state, stride, stops, motion: STILL, cursor: stopNear(stops, state.cursor) };
}

/** A way by line that the key steps have no stop for goes on by line. */
function lineAimed(state: State, to: number): State {
  const stride = state.stride === "lesson" ? "line" : state.stride;
  const stops = state.run ? steps(state.run, stride) : state.stops;
  return cursorAimed({ ...state, stride, stops }, to);
}

/** Groups are folded or open as the viewer wishes. */
function wished(folds: Folds, keys: readonly string[], folded: boolean): Folds {
  return { ...folds, own: new Map([...folds.own, ...keys.map((key) => [key, folded] as const)]) };
}

/** What is folded stays, but for a run that came before there was a stage. */
function stageSizeChanged(
  state: State, { size: { w, h }, shape }: Extract<Change, { kind: "stageSizeChanged" }>,
): State {
  if (shape === state.shape && w === state.stage.w && h === state.stage.h) return state;
  const next = { ...state, shape, stage: { w, h } };
  return state.stage === START.stage && state.run ? leveled(next, state.run) : next;
}

function serverLost(state: State): State {
  return { ...unasked(state), server: "lost" };
}

const REDUCERS: Reducers = {
  codeEdited: (state, { code }) => (code === state.code ? state : { ...state, code, unread: null }),
  codeOpened: (state, { code, title }) => codeOpened(state, code, title),
  lessonsListed: (state, { examples }) => ({ ...state, examples }),
  runRequested,
  seedChanged: (state, { seed }) => ({ ...state, seed }),
  runProgressed,
  stopRequested,
  runDelayed,
  runCancelled: unasked,
  runOpened,
  runReceived,
  runRefused: (state, { number, notice }) =>
    (state.asking?.number === number ? { ...unasked(state), notice, server: "up" } : state),
  serverLost,
  serverFound: (state) => ({ ...state, server: "up" }),
  noticeShown: (state, { notice }) => ({ ...state, notice }),
  noticeOver: (state) => ({ ...state, notice: null }),
  noticeDismissed: (state) => ({ ...state, notice: null, fixed: null }),

  linkOpened,
  linkChanged: (state, { link }) => ({ ...state, link }),
  shortLinkChanged: (state, { short }) => ({ ...state, short }),
  shareTabChanged: (state, { sharing }) => (sharing === null || state.run?.withheld
    ? { ...state, sharing: null }
    : { ...rested(state), sharing }),

  entranceToggled: (state, { entrance }) => ({ ...rested(state), entrance }),
  roomEntered: (state, { room }) => ({ ...state, room }),
  roomChanged: (state, { room }) =>
    (state.room === null ? state : { ...state, room: { ...state.room, ...room } }),
  runShown,
  viewLed: (state, { view }) => viewLed(state, view),
  viewFreed: (state, { to }) => viewFreed(state, to),
  valuesHidden: (state, { run }) =>
    ({ ...state, run, peek: null, check: null, sharing: run.withheld ? null : state.sharing }),

  findingOpened: (state, { finding }) => ({ ...state, finding }),
  findingSought: (state, { finding }) => findingSought(state, finding),
  trialChanged,
  fixApplied: (state, { code }) => fixApplied(state, code, runRequested),
  fixUndone: (state) => fixUndone(state, runRequested),

  jumpMissed: (state, { label, why }) => ({ ...state, missed: { label, why } }),
  cursorMoved: (state, { cursor }) => cursorMoved(state, cursor),
  cursorAimed: (state, { to }) => cursorAimed(state, clamped(state, to)),
  boxAimed: (state, { to, selection }) =>
    cursorAimed({ ...state, selection: selection ?? state.selection }, clamped(state, to)),
  playStarted,
  playPaused: (state) => ({ ...state, motion: STILL }),
  speedChanged: (state, { speed }) => ({ ...state, speed }),
  strideChanged: (state, { stride }) => strideChanged(state, stride),
  lineAimed: (state, { to }) => lineAimed(state, clamped(state, to)),
  spanChanged: (state, { span }) => ({ ...state, span }),
  callChosen: (state, { frame }) => ({ ...state, frame }),

  selectionChanged: (state, { selection }) =>
    ({ ...state, selection, pinned: selection === null ? false : state.pinned }),
  hoverChanged: (state, { hover }) => (hover === state.hover ? state : { ...state, hover }),
  inspectorPinned: (state, { pinned }) =>
    ({ ...state, pinned, selection: pinned ? state.selection : null }),
  entryChosen: (state, { entry }) => ({ ...state, entry }),
  // The server would answer with numbers that are hidden here.
  valueOpened: (state, { peek }) => ({ ...state, peek: state.run?.withheld ? null : peek }),
  checkChanged: (state, { check }) => ({ ...state, check: state.run?.withheld ? null : check }),
  phrasingChanged: (state, { phrasing }) => ({ ...state, phrasing }),
  boxesMoved: (state, { plane, offsets }) =>
    ({ ...state, offsets: new Map(state.offsets).set(plane, offsets) }),
  zoomChanged: (state, { detail, scale }) => ({ ...state, detail, scale }),
  gradientScaleChanged: (state, { gradients }) => ({ ...state, gradients }),
  directionChanged: (state, { bearing }) => ({ ...state, bearing, look: { how: "action" } }),
  groupsFolded: (state, { keys, folded }) => ({ ...state, look: { how: "action" },
    inside: folded && keys.includes(state.inside ?? "") ? null : state.inside,
    folds: wished(state.folds, keys, folded) }),
  groupEntered: (state, { key, keys }) => ({ ...state, folds: wished(state.folds, keys, false),
    inside: key, look: { how: "group", key }, tab: state.tab === "code" ? "graph" : state.tab }),
  groupLeft: (state, { key, to }) => ({ ...state, folds: wished(state.folds, [key], true),
    inside: to, look: to === null ? { how: "action" } : { how: "group", key: to } }),
  wholeRequested: (state) => ({ ...state, inside: null, selection: null, look: { how: "fit" } }),
  outlineToggled: (state, { outline }) => ({ ...state, outline }),
  stageSizeChanged,
  viewRequested: (state, { how }) => ({ ...state, look: { how } }),
  cameraSteered: (state, { sight, part }) => ({ ...state, sight, part }),
  findToggled: (state, { finds }) =>
    ({ ...state, finds: { open: finds }, tab: finds ? "graph" : state.tab }),

  languageChanged: (state, { language }) =>
    (state.languages.includes(language) ? { ...state, language } : state),
  themeChanged: (state, { theme }) => ({ ...state, theme }),
  preferencesChanged: (state, { machine, calm }) => ({ ...state, machine, calm }),
  projectorToggled: (state, { projector }) => ({ ...state, projector }),
  tabChanged: (state, { tab }) => ({ ...state, tab }),
  paneChosen: (state, { pane }) => paneChosen(state, pane),
  helpToggled: (state, { help }) => ({ ...state, help }),
  letterKeysToggled: (state, { letters }) => ({ ...state, letters }),
  hintChanged: (state, { hint }) => ({ ...state, hint }),
  stepListToggled: (state, { roll }) => ({ ...state, roll, tab: roll ? "graph" : state.tab }),
  galleryToggled: (state, { gallery }) => ({ ...state, gallery }),
  storyToggled: (state, { story }) => ({ ...state, story }),
  sizesChanged: (state, { sizes }) => ({ ...state, sizes: { ...state.sizes, ...sizes } }),
};

/** Another run is shown whole; of one run the strip keeps the cursor in sight. */
function spanAfter(before: State, { run, span, stops, cursor }: State): State["span"] {
  return run !== before.run ? WHOLE : following(span, placeOf(stops, cursor), stops.length - 1);
}

/** The state after a change; the same object when nothing is different. */
export function reduce(state: State, change: Change): State {
  const reducer = REDUCERS[change.kind] as (state: State, change: Change) => State;
  const next = tookView(reducer(state, change), change);
  const isElsewhere = next.run !== state.run || next.cursor !== state.cursor;
  if (!isElsewhere) return next;
  const span = spanAfter(state, next);
  return next.frame !== null || span !== next.span ? { ...next, frame: null, span } : next;
}

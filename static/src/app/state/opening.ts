// The first pass of a run, on stage before the rest of its document is there. Pure.

import { stopNear } from "../../model/step-navigation.ts";
import { steps } from "../../model/timeline.ts";
import type { Run } from "../../model/run.ts";
import type { Change } from "./changes.ts";
import type { Opened, State } from "./model.ts";
import { withFindings } from "./findings.ts";
import { fullNotice, landing } from "./moments.ts";
import { leveled } from "./view.ts";

/** The first pass goes on stage, unless a link or a room says what is to be seen. */
export function runOpened(
  state: State, { number, run }: Extract<Change, { kind: "runOpened" }>,
): State {
  const { asking, visited, room } = state;
  if (asking?.number !== number || asking.opened || visited || room) return state;
  const stops = steps(run, state.stride);
  const before = { run: state.run, stops: state.stops, cursor: state.cursor };
  const next: State = {
    ...state, run, unread: null, stops, cursor: landing(run, stops), motion: { kind: "still" },
    asking: { ...asking, opened: { run, before } }, selection: null, hover: null, peek: null,
    offsets: new Map(), look: { how: "action" },
  };
  return leveled(next, run);
}

/** The whole run takes the place of its first pass: moment and selection stay. */
export function wholeReceived(state: State, { run: opening }: Opened, given: Run): State {
  const run = continued(opening, given);
  const stops = steps(run, state.stride);
  const cursor = state.motion.kind === "still" ? stopNear(stops, state.cursor) : state.cursor;
  const next: State = {
    ...state, run, stops, cursor, asking: null, notice: fullNotice(run), server: "up",
  };
  return withFindings(leveled(next, run), state.asking?.pane ?? null);
}

/** The run with the objects of its first pass, by which sheets and cameras know it. */
function continued(opening: Run, run: Run): Run {
  const [pass, layout] = [opening.passes[0]!, opening.layouts[0]!];
  const isSame = ([a, b]: readonly [unknown, unknown]) => JSON.stringify(a) === JSON.stringify(b);
  if (!isSame([layout, run.layouts[0]])) return run;
  const layouts = run.layouts.with(0, layout);
  return isSame([pass, run.passes[0]])
    ? { ...run, layouts, passes: run.passes.with(0, pass) } : { ...run, layouts };
}

/** Nobody waits for a run any more; of one whose rest never came, the first pass leaves. */
export function unasked(state: State): State {
  const { asking } = state;
  if (!asking?.opened) return { ...state, asking: null };
  return { ...state, ...asking.opened.before, asking: null, motion: { kind: "still" },
    selection: null, hover: null, peek: null, offsets: new Map(), look: { how: "action" } };
}

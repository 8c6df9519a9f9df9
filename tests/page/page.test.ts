// state.ts and actions.ts: what happens to the page when something is said to have happened.

import assert from "node:assert/strict";
import { test } from "node:test";
import { actionNamed, actionOf, ACTIONS, comboOf } from "../../static/src/app/actions.ts";
import { parseRun } from "../../static/src/model/run.ts";
import {
  isStale, linesOf, momentOfLine, reduce, sheetNow, START, viewOf, type Change, type State,
} from "../../static/src/app/state.ts";
import { steps } from "../../static/src/model/timeline.ts";
import { stopAfter } from "../../static/src/model/step-navigation.ts";
import accumulate from "./fixtures/accumulate.json" with { type: "json" };

const RUN = parseRun(accumulate);
const NOTICE = { tone: "error", key: null, text: "No." } as const;

function after(state: State, ...changes: readonly Change[]): State {
  return changes.reduce(reduce, state);
}

const SHOWN = after(START, { kind: "codeOpened", code: RUN.snippet.code, title: "Accumulation" },
  { kind: "runRequested" }, { kind: "runReceived", number: 1, run: RUN });

function press(state: State, name: string): State {
  const change = actionNamed(name).perform(state);
  return change ? reduce(state, change) : state;
}

/** Steps at once, as the player does when motion is not wanted. */
function step(state: State, name: string): State {
  const aimed = press(state, name);
  return aimed.motion.kind === "easing"
    ? reduce(aimed, { kind: "cursorMoved", cursor: aimed.motion.to }) : aimed;
}

test("a fresh run opens where its first backward starts", () => {
  const begin = RUN.events.findIndex((event) => event.kind === "backward");
  assert.equal(SHOWN.cursor, stopAfter(SHOWN.stops, begin));
  assert.equal(SHOWN.asking, null);
});

test("a failed run opens at its failure", () => {
  const failed = { ...RUN, outcome: { ...RUN.outcome, kind: "failed" as const } };
  const state = after(START, { kind: "runRequested" },
    { kind: "runReceived", number: 1, run: failed });
  assert.equal(state.cursor, RUN.events.length);
});

test("a run whose tape was full is told with the line, until that is dismissed", () => {
  const events = [...RUN.events, { kind: "full", line: 7 } as const];
  const state = after(START, { kind: "runRequested" },
    { kind: "runReceived", number: 1, run: { ...RUN, events } });
  assert.deepEqual(state.notice, { tone: "note", key: "tapeFull", text: "7" });
  assert.equal(reduce(state, { kind: "noticeDismissed" }).notice, null);
});

test("of code that Python cannot read nothing is on stage: the run before it stays", () => {
  const fail = { kind: "fail", type: "SyntaxError", message: "invalid syntax", line: 1,
    blame: { nodes: [], tensors: [] }, traceback: [] } as const;
  const unread = { ...RUN, snippet: { ...RUN.snippet, code: "x = =" }, events: [fail] };
  const state = after(SHOWN, { kind: "codeEdited", code: "x = =" }, { kind: "runRequested" },
    { kind: "runReceived", number: 2, run: unread });
  assert.equal(state.run, RUN);
  assert.equal(state.unread, unread);
  assert.ok(isStale(state));
  assert.equal(reduce(state, { kind: "codeEdited", code: "x = 1" }).unread, null);
  const alone = after(START, { kind: "runRequested" },
    { kind: "runReceived", number: 1, run: unread });
  assert.equal(alone.run, unread);
});

test("an answer to an older question is not shown", () => {
  const asked = after(START, { kind: "runRequested" }, { kind: "runCancelled" },
    { kind: "runRequested" });
  assert.equal(reduce(asked, { kind: "runReceived", number: 1, run: RUN }), asked);
  assert.equal(reduce(asked, { kind: "runRefused", number: 1, notice: NOTICE }), asked);
  assert.equal(reduce(asked, { kind: "runReceived", number: 2, run: RUN }).run, RUN);
});

test("a refusal leaves the code and the run before it", () => {
  const state = after(SHOWN, { kind: "codeEdited", code: "x" }, { kind: "runRequested" },
    { kind: "runRefused", number: 2, notice: NOTICE });
  assert.equal(state.code, "x");
  assert.equal(state.run, RUN);
  assert.equal(state.notice, NOTICE);
});

test("a lost server leaves everything as it was, and being found says so", () => {
  const lost = after(SHOWN, { kind: "runRequested" }, { kind: "serverLost" });
  assert.deepEqual([lost.run, lost.code, lost.server, lost.asking],
    [RUN, SHOWN.code, "lost", null]);
  assert.equal(reduce(lost, { kind: "serverFound" }).server, "up");
});

test("the picture is stale as long as the code differs from what ran", () => {
  const edited = reduce(SHOWN, { kind: "codeEdited", code: `${SHOWN.code} ` });
  assert.deepEqual([isStale(START), isStale(SHOWN), isStale(edited)], [false, false, true]);
  assert.equal(isStale(reduce(edited, { kind: "codeEdited", code: SHOWN.code })), false);
});

test("stepping forward and back again is where one was", () => {
  const there = step(step(SHOWN, "forward"), "forward");
  assert.ok(there.cursor > SHOWN.cursor);
  assert.equal(step(step(there, "back"), "back").cursor, SHOWN.cursor);
});

test("two quick presses are two steps, though the first is still under way", () => {
  const [first, second] = [step(SHOWN, "forward"), step(step(SHOWN, "forward"), "forward")];
  const quick = press(press(SHOWN, "forward"), "forward");
  assert.notEqual(first.cursor, second.cursor);
  assert.deepEqual(quick.motion, { kind: "easing", to: second.cursor });
});

test("where motion is not wanted, a step is taken at once", () => {
  const calm = reduce(SHOWN, { kind: "preferencesChanged", machine: "light", calm: true });
  const there = press(calm, "forward");
  assert.deepEqual([there.cursor, there.motion.kind], [step(SHOWN, "forward").cursor, "still"]);
});

test("playing stops at the end, and from the end begins anew", () => {
  const playing = press(SHOWN, "play");
  assert.equal(playing.motion.kind, "playing");
  const ended = reduce(playing, { kind: "cursorMoved", cursor: RUN.events.length });
  assert.equal(ended.motion.kind, "still");
  assert.equal(press(ended, "play").cursor, 0);
});

test("a cursor never leaves the tape", () => {
  assert.equal(reduce(SHOWN, { kind: "cursorMoved", cursor: -5 }).cursor, 0);
  assert.equal(reduce(SHOWN, { kind: "cursorMoved", cursor: 1e9 }).cursor, RUN.events.length);
  assert.equal(reduce(SHOWN, { kind: "cursorMoved", cursor: NaN }).cursor, SHOWN.cursor);
});

test("another stride keeps the moment, as near as it has a stop", () => {
  const fine = press(SHOWN, "stride");
  assert.deepEqual(fine.stops, steps(RUN, "event"));
  assert.equal(fine.cursor, SHOWN.cursor);
});

test("brackets go from one backward call to the next", () => {
  const second = step(SHOWN, "nextBackward");
  const calls = RUN.events.slice(0, second.cursor)
    .filter((event) => event.kind === "backward" && event.phase === "begin");
  assert.equal(calls.length, 2);
  assert.equal(step(second, "previousBackward").cursor, SHOWN.cursor);
  const missed = { label: "nextBackward", why: "noneAfter" };
  assert.deepEqual(press(second, "nextBackward"), { ...second, missed });
});

const PROGRESS = {
  phase: "running", place: null, seconds: 1, line: 2, events: 7, output: "",
} as const;

function under(phase: "waiting" | "running" | "drawing"): State {
  const number = SHOWN.asked + 1;
  const progress = { ...PROGRESS, phase };
  return reduce(press(SHOWN, "run"), { kind: "runProgressed", number, progress });
}

test("Stop keeps the tape of a run that goes on, and a second one gives it up", () => {
  for (const phase of ["running", "drawing"] as const) {
    const stopped = press(under(phase), "run");
    assert.equal(stopped.asking?.stopping, true);
    assert.equal(stopped.asking.progress?.phase, phase);
    assert.equal(press(stopped, "run").asking, null);
  }
});

test("Stop gives up a run that is unknown, waits for its turn, or is of other code", () => {
  const asked = press(SHOWN, "run");
  assert.equal(asked.asking?.code, SHOWN.code);
  const edited = reduce(under("running"), { kind: "codeEdited", code: "y = 2" });
  for (const state of [asked, under("waiting"), edited]) {
    assert.equal(press(state, "run").asking, null);
  }
});

test("a run for which the server has no room waits, and Stop gives it up", () => {
  const number = SHOWN.asked + 1;
  const delay = { code: "busy", seconds: 3 };
  const delayed = reduce(under("waiting"), { kind: "runDelayed", number, delay });
  assert.deepEqual([delayed.asking?.delay, delayed.asking?.progress], [delay, null]);
  assert.equal(delayed.asking?.code, SHOWN.code);
  assert.equal(press(delayed, "run").asking, null);
  const late = reduce(SHOWN, { kind: "runDelayed", number, delay });
  assert.equal(late, SHOWN);
});

test("progress of an older question is not shown, and ends with the run", () => {
  const state = under("running");
  assert.equal(reduce(state, { kind: "runProgressed", number: 1, progress: PROGRESS }), state);
  const late = reduce(state, { kind: "runReceived", number: SHOWN.asked + 1, run: RUN });
  assert.equal(late.asking, null);
});

test("a line leads to each of its moments in turn, and round again", () => {
  const line = RUN.events.flatMap((event) =>
    (event.kind === "backward" && event.phase === "begin" ? [event.line ?? 0] : []))[0] ?? 0;
  const first = momentOfLine(RUN, SHOWN.stops, line, 0);
  const second = momentOfLine(RUN, SHOWN.stops, line, first?.cursor ?? 0);
  assert.ok(linesOf(RUN).has(line));
  assert.ok(first && second && first.cursor !== second.cursor);
  const round = momentOfLine(RUN, SHOWN.stops, line, RUN.events.length);
  assert.deepEqual(round, first);
  assert.equal(momentOfLine(RUN, SHOWN.stops, 999, 0), null);
});

test("no two actions share a key or a name", () => {
  const keys = ACTIONS.flatMap((action) => action.keys);
  const names = ACTIONS.map((action) => action.name);
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(new Set(names).size, names.length);
});

test("while one types, only the keys that work anywhere do", () => {
  const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  assert.equal(actionOf({ key: " ", ...bare }, false)?.name, "play");
  assert.equal(actionOf({ key: " ", ...bare }, true), null);
  assert.equal(actionOf({ key: "Enter", ...bare, ctrlKey: true }, true)?.name, "run");
  assert.equal(comboOf({ key: "Enter", ...bare, metaKey: true }), "Ctrl+Enter");
});

test("an arrow with Shift moves the selected box, and Backspace puts it back", () => {
  const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: true };
  const name = actionOf({ key: "ArrowDown", ...bare }, false)?.name ?? "";
  assert.equal(actionOf({ key: "Home", ...bare }, false)?.name, "first");
  const leaf = after(SHOWN, { kind: "selectionChanged", selection: "t0" });
  const box = sheetNow(leaf)?.boxOf.get("t0") ?? -1;
  const moved = press(press(leaf, name), name);
  assert.deepEqual([...viewOf(moved).offsets], [[box, [0, 40]]]);
  assert.equal(viewOf(press(moved, "boxesBack")).offsets.size, 0);
  assert.deepEqual(press(SHOWN, name).missed, { label: name, why: "noneSelected" });
});

test("n goes from event to event of the selected box, and N back", () => {
  const leaf = after(SHOWN, { kind: "selectionChanged", selection: "t0" });
  const added = step(leaf, "nextHere");
  assert.ok(added.cursor > leaf.cursor);
  const event = RUN.events.slice(0, added.cursor).findLast((one) => one.kind === "grad");
  assert.ok(event?.kind === "grad" && event.tensor === "t0");
  assert.ok(step(added, "previousHere").cursor < leaf.cursor);
  assert.deepEqual(press(SHOWN, "nextHere").missed, { label: "nextHere", why: "noneSelected" });
});

test("closing the inspector lets go of the selection", () => {
  const open = after(SHOWN, { kind: "selectionChanged", selection: "t0" });
  assert.equal(press(open, "inspect").selection, null);
  assert.equal(press(press(SHOWN, "inspect"), "deselect").pinned, false);
});

// Fixes in the page's state, and the lines that they change.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changedLines } from "../../static/src/model/line-diff.ts";
import { parseRun, type Run } from "../../static/src/model/run.ts";
import { enteredRoom } from "../../static/src/room/model.ts";
import {
  findingsListed, findingToTry, mayTry, reduce, START, type Change, type State,
} from "../../static/src/app/state.ts";
import accumulate from "./fixtures/accumulate.json" with { type: "json" };

/** Each changed line as a patch has it. */
function patch(before: string, after: string): readonly string[] {
  return changedLines(before, after)
    .map(({ side, line, text }) => `${side === "old" ? "-" : "+"}${line} ${text}`);
}

test("of a text that is the same no line has changed", () => {
  assert.deepEqual(patch("a\nb\n", "a\nb\n"), []);
});

test("a changed line is taken out and written anew", () => {
  assert.deepEqual(patch("a\nb\nc", "a\nB\nc"), ["-2 b", "+2 B"]);
});

test("a line that moves is taken out in one place and written in another", () => {
  assert.deepEqual(patch("for:\n  z\n  b\n  s", "for:\n  b\n  s\n  z"), ["-2   z", "+4   z"]);
});

test("lines that are equal may be many", () => {
  assert.deepEqual(patch("a\na\na", "a\na"), ["-3 a"]);
  assert.deepEqual(patch("x = 1", "y = 2\nx = 1"), ["+1 y = 2"]);
});

const words = { title: "t", what: "w", why: "y", change: "c" };
const fix = { en: "f", zh: "f",
  edits: [{ line: 1, column: 0, end_line: 1, end_column: 0, text: "x" }] };
const WRONG = parseRun({ ...accumulate, findings: [{
  kind: "cut", severity: "mistake", at: 3, line: 2, lines: [], nodes: [], tensors: ["t0"],
  names: [], words: { en: words, zh: words }, fixes: [fix], moments: [] }] });
const RIGHT = parseRun({ ...accumulate, snippet: { ...accumulate.snippet, code: "fixed" } });

function after(state: State, ...changes: readonly Change[]): State {
  return changes.reduce(reduce, state);
}

/** A state in which the run of its own code has arrived. */
function shown(run: Run, state: Partial<State> = {}): State {
  return after({ ...START, calm: true, code: run.snippet.code, ...state },
    { kind: "runRequested" }, { kind: "runReceived", number: 1, run });
}

/** The program with the fix, which has run. */
function fixed(): State {
  return after(shown(WRONG), { kind: "cursorMoved", cursor: 4 },
    { kind: "fixApplied", code: "fixed" }, { kind: "runReceived", number: 2, run: RIGHT });
}

test("the fixes of the open finding are tried, and once only", () => {
  const state = shown(WRONG);
  const finding = findingToTry(state);
  assert.equal(finding, findingsListed(state)[0]);
  const trying = after(state, { kind: "trialChanged", finding: finding!, trial:
    { kind: "trying" } });
  assert.equal(findingToTry(trying), null);
  assert.equal(findingToTry(after(state, { kind: "findingOpened", finding: null })), null);
  assert.equal(findingToTry(after(state, { kind: "paneChosen", pane: "console" })), null);
  const again = after(trying, { kind: "trialChanged", finding: finding!, trial: null });
  assert.equal(findingToTry(again), finding);
});

test("nothing is tried of code that has changed, of a file, or of a frozen page", () => {
  assert.ok(mayTry(shown(WRONG)));
  assert.ok(!mayTry(after(shown(WRONG), { kind: "codeEdited", code: "other" })));
  assert.ok(!mayTry(shown(WRONG, { place: "file" })));
  assert.ok(!mayTry(shown(WRONG, { frozen: true })));
});

test("in a class the teacher has fixes tried, and a student who explores alone", () => {
  const room = (role: "teacher" | "student", following: boolean): State =>
    shown(WRONG, { room: { ...enteredRoom("abc", role, null), following } });
  assert.ok(mayTry(room("teacher", true)));
  assert.ok(!mayTry(room("student", true)));
  assert.ok(mayTry(room("student", false)));
});

test("a fix is run with the seed of the run that it mends", () => {
  const { asking, code } = after(shown(WRONG), { kind: "fixApplied", code: "fixed" });
  assert.equal(code, "fixed");
  assert.deepEqual([asking?.code, asking?.seed], ["fixed", WRONG.snippet.seed]);
});

test("a fix that is undone brings back the code, its run and the moment", () => {
  const state = fixed();
  assert.equal(state.run, RIGHT);
  const back = after(state, { kind: "fixUndone" });
  assert.equal(back.code, WRONG.snippet.code);
  assert.equal(back.run, WRONG);
  assert.equal(back.cursor, 4);
  assert.equal(back.asking, null);
  assert.equal(back.fixed, null);
  assert.equal(back.pane, "findings");
  assert.equal(after(back, { kind: "fixUndone" }), back);
});

test("in a class the old program is run again for all", () => {
  const state = { ...fixed(), room: enteredRoom("abc", "teacher", null) };
  const back = after(state, { kind: "fixUndone" });
  assert.deepEqual([back.code, back.asking?.code], [WRONG.snippet.code, WRONG.snippet.code]);
});

// state/opening.ts: the first pass of a run on stage, before and after the rest is there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRun, type Run } from "../../static/src/model/run.ts";
import { reduce, sheetNow, START, type Change, type State } from "../../static/src/app/state.ts";
import accumulate from "./fixtures/accumulate.json" with { type: "json" };

const WHOLE = parseRun(accumulate);

function after(state: State, ...changes: readonly Change[]): State {
  return changes.reduce(reduce, state);
}

/** The document of the first pass, with objects of its own, as it comes from the server. */
function openingOf(run: Run): Run {
  const [pass] = run.passes;
  return structuredClone({ ...run, events: run.events.slice(0, pass!.last + 1),
    passes: [pass!], layouts: run.layouts.slice(0, pass!.layout + 1) });
}

const OPENING = openingOf(WHOLE);
const BEFORE = { ...WHOLE, snippet: { ...WHOLE.snippet, code: "before" } };
const SHOWN = after(START, { kind: "codeOpened", code: WHOLE.snippet.code, title: null },
  { kind: "runRequested" }, { kind: "runReceived", number: 1, run: BEFORE });
const OPENED = after(SHOWN, { kind: "runRequested" },
  { kind: "runOpened", number: 2, run: OPENING });
const RECEIVED: Change = { kind: "runReceived", number: 2, run: WHOLE };

test("the first pass is on stage while the rest is on the way", () => {
  assert.ok(WHOLE.passes.length > 1);
  assert.equal(OPENED.run, OPENING);
  assert.notEqual(OPENED.asking, null);
  const begin = OPENING.events.findIndex((event) => event.kind === "backward");
  assert.ok(OPENED.cursor > begin);
});

test("the whole run opens at the same moment, and on the same sheet", () => {
  const whole = reduce(OPENED, RECEIVED);
  assert.equal(whole.asking, null);
  assert.deepEqual(whole.run, WHOLE);
  assert.equal(whole.cursor, after(SHOWN, { kind: "runRequested" }, RECEIVED).cursor);
  assert.equal(whole.look, OPENED.look);
  assert.equal(sheetNow(whole)!.plane, sheetNow(OPENED)!.plane);
});

test("who has gone on meanwhile stays at that moment, with what is selected", () => {
  const box = OPENING.passes[0]!.boxes[0]!;
  const [stop] = OPENED.stops.slice(2);
  const moved = after(OPENED, { kind: "cursorMoved", cursor: stop! },
    { kind: "selectionChanged", selection: box }, RECEIVED);
  assert.equal(moved.cursor, stop);
  assert.equal(moved.selection, box);
});

test("of a run whose rest never comes, nothing stays on stage", () => {
  const notice = { tone: "error", key: null, text: "No." } as const;
  const ends: readonly Change[] = [{ kind: "runCancelled" }, { kind: "serverLost" },
    { kind: "runRefused", number: 2, notice }];
  for (const change of ends) {
    const ended = reduce(OPENED, change);
    assert.equal(ended.run, SHOWN.run);
    assert.equal(ended.cursor, SHOWN.cursor);
    assert.equal(ended.stops, SHOWN.stops);
    assert.equal(ended.asking, null);
  }
});

test("an opening that comes late, or another one, changes nothing", () => {
  const whole = reduce(OPENED, RECEIVED);
  assert.equal(reduce(whole, { kind: "runOpened", number: 2, run: OPENING }), whole);
  assert.equal(reduce(OPENED, { kind: "runOpened", number: 2, run: OPENING }), OPENED);
});

// lesson.ts: marked moments are found by what they are, and the page opens a lesson at one of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { actionNamed } from "../../static/src/app/actions.ts";
import { eventOfMoment, lessonOf, momentsOf, type Lesson } from "../../static/src/model/lesson.ts";
import { parseRun } from "../../static/src/model/run.ts";
import {
  linkMomentOf, momentAt, momentsNow, reduce, START, stopOfMoment, type Change, type State,
} from "../../static/src/app/state.ts";
import accumulate from "./fixtures/accumulate.json" with { type: "json" };

const RUN = parseRun(accumulate);
const ADDED = RUN.events.flatMap((event, i) => (event.kind === "grad" ? [{ event, i }] : []));
const WORDS = { en: "It is so.", zh: "就是这样。" };

function moment(kind: "grad" | "run", line: number, nth = 1, of: string | null = null) {
  return { kind, line, nth, of, words: WORDS } as const;
}

const LINES = ADDED.map(({ event }) => event.line ?? 0);
const LESSON: Lesson = {
  id: "accumulate", group: "first", title: { en: "Sums", zh: "累加" }, story: WORDS,
  code: RUN.snippet.code, opens: 2,
  moments: LINES.slice(0, 2).map((line) => moment("grad", line)),
};

function after(state: State, ...changes: readonly Change[]): State {
  return changes.reduce(reduce, state);
}

const SHOWN = after(START, { kind: "lessonsListed", examples: [LESSON] },
  { kind: "codeOpened", code: LESSON.code, title: LESSON.title.en }, { kind: "runRequested" },
  { kind: "runReceived", number: 1, run: RUN });

test("a moment is the event of its kind at its line", () => {
  assert.equal(eventOfMoment(RUN, moment("grad", LINES[0] ?? 0)), ADDED[0]?.i);
});

test("a run of a node is at the line that made the node, once for each call", () => {
  const made = RUN.events.find((event) => event.kind === "op");
  const runs = RUN.events.flatMap((event, i) =>
    (event.kind === "run" && made?.kind === "op" && event.node === made.node?.id ? [i] : []));
  const line = made?.kind === "op" ? made.line ?? 0 : 0;
  assert.deepEqual(runs.map((_, n) => eventOfMoment(RUN, moment("run", line, n + 1))), runs);
});

test("a variable tells the events of one line apart, and one that is not there finds none", () => {
  assert.equal(eventOfMoment(RUN, moment("grad", LINES[0] ?? 0, 1, "x")), ADDED[0]?.i);
  assert.equal(eventOfMoment(RUN, moment("grad", LINES[0] ?? 0, 1, "w")), null);
  assert.equal(eventOfMoment(RUN, moment("grad", 999)), null);
});

test("a run of edited code has no marked moments", () => {
  const edited = { ...RUN, snippet: { ...RUN.snippet, code: `${RUN.snippet.code}\n` } };
  assert.equal(momentsOf(RUN, LESSON).length, 2);
  assert.deepEqual(momentsOf(edited, LESSON), []);
});

test("a lesson is known by its code, and after an edit by its title and its first line", () => {
  const edited = `${LESSON.code}\nprint(1)`;
  assert.equal(lessonOf([LESSON], LESSON.code, null), LESSON);
  assert.equal(lessonOf([LESSON], edited, "累加"), LESSON);
  assert.equal(lessonOf([LESSON], edited, "a.py"), null);
  assert.equal(lessonOf([LESSON], edited, null), null);
  assert.equal(lessonOf([LESSON], "x = 1", "累加"), null);
});

test("a lesson opens at its most telling moment", () => {
  assert.equal(SHOWN.cursor, stopOfMoment(SHOWN, momentsNow(SHOWN)[1]!));
  assert.equal(momentAt(SHOWN)?.number, 2);
});

test("between two moments no moment is told", () => {
  assert.equal(momentAt(reduce(SHOWN, { kind: "cursorMoved", cursor: 0 })), null);
});

test("m goes to the next marked moment and M to the one before", () => {
  const start = reduce(SHOWN, { kind: "cursorMoved", cursor: 0 });
  const first = actionNamed("nextMoment").perform(start);
  assert.deepEqual(first, { kind: "cursorAimed", to: stopOfMoment(SHOWN, momentsNow(SHOWN)[0]!) });
  assert.deepEqual(actionNamed("previousMoment").perform(SHOWN), first);
  assert.equal(actionNamed("nextMoment").perform(SHOWN)?.kind, "jumpMissed");
});

test("code that took a lesson's place is not shared under the lesson's title", () => {
  assert.equal(linkMomentOf(SHOWN).title, "Sums");
  const longer = `${LESSON.code}\nprint(1)`;
  assert.equal(linkMomentOf(reduce(SHOWN, { kind: "codeEdited", code: longer })).title, "Sums");
  assert.equal(linkMomentOf(reduce(SHOWN, { kind: "codeEdited", code: "pass" })).title, null);
  const own = after(SHOWN, { kind: "codeOpened", code: "pass", title: "mine.py" });
  assert.equal(linkMomentOf(own).title, "mine.py");
});

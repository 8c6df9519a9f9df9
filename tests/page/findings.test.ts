// state/findings.ts and strip/marks.ts: findings opened, gone to, and as signs above the strip.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRun, type Run } from "../../static/src/model/run.ts";
import {
  findingsListed, reduce, START, type Change, type State,
} from "../../static/src/app/state.ts";
import { actionNamed } from "../../static/src/app/actions.ts";
import { findings } from "../../static/src/findings/findings.ts";
import { PLAIN_VIEW, scene } from "../../static/src/drawing/scene.ts";
import { marksOf, placeMarks } from "../../static/src/panels/strip/marks.ts";
import { oddSpans } from "../../static/src/model/odd-moments.ts";
import { veiled, withheld } from "../../static/src/room/hidden-values.ts";
import accumulate from "./fixtures/accumulate.json" with { type: "json" };

const words = { title: "t", what: "w", why: "y", change: "c" };

function withFindings(...found: readonly (readonly [severity: string, at: number])[]): Run {
  return parseRun({ ...accumulate, findings: found.map(([severity, at]) => ({
    kind: "cut", severity, at, line: 2, lines: [], nodes: [], tensors: ["t0"], names: [],
    words: { en: words, zh: words }, fixes: [], moments: [] })) });
}

function after(state: State, ...changes: readonly Change[]): State {
  return changes.reduce(reduce, state);
}

/** A state after the run, during which `meanwhile` happens. */
function shown(run: Run, ...meanwhile: readonly Change[]): State {
  return after({ ...START, calm: true }, { kind: "codeEdited", code: run.snippet.code },
    { kind: "runRequested" }, ...meanwhile, { kind: "runReceived", number: 1, run });
}

function press(state: State, name: string): State {
  const change = actionNamed(name).perform(state);
  return change ? reduce(state, change) : state;
}

const QUIET = findings(parseRun(accumulate));
const END = accumulate.events.length - 1;

test("the fixture has no finding of its own", () => {
  assert.deepEqual(QUIET, []);
});

test("a mistake opens the list, a weak spot does not, and a note is not listed", () => {
  assert.equal(shown(withFindings(["mistake", 3])).pane, "findings");
  assert.equal(shown(withFindings(["smell", 3])).pane, "variables");
  assert.deepEqual(findingsListed(shown(withFindings(["note", 3]))), []);
});

test("the gravest finding is the open one, of several the first", () => {
  const run = withFindings(["smell", 2], ["mistake", 4], ["mistake", 5]);
  assert.equal(shown(run).finding, 1);
  assert.equal(shown(withFindings()).finding, null);
});

test("a pane that is chosen while the code runs stays, until the next run", () => {
  const run = withFindings(["mistake", 3]);
  const chosen = shown(run, { kind: "paneChosen", pane: "console" });
  assert.equal(chosen.pane, "console");
  const next = after(chosen, { kind: "runRequested" }, { kind: "runReceived", number: 2, run });
  assert.equal(next.pane, "findings");
});

test("keys go through all findings of a step, select what each is about, and back", () => {
  const run = withFindings(["mistake", 3], ["mistake", END], ["smell", END]);
  const start = { ...shown(run), cursor: 0 };
  const first = press(start, "nextFinding");
  assert.deepEqual([first.finding, first.selection, first.sought], [0, "t0", { finding: 0 }]);
  const second = press(first, "nextFinding");
  const third = press(second, "nextFinding");
  assert.deepEqual([second.finding, third.finding], [1, 2]);
  assert.equal(second.cursor, third.cursor);
  assert.equal(press(third, "nextFinding").missed?.why, "noneAfter");
  assert.equal(press(third, "previousFinding").finding, 1);
});

test("findings that would lie on each other share a sign, the gravest, with all of them", () => {
  const marks = marksOf(withFindings(["smell", 3], ["mistake", 3], ["smell", END]));
  const placed = placeMarks({ width: 1000, x: (at) => at * 20 }, marks, []);
  const signs = placed.filter((mark) => mark.findings.length > 0);
  assert.deepEqual(signs.map(({ kind, findings: own }) => [kind, [...own].sort()]),
    [["mistake", [0, 1]], ["smell", [2]]]);
});

test("of 60 findings no two signs lie nearer than a sign is wide, and none is missing", () => {
  const many = Array.from({ length: 60 }, (_, i) => ["mistake", i % (END + 1)] as const);
  const placed = placeMarks({ width: 300, x: (at) => 8 + at * 4 }, marksOf(withFindings(...many)),
    []);
  const signs = placed.filter((mark) => mark.findings.length > 0)
    .toSorted((one, other) => one.x - other.x);
  signs.slice(1).forEach(({ x }, i) => assert.ok(x - signs[i]!.x >= 16));
  assert.equal(signs.flatMap((mark) => mark.findings).length, 60);
});

test("a landmark makes room for a finding", () => {
  const run = withFindings(["mistake", END]);
  const placed = placeMarks({ width: 1000, x: () => 100 }, marksOf(run), []);
  assert.deepEqual(placed.map(({ kind }) => kind), ["mistake"]);
});

/** The ids of the marks of findings on stage. */
function onStage(run: Run, cursor: number, open: number | null): readonly string[] {
  const finding = open === null ? null : findings(run)[open]!;
  return scene(run, cursor, { ...PLAIN_VIEW, finding }).map(({ id }) => id)
    .filter((id) => id.includes("/found"));
}

test("the open finding has a ring around its box once it has come to light, another a sign", () => {
  const run = withFindings(["mistake", 8]);
  assert.deepEqual(onStage(run, END + 1, 0), ["t0/found"]);
  assert.deepEqual(onStage(run, END + 1, null), ["t0/found/sign"]);
  assert.deepEqual(onStage(run, 8, 0), []);
});

test("a box has one sign, of the gravest of its findings", () => {
  const run = withFindings(["mistake", 8], ["smell", 9], ["note", 9]);
  const signs = scene(run, END + 1, PLAIN_VIEW).filter(({ id }) => id.endsWith("/found/sign"));
  assert.equal(signs.length, 1);
  assert.ok(signs[0]!.kind === "path" && signs[0]!.points.length === 3);
});

/** The run with a number that is not finite: born, carried on, and healed in a backward. */
function withOdd(): Run {
  const grad = accumulate.events.findIndex(({ kind }) => kind === "grad");
  const op = accumulate.events.findIndex(({ kind }) => kind === "op");
  const moments = [
    { at: op, to: op, what: "birth", tensor: "t0" }, { at: op, to: grad,
      what: "propagated", tensor: null }, { at: grad, to: grad, what: "healed", tensor: null }];
  return parseRun({ ...accumulate, findings: [{
    kind: "nonfinite", severity: "mistake", at: op, line: 2, lines: [], nodes: [], tensors: ["t0"],
    names: [], words: { en: words, zh: words }, fixes: [], moments }] });
}

test("keys go to where a number is born, healed, and back, with its box", () => {
  const run = withOdd();
  assert.deepEqual(oddSpans(run).map(({ what, isBackward }) => [what, isBackward]),
    [["birth", false], ["propagated", false], ["healed", true]]);
  const start = { ...shown(run), cursor: 0, selection: null };
  const born = press(start, "nextOdd");
  assert.ok(born.cursor > 0);
  assert.equal(born.selection, "t0");
  const healed = press(born, "nextOdd");
  assert.ok(healed.cursor > born.cursor);
  assert.equal(press(healed, "nextOdd").missed?.why, "noneAfter");
  assert.equal(press(healed, "previousOdd").cursor, born.cursor);
});

test("while a class is asked, findings and what is not finite are withheld", () => {
  const run = withOdd();
  for (const asked of [withheld(run), veiled(run, { of: "grad", tensor: "t0", entry: null })]) {
    assert.deepEqual(findingsListed(shown(asked)), []);
    assert.deepEqual(oddSpans(asked), []);
    assert.deepEqual(marksOf(asked).filter((mark) => mark.findings.length > 0), []);
  }
  assert.equal(findingsListed(shown(run)).length, 1);
});

test("of an error a class that is asked learns only that there is one", () => {
  const [error] = findingsListed(shown(withheld(withFindings(["error", END]))));
  for (const language of ["en", "zh"] as const) {
    const { title, what, why, change } = error!.explained(language);
    assert.doesNotMatch(title + what + why + change, /\d/);
    assert.notEqual(title, words.title);
    assert.deepEqual([why, change], ["", ""]);
  }
});

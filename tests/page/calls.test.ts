// Calls: whose names hold where, what a name means to the line that runs, and steps by line.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Run, TapeEvent } from "../../static/src/model/run.ts";
import { frameAt } from "../../static/src/model/timeline.ts";
import { lineSteps, moveByLine } from "../../static/src/model/timeline/line-steps.ts";
import { lookUp } from "../../static/src/model/timeline/lookup.ts";
import { bindingsOf } from "../../static/src/model/timeline/scope.ts";
import { stackOf } from "../../static/src/model/timeline/stack.ts";
import { called, entered, left, opMade, valued } from "./fixtures/calls.ts";
import { fixture } from "./fixtures/load.ts";

function runOf(events: readonly TapeEvent[], code = ""): Run {
  const run = fixture("diamond");
  return { ...run, events, snippet: { ...run.snippet, code } };
}

/** `name line` of each call under way, the innermost first. */
function stack(run: Run, at: number): readonly string[] {
  return stackOf(frameAt(run, at)).map(({ call, line }) => `${call.name} ${line}`);
}

function namesIn(run: Run, at: number, frame: number): readonly string[] {
  return bindingsOf(frameAt(run, at).scopes, frame).map(({ name, tensor, text }) =>
    `${name}=${tensor ?? text}`);
}

/** def double(x): / x = x * 2 / return x // x = ... / y = double(x) */
const DOUBLE = runOf([
  called("x", "t1", 0, 4), entered(1, "double", 1, 5), called("x", "t1", 1, 1),
  opMade("t2", "t1", 2), called("x", "t2", 1, 2), left(1, "return", 3), called("y", "t2", 0, 5),
], "def double(x):\n    x = x * 2\n    return x\nx = torch.ones(1)\ny = double(x)\n");

test("a name of a function never replaces the caller's", () => {
  assert.deepEqual(namesIn(DOUBLE, 5, 0), ["x=t1"]);
  assert.deepEqual(namesIn(DOUBLE, 5, 1), ["x=t2"]);
  assert.deepEqual(namesIn(DOUBLE, 7, 0), ["x=t1", "y=t2"]);
});

test("the stack has each call on its line, and the caller's is lit again after it", () => {
  assert.deepEqual(stack(DOUBLE, 5), ["double 2", " 5"]);
  assert.deepEqual(stack(DOUBLE, 6), [" 5"]);
  assert.equal(frameAt(DOUBLE, 6).line, 5);
});

test("an exception leaves every call that it goes through", () => {
  const run = runOf([entered(1, "a", 1, 9), entered(2, "b", 4, 2), entered(3, "c", 6, 5),
    called("h", "t1", 3, 7), left(2, "raise"), valued("n", "int", "1", 1, 3)]);
  assert.deepEqual(stack(run, 4), ["c 7", "b 5", "a 2", " 9"]);
  assert.deepEqual(stack(run, 5), ["a 2", " 9"]);
  assert.deepEqual(stack(run, 6), ["a 3", " 9"]);
});

test("a generator that goes on has its names and its number again", () => {
  const run = runOf([entered(1, "turns", 1, 5), valued("i", "int", "0", 1, 2), left(1, "yield", 3),
    valued("a", "int", "0", 0, 5), entered(1, "turns", 1, 6), valued("i", "int", "1", 1, 2),
    left(1, "return", 2)]);
  assert.deepEqual(stack(run, 5).length, 2);
  assert.deepEqual(namesIn(run, 5, 1), ["i=0"]);
  assert.deepEqual(namesIn(run, 6, 1), ["i=1"]);
  assert.equal(frameAt(run, 7).line, 6);
});

test("the library runs no names: its caller is the frame that runs", () => {
  const run = runOf([entered(1, "step", 1, 9), entered(2, "SGD.step", 3, 3, "library"),
    opMade("t2", "t1", 3), left(2), called("y", "t2", 1, 4)],
  "def step():\n    y = 1\n    o.step()\n    y = x\n");
  assert.deepEqual(stack(run, 3), ["SGD.step null", "step 3", " 9"]);
  assert.equal(frameAt(run, 4).line, 3);
  assert.deepEqual(lineSteps(run), [0, 1, 4, 5]);
});

test("a value takes the place of a tensor, a tensor of a value, and del ends both", () => {
  const run = runOf([called("x", "t1"), valued("x", "float", "2.0"), called("x", "t2"),
    valued("x", null, null), valued("k", "int", "3")]);
  const seen = [1, 2, 3, 4, 5].map((at) => namesIn(run, at, 0));
  assert.deepEqual(seen, [["x=t1"], ["x=2.0"], ["x=t2"], [], ["k=3"]]);
});

test("what leads through a variable goes with it, and stays when it only changed", () => {
  const net = [valued("net", "Net", "Net(…)"), called("net.w", "t1"), called("netto", "t2")];
  const gone = runOf([...net, valued("net", "NoneType", "None", 0, 9)]);
  assert.deepEqual(namesIn(gone, 4, 0), ["net=None", "netto=t2"]);
  const list = runOf([valued("xs", "list", "[]"), called("xs[0]", "t1", 0, 2),
    valued("xs", "list", "[tensor(…)]", 0, 2)]);
  assert.deepEqual(namesIn(list, 3, 0), ["xs=[tensor(…)]", "xs[0]=t1"]);
});

const NESTED = `def outer():
    h = 1
    def inner():
        k = 2
        return [i for i in range(k)]
    return inner()
def other():
    return h
h = 0
`;

test("a name means its own frame's, that of a function around, then the module's", () => {
  const run = runOf([called("h", "t1", 0, 9), entered(1, "outer", 1), called("h", "t2", 1, 2),
    entered(2, "inner", 3), called("k", "t3", 2, 4),
    entered(3, "<listcomp>", 5, 5, "comprehension"), called("i", "t4", 3, 5),
    entered(4, "other", 7)], NESTED);
  const meant = (at: number, name: string) => lookUp(run, frameAt(run, at), name)?.tensor;
  assert.deepEqual(["i", "k", "h"].map((name) => meant(7, name)), ["t4", "t3", "t2"]);
  assert.deepEqual([meant(8, "h"), meant(8, "k"), meant(1, "h")], ["t1", undefined, "t1"]);
  assert.equal(meant(2, "h"), undefined); // a local that is not yet bound
});

test("a decorated function is known by its def, wherever its code begins", () => {
  const code = "def around():\n    v = 1\n    @wraps\n    def f():\n        return v\n    f()\n";
  const run = runOf([called("v", "t1", 0, 9), entered(1, "around", 1), called("v", "t2", 1, 2),
    entered(2, "f", 3)], code);
  assert.equal(lookUp(run, frameAt(run, 4), "v")?.tensor, "t2");
});

test("steps by line stop after each line, and again where a line is run again", () => {
  assert.deepEqual(lineSteps(DOUBLE), [0, 1, 3, 5, 7]);
  const loop = runOf([valued("i", "int", "0", 0, 2), opMade("t2", "t1", 3), called("h", "t2", 0, 3),
    opMade("t3", "t2", 3), called("h", "t3", 0, 3), valued("i", "int", "1", 0, 2)]);
  assert.deepEqual(lineSteps(loop), [0, 1, 3, 5, 6]);
});

test("into goes to the next line, over past the call, out to the caller, and all back", () => {
  const go = (at: number, ...[move, way]: [Parameters<typeof moveByLine>[2], 1 | -1]) =>
    moveByLine(DOUBLE, at, move, way);
  assert.deepEqual([go(1, "into", 1), go(1, "over", 1), go(1, "out", 1)], [3, 7, null]);
  assert.deepEqual([go(3, "into", 1), go(3, "over", 1), go(3, "out", 1)], [5, 5, 7]);
  assert.deepEqual([go(7, "into", -1), go(7, "over", -1), go(5, "out", -1)], [5, 1, 1]);
  assert.deepEqual([go(7, "into", 1), go(0, "over", -1), go(2.5, "into", 1)], [null, null, 3]);
});

test("a tape without calls is stepped by the lines of the module", () => {
  const run = fixture("accumulate");
  const stops = lineSteps(run);
  stops.slice(1).forEach((stop, i) => assert.ok(stop > stops[i]!));
  assert.equal(moveByLine(run, stops[1]!, "over", 1), stops[2]);
  assert.equal(moveByLine(run, stops[1]!, "out", 1), null);
});

// The gate: what is no run document of our version is refused in a sentence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRun, RunError } from "../../static/src/model/run.ts";
import { document, FIXTURES, fixture } from "./fixtures/load.ts";

type Broken = Record<string, any>;

/** What parseRun says of the diamond after it was broken. */
function complaint(breakIt: (document: Broken) => void): string {
  const json: Broken = document("diamond");
  breakIt(json);
  try {
    parseRun(json);
  } catch (error) {
    assert.ok(error instanceof RunError);
    return error.message;
  }
  throw new Error("It was accepted.");
}

for (const name of FIXTURES) {
  test(`the recorded run ${name} is accepted`, () => {
    assert.ok(fixture(name).events.length > 0);
  });
}

test("another version is refused with a word on what to do", () => {
  assert.match(complaint((json) => { json["version"] = 1; }),
    /version 1, and this page knows only version 12: reload the page/);
});

test("what is no object at all is refused", () => {
  for (const json of [null, 3, "run", []]) assert.throws(() => parseRun(json), RunError);
});

const BREAKS: readonly (readonly [string, (json: Broken) => void, RegExp])[] = [
  ["a missing list of events", (json) => { delete json["events"]; }, /run\.events is not a list/],
  ["an unknown kind of event", (json) => { json["events"][0].kind = "dream"; },
    /run\.events\[0\] has the unknown kind "dream"/],
  ["a value with too few numbers", (json) => { json["events"][0].value.data = []; },
    /does not have the 1 numbers of its shape/],
  ["an id that is none", (json) => { json["events"][0].tensor = "__proto__"; },
    /tensor is not an id/],
  ["a Bezier of two points", (json) => { json["layouts"][0].edges[0].points.length = 2; },
    /does not have 1 \+ 3k points/],
  ["an edge to nowhere", (json) => { json["layouts"][0].edges[0].to = 99; },
    /an edge to a box that is not there/],
  ["a pass without its layout", (json) => { json["passes"][0].layout = 7; },
    /a layout that is not there/],
  ["passes that do not cover the tape", (json) => { json["passes"][0].last -= 1; },
    /passes does not cover the events/],
  ["boxes that nothing stands in", (json) => { json["passes"][0].boxes.pop(); },
    /does not fill the boxes/],
  ["a value that repeats one that never was", (json) => {
    json["events"][0].value = { same: 5, shape: [300], dtype: "float32" };
  }, /means an earlier one that is not there/],
];

for (const [what, breakIt, words] of BREAKS) {
  test(`${what} is refused with its place`, () => {
    assert.match(complaint(breakIt), words);
  });
}

test("a large value that comes again is the value itself", () => {
  const flows = fixture("large").events.filter((event) => event.kind === "flow");
  assert.ok(flows.length > 0);
  for (const flow of flows) assert.ok(flow.value.data ?? flow.value.picture);
});

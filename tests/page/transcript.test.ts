// transcript.ts keeps the same rules as the server: the goldens are shared.

import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, isTranscript, tidied } from "../../static/src/model/transcript.ts";
import goldens from "../golden/transcripts.json" with { type: "json" };

for (const { name, pasted, code } of goldens) {
  test(`as on the server: ${name}`, () => assert.equal(codeOf(pasted), code));
}

test("a paste loses the gaps that output left", () => {
  const pasted = ">>> x = 1\n>>> x\n1\n\n\n>>> y = 2\n";
  assert.equal(tidied(pasted), "x = 1\nx\n\ny = 2\n");
});

test("a paste that is no transcript is untouched, blank lines included", () => {
  const pasted = "\n\nx = 1\n\n\n\ny = 2\n\n";
  assert.equal(tidied(pasted), pasted);
});

test("a piece of a line is no transcript", () => {
  assert.equal(isTranscript("x >>> y"), false);
});

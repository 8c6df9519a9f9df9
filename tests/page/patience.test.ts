// patience.ts: the page waits as long as the server says, and not for ever.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Refused, Reply } from "../../static/src/server/reply.ts";
import { GAVE_UP, patiently, waitAfter } from "../../static/src/server/patience.ts";

function busy(retryAfter: number, code = "busy"): Refused {
  return { kind: "refused", code, sentence: "", retryAfter };
}

/** What comes of attempts that are answered so, and how long was waited for each. */
async function tried(...replies: readonly Reply<string>[]) {
  const waits: number[] = [];
  let number = 0;
  const reply = await patiently(
    async () => replies[number++] ?? { kind: "done", value: "run" },
    async (seconds) => void waits.push(seconds),
  );
  return { reply, waits, attempts: number };
}

test("the page waits as long as the server says, or a little longer, never less", () => {
  for (const chance of [0, 0.5, 1]) {
    for (const seconds of [1, 7, 60]) {
      const wait = waitAfter(busy(seconds), 0, chance) ?? 0;
      assert.ok(wait >= seconds && wait <= seconds + Math.max(0.5, seconds / 10), String(wait));
    }
  }
});

test("what waiting does not change is not waited for", () => {
  assert.equal(waitAfter(busy(5, "shared_enough"), 0, 0), null);
  assert.equal(waitAfter({ kind: "refused", code: "busy", sentence: "" }, 0, 0), null);
  assert.equal(waitAfter(busy(500), 0, 0), null);
});

test("who is refused asks again and is answered", async () => {
  const { reply, waits, attempts } = await tried(busy(1), busy(2, "too_often"));
  assert.deepEqual(reply, { kind: "done", value: "run" });
  assert.equal(attempts, 3);
  assert.ok(waits[0]! >= 1 && waits[1]! >= 2);
});

test("a refusal that is none of time ends the asking", async () => {
  const empty: Refused = { kind: "refused", code: "empty", sentence: "" };
  const { reply, attempts } = await tried(busy(1), empty);
  assert.equal(reply, empty);
  assert.equal(attempts, 2);
});

test("who is answered by nobody asks once more, then says that the server is gone", async () => {
  const lost: Refused = { kind: "refused", code: "lost", sentence: null };
  assert.deepEqual(await tried(lost),
    { reply: { kind: "done", value: "run" }, waits: [1], attempts: 2 });
  const { reply, waits } = await tried(busy(1), lost, lost);
  assert.equal(reply, lost);
  assert.equal(waits.length, 2);
});

test("after two minutes of waiting the page gives up and says so", async () => {
  const { reply, waits } = await tried(...Array.from({ length: 20 }, () => busy(20)));
  assert.equal(reply, GAVE_UP);
  assert.ok(waits.length >= 5 && waits.reduce((sum, wait) => sum + wait) <= 120);
});

test("who is told at once to come back in an hour is told why, not that the page gave up",
  async () => {
    const hourly = busy(3600, "too_often");
    const { reply, waits } = await tried(hourly);
    assert.equal(reply, hourly);
    assert.deepEqual(waits, []);
  });

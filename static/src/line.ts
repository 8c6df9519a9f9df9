// The line to the server: asks when the state says so, and looks for a lost server.

import { isUp, runCode } from "./api.ts";
import { noticeOf, type Reply } from "./reply.ts";
import type { Run } from "./run.ts";
import type { Asking } from "./state.ts";
import type { Store } from "./store.ts";

const FIRST_TRY_MS = 1000;
const LAST_TRY_MS = 15000;

/** Who runs code; in a room that is the room, for its teacher. */
export type Runner = (asking: Asking, signal: AbortSignal) => Promise<Reply<Run>>;

function ask(store: Store, run: Runner, asking: Asking, signal: AbortSignal): void {
  const { number } = asking;
  run(asking, signal).then((reply) => {
    if (reply.kind === "done") store.send({ kind: "ran", number, run: reply.value });
    else if (reply.code === "lost") store.send({ kind: "lost" });
    else store.send({ kind: "refused", number, notice: noticeOf(reply) });
  }, () => undefined); // an aborted question has no answer
}

/** Try again after 1 s, 2 s, 4 s ... 15 s. */
function lookFor(store: Store, wait = FIRST_TRY_MS): void {
  window.setTimeout(async () => {
    if (store.state.server === "up") return;
    if (await isUp()) store.send({ kind: "found" });
    else lookFor(store, Math.min(wait * 2, LAST_TRY_MS));
  }, wait);
}

export function connect(store: Store, run: Runner = runCode): void {
  let under = new AbortController();
  store.watch((s) => [s.asking], ({ asking }) => {
    under.abort();
    if (!asking) return;
    under = new AbortController();
    ask(store, run, asking, under.signal);
  });
  store.watch((s) => [s.server], ({ server }) => {
    if (server === "lost") lookFor(store);
  });
}

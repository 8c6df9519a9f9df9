// The connection for runs: sends the code when the state asks for it, and looks for a lost server.

import { fetchOpening, fetchProgress, isUp, runCode, stopRun } from "./api.ts";
import { noticeOf, type Refused, type Reply } from "./http.ts";
import { patiently, pause as pauseFor } from "./patience.ts";
import type { Run } from "../model/run.ts";
import type { Asking } from "../app/state.ts";
import type { Store } from "../app/store.ts";

const FIRST_TRY_MS = 1000;
const LAST_TRY_MS = 15000;

/** Most runs are over before this; the first word of a longer one is there by now. */
const FIRST_LOOK_MS = 150;
const LOOK_MS = 200;
/** In a long line for a place nothing changes so soon. */
const LAST_LOOK_MS = 800;

/** Who runs code; in a room that is the room, for its teacher. A ticket names the run. */
export type Runner = (
  asking: Asking, ticket: string, signal: AbortSignal,
) => Promise<Reply<Run>>;

/** Random digits by which a run is followed and stopped, and which nobody else can know. */
function drawTicket(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function pause(ms: number): Promise<void> {
  return new Promise((go) => window.setTimeout(go, ms));
}

/** Tell where the run is for as long as it goes on. */
async function follow(
  store: Store, number: number, ticket: string, signal: AbortSignal,
): Promise<void> {
  await pause(FIRST_LOOK_MS);
  let isOpen = false;
  let look = FIRST_LOOK_MS;
  while (!signal.aborted && store.state.asking?.number === number) {
    const progress = await fetchProgress(ticket, signal);
    if (progress) store.send({ kind: "runProgressed", number, progress });
    if (progress && progress.phase !== "waiting" && !isOpen) {
      isOpen = true;
      open(store, number, ticket, signal).catch(() => undefined); // aborted
    }
    look = progress?.phase === "running" ? LOOK_MS : Math.min(2 * look, LAST_LOOK_MS);
    await pause(look);
  }
}

/** Have the first pass of a run that takes long on stage before the rest. */
async function open(
  store: Store, number: number, ticket: string, signal: AbortSignal,
): Promise<void> {
  const run = await fetchOpening(ticket, signal);
  if (run) store.send({ kind: "runOpened", number, run });
}

/** End the run; where the server does not know it, nobody waits for its tape. */
async function stop(store: Store, number: number, ticket: string): Promise<void> {
  const known = await stopRun(ticket);
  if (!known && store.state.asking?.number === number) store.send({ kind: "runCancelled" });
}

/** Tell each second how long it is until the server is asked again. */
async function countDown(
  store: Store, number: number, seconds: number, { code }: Refused, signal: AbortSignal,
): Promise<void> {
  for (let left = seconds; left > 0; left -= 1) {
    store.send({ kind: "runDelayed", number, delay: { code, seconds: Math.ceil(left) } });
    await pauseFor(Math.min(left, 1), signal);
  }
  store.send({ kind: "runDelayed", number, delay: null });
}

function ask(store: Store, run: Runner, asking: Asking, ticket: string, signal: AbortSignal): void {
  const { number } = asking;
  follow(store, number, ticket, signal).catch(() => undefined); // aborted
  patiently(
    () => run(asking, ticket, signal),
    (seconds, why) => countDown(store, number, seconds, why, signal),
  ).then((reply) => {
    if (reply.kind === "done") store.send({ kind: "runReceived", number, run: reply.value });
    else if (reply.code === "hung_up") store.send({ kind: "runCancelled" });
    else if (reply.code === "lost") store.send({ kind: "serverLost" });
    else store.send({ kind: "runRefused", number, notice: noticeOf(reply) });
  }, () => undefined); // an aborted question has no answer
}

/** Try again after 1 s, 2 s, 4 s ... 15 s. */
function lookFor(store: Store, wait = FIRST_TRY_MS): void {
  window.setTimeout(async () => {
    if (store.state.server === "up") return;
    if (await isUp()) store.send({ kind: "serverFound" });
    else lookFor(store, Math.min(wait * 2, LAST_TRY_MS));
  }, wait);
}

export function connect(store: Store, run: Runner = runCode): void {
  let under = new AbortController();
  let ticket = "";
  store.watch((s) => [s.asking?.number], ({ asking }) => {
    under.abort();
    if (!asking) return;
    under = new AbortController();
    ticket = drawTicket();
    ask(store, run, asking, ticket, under.signal);
  });
  store.watch((s) => [s.asking?.stopping], ({ asking }) => {
    if (asking?.stopping) void stop(store, asking.number, ticket);
  });
  store.watch((s) => [s.server], ({ server }) => {
    if (server === "lost") lookFor(store);
  });
}

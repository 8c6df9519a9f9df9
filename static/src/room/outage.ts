// What a server that is away has not got is sent again until it has it, or says no.

import type { Refused, Reply } from "../server/http.ts";
import type { Store } from "../app/store.ts";
import type { Unsent } from "./model.ts";

const AGAIN_MS = 1000;
/** Who waits longer than this for an answer is told that it is late. */
export const LATE_MS = 1500;

/** Refusals that say nothing of the request: the server, or what is behind it, was away. */
const OUTAGES: readonly string[] = ["lost", "rooms_down", "serverFault", "internal"];

export function isOutage({ code }: Refused): boolean {
  return OUTAGES.includes(code);
}

/** Who watches something on its way: told whether it is late, and may give it up. */
export interface Watch {
  readonly signal: AbortSignal;
  late(isLate: boolean): void;
}

/** Ask until the server answers; throws AbortError when the signal says so. */
export async function throughOutages<T>(
  attempt: () => Promise<Reply<T>>, { signal, late }: Watch,
): Promise<Reply<T>> {
  const timer = window.setTimeout(() => late(true), LATE_MS);
  try {
    for (;;) {
      const reply = await attempt();
      if (reply.kind === "done" || !isOutage(reply)) return reply;
      late(true);
      await rest(AGAIN_MS);
      signal.throwIfAborted();
    }
  } finally {
    window.clearTimeout(timer);
    late(false);
  }
}

/** Note on the page whether something of this viewer has not reached the server. */
export function unsent(store: Store, what: Unsent, isLate: boolean): void {
  const before = store.state.room?.unsent ?? [];
  if (before.includes(what) === isLate) return;
  const now = isLate ? [...before, what] : before.filter((one) => one !== what);
  store.send({ kind: "roomChanged", room: { unsent: now } });
}

/** Wait. */
export function rest(ms: number): Promise<void> {
  return new Promise((done) => { window.setTimeout(done, ms); });
}

// What is refused only because much is asked for is asked for again, when the server says so.

import type { Refused, Reply } from "./reply.ts";

/** Nobody looks at a page for longer than this that only waits. */
const PATIENCE_SECONDS = 120;
/** Those who were refused together come back one after the other, never earlier than told. */
const JITTER = 0.1;
const LEAST_JITTER_SECONDS = 0.5;

/** Of several servers another one answers as soon as one is gone; asked for once more alone. */
const LOST_SECONDS = 1;

/** What time alone will end. */
const PASSING: readonly string[] = ["busy", "too_often", "not_started"];

/**
 * How many seconds to wait before the next try; null for what waiting does not change, or not soon.
 * `waited` seconds have gone by since the first refusal, `chance` is a random number from 0 to 1.
 */
export function waitAfter(
  { code, retryAfter }: Refused, waited: number, chance: number,
): number | null {
  if (retryAfter === undefined || !PASSING.includes(code)) return null;
  const wait = retryAfter + chance * Math.max(LEAST_JITTER_SECONDS, JITTER * retryAfter);
  return waited + wait <= PATIENCE_SECONDS ? wait : null;
}

/** Why a page asks no more that has asked again and again. */
export const GAVE_UP: Refused = { kind: "refused", code: "gaveUp", sentence: null };

/** Wait; throws AbortError when `signal` says so. */
export function pause(seconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((go, fail) => {
    const timer = setTimeout(go, 1000 * seconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      fail(signal.reason);
    }, { once: true });
  });
}

/** Ask until it is answered, or refused for good; `waiting` waits, and may tell that. */
export async function patiently<T>(
  attempt: () => Promise<Reply<T>>, waiting: (seconds: number, why: Refused) => Promise<void>,
): Promise<Reply<T>> {
  let waited = 0;
  let wasLost = false;
  for (;;) {
    const reply = await attempt();
    if (reply.kind === "done") return reply;
    const isLost: boolean = reply.code === "lost" && !wasLost;
    wasLost ||= isLost;
    const wait = isLost ? LOST_SECONDS : waitAfter(reply, waited, Math.random());
    if (wait === null) return waited > 0 && reply.retryAfter !== undefined ? GAVE_UP : reply;
    await waiting(wait, reply);
    waited += wait;
  }
}

// Which backward is under way at each event: the innermost one, where a hook has called another.

import type { Run, TapeEvent } from "../run.ts";

/** What only a backward does. */
const SIGNS: ReadonlySet<TapeEvent["kind"]> = new Set(["run", "flow", "hook", "free"]);

function isOutermost(event: TapeEvent): boolean {
  return event.kind === "backward" && event.phase === "begin" && event.within === null;
}

/** The last event of a call that has no end, since it failed. */
function lastSign(events: readonly TapeEvent[], begin: number): number {
  let last = begin;
  for (let i = begin + 1; i < events.length && !isOutermost(events[i]!); i++) {
    if (SIGNS.has(events[i]!.kind)) last = i;
  }
  return events[last + 1]?.kind === "fail" ? last + 1 : last;
}

function found({ events }: Run): readonly (number | null)[] {
  const ended = new Set(events.flatMap((event) =>
    (event.kind === "backward" && event.phase === "end" ? [event.call] : [])));
  let open: { readonly call: number; readonly until: number }[] = [];
  return events.map((event, i) => {
    if (event.kind === "backward" && event.phase === "begin") {
      const until = ended.has(event.call) ? events.length : lastSign(events, i);
      open = [...(event.within === null ? [] : open), { call: event.call, until }];
    }
    open = open.filter(({ until }) => i <= until);
    const call = open.at(-1)?.call ?? null;
    if (event.kind === "backward" && event.phase === "end") open = open.slice(0, -1);
    return call;
  });
}

const known = new WeakMap<Run, readonly (number | null)[]>();

/** For each event the number of the backward that it belongs to; null outside of any. */
export function callsOf(run: Run): readonly (number | null)[] {
  let calls = known.get(run);
  if (!calls) known.set(run, calls = found(run));
  return calls;
}

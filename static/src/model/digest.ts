// A short digest of a run's tape, for links: two viewers with one digest see the same run. Pure.

import type { Run, TapeEvent } from "./run.ts";

const known = new WeakMap<readonly TapeEvent[], string>();

/** Fields that tapes had not when the first links were made: a tape stays the same tape. */
const LATER: ReadonlySet<string> = new Set(["within", "failed", "modules"]);

function lasting(name: string, field: unknown): unknown {
  return LATER.has(name) ? undefined : field;
}

/** Two lanes of 32 bits, mixed as in MurmurHash3; not meant to keep anybody from forging one. */
function mixed(events: readonly TapeEvent[]): readonly [number, number] {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (const event of events) {
    const hasLater = event.kind === "backward" || event.kind === "op" && event.modules;
    const text = JSON.stringify(event, hasLater ? lasting : undefined);
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      one = Math.imul(one ^ unit, 0x9e3779b1);
      two = Math.imul(two ^ unit, 0x5f356495);
    }
    one ^= two >>> 15;
    two ^= one >>> 13;
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(two ^ (two >>> 13), 0xc2b2ae35);
  two = Math.imul(two ^ (two >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return [one >>> 0, two >>> 0];
}

/** Eleven characters or fewer that tell the tape of one run from that of another. */
export function digestOf({ events }: Run): string {
  const found = known.get(events);
  if (found !== undefined) return found;
  const [one, two] = mixed(events);
  // 21 bits of one lane and all of the other: as much as a number holds.
  const digest = ((two & 0x1fffff) * 2 ** 32 + one).toString(36);
  known.set(events, digest);
  return digest;
}

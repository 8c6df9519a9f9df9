// Iterations: turns of the training loop, found from backward calls and updates that come again.
//
// A *turn* is a backward, further ones (another loss, accumulation), and the updates after them; in
// a run without updates each backward is one. Turns are told apart by their *site*: the lines of
// all calls around the first backward. A turn whose site comes once is in no loop. An iteration is
// the innermost loop that holds a whole turn: it ends where a site of it comes again. Turns that
// alternate (the two of a GAN) are one iteration; a turn that comes again before the first of the
// iteration does is a loop of its own.
//
// An iteration has the events from the first on a line of its loop, which is told from the
// program's indentation, to the last. What lies between (a new epoch, sampling) is in none.

import type { Run } from "../run.ts";
import { loopAround, type Loop } from "./loops.ts";
import { updatesOf } from "./phases.ts";
import { lineIn, placesOf, siteOf, type Site } from "./sites.ts";
import type { Place } from "./stack.ts";

/** One turn of the training loop, from..to in cursor units. */
export interface Iteration {
  readonly from: number;
  readonly to: number;
}

/** A backward or an update of the program, from its first event to its last. */
interface Anchor {
  readonly kind: "backward" | "update";
  readonly first: number;
  readonly last: number;
}

/** One or several turns that make an iteration. */
interface Turn {
  readonly site: string;
  readonly anchors: readonly Anchor[];
}

/** The updates of a run, that of an optimizer where its call ends: it may call a closure before. */
function updatesIn(run: Run, places: readonly Place[]): ReadonlySet<number> {
  const ends = new Map(run.events.flatMap((event, i) =>
    (event.kind === "leave" ? [[event.frame, i] as const] : [])));
  return new Set(updatesOf(run).map((i) => {
    let call: Place["call"] | null = places[i]!.call;
    while (call && call.of !== "library") call = call.outer;
    return call ? ends.get(call.frame) ?? i : i;
  }));
}

/** Backward calls that the program itself makes, and the updates of its parameters. */
function anchorsOf(run: Run, places: readonly Place[]): readonly Anchor[] {
  const ends = new Map(run.events.flatMap((event, i) =>
    (event.kind === "backward" && event.phase === "end" ? [[event.call, i] as const] : [])));
  const updates = updatesIn(run, places);
  return run.events.flatMap((event, i): readonly Anchor[] => {
    if (updates.has(i)) return [{ kind: "update", first: i, last: i }];
    const isOwn = event.kind === "backward" && event.phase === "begin" && event.within === null
      && places[i]!.call.of !== "library";
    return isOwn ? [{ kind: "backward", first: i, last: ends.get(event.call) ?? i }] : [];
  });
}

/** The turns of a run whose sites come again. */
function turnsOf(anchors: readonly Anchor[], places: readonly Place[]): readonly Turn[] {
  const hasUpdates = anchors.some(({ kind }) => kind === "update");
  const turns: { site: string; anchors: Anchor[] }[] = [];
  for (const anchor of anchors) {
    const last = turns.at(-1);
    const isDone = !hasUpdates || last?.anchors.at(-1)!.kind === "update";
    if (anchor.kind === "update") last?.anchors.push(anchor);
    else if (last && !isDone) last.anchors.push(anchor);
    else turns.push({ site: siteOf(places[anchor.first]!).lines.join(), anchors: [anchor] });
  }
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const { site } of turns) (seen.has(site) ? repeated : seen).add(site);
  return turns.filter(({ site }) => repeated.has(site));
}

/** For each turn the number of the next of its site. */
function nextOf(turns: readonly Turn[]): readonly number[] {
  const next = new Map<string, number>();
  const found = turns.map(() => Infinity);
  for (let i = turns.length - 1; i >= 0; i--) {
    const { site } = turns[i]!;
    found[i] = next.get(site) ?? Infinity;
    next.set(site, i);
  }
  return found;
}

/** The anchors of each iteration. */
function grouped(turns: readonly Turn[]): readonly (readonly Anchor[])[] {
  const next = nextOf(turns);
  const groups: Anchor[][] = [];
  let sites = new Set<string>();
  let first = 0;
  turns.forEach(({ site, anchors }, i) => {
    const isNew = i === 0 || sites.has(site) || next[i]! < next[first]!;
    if (isNew) {
      groups.push([]);
      sites = new Set();
      first = i;
    }
    groups.at(-1)!.push(...anchors);
    sites.add(site);
  });
  return groups;
}

/** The innermost frame that two events are in. */
function sharedDepth(one: Site, other: Site): number {
  let depth = 0;
  while (depth < one.frames.length && one.frames[depth] === other.frames[depth]) depth += 1;
  return depth - 1;
}

/** Where an iteration's loop is: the frame of the program, and its lines there. */
interface Ring extends Loop {
  readonly frame: number;
}

function ringOf(
  run: Run, groups: readonly (readonly Anchor[])[], i: number, places: readonly Place[],
): Ring {
  const site = (n: number): Site => siteOf(places[groups[n]![0]!.first]!);
  const own = site(i);
  const beside = [i - 1, i + 1].filter((n) => groups[n] !== undefined);
  const depth = Math.max(0, ...beside.map((n) => sharedDepth(own, site(n))));
  const frame = own.frames[depth]!;
  const lines = groups[i]!.flatMap(({ first }) => lineIn(places[first]!, frame) ?? []);
  return { frame, ...loopAround(run, lines) };
}

/** The first event of an iteration, after event `lower` and not after its first backward. */
function startOf(
  run: Run, places: readonly Place[], { frame, head, end }: Ring, lower: number, first: number,
): number {
  let start = first;
  for (let i = first; i >= lower; i--) {
    const line = lineIn(places[i]!, frame);
    if (line === null || line < head || line > end) return i + 1;
    // The loop goes back to its head, or as near to it as the tape tells.
    if (line <= lineIn(places[start]!, frame)!) start = i;
  }
  while (start < first && run.events[start]!.kind === "leave") start += 1;
  return start;
}

/** The event after the last of an iteration, before `upper`. */
function endOf(
  places: readonly Place[], { frame, head, end }: Ring, last: number, upper: number,
): number {
  for (let i = last + 1; i < upper; i++) {
    const line = lineIn(places[i]!, frame);
    if (line === null || line < head || line > end) return i;
  }
  return upper;
}

function found(run: Run): readonly Iteration[] {
  const places = placesOf(run);
  const groups = grouped(turnsOf(anchorsOf(run, places), places));
  const rings = groups.map((_, i) => ringOf(run, groups, i, places));
  const starts = groups.map((anchors, i) => startOf(run, places, rings[i]!,
    i === 0 ? 0 : groups[i - 1]!.at(-1)!.last + 1, anchors[0]!.first));
  return groups.map((anchors, i) => ({ from: starts[i]!,
    to: endOf(places, rings[i]!, anchors.at(-1)!.last, starts[i + 1] ?? run.events.length) }));
}

const known = new WeakMap<Run, readonly Iteration[]>();

/** The iterations of a run's training loops, in order; none where nothing comes again. */
export function iterations(run: Run): readonly Iteration[] {
  let all = known.get(run);
  if (!all) known.set(run, all = found(run));
  return all;
}

/** The number (from 0) of the last iteration that began before a cursor; -1 for none. */
export function iterationBefore(run: Run, cursor: number): number {
  const all = iterations(run);
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle]!.from < cursor) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The number (from 0) of the iteration of the step that ends at a cursor; null outside of all. */
export function iterationAt(run: Run, cursor: number): number | null {
  const n = iterationBefore(run, cursor);
  return n >= 0 && cursor <= iterations(run)[n]!.to ? n : null;
}

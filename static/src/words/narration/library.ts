// Sentences of a call of the library that is one step: what came of it, told from the tape.

import { compact, countOf, inlineValue, widened } from "../../model/number.ts";
import type { Entry, LeaveEvent, Run, TapeEvent, Value, WriteEvent } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { nameAt } from "../../model/timeline/label.ts";
import { idleText } from "./optimizer.ts";
import type { Phrases, Sweep } from "./phrases.ts";
import { significant, sizeOf } from "./size.ts";

type Result = Readonly<Record<string, unknown>>;

/** A call of the library with the events from..to-1 in which it stands. */
interface Call {
  readonly run: Run;
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly how: LeaveEvent["how"] | null;
  readonly result: Result;
  readonly optimizer: number | undefined;
}

function callOf(run: Run, from: number, to: number): Call | null {
  const events = run.events.slice(from, to);
  const at = from + events.findIndex(({ kind }) => kind === "enter");
  const began = run.events[at];
  if (at < from || began?.kind !== "enter" || began.of !== "library") return null;
  const left = events.find((event): event is LeaveEvent =>
    event.kind === "leave" && event.frame === began.frame);
  const result = left?.result;
  return { run, from: at, to, name: began.name, how: left?.how ?? null,
    optimizer: began.optimizer,
    result: typeof result === "object" && result !== null ? result as Result : {} };
}

function numberOf(result: Result, key: string): number | null {
  const found = result[key];
  return typeof found === "number" ? found : null;
}

/** The tensors that a call wrote, each with its last write and the event of its first. */
function written(call: Call, by: (event: WriteEvent) => boolean): readonly Written[] {
  const found = new Map<string, Written>();
  for (let i = call.from; i < call.to; i++) {
    const event = call.run.events[i]!;
    if (event.kind !== "write" || event.via !== null || !by(event)) continue;
    const known = found.get(event.tensor);
    const before = known?.before
      ?? frameAt(call.run, i).tensors.get(event.tensor)?.value ?? null;
    found.set(event.tensor, { tensor: event.tensor, before, after: event.value });
  }
  return [...found.values()];
}

interface Written {
  readonly tensor: string;
  readonly before: Value | null;
  readonly after: Value;
}

/** Whether a value is as it was, as far as the tape tells. */
export function isSame(before: Value | null, after: Value): boolean {
  if (!before || before.dtype !== after.dtype || after.data?.includes("?")) return false;
  if (before.data || after.data) return JSON.stringify(before.data) === JSON.stringify(after.data);
  return JSON.stringify([before.stats, before.picture])
    === JSON.stringify([after.stats, after.picture]);
}

/** The numbers of an entry: of a complex one its real and its imaginary part. */
function partsOf(entry: Entry): readonly Entry[] {
  return Array.isArray(entry) ? entry : [entry];
}

/** The largest change of an entry; null where the tape does not have the entries. */
function changeOf({ before, after }: Written): number | null {
  if (!before?.data || !after.data) return null;
  const changes = after.data.map((entry, i) => {
    const [is, was] = [partsOf(entry), partsOf(before.data![i]!)];
    return Math.hypot(...is.map((part, k) =>
      widened(part, after.dtype) - widened(was[k]!, after.dtype)));
  });
  const largest = Math.max(...changes);
  return Number.isFinite(largest) && !after.data.includes("?") ? largest : null;
}

/** Is every entry of the gradient of a tensor zero? */
export function hasZeroGradient(run: Run, tensor: string, at: number): boolean {
  const grad = frameAt(run, at).tensors.get(tensor)?.grad;
  if (!grad) return false;
  return grad.data ? grad.data.every((entry) => entry === 0)
    : grad.stats?.zeros === countOf(grad.shape);
}

function nameOf(say: Phrases, call: Call, tensor: string): string {
  return nameAt(call.run, tensor, call.to) ?? say.unnamed;
}

const MOST_MOVES = 2;

function sweepOf(say: Phrases, call: Call): Sweep {
  const all = written(call, ({ by }) => by === "step");
  const moved = all.filter(({ before, after }) => !isSame(before, after));
  const still = all.filter(({ before, after }) => isSame(before, after));
  const moves = moved.flatMap(({ tensor, before, after }) => {
    const [was, is] = [before && inlineValue(before), inlineValue(after)];
    return was && is && was !== is ? [{ name: nameOf(say, call, tensor), before: was, after: is }]
      : [];
  });
  const isWhole = moves.length === moved.length && moved.length <= MOST_MOVES;
  return {
    optimizer: call.name.replace(/\.step$/, ""), count: moved.length,
    moves: isWhole ? moves : null, largest: largestOf(say, call, moved),
    still: still.map(({ tensor, after }) =>
      ({ name: nameOf(say, call, tensor), value: inlineValue(after) })),
    isZero: still.every(({ tensor }) => hasZeroGradient(call.run, tensor, call.from)),
  };
}

function largestOf(say: Phrases, call: Call, moved: readonly Written[]): Sweep["largest"] {
  const told = call.result["largest"] as
    { readonly tensor?: unknown; readonly change?: unknown } | undefined;
  let largest: { tensor: string; change: number } | null =
    typeof told?.tensor === "string" && typeof told.change === "number"
      ? { tensor: told.tensor, change: told.change } : null;
  for (const one of moved) {
    const change = changeOf(one);
    // Of a large one the tape has the change only where it is the largest of the large.
    if (change === null && (one.after.data || !told)) return null;
    if (change !== null && change > (largest?.change ?? 0)) {
      largest = { tensor: one.tensor, change };
    }
  }
  return largest && { name: nameOf(say, call, largest.tensor),
    change: significant(largest.change) };
}

function eventsOf(call: Call): readonly TapeEvent[] {
  return call.run.events.slice(call.from, call.to);
}

/** Few things that a call did are told one by one, as they would be without it. */
const FEW = 2;

function zeroed(say: Phrases, call: Call): string | null {
  const grads = eventsOf(call).flatMap((event) =>
    (event.kind === "grad" && event.by === "zero_grad" ? [event] : []));
  const count = new Set(grads.map(({ tensor }) => tensor)).size;
  if (count <= FEW) return null;
  return say.library.zeroed(call.name, count, grads.every(({ after }) => after === null));
}

function clipped(say: Phrases, { result }: Call): string | null {
  const [before, after, bound] = ["before", "after", "max_norm"].map((key) =>
    numberOf(result, key));
  if (before === null || after === null || bound == null
    || before === undefined || after === undefined) return null;
  const type = result["norm_type"];
  const order = type === 2 ? null : String(type);
  return after < before * (1 - 1e-6)
    ? say.library.clipped(significant(before), significant(after), order)
    : say.library.notClipped(significant(before), significant(bound), order);
}

function clippedEntries(say: Phrases, call: Call): string | null {
  const bound = numberOf(call.result, "bound");
  const count = eventsOf(call).filter(({ kind }) => kind === "grad").length;
  return bound === null ? null : say.library.clippedEntries(count, compact(bound, "float64"));
}

function converted(say: Phrases, call: Call): string | null {
  const all = written(call, () => true);
  const changed = all.filter(({ before, after }) => before?.dtype !== after.dtype);
  const [dtype = null, ...others] = new Set(changed.map(({ after }) => after.dtype));
  if (all.length === 0) return null;
  return say.library.converted(call.name, dtype === null ? all.length : changed.length,
    others.length > 0 ? "" : dtype);
}

function required(say: Phrases, call: Call): string | null {
  const modes = eventsOf(call).flatMap((event) =>
    (event.kind === "mode" && event.what === "requires_grad_" ? [event] : []));
  const [first] = modes;
  return first && modes.length > FEW
    ? say.library.required(call.name, modes.length, first.requires_grad) : null;
}

function filled(say: Phrases, call: Call): string | null {
  const [one] = written(call, () => true);
  if (!one) return null;
  const value = inlineValue(one.after) ?? say.shaped(sizeOf(one.after));
  return say.library.filled(call.name, nameOf(say, call, one.tensor), value);
}

function loaded(say: Phrases, call: Call): string | null {
  const { length } = written(call, () => true);
  return length > 0 ? say.library.loaded(call.name, length) : null;
}

const CONVERTS = /\.(to|float|double|half|bfloat16|type|cuda|cpu|to_empty)$/;

function outcome(say: Phrases, call: Call): string | null {
  const { name, result } = call;
  if (/^grad(grad)?check$/.test(name)) {
    return typeof result["agrees"] === "boolean" ? say.library.checked(name, result["agrees"])
      : null;
  }
  if (name === "clip_grad_norm_") return clipped(say, call);
  if (name === "clip_grad_value_") return clippedEntries(say, call);
  if (name.startsWith("init.")) return filled(say, call);
  if (name.endsWith(".step")) {
    const sweep = sweepOf(say, call);
    return sweep.count + sweep.still.length > 0 ? say.library.swept(sweep)
      : idleText(say, call.run, call.from, sweep.optimizer, call.optimizer);
  }
  if (name.endsWith(".zero_grad")) return zeroed(say, call);
  if (name.endsWith(".requires_grad_")) return required(say, call);
  if (name.endsWith(".load_state_dict")) return loaded(say, call);
  return CONVERTS.test(name) ? converted(say, call) : null;
}

/** What a call of the library in from..to-1 did; null where its events say it best themselves. */
export function libraryText(say: Phrases, run: Run, from: number, to: number): string | null {
  const call = callOf(run, from, to);
  if (!call) return null;
  return call.how === "raise" ? say.library.failed(call.name) : outcome(say, call);
}

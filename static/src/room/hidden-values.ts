// A run with something of it hidden, for as long as a class is asked about it. Pure.

import { countOf } from "../model/number.ts";
import type { Entry, Run, TapeEvent, Value } from "../model/run.ts";
import type { Hidden } from "./model.ts";

/** Which entry of a flat value `place` is; null for the whole, -1 for none of it. */
function indexOf(shape: readonly number[], place: readonly number[] | null): number | null {
  if (place === null) return null;
  if (place.length !== shape.length) return -1;
  return place.reduce((index, at, d) => index * shape[d]! + at, 0);
}

function veiledValue(value: Value, place: readonly number[] | null): Value {
  const { shape, dtype, data, picture } = value;
  if (data) {
    const index = indexOf(shape, place);
    const hides = (i: number): boolean => index === null || index === i;
    return { shape, dtype, data: data.map((entry, i): Entry => (hides(i) ? "?" : entry)) };
  }
  const blank = { rows: picture?.rows ?? 0, cols: picture?.cols ?? 0 };
  const zeros = new Array<Entry>(countOf([blank.rows, blank.cols])).fill(0);
  return { shape, dtype, picture: { ...blank, data: zeros } };
}

/** The node and the tensors in which a tensor's gradient shows. */
interface Places {
  readonly accumulate: string | null;
  readonly grads: ReadonlySet<string>;
}

function placesOf({ events }: Run, tensor: string): Places {
  const grads = new Set<string>();
  let accumulate: string | null = null;
  for (const event of events) {
    if (event.kind !== "leaf") continue;
    if (event.tensor === tensor) ({ accumulate } = event);
    if (event.grad_of === tensor) grads.add(event.tensor);
  }
  return { accumulate, grads };
}

/** A tensor's value, wherever it is told. */
function withoutValue(event: TapeEvent, hides: (tensor: string) => boolean, veil: Veil): TapeEvent {
  switch (event.kind) {
    case "leaf":
    case "write":
      return hides(event.tensor) ? { ...event, value: veil(event.value) } : event;
    case "op": {
      const outputs = event.outputs.map((output) =>
        (hides(output.tensor) ? { ...output, value: veil(output.value) } : output));
      return { ...event, outputs };
    }
    default:
      return event;
  }
}

type Veil = (value: Value) => Value;

/** A tensor's gradient, wherever it is told: on its way into the leaf, and in `.grad`. */
function withoutGrad(
  event: TapeEvent, tensor: string, { accumulate, grads }: Places, veil: Veil,
): TapeEvent {
  const maybe = (value: Value | null): Value | null => value && veil(value);
  switch (event.kind) {
    case "grad": {
      if (event.tensor !== tensor) return event;
      const { before, added, after } = event;
      return { ...event, before: maybe(before), added: maybe(added), after: maybe(after) };
    }
    case "flow":
      if (accumulate === null || event.to !== accumulate) return event;
      return { ...event, value: veil(event.value), sum: veil(event.sum) };
    case "run":
      return event.node === accumulate ? { ...event, grads: event.grads.map(maybe) } : event;
    default:
      return withoutValue(event, (id) => grads.has(id), veil);
  }
}

const NUMBERS = /\d+(?:\.\d*)?(?:e[+-]?\d+)?/g;

/** What was printed, kept or returned, without its numbers: one of them may be the answer. */
function withoutNumbers(event: TapeEvent): TapeEvent {
  switch (event.kind) {
    case "print": return { ...event, text: event.text.replaceAll(NUMBERS, "?") };
    case "fail": return { ...event, message: event.message.replaceAll(NUMBERS, "?") };
    case "value": return { ...event, text: event.text?.replaceAll(NUMBERS, "?") ?? null };
    case "leave": return { ...event, result: typeof event.result === "string"
      ? event.result.replaceAll(NUMBERS, "?") : null };
    default: return event;
  }
}

/** The run without what a question asks about. */
export function veiled(run: Run, { of, tensor, entry }: Hidden): Run {
  const veil: Veil = (value) => veiledValue(value, entry);
  const places = placesOf(run, tensor);
  const events = run.events.map((event) => withoutNumbers(of === "value"
    ? withoutValue(event, (id) => id === tensor, veil)
    : withoutGrad(event, tensor, places, veil)));
  return withheld({ ...run, events });
}

/** The run without what its findings say, which may be the answer to any question. */
export function withheld(run: Run): Run {
  return { ...run, withheld: true };
}

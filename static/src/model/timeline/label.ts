// What to call a tensor: in the picture by the name that its user has for it, in a sentence by the
// name that it has where the program is.

import type { OpEvent, Run } from "../run.ts";
import {
  indexOf, namingOf, NO_EVENT, type CallSpan, type Naming, type Span, type Use,
} from "./namings.ts";
import { courseOf } from "./stack.ts";

/** The op of an event as its user calls it: `pow` of `pow_scalar`. */
export function opWord(run: Run, { op }: OpEvent): string {
  return run.ops[op]?.word ?? op;
}

/** The last span that began before frame `at`. */
function spanAt({ spans }: Use, at: number): Span | undefined {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.event < at) low = middle + 1;
    else high = middle;
  }
  return spans[low - 1];
}

function holds(use: Use, at: number): boolean {
  const span = spanAt(use, at);
  return span !== undefined && at <= span.until;
}

const SMALL = [..."₀₁₂₃₄₅₆₇₈₉"];

/** The name as it is written: `x₁` is the first tensor that `x` meant, once it means another. */
function written(use: Use, at: number): string {
  const span = spanAt(use, at);
  if (span === undefined || at <= span.until || !span.replaced) return use.name;
  return use.name + [...String(use.nth)].map((digit) => SMALL[Number(digit)]).join("");
}

function isPath({ name }: Use): boolean {
  return /[.[]/.test(name);
}

/** What an object calls its own parts. */
function isOwn({ name }: Use): boolean {
  return /^self[.[]/.test(name);
}

/** Negative where the first name is the better one. */
function compare(one: Use, other: Use): number {
  return Number(isOwn(one)) - Number(isOwn(other))
    || Number(one.variable.tensors > 1) - Number(other.variable.tensors > 1)
    || one.batch - other.batch
    || one.name.length - other.name.length
    || one.spans[0]!.event - other.spans[0]!.event;
}

/** Of several names the first that is the tensor's alone; a path yields to the end of it. */
function best(uses: readonly Use[], at: number): Use | undefined {
  const held = uses.filter((use) => holds(use, at));
  const past = uses.filter((use) => use.spans[0]!.event < at);
  const among = [held, past, uses].find((some) => some.length > 0) ?? [];
  const [first] = among.toSorted(compare);
  const ends = first && isPath(first) ? among.filter((use) =>
    isPath(use) && !isOwn(use) && first.name.endsWith(`.${use.name}`)) : [];
  return ends.toSorted((one, other) => one.name.length - other.name.length)[0] ?? first;
}

/** The call whose own name this is, once it is over and the module means another thing by it. */
function formerCall(run: Run, use: Use, at: number): CallSpan | null {
  const index = indexOf(run);
  const call = index.calls.get(use.frame);
  return call && call.end < at && index.boundSince(0, use.name) < at ? call : null;
}

const PART_OF_MAKING = new Set(["name", "mode", "write", "value"]);

/** Comes the naming at frame `at`, or after nothing that is not part of making the thing? */
function isComing(run: Run, at: number, naming: number, acrossCalls: boolean): boolean {
  if (naming < at || naming === NO_EVENT) return false;
  for (let i = at; i < naming; i++) {
    const { kind } = run.events[i]!;
    if (!PART_OF_MAKING.has(kind) && !(acrossCalls && kind === "leave")) return false;
  }
  return true;
}

/** The best name for a tensor at frame `at`, whatever else has it. */
function useFound(run: Run, naming: Naming, at: number, acrossCalls: boolean): Use | undefined {
  const { first, outer, isParameter } = naming;
  const isNamed = isParameter || first < at || isComing(run, at, first, acrossCalls);
  return isNamed ? best(outer, at) : undefined;
}

/**
 * The name of a tensor in the picture at frame `at`, or null: the one in the outermost frame that
 * has one, the same from beginning to end of a run where that can be. A name that is just being
 * given counts already. `x (f)` is what a call of f called x, where the module has an x as well. A
 * `.grad` without a name is called after its tensor.
 */
export function labelOf(run: Run, tensor: string, at: number): string | null {
  const naming = namingOf(run, tensor);
  if (!naming) return null;
  const use = useFound(run, naming, at, true);
  const call = use && formerCall(run, use, at);
  if (use) return written(use, at) + (call ? ` (${call.name.split(".").at(-1)})` : "");
  const of = naming.gradOf === null ? null : labelOf(run, naming.gradOf, at);
  return of === null ? null : `${of}.grad`;
}

/** What a box is called that shows these tensors: by the first of them that has a name. */
export function boxLabelOf(run: Run, tensors: readonly string[], at: number): string | null {
  return tensors.map((one) => labelOf(run, one, at)).find((name) => name !== null) ?? null;
}

/** Has the name been given, or is it about to be; a parameter's may be free until it is. */
function isGiven(run: Run, { isParameter }: Naming, use: Use, at: number): boolean {
  const { event } = use.spans[0]!;
  return event < at || isComing(run, at, event, false)
    || isParameter && indexOf(run).boundSince(use.frame, use.name) >= at;
}

/**
 * The name of a tensor for a sentence about the line that runs at frame `at`: the one that it has
 * in the frame that runs, if it has one there; else its name in the picture, unless that means
 * another thing there or is given later; else what the object that runs calls it.
 */
export function nameAt(run: Run, tensor: string, at: number): string | null {
  const naming = namingOf(run, tensor);
  if (!naming) return null;
  const frame = courseOf(run).frame[at] ?? 0;
  const here = (naming.uses.get(frame) ?? []).filter((use) =>
    holds(use, at) || isComing(run, at, use.spans[0]!.event, false));
  const [local] = here.filter((use) => !isOwn(use))
    .toSorted((one, other) => one.spans[0]!.event - other.spans[0]!.event);
  if (local && !(naming.isParameter && naming.outer[0]?.frame !== frame)) return local.name;
  const use = useFound(run, naming, at, false);
  const isHidden = use !== undefined && (formerCall(run, use, at) !== null
    || use.frame !== frame && indexOf(run).boundSince(frame, use.name) < at);
  if (use && isGiven(run, naming, use, at)) return isHidden ? null : written(use, at);
  if (here.length > 0) return here[0]!.name;
  const of = naming.gradOf === null ? null : nameAt(run, naming.gradOf, at);
  return of === null ? null : `${of}.grad`;
}

/** The other paths to a tensor that hold at frame `at`: tied weights have several. */
export function otherPaths(run: Run, tensor: string, at: number): readonly string[] {
  const label = labelOf(run, tensor, at);
  const paths = namingOf(run, tensor)?.outer.filter((use) =>
    isPath(use) && !isOwn(use) && use.variable.tensors === 1 && holds(use, at)) ?? [];
  return paths.map(({ name }) => name).filter((name) => name !== label);
}

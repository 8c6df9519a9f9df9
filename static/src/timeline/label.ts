// What to call a tensor: in the picture by the name that its user has for it, in a sentence by the
// name that it has where the program is.

import type { Run } from "../run.ts";
import { courseOf } from "./stack.ts";

/** An op as torch calls it: `pow` of `pow_scalar`, which says what it takes. */
export function opWord(op: string): string {
  return op.replace(/^linalg_/, "")
    .replace(/_(?:all|base|dims?|dtype|each|eval|number|scalar|tensor|value)$/, "");
}

/** A stretch of the tape in which a name means one tensor: events event..until, or to the end. */
interface Span {
  readonly event: number;
  until: number;
  /** The name means something else from then on. */
  replaced: boolean;
}

/** One name of one frame, as far as it ever means one tensor. */
interface Use {
  readonly frame: number;
  readonly depth: number;
  readonly name: string;
  /** Which of the tensors that this name means in this frame it is, from 1. */
  readonly nth: number;
  readonly spans: Span[];
  readonly variable: Variable;
  /** The first event of the statement that told it, with other names of the tensor. */
  readonly batch: number;
}

/** A name of a frame on the tape. */
interface Variable {
  tensors: number;
  /** The use that holds now, while the tape is read. */
  now: Use | null;
}

interface Naming {
  /** By the frame of the name. */
  readonly uses: Map<number, Use[]>;
  /** The event that gave it its first name. */
  first: number;
  /** Those of the outermost frame that has a name for it, of several the first. */
  outer: Use[];
  /** The tensor whose `.grad` it is. */
  gradOf: string | null;
  /** It was made as a parameter: its name is the one that its module will have. */
  isParameter: boolean;
}

type Index = ReadonlyMap<string, Naming>;

const NO_EVENT = Infinity;

class Reader {
  readonly found = new Map<string, Naming>();
  readonly #variables = new Map<string, Variable>();
  /** How deep each frame's call was. */
  readonly #depths = new Map([[0, 0]]);

  of(tensor: string): Naming {
    let naming = this.found.get(tensor);
    if (!naming) {
      naming = {
        uses: new Map(), first: NO_EVENT, outer: [], gradOf: null, isParameter: false,
      };
      this.found.set(tensor, naming);
    }
    return naming;
  }

  enter(frame: number, depth: number): void {
    if (!this.#depths.has(frame)) this.#depths.set(frame, depth);
  }

  #variable(frame: number, name: string): Variable {
    const key = `${frame} ${name}`;
    let variable = this.#variables.get(key);
    if (!variable) this.#variables.set(key, variable = { tensors: 0, now: null });
    return variable;
  }

  /** The variable means no longer what it did. */
  unbind(frame: number, name: string, at: number, replaced: boolean): void {
    const variable = this.#variables.get(`${frame} ${name}`);
    const span = variable?.now?.spans.at(-1);
    if (!variable || !span) return;
    span.until = at;
    span.replaced = replaced;
    variable.now = null;
  }

  bind(frame: number, name: string, tensor: string, at: number, batch: number): void {
    const variable = this.#variable(frame, name);
    const naming = this.of(tensor);
    const uses = naming.uses.get(frame) ?? [];
    const known = uses.find((use) => use.variable === variable);
    if (known && variable.now === known) return;
    this.unbind(frame, name, at, true);
    if (!known) variable.tensors += 1;
    const use = known ?? { frame, depth: this.#depths.get(frame) ?? 0, name, variable, batch,
      nth: variable.tensors, spans: [] };
    if (!known) naming.uses.set(frame, [...uses, use]);
    naming.first = Math.min(naming.first, at);
    use.spans.push({ event: at, until: NO_EVENT, replaced: false });
    variable.now = use;
  }
}

/** Of all names of a tensor those of the outermost frame; of equally deep ones the first. */
function outermost({ uses }: Naming): Use[] {
  let found: Use[] = [];
  for (const some of uses.values()) {
    if (found.length === 0 || some[0]!.depth < found[0]!.depth) found = some;
  }
  return found;
}

function indexFound(run: Run): Index {
  const reader = new Reader();
  const { depth } = courseOf(run);
  let batch = 0;
  run.events.forEach((event, i) => {
    const before = run.events[i - 1];
    if (event.kind !== "name" || before?.kind !== "name" || before.line !== event.line) batch = i;
    if (event.kind === "enter") reader.enter(event.frame, depth[i + 1]!);
    else if (event.kind === "name") {
      reader.bind(event.frame, event.name, event.tensor, i, batch);
    } else if (event.kind === "value") {
      reader.unbind(event.frame, event.name, i, event.type !== null);
    } else if (event.kind === "leaf") {
      const naming = reader.of(event.tensor);
      naming.gradOf = event.grad_of;
      naming.isParameter = event.parameter;
    }
  });
  for (const naming of reader.found.values()) naming.outer = outermost(naming);
  return reader.found;
}

const indices = new WeakMap<Run, Index>();

function namingOf(run: Run, tensor: string): Naming | undefined {
  let index = indices.get(run);
  if (!index) indices.set(run, index = indexFound(run));
  return index.get(tensor);
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

function labelFound(run: Run, tensor: string, at: number, acrossCalls: boolean): string | null {
  const naming = namingOf(run, tensor);
  if (!naming) return null;
  const { first, outer, isParameter, gradOf } = naming;
  const isNamed = isParameter || first < at || isComing(run, at, first, acrossCalls);
  const use = isNamed ? best(outer, at) : undefined;
  if (use) return written(use, at);
  const of = gradOf === null ? null : labelFound(run, gradOf, at, acrossCalls);
  return of === null ? null : `${of}.grad`;
}

/**
 * The name of a tensor in the picture at frame `at`, or null: the one in the outermost frame that
 * has one, the same from beginning to end of a run where that can be. A name that is just being
 * given counts already. A `.grad` without a name is called after its tensor.
 */
export function labelOf(run: Run, tensor: string, at: number): string | null {
  return labelFound(run, tensor, at, true);
}

/**
 * The name of a tensor for a sentence about the line that runs at frame `at`: the one that it has
 * in the frame that runs, if it has one there; else its name in the picture.
 */
export function nameAt(run: Run, tensor: string, at: number): string | null {
  const naming = namingOf(run, tensor);
  const frame = courseOf(run).frame[at] ?? 0;
  const here = naming?.uses.get(frame)?.filter((use) => !isOwn(use)
    && (holds(use, at) || isComing(run, at, use.spans[0]!.event, false))) ?? [];
  const [use] = here.toSorted((one, other) => one.spans[0]!.event - other.spans[0]!.event);
  const isLocal = use !== undefined && !(naming?.isParameter && naming.outer[0]?.frame !== frame);
  return isLocal ? use.name : labelFound(run, tensor, at, false);
}

/** The other paths to a tensor that hold at frame `at`: tied weights have several. */
export function otherPaths(run: Run, tensor: string, at: number): readonly string[] {
  const label = labelOf(run, tensor, at);
  const paths = namingOf(run, tensor)?.outer.filter((use) =>
    isPath(use) && !isOwn(use) && use.variable.tensors === 1 && holds(use, at)) ?? [];
  return paths.map(({ name }) => name).filter((name) => name !== label);
}

// The names that tensors have on a tape: in which frame, and from when to when.

import type { Run } from "../run.ts";
import { courseOf } from "./stack.ts";

/** A stretch of the tape in which a name means one tensor: events event..until, or to the end. */
export interface Span {
  readonly event: number;
  until: number;
  /** The name means something else from then on. */
  replaced: boolean;
}

/** One name of one frame, as far as it ever means one tensor. */
export interface Use {
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
  /** The event that bound it first, to a tensor or a plain value. */
  readonly first: number;
  tensors: number;
  /** The use that holds now, while the tape is read. */
  now: Use | null;
}

export interface Naming {
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

/** A call of the program. */
export interface CallSpan {
  readonly name: string;
  readonly depth: number;
  /** The event by which it is over. */
  end: number;
}

export interface Index {
  readonly found: ReadonlyMap<string, Naming>;
  readonly calls: ReadonlyMap<number, CallSpan>;
  /** When the name of a frame was bound first. */
  boundSince(frame: number, name: string): number;
}

/** Later than any event. */
export const NO_EVENT = Infinity;

class Reader implements Index {
  readonly found = new Map<string, Naming>();
  readonly #variables = new Map<string, Variable>();
  readonly calls = new Map<number, CallSpan>();
  /** The frames of the calls under way. */
  #stack: number[] = [];

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

  boundSince(frame: number, name: string): number {
    return this.#variables.get(`${frame} ${name}`)?.first ?? NO_EVENT;
  }

  enter(frame: number, name: string, depth: number): void {
    const call = this.calls.get(frame) ?? { name, depth, end: NO_EVENT };
    call.end = NO_EVENT;
    this.calls.set(frame, call);
    this.#stack.push(frame);
  }

  leave(frame: number, at: number): void {
    const from = this.#stack.lastIndexOf(frame);
    if (from < 0) return;
    for (const each of this.#stack.splice(from)) this.calls.get(each)!.end = at;
  }

  #variable(frame: number, name: string, at: number): Variable {
    const key = `${frame} ${name}`;
    let variable = this.#variables.get(key);
    if (!variable) this.#variables.set(key, variable = { first: at, tensors: 0, now: null });
    return variable;
  }

  /** The variable means no longer what it did; it may mean a plain value. */
  unbind(frame: number, name: string, at: number, replaced: boolean): void {
    const variable = this.#variable(frame, name, at);
    const span = variable.now?.spans.at(-1);
    if (!span) return;
    span.until = at;
    span.replaced = replaced;
    variable.now = null;
  }

  bind(frame: number, name: string, tensor: string, at: number, batch: number): void {
    const variable = this.#variable(frame, name, at);
    const naming = this.of(tensor);
    const uses = naming.uses.get(frame) ?? [];
    const known = uses.find((use) => use.variable === variable);
    if (known && variable.now === known) return;
    this.unbind(frame, name, at, true);
    if (!known) variable.tensors += 1;
    const use = known ?? { frame, depth: this.calls.get(frame)?.depth ?? 0, name, variable, batch,
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
    if (event.kind === "enter") reader.enter(event.frame, event.name, depth[i + 1]!);
    else if (event.kind === "leave") reader.leave(event.frame, i);
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
  return reader;
}

const indices = new WeakMap<Run, Index>();

/** Every name of a run, and the calls whose names they are. */
export function indexOf(run: Run): Index {
  let index = indices.get(run);
  if (!index) indices.set(run, index = indexFound(run));
  return index;
}

/** The names of a tensor; undefined when it has none and is no `.grad`. */
export function namingOf(run: Run, tensor: string): Naming | undefined {
  return indexOf(run).found.get(tensor);
}

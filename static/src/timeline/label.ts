// What to call a tensor: the user's name for it, as soon as it is about to have one.

import type { Run } from "../run.ts";
import { innerLines } from "./functions.ts";

/** An op as torch calls it: `pow` of `pow_scalar`, which says what it takes. */
export function opWord(op: string): string {
  return op.replace(/^linalg_/, "")
    .replace(/_(?:all|base|dims?|dtype|each|eval|number|scalar|tensor|value)$/, "");
}

interface Naming {
  readonly event: number;
  readonly name: string;
  /** `x.grad`: said only as long as the user has no name of their own for it. */
  readonly isDerived: boolean;
  /** A name that a function gave it, for itself. */
  readonly isInner: boolean;
  /** The event from which on it does not count: it was a name inside of a Function. */
  readonly until?: number;
}

const namings = new WeakMap<Run, ReadonlyMap<string, readonly Naming[]>>();

function means(one: Naming, other: Naming): boolean {
  return one.name === other.name && one.isDerived === other.isDerived
    && one.isInner === other.isInner && one.until === undefined;
}

function namingsOf(run: Run): ReadonlyMap<string, readonly Naming[]> {
  const known = namings.get(run);
  if (known) return known;
  const found = new Map<string, readonly Naming[]>();
  const inner = innerLines(run);
  const add = (tensor: string, naming: Naming) => {
    const before = found.get(tensor) ?? [];
    // In a loop a name comes with every turn; what counts is when it first came.
    if (!before.some((one) => means(one, naming))) found.set(tensor, [...before, naming]);
  };
  run.events.forEach((event, i) => {
    // A Function's result may have had a name inside of it; outside it is another's.
    if (event.kind === "op" && event.node?.name === `${event.op}Backward`) {
      for (const { tensor } of event.outputs) {
        const lost = found.get(tensor)?.map((naming) => ({ until: i, ...naming }));
        if (lost && run.events[i + 1]?.kind !== "write") found.set(tensor, lost);
      }
    }
    if (event.kind === "name") {
      const isInner = event.line !== null && inner.has(event.line);
      add(event.tensor, { event: i, name: event.name, isDerived: false, isInner });
    }
    if (event.kind !== "leaf" || event.grad_of === null) return;
    const name = best(found.get(event.grad_of) ?? []);
    if (name !== null) add(event.tensor, { event: i, name: `${name}.grad`, isDerived: true,
      isInner: false });
  });
  namings.set(run, found);
  return found;
}

/**
 * Of several names the first, so that a picture keeps its names; but rather a path, and rather one
 * from outside of an object than what the object itself says, which is the same in all of a class;
 * and rather what the program calls it than what a function did for itself.
 */
function best(names: readonly Naming[]): string | null {
  const own = names.filter((naming) => !naming.isDerived).map(({ name }) => name);
  const paths = own.filter((name) => name.includes("."));
  const outside = paths.find((name) => !name.startsWith("self."));
  const fullest = paths.toSorted((one, other) => other.length - one.length)[0];
  const outer = names.find((naming) => !naming.isDerived && !naming.isInner)?.name;
  return outside ?? fullest ?? outer ?? own[0] ?? names[0]?.name ?? null;
}

const PART_OF_MAKING = new Set(["name", "mode", "write"]);

/** Is nothing between frame `at` and the naming that is not part of making the thing? */
function immediate(run: Run, at: number, naming: number): boolean {
  for (let i = at; i < naming; i++) {
    if (!PART_OF_MAKING.has(run.events[i]!.kind)) return false;
  }
  return true;
}

/**
 * The user's name for a tensor at frame `at`, or null. A name that is just being given, with
 * nothing in between, counts already. A `.grad` without a name is called after its tensor.
 */
export function labelOf(run: Run, tensor: string, at: number): string | null {
  const names = namingsOf(run).get(tensor) ?? [];
  const known = names.filter(({ event, until = Infinity }) => event < at && at <= until);
  const coming = names.find((naming) => naming.event >= at && immediate(run, at, naming.event));
  return best(known.length === 0 && coming ? [coming] : known);
}

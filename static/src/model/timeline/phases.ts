// Phases: which stretches of a run are forward, backward, update or evaluation, told from the tape.

import type { EnterEvent, OpEvent, Run, TapeEvent, WriteEvent } from "../run.ts";
import { callsOf } from "./calls.ts";
import { endOfLibraryStep } from "./library.ts";
import { headOf } from "./lines.ts";

/** `setup` is what comes before the first of the others; null is none of them: a print, a batch. */
export type PhaseKind = "setup" | "forward" | "backward" | "update" | "evaluation";

/** A stretch of steps of one kind, from..to in cursor units. */
export interface Phase {
  readonly kind: PhaseKind | null;
  readonly from: number;
  readonly to: number;
  /** Number of the backward call; null in what is none. */
  readonly call: number | null;
}

type Mark = Exclude<PhaseKind, "setup"> | null;

/** Calls of the library that only make or change gradients and parameters. */
const UPDATES = /\.(step|zero_grad)$|^clip_grad_/;

function inputsOf({ inputs }: OpEvent): readonly string[] {
  return inputs.flatMap(({ tensor }) => tensor ?? []);
}

/** Whether an op was put on the tape by the program itself, not by a backward with create_graph. */
function isTaped(event: TapeEvent): event is OpEvent {
  return event.kind === "op" && event.node !== null && event.during === null;
}

/** Modules stand in a scope by their path, functions with `()`. */
function isInModule({ scope }: OpEvent): boolean {
  return scope.some((name) => !name.endsWith("()"));
}

/** Gradients are switched off, or read for the first time: for what comes next. */
function isPreparing(event: TapeEvent): boolean {
  return event.kind === "mode" && event.what === "grad_mode" && !event.enabled
    || event.kind === "leaf" && event.grad_of !== null;
}

/** Gradients are switched on again: what comes after it needed no switching off. */
function isSwitchOn(event: TapeEvent): boolean {
  return event.kind === "mode" && event.what === "grad_mode" && event.enabled;
}

/** The marks of a tape, set in two walks: forward what is seen at once, back what leads to it. */
class Marker {
  readonly run: Run;
  readonly marks: Mark[];
  readonly calls: readonly (number | null)[];
  /** Tensors that require grad and are no result; and parameters, frozen ones as well. */
  readonly leaves = new Set<string>();
  /** Gradients, and what was computed from them without becoming a leaf. */
  readonly gradients = new Set<string>();
  /** What was computed from leaves while gradients were off. */
  readonly outcomes = new Set<string>();
  /** Walking back: what the next op on the tape returned, and what that was computed from. */
  results: Set<string> = new Set();
  hasBackward = false;
  /** The events that change a leaf after a backward. */
  readonly updates: number[] = [];
  /** The call of the library under way that only makes or loads parameters; null for none. */
  making: number | null = null;

  constructor(run: Run) {
    this.run = run;
    this.calls = callsOf(run);
    this.marks = this.calls.map((call) => (call === null ? null : "backward"));
  }

  /** Does a write change a parameter, or a copy of parameters that is kept beside them? */
  isUpdate(event: WriteEvent, before: TapeEvent | undefined): boolean {
    if (event.by === "step") return true;
    if (!this.hasBackward || this.making !== null) return false;
    if (this.leaves.has(event.tensor) || this.gradients.has(event.tensor)) return true;
    return before?.kind === "op" && before.node === null && !isInModule(before)
      && inputsOf(before).some((input) => this.leaves.has(input));
  }

  seeOp(event: OpEvent): Mark {
    const inputs = inputsOf(event);
    const isOfGradient = inputs.some((input) => this.gradients.has(input));
    const isOutcome = !event.grad_mode
      && inputs.some((input) => this.leaves.has(input) || this.outcomes.has(input));
    // Whatever writes into a leaf, it evaluates nothing.
    const results = event.outputs.filter(({ tensor }) => !this.leaves.has(tensor));
    for (const { tensor } of results) {
      if (isOfGradient) this.gradients.add(tensor);
      if (isOutcome) this.outcomes.add(tensor);
    }
    if (isTaped(event)) return "forward";
    const isEvaluated = isOutcome && !isOfGradient && results.length > 0;
    return isEvaluated && this.making === null ? "evaluation" : null;
  }

  see(i: number): Mark {
    const event = this.run.events[i]!;
    const before = this.run.events[i - 1];
    switch (event.kind) {
      case "leaf":
        if (event.requires_grad || event.parameter) this.leaves.add(event.tensor);
        if (event.grad_of !== null) this.gradients.add(event.tensor);
        return null;
      case "mode":
        if (event.what === "detach" && this.gradients.has(event.of)) {
          this.gradients.add(event.tensor);
        }
        if (event.what !== "requires_grad_" || !event.requires_grad) return null;
        this.leaves.add(event.tensor);
        if (!this.gradients.delete(event.tensor)) return null;
        this.updates.push(i);
        return "update";
      case "op": return this.seeOp(event);
      case "write":
        if (!this.isUpdate(event, before)) return null;
        if (this.leaves.has(event.tensor)) this.updates.push(i);
        return "update";
      case "grad": return this.hasBackward ? "update" : null;
      case "enter": return this.seeEnter(event);
      case "leave":
        if (event.frame === this.making) this.making = null;
        return null;
      default: return null;
    }
  }

  seeEnter({ of, name, frame }: EnterEvent): Mark {
    if (of === "library" && UPDATES.test(name)) return "update";
    if (of === "library") this.making ??= frame;
    return null;
  }

  /** What a result or an update was computed from is part of it, though it was not put on tape. */
  lookBack(): void {
    const { run: { events }, marks } = this;
    let needed = new Set<string>();
    let next: Mark = null;
    for (let i = events.length - 1; i >= 0; i--) {
      const event = events[i]!;
      if (isPreparing(event)) marks[i] ??= next;
      next = isSwitchOn(event) ? null : marks[i] ?? next;
      if (marks[i] === "backward") needed = new Set();
      else if (event.kind === "write" && marks[i] === "update") {
        needed.add(event.tensor).add(event.via ?? event.tensor);
      } else if (event.kind === "mode") {
        if (marks[i] === "update" && "tensor" in event) needed.add(event.tensor);
        if (event.what === "detach" && needed.has(event.tensor)) needed.add(event.of);
      } else if (event.kind === "op") needed = this.lookBackAt(i, event, needed);
    }
  }

  /** An update is computed from gradients; a Function computes its result before it is on tape. */
  lookBackAt(i: number, event: OpEvent, needed: Set<string>): Set<string> {
    const isNeeded = event.outputs.some(({ tensor }) => needed.has(tensor)
      && (event.node === null || this.gradients.has(tensor)));
    const isWithin = event.node === null && !event.grad_mode
      && event.outputs.some(({ tensor }) => this.results.has(tensor));
    if (isNeeded || isWithin) {
      this.marks[i] = isNeeded ? "update" : "forward";
      for (const input of inputsOf(event)) (isNeeded ? needed : this.results).add(input);
    } else if (isTaped(event)) {
      this.results = new Set(event.outputs.map(({ tensor }) => tensor));
      return new Set();
    }
    return needed;
  }

  mark(): this {
    this.run.events.forEach((event, i) => {
      const mark = this.see(i);
      this.marks[i] ??= mark;
      if (event.kind === "backward") this.hasBackward = true;
    });
    this.lookBack();
    // A name belongs to what made the thing.
    this.run.events.forEach(({ kind }, i) => {
      if (kind === "name" && this.calls[i - 1] == null) this.marks[i] ??= this.marks[i - 1] ?? null;
    });
    return this;
  }
}

const marked = new WeakMap<Run, Pick<Marker, "marks" | "updates">>();

function markedOf(run: Run): Pick<Marker, "marks" | "updates"> {
  let found = marked.get(run);
  if (!found) {
    const { marks, updates } = new Marker(run).mark();
    marked.set(run, found = { marks, updates });
  }
  return found;
}

/** The events that change a parameter once there are gradients, by hand or by an optimizer. */
export function updatesOf(run: Run): readonly number[] {
  return markedOf(run).updates;
}

/**
 * The phase of the step of the events from..to-1: that of its first event which makes one, and of a
 * call of the library that is one step that of the call (gradcheck has forwards and backwards).
 */
function phaseOfStep(run: Run, from: number, to: number): Phase {
  // Of each event the phase that it alone makes; null where it could stand in any.
  const { marks } = markedOf(run);
  const head = to > from ? headOf(run, from, to) : from;
  const isCall = run.events[head]?.kind === "enter" && endOfLibraryStep(run, head) !== null;
  const [first, end] = isCall ? [head, head + 1] : [from, to];
  for (let i = first; i < end; i++) {
    const kind = run.events[i]!.kind === "enter" && !isCall ? null : marks[i] ?? null;
    if (kind !== null) return { kind, from, to, call: callsOf(run)[i] ?? null };
  }
  return { kind: null, from, to, call: null };
}

/** Adds a stretch; what is of no kind between two of one kind and call belongs to both. */
function add(found: Phase[], next: Phase): void {
  const isSame = (one: Phase | undefined): boolean =>
    one !== undefined && one.kind === next.kind && one.call === next.call;
  const last = found.at(-1);
  if (last?.kind === null && next.kind !== null && isSame(found.at(-2))) found.pop();
  const into = found.at(-1);
  if (into && isSame(into)) found[found.length - 1] = { ...into, to: next.to };
  else found.push(next);
}

const known = new WeakMap<readonly number[], readonly Phase[]>();

/** The phases of a run from end to end; each step between two `stops` is in one. */
export function phases(run: Run, stops: readonly number[]): readonly Phase[] {
  let all = known.get(stops);
  if (all) return all;
  const found: Phase[] = [];
  stops.slice(1).forEach((to, i) => add(found, phaseOfStep(run, stops[i]!, to)));
  const [first] = found;
  if (first && first.kind === null && found.length > 1) found[0] = { ...first, kind: "setup" };
  known.set(stops, all = found);
  return all;
}

/** The phase of the step that a cursor is at, or on its way to; null before the first step. */
export function phaseAt(run: Run, stops: readonly number[], cursor: number): Phase | null {
  const all = phases(run, stops);
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle]!.to < cursor) low = middle + 1;
    else high = middle;
  }
  return cursor > 0 ? all[low] ?? null : null;
}

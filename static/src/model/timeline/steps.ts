// Steps: where the player stops, so that one press of a key is one thing to point at.

import type {
  EnterEvent, LeaveEvent, NameEvent, OpEvent, Run, TapeEvent, ValueEvent, WriteEvent,
} from "../run.ts";
import { lineSteps } from "./line-steps.ts";
import { endOfLibraryStep } from "./library.ts";
import { isOfProgram, lineOfEvent } from "./lines.ts";

/** `lesson`: what an instructor would point at; `line`: each line that ran; `event`: all. */
export type Stride = "lesson" | "line" | "event";

function lineOf(event: TapeEvent): number | null {
  return "line" in event ? event.line ?? null : null;
}

/** Several tensors of one line (a layer's parameters, zero_grad over them) are one step. */
function sameSweep(event: TapeEvent, head: TapeEvent): boolean {
  if (event.kind !== head.kind || lineOf(event) !== lineOf(head)) return false;
  if (event.kind === "leaf") return lineOf(event) !== null;
  if (event.kind === "write" && head.kind === "write") return event.by === head.by;
  if (event.kind === "grad" && head.kind === "grad") {
    return event.by === head.by && event.by === "zero_grad";
  }
  return false;
}

/** What is told of the program itself, and not of the engine. */
type OfProgram = EnterEvent | LeaveEvent | ValueEvent;
type OfEngine = Exclude<TapeEvent, OfProgram>;

/** Code of the program may come between an op and its write: what packs what the op saves. */
function isWrittenBy(op: OpEvent, write: WriteEvent): boolean {
  return op.line === write.line || op.outputs.some(({ tensor }) => tensor === write.tensor);
}

/** Does an event still belong to the step that `head` began? `before` is the event before it. */
function belongs(event: OfEngine, head: TapeEvent, before: TapeEvent): boolean {
  switch (event.kind) {
    case "name": return true;
    case "write": return before.kind === "op" && isWrittenBy(before, event)
      || event.via !== null || before.kind === "grad"
      || sameSweep(event, head);
    case "op": return event.during !== null && head.kind === "run"
      || before.kind === "leaf" && before.grad_of !== null && lineOf(before) === event.line
      || before.kind === "leaf" && event.outputs.some((output) => output.tensor === before.tensor);
    case "mode": return event.what !== "grad_mode" && lineOf(event) === lineOf(head)
      && (head.kind === "leaf" || head.kind === "mode" || event.what === "convert");
    case "print": return head.kind === "mode" && head.what === "convert"
      && lineOf(event) === lineOf(head);
    case "flow": return head.kind === "run";
    case "free": return true;
    case "grad": return head.kind === "run" && before.kind === "run" && before.node === event.node
      || before.kind === "write" && before.by !== "step" && lineOf(event) === lineOf(before)
      || sameSweep(event, head);
    case "backward": return event.phase === "end" && event.results.length === 0;
    case "leaf": return sameSweep(event, head)
      || head.kind === "enter" && lineOf(event) === lineOf(head);
    default: return false;
  }
}

/**
 * Where a step begins, as events come by. Calls of the program and its plain values belong to what
 * comes next, as the argument of a function and the variable of a loop do.
 */
class Stops {
  readonly run: Run;
  /** The backward calls that ran within another. */
  readonly inner: ReadonlySet<number>;
  readonly found = [0];
  head: TapeEvent | null = null;
  before: TapeEvent | null = null;
  line: number | null = null;
  waits: number | null = null;
  hasLeft = false;

  constructor(run: Run) {
    this.run = run;
    this.inner = new Set(run.events.flatMap((event) => (event.kind === "backward"
      && event.phase === "begin" && event.within !== null ? [event.call] : [])));
  }

  begin(at: number, event: TapeEvent): void {
    if (this.head) this.found.push(this.waits ?? at);
    this.head = event;
    this.go(at, event);
  }

  go(at: number, event: TapeEvent): void {
    this.before = event;
    this.line = lineOfEvent(this.run, at) ?? this.line;
    this.waits = null;
    this.hasLeft = false;
  }

  ofProgram(at: number, event: OfProgram | NameEvent): void {
    const isSame = event.kind === "value" && event.line === this.line && this.head !== null;
    if (isSame && this.waits === null) return;
    this.waits ??= at;
    if (event.kind !== "value") this.hasLeft = event.kind === "leave";
  }

  /** The end of a call, where that is told, of which the step is about another line or a print. */
  isEndOfItsOwn(event: OfEngine, head: TapeEvent): boolean {
    return event.kind === "backward" && event.phase === "end"
      && (event.failed || this.inner.has(event.call))
      && (this.before?.kind === "print" || (lineOf(head) ?? event.line) !== event.line);
  }

  ofEngine(at: number, event: OfEngine): void {
    // A name that is given when a function has returned is a step: its line is the caller's.
    if (event.kind === "name" && this.waits !== null && !this.hasLeft) this.ofProgram(at, event);
    else if (event.kind === "name" && this.hasLeft) this.begin(at, event);
    else if (this.head && belongs(event, this.head, this.before!)
      && !this.isEndOfItsOwn(event, this.head)) this.go(at, event);
    else this.begin(at, event);
  }
}

function lessonSteps(run: Run): readonly number[] {
  const stops = new Stops(run);
  for (let i = 0; i < run.events.length; i++) {
    const event = run.events[i]!;
    const end = endOfLibraryStep(run, i);
    if (end !== null) {
      stops.begin(i, event);
      i = end;
    } else if (isOfProgram(event)) stops.ofProgram(i, event);
    else stops.ofEngine(i, event);
  }
  return run.events.length > 0 ? [...stops.found, run.events.length] : stops.found;
}

const SAID = new Set<TapeEvent["kind"]>(["print", "full", "fail"]);

/** Steps of a program without tensors: one for each line that it comes to, and each output. */
function plainSteps(run: Run): readonly number[] {
  const stops = run.events.flatMap((event, i) => {
    const before = run.events[i - 1];
    return i === 0 || !before || SAID.has(event.kind) || SAID.has(before.kind)
      || event.kind === "enter" || lineOf(event) !== lineOf(before) ? [i] : [];
  });
  return [...stops, run.events.length];
}

function isWithoutTensors({ events }: Run): boolean {
  return events.length > 0
    && events.every((event) => isOfProgram(event) || SAID.has(event.kind));
}

const lessons = new WeakMap<Run, readonly number[]>();

/** Frame numbers where the player stops: ascending, first 0, last `events.length`. */
export function steps(run: Run, stride: Stride): readonly number[] {
  if (stride === "event") return Array.from({ length: run.events.length + 1 }, (_, i) => i);
  if (stride === "line") return lineSteps(run);
  let found = lessons.get(run);
  if (!found) {
    found = isWithoutTensors(run) ? plainSteps(run) : lessonSteps(run);
    lessons.set(run, found);
  }
  return found;
}

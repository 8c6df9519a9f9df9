// Steps: where the player stops, so that one press of a key is one thing to point at.

import type { Run, TapeEvent } from "../run.ts";
import { lineSteps } from "./line-steps.ts";

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

/** Does an event still belong to the step that `head` began? `before` is the event before it. */
function belongs(event: TapeEvent, head: TapeEvent, before: TapeEvent): boolean {
  switch (event.kind) {
    case "name": case "value": case "enter": case "leave": return true;
    case "write": return before.kind === "op" || event.via !== null || before.kind === "grad"
      || sameSweep(event, head);
    case "op": return event.during !== null && head.kind === "run"
      || before.kind === "leaf" && before.grad_of !== null && lineOf(before) === event.line
      || before.kind === "leaf" && event.outputs.some((output) => output.tensor === before.tensor);
    case "mode": return event.what === "convert" || event.what !== "grad_mode"
      && lineOf(event) === lineOf(head) && (head.kind === "leaf" || head.kind === "mode");
    case "flow": return head.kind === "run";
    case "free": return true;
    case "grad": return head.kind === "run" && before.kind === "run" && before.node === event.node
      || before.kind === "write" && before.by !== "step" && lineOf(event) === lineOf(before)
      || sameSweep(event, head);
    case "backward": return event.phase === "end" && event.results.length === 0;
    case "leaf": return sameSweep(event, head);
    default: return false;
  }
}

function lessonSteps(run: Run): readonly number[] {
  const stops = [0];
  let head = run.events[0];
  run.events.forEach((event, i) => {
    if (i === 0 || !head || belongs(event, head, run.events[i - 1]!)) return;
    stops.push(i);
    head = event;
  });
  if (run.events.length > 0) stops.push(run.events.length);
  return stops;
}

const lessons = new WeakMap<Run, readonly number[]>();

/** Frame numbers where the player stops: ascending, first 0, last `events.length`. */
export function steps(run: Run, stride: Stride): readonly number[] {
  if (stride === "event") return Array.from({ length: run.events.length + 1 }, (_, i) => i);
  if (stride === "line") return lineSteps(run);
  let found = lessons.get(run);
  if (!found) lessons.set(run, found = lessonSteps(run));
  return found;
}

// The call stack: which of the program's calls are under way, and which line each is on.

import type { EnterEvent, LeaveEvent, Run, TapeEvent } from "../run.ts";

/** One call that is under way; the module is the outermost. */
export interface Call {
  readonly frame: number;
  readonly of: "module" | EnterEvent["of"];
  /** Its qualified name; of the module none. */
  readonly name: string;
  /** The line of its `def`. */
  readonly head: number | null;
  /** The line of the caller on which it was called. */
  readonly from: number | null;
  readonly outer: Call | null;
  /** How many calls it is in: 0 for the module. */
  readonly depth: number;
}

/** The call that runs, or the library's that it made, and the line that the program is on. */
export interface Place {
  readonly call: Call;
  readonly line: number | null;
}

export const MODULE: Call = {
  frame: 0, of: "module", name: "", head: null, from: null, outer: null, depth: 0,
};

function enter({ call, line }: Place, event: EnterEvent): Place {
  const isLibrary = event.of === "library";
  const from = event.from ?? (isLibrary ? event.line : null) ?? line;
  const inner: Call = {
    frame: event.frame, of: event.of, name: event.name, head: isLibrary ? null : event.line, from,
    outer: call, depth: call.depth + 1,
  };
  return { call: inner, line: event.line ?? line };
}

/** The caller goes on, on the line of its call; a frame that is not under way ends nothing. */
function leave(place: Place, { frame }: LeaveEvent): Place {
  for (let left: Call | null = place.call; left?.outer; left = left.outer) {
    if (left.frame === frame) return { call: left.outer, line: left.from };
  }
  return place;
}

/** Where the program is after one more event. */
export function follow(place: Place, event: TapeEvent): Place {
  if (event.kind === "enter") return enter(place, event);
  if (event.kind === "leave") return leave(place, event);
  const line = "line" in event ? event.line ?? place.line : place.line;
  return line === place.line ? place : { call: place.call, line };
}

/** The innermost call of the program's own: names are bound there, and lines are lines of it. */
export function runningCall(call: Call): Call {
  let own = call;
  while (own.of === "library" && own.outer) own = own.outer;
  return own;
}

/** One call on the stack, and the line on which it is. */
export interface OnStack {
  readonly call: Call;
  readonly line: number | null;
}

/** The calls under way, the innermost first. */
export function stackOf({ call, line }: Place): readonly OnStack[] {
  const stack: OnStack[] = [];
  let at = line;
  for (let each: Call | null = call; each; each = each.outer) {
    stack.push({ call: each, line: each.of === "library" ? null : at });
    at = each.from;
  }
  return stack;
}

/** For each frame number of a run the frame that runs, its depth and the line; -1 for no line. */
export interface Course {
  readonly frame: Int32Array;
  readonly depth: Int32Array;
  readonly line: Int32Array;
}

function courseFound({ events }: Run): Course {
  const size = events.length + 1;
  const [frame, depth, line] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  let place: Place = { call: MODULE, line: null };
  line[0] = -1;
  events.forEach((event, i) => {
    place = follow(place, event);
    const own = runningCall(place.call);
    frame[i + 1] = own.frame;
    depth[i + 1] = own.depth;
    line[i + 1] = place.line ?? -1;
  });
  return { frame, depth, line };
}

const courses = new WeakMap<Run, Course>();

export function courseOf(run: Run): Course {
  let course = courses.get(run);
  if (!course) courses.set(run, course = courseFound(run));
  return course;
}

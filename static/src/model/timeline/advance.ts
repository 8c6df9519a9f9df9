// The fold: one event turns a frame into the next one, and frameAt finds any frame quickly.

import type { Run, TapeEvent } from "../run.ts";
import { made, named, switched, written } from "./forward.ts";
import { arrived, began, ended, freed, hooked, ran, recorded } from "./backward.ts";
import type { Frame } from "./frame.ts";
import { bind } from "./scope.ts";
import { follow, MODULE } from "./stack.ts";
import { Table } from "./persistent-map.ts";

/** Frame 0: nothing has happened. */
export const START: Frame = {
  at: 0,
  tensors: Table.empty(),
  nodes: Table.empty(),
  scopes: Table.empty(),
  call: MODULE,
  grad_mode: true,
  backward: null,
  running: null,
  touched: Table.empty(),
  stale: [],
  outer: null,
  focus: { node: null, tensor: null },
  line: null,
  failed: null,
};

function happened(frame: Frame, event: TapeEvent): Frame {
  switch (event.kind) {
    case "leaf": return made(frame, event);
    case "op": return made(frame, event);
    case "name": return named(frame, event);
    case "write": return written(frame, event);
    case "mode": return switched(frame, event);
    case "backward": return event.phase === "begin" ? began(frame, event) : ended(frame, event);
    case "run": return ran(frame, event);
    case "flow": return arrived(frame, event);
    case "hook": return hooked(frame, event);
    case "grad": return recorded(frame, event);
    case "free": return freed(frame, event);
    case "value": return { ...frame, scopes: bind(frame.scopes, event, frame.at) };
    case "print": case "full": case "enter": case "leave": case "optimizer":
      return frame;
    case "fail": return blamed(frame, event.blame.nodes);
  }
}

function blamed(frame: Frame, ids: readonly string[]): Frame {
  let nodes = frame.nodes;
  for (const id of ids) {
    const node = nodes.get(id);
    if (node) nodes = nodes.set(id, { ...node, phase: "blamed" });
  }
  const focus = { node: ids[0] ?? null, tensor: null };
  return { ...frame, nodes, focus, running: null, failed: frame.at };
}

/** The frame after one more event. Pure; what did not change is shared with the frame before. */
export function advance(frame: Frame, event: TapeEvent): Frame {
  const next = happened(frame, event);
  const { call, line } = follow(frame, event);
  return { ...next, at: frame.at + 1, call, line };
}

/** A frame is kept every so many events, so that going back costs no more than this many steps. */
const STRIDE = 64;
/** And of the frames that were last come by, so many: sentences look back to what just happened. */
const RECENT = 2048;

interface Memory {
  readonly kept: Frame[];
  /** Frame i at i % RECENT, if it has not been displaced. */
  readonly recent: Frame[];
  last: Frame;
}

const memories = new WeakMap<Run, Memory>();

/** The fold of the first i events (clamped to the tape). Equal i give frames that are equal. */
export function frameAt(run: Run, i: number): Frame {
  const goal = Math.max(0, Math.min(Math.floor(i), run.events.length));
  let memory = memories.get(run);
  if (!memory) memories.set(run, memory = { kept: [START], recent: [], last: START });
  const { kept, recent, last } = memory;
  const known = recent[goal % RECENT];
  if (known?.at === goal) return known;
  const near = kept[Math.min(Math.floor(goal / STRIDE), kept.length - 1)] ?? START;
  let frame = last.at <= goal && last.at > near.at ? last : near;
  while (frame.at < goal) {
    frame = advance(frame, run.events[frame.at]!);
    if (frame.at === kept.length * STRIDE) kept.push(frame);
    recent[frame.at % RECENT] = frame;
  }
  memory.last = frame;
  return frame;
}

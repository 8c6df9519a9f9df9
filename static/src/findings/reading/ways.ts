// Ways on the tape: whether one leads from a node to a leaf, and where a gradient ended on it.

import type { BackwardBegin, Run } from "../../model/run.ts";
import { frameAt, type Frame } from "../../model/timeline.ts";

/** What a backward call may come to: its nodes, each with those that send to it. */
interface Reach {
  readonly from: number;
  readonly frame: Frame;
  readonly senders: ReadonlyMap<string, readonly string[]>;
}

const kept = new WeakMap<BackwardBegin, Reach>();

function reachOf(run: Run, begin: BackwardBegin): Reach {
  const known = kept.get(begin);
  if (known) return known;
  const from = run.events.indexOf(begin);
  const frame = frameAt(run, from);
  const senders = new Map<string, string[]>(begin.roots.map(({ node }) => [node, []]));
  for (const [id] of senders) {
    for (const { to } of frame.nodes.get(id)?.edges ?? []) {
      if (to === null) continue;
      const some = senders.get(to);
      if (some) some.push(id);
      else senders.set(to, [id]);
    }
  }
  const reach = { from, frame, senders };
  kept.set(begin, reach);
  return reach;
}

/** Is a call over, and has it not failed? */
export function isDone(run: Run, { call }: BackwardBegin, at: number): boolean {
  return run.events.slice(0, at).some((event) => event.kind === "backward"
    && event.phase === "end" && event.call === call && !event.failed);
}

/** Does a way on the tape lead from what a backward call began with to a leaf? */
export function leadsTo(run: Run, begin: BackwardBegin, leaf: string): boolean {
  const { frame, senders } = reachOf(run, begin);
  const goal = frame.tensors.get(leaf)?.accumulate;
  return goal != null && senders.has(goal);
}

/** The first node of a call on a way to a leaf that got a gradient and sent none along the way. */
export function silentOn(run: Run, begin: BackwardBegin, leaf: string): string | null {
  const { from, frame, senders } = reachOf(run, begin);
  const goal = frame.tensors.get(leaf)?.accumulate;
  if (goal == null) return null;
  const onWay = new Set([goal]);
  for (const id of onWay) for (const sender of senders.get(id) ?? []) onWay.add(sender);
  const ran: string[] = [];
  const sent = new Set<string>();
  for (const event of run.events.slice(from + 1)) {
    if (event.kind === "backward" && event.phase === "end" && event.call === begin.call) break;
    if (event.kind === "run" && event.grads.some((grad) => grad !== null)) ran.push(event.node);
    if (event.kind === "flow" && onWay.has(event.to)) sent.add(event.node);
  }
  return ran.find((id) => id !== goal && onWay.has(id) && !sent.has(id)) ?? null;
}

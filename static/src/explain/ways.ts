// Ways on the tape: whether one leads from a node to a leaf, and where a gradient ended on it.

import type { BackwardBegin, Run } from "../run.ts";
import { frameAt, type Frame } from "../timeline.ts";

/** The nodes from which a way leads to a leaf's AccumulateGrad, itself included. */
function before(frame: Frame, roots: readonly string[], goal: string): ReadonlySet<string> {
  const senders = new Map<string, string[]>();
  const met = new Set(roots);
  for (const id of met) {
    for (const { to } of frame.nodes.get(id)?.edges ?? []) {
      if (to === null) continue;
      met.add(to);
      const known = senders.get(to);
      if (known) known.push(id);
      else senders.set(to, [id]);
    }
  }
  const found = new Set(met.has(goal) ? [goal] : []);
  for (const id of found) for (const sender of senders.get(id) ?? []) found.add(sender);
  return found;
}

/** The nodes at which a backward call began. */
function rootsOf(begin: BackwardBegin): readonly string[] {
  return begin.roots.map(({ node }) => node);
}

/** Is a call over, and has it not failed? */
export function isDone(run: Run, { call }: BackwardBegin, at: number): boolean {
  return run.events.slice(0, at).some((event) => event.kind === "backward"
    && event.phase === "end" && event.call === call && !event.failed);
}

/** Does a way on the tape lead from what a backward call began with to a leaf? */
export function leadsTo(run: Run, begin: BackwardBegin, leaf: string): boolean {
  const frame = frameAt(run, run.events.indexOf(begin));
  const goal = frame.tensors.get(leaf)?.accumulate;
  return goal != null && before(frame, rootsOf(begin), goal).size > 0;
}

/** The first node of a call on a way to a leaf that got a gradient and sent none along the way. */
export function silentOn(run: Run, begin: BackwardBegin, leaf: string): string | null {
  const from = run.events.indexOf(begin);
  const frame = frameAt(run, from);
  const goal = frame.tensors.get(leaf)?.accumulate;
  if (goal == null) return null;
  const onWay = before(frame, rootsOf(begin), goal);
  const ran: string[] = [];
  const sent = new Set<string>();
  for (const event of run.events.slice(from + 1)) {
    if (event.kind === "backward" && event.phase === "end" && event.call === begin.call) break;
    if (event.kind === "run" && event.grads.some((grad) => grad !== null)) ran.push(event.node);
    if (event.kind === "flow" && onWay.has(event.to)) sent.add(event.node);
  }
  return ran.find((id) => id !== goal && onWay.has(id) && !sent.has(id)) ?? null;
}

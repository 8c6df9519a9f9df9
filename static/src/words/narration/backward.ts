// Sentences of a backward: gradients that arrive, go on, and stay in a `.grad`. Pure.

import { inlineValue } from "../../model/number.ts";
import type {
  BackwardBegin, BackwardEnd, FlowEvent, GradEvent, HookEvent, Run, RunEvent, Value,
} from "../../model/run.ts";
import { frameAt, type NodeState } from "../../model/timeline.ts";
import type { Account, Call, Phrases } from "./phrases.ts";
import { nameOf, words } from "./said.ts";
import { derivativeText, isPassedOn, spreadIn } from "./derivatives.ts";
import { nodeText, placeText, sumOf, targetOf } from "./words.ts";

/** The call that the one under way runs inside of. */
function outerCall(run: Run, at: number): Call | null {
  const outer = frameAt(run, at).outer?.backward;
  return outer ? { number: outer.call, api: outer.api } : null;
}

export function backward(
  say: Phrases, run: Run, i: number, event: BackwardBegin | BackwardEnd,
): string {
  const outer = outerCall(run, event.phase === "begin" ? i + 1 : i);
  if (event.phase === "begin") {
    return event.roots.map((root, n) => {
      const at = targetOf(run, frameAt(run, i), root.node, root.nr);
      const seed = words(say, root.seed);
      return n > 0 ? say.alsoBegan(at, seed)
        : say.began({ number: event.call, api: event.api }, at, seed, outer);
    }).join(say.gap);
  }
  const api = frameAt(run, i).backward?.api ?? "backward";
  const answers = event.results.map(({ tensor, value }) =>
    say.answered(nameOf(say, run, tensor, i), value ? words(say, value) : "None"));
  return [say.ended({ number: event.call, api }, event.failed, outer), ...answers].join(say.gap);
}

/** Did a hook make something else of what came to a node? */
function isHooked(came: NodeState["incoming"], grads: readonly (Value | null)[]): boolean {
  return grads.some((grad, nr) => grad?.data !== undefined && came[nr]?.data !== undefined
    && String(grad.data) !== String(came[nr].data));
}

export function ran(say: Phrases, run: Run, i: number, event: RunEvent): string {
  const frame = frameAt(run, i);
  const node = frame.nodes.get(event.node);
  const name = nodeText(run, frame, event.node);
  const count = node?.received.length ?? 0;
  if (node && count > 1 && !isHooked(node.incoming, event.grads)) {
    return say.complete(name, count, sumOf(node));
  }
  const grad = event.grads.find((value) => value !== null);
  return say.runs(name, grad ? words(say, grad) : "None");
}

/** How many more gradients the receiver waits for, if any. */
function waits(say: Phrases, run: Run, i: number, event: FlowEvent): string | null {
  const missing = event.needed - event.arrived;
  const node = frameAt(run, i).nodes.get(event.to);
  return missing > 0 ? say.waits((node?.outputs.length ?? 1) > 1
    ? nodeText(run, frameAt(run, i), event.to)
    : placeText(run, frameAt(run, i), event.to, event.nr), missing) : null;
}

/** What a node sends to several receivers, where it is too large to be said in numbers. */
export function flowedAll(say: Phrases, run: Run, from: number, to: number): string | null {
  const flows = run.events.slice(from, to).flatMap((event, i) =>
    (event.kind === "flow" ? [{ event, at: from + i }] : []));
  if (flows.length < 2 || flows.every(({ event }) => inlineValue(event.value) !== null)) {
    return null;
  }
  const sent = flows.map(({ event, at }) => ({
    value: derivativeText(run, at, event) ?? words(say, event.value),
    target: placeText(run, frameAt(run, at), event.to, event.nr),
  }));
  const waiting = flows.map(({ event, at }) => waits(say, run, at, event));
  return [say.sendsAll(sent), ...waiting.filter((text) => text !== null)].join(say.gap);
}

export function flowed(say: Phrases, run: Run, i: number, event: FlowEvent): string {
  const frame = frameAt(run, i);
  const target = placeText(run, frame, event.to, event.nr);
  const value = words(say, event.value);
  const spread = spreadIn(run, i, event);
  const sent = spread ? say.spreads(words(say, spread), value, target)
    : isPassedOn(run, i, event) ? say.passesOn(value, target)
    : say.sends(derivativeText(run, i, event) ?? value, target);
  const more = waits(say, run, i, event);
  return more === null ? sent : sent + say.gap + more;
}

export function hooked(say: Phrases, run: Run, i: number, event: HookEvent): string {
  const at = event.tensor !== null ? nameOf(say, run, event.tensor, i)
    : event.node !== null ? nodeText(run, frameAt(run, i), event.node) : say.unnamed;
  const { before, after } = event;
  if (event.where === "post_accumulate") return say.ranAfter(event.name, at);
  const seen = before ? words(say, before) : "None";
  const isChanged = after !== null && JSON.stringify(after) !== JSON.stringify(before);
  if (!isChanged) return say.looked(event.name, at, seen);
  const made = inlineValue(after);
  return made === null ? say.reworked(event.name, at, seen)
    : say.hooked(event.name, at, seen, made);
}

export function recorded(say: Phrases, run: Run, i: number, event: GradEvent): string {
  const [before, added, after] = [event.before, event.added, event.after].map((value) =>
    value && words(say, value)) as [string | null, string | null, string | null];
  const brief = [event.before, event.after].some((value) => value && inlineValue(value) === null);
  const account: Account = { name: nameOf(say, run, event.tensor, i), before, added, after, brief };
  switch (event.by) {
    case "accumulate": return event.before ? say.adds(account) : say.first(account);
    case "retain_grad": return say.retained(account);
    case "zero_grad": return say.reset(account);
    case "user": return say.set(account);
    case "write": return say.rewritten(account);
  }
}

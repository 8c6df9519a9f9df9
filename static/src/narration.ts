// Words: a sentence for each event and each step, in every language from one grammar.

import { explain, errorOf } from "./explain.ts";
import { en } from "./narration/en.ts";
import type { Account, Call, Language, Phrases } from "./narration/phrases.ts";
import {
  brief, derivativeText, factor, forwardText, isPassedOn, nodeText, savedTexts, spreadIn, sumOf,
  targetOf,
} from "./narration/words.ts";
import { zh } from "./narration/zh.ts";
import { inlineValue } from "./number.ts";
import type {
  BackwardBegin, BackwardEnd, FailEvent, FlowEvent, GradEvent, HookEvent, LeafEvent, ModeEvent,
  OpEvent, Run, RunEvent, TapeEvent, Value, WriteEvent,
} from "./run.ts";
import { frameAt, type NodeState } from "./timeline.ts";
import { nameAt as labelOf } from "./timeline/label.ts";

export { endingOf } from "./narration/ending.ts";
export type { Language } from "./narration/phrases.ts";

const LANGUAGES: Readonly<Record<Language, Phrases>> = { en, zh };

function nameOf(say: Phrases, run: Run, tensor: string, at: number): string {
  const value = frameAt(run, at).tensors.get(tensor)?.value;
  return labelOf(run, tensor, at) ?? (value && inlineValue(value)) ?? factor(run, at, tensor)
    ?? say.unnamed;
}

/** A value as it is said: its numbers, or only its shape. */
function words(say: Phrases, value: Value): string {
  return inlineValue(value) ?? say.shaped(value.shape);
}

function seen(say: Phrases, run: Run, i: number, event: LeafEvent): string {
  const name = labelOf(run, event.tensor, i + 1);
  const value = words(say, event.value);
  const { backward } = frameAt(run, i);
  if (name === null && backward?.running) {
    return backward.create_graph ? say.takenIn(value, event.requires_grad) : say.given(value);
  }
  if (event.grad_of !== null && name !== null) return say.reads(name, value);
  const isPlain = !event.requires_grad && inlineValue(event.value) === null;
  return isPlain ? say.plain(name, value)
    : say.leaf(name, value, event.requires_grad, event.parameter);
}

function opened(say: Phrases, run: Run, i: number, event: OpEvent): string {
  const output = event.outputs[0];
  const value = output ? inlineValue(output.value) : null;
  const name = output ? labelOf(run, output.tensor, i + 1) : null;
  const first = say.result(name, forwardText(run, i, event), value);
  const second = event.node ? say.taped(event.node.name, savedTexts(run, i, event))
    : say.untaped(event.grad_mode);
  return first + say.gap + second;
}

function wrote(say: Phrases, run: Run, i: number, event: WriteEvent): string {
  const before = frameAt(run, i).tensors.get(event.tensor);
  const name = nameOf(say, run, event.tensor, i);
  const isBrief = inlineValue(event.value) === null;
  const was = isBrief || !before ? null : words(say, before.value);
  const is = words(say, event.value);
  if (event.by === "step") return say.stepped(name, was, is);
  if (event.by === "data") return say.past(name, was, is);
  let at = i - 1;
  while (run.events[at]?.kind === "write") at--;
  const head = run.events[at];
  const isTold = event.by === "accumulate"
    || (head?.kind === "op" && head.outputs.some((output) => output.tensor === event.tensor));
  return isTold ? say.inPlace(labelOf(run, event.tensor, i) ?? say.unnamed, event.version)
    : say.written(name, event.by, was, is, event.version);
}

function switched(say: Phrases, run: Run, i: number, event: ModeEvent): string {
  switch (event.what) {
    case "grad_mode": return say.gradMode(event.enabled);
    case "detach": {
      const [name, of] = [labelOf(run, event.tensor, i + 1), nameOf(say, run, event.of, i)];
      return say.detached(name === of ? null : name, of,
        frameAt(run, i).tensors.get(event.of)?.requires_grad ?? false);
    }
    case "requires_grad_": return say.required(nameOf(say, run, event.tensor, i),
      event.requires_grad);
    case "convert": return "";
  }
}

/** The call that the one under way runs inside of. */
function outerCall(run: Run, at: number): Call | null {
  const outer = frameAt(run, at).outer?.backward;
  return outer ? { number: outer.call, api: outer.api } : null;
}

function backward(say: Phrases, run: Run, i: number, event: BackwardBegin | BackwardEnd): string {
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

function ran(say: Phrases, run: Run, i: number, event: RunEvent): string {
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

function flowed(say: Phrases, run: Run, i: number, event: FlowEvent): string {
  const frame = frameAt(run, i);
  const target = targetOf(run, frame, event.to, event.nr);
  const value = words(say, event.value);
  const spread = spreadIn(run, i, event);
  const sent = spread ? say.spreads(words(say, spread), value, target)
    : isPassedOn(run, i, event) ? say.passesOn(value, target)
    : say.sends(derivativeText(run, i, event) ?? value, target);
  const missing = event.needed - event.arrived;
  return missing > 0 ? sent + say.gap + say.waits(
    (frame.nodes.get(event.to)?.outputs.length ?? 1) > 1 ? nodeText(run, frame, event.to) : target,
    missing) : sent;
}

function hooked(say: Phrases, run: Run, i: number, event: HookEvent): string {
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

function recorded(say: Phrases, run: Run, i: number, event: GradEvent): string {
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

/** One or two sentences for event number i. */
export function narrate(run: Run, i: number, language: Language): string {
  return LANGUAGES[language].tidy(told(LANGUAGES[language], run, i));
}

const MOST_OF_MESSAGE = 160;

/** What happened, why, and what to change; of an error that no lesson knows, Python's own words. */
function failed(say: Phrases, run: Run, { type, message }: FailEvent): string {
  const found = errorOf(run);
  if (!found || found.facts.id === "other") {
    return message === "" ? type : `${type}: ${brief(message, MOST_OF_MESSAGE)}`;
  }
  const { what, why, change } = explain(found, say.language);
  return [what, why, change].join(say.gap);
}

function told(say: Phrases, run: Run, i: number): string {
  const event: TapeEvent | undefined = run.events[i];
  switch (event?.kind) {
    case undefined: return "";
    case "leaf": return seen(say, run, i, event);
    case "op": return opened(say, run, i, event);
    case "name": return say.named(event.name);
    case "write": return wrote(say, run, i, event);
    case "mode": return switched(say, run, i, event);
    case "backward": return backward(say, run, i, event);
    case "run": return ran(say, run, i, event);
    case "flow": return flowed(say, run, i, event);
    case "hook": return hooked(say, run, i, event);
    case "grad": return recorded(say, run, i, event);
    case "free": return say.freed(nodeText(run, frameAt(run, i), event.node));
    case "print": return say.printed(brief(event.text), event.how);
    case "value": case "enter": case "leave": return "";
    case "full": return say.full(i, event.line);
    case "fail": return failed(say, run, event);
  }
}

/** Is the step about a `.grad` that the user changed? Then how it was done need not be said. */
function resets(run: Run, from: number, to: number): boolean {
  return run.events.slice(from, to).some((event) =>
    event.kind === "grad" && event.by !== "accumulate" && event.by !== "retain_grad");
}

/** Does an event say something that the rest of its step does not say already? */
function tells(run: Run, i: number, from: number, to: number): boolean {
  if (to - from === 1) return true;
  const event = run.events[i]!;
  const next = run.events[i + 1];
  switch (event.kind) {
    case "name": case "free": case "value": case "enter": case "leave": return false;
    case "leaf": return event.grad_of === null && !resets(run, from, to);
    case "run": {
      const isLast = next?.kind === "grad" && next.node === event.node && i + 1 < to;
      return !isLast || (frameAt(run, i).nodes.get(event.node)?.received.length ?? 0) > 1;
    }
    case "backward": return event.phase === "begin" || event.results.length > 0
      || frameAt(run, i).outer !== null;
    case "op": return event.during === null && !resets(run, from, to);
    case "write": return event.via === null && event.by !== "accumulate" && !resets(run, from, to);
    default: return true;
  }
}

/** A line that makes a tensor and asks for its gradient says one thing: here is a leaf. */
function leafOf(say: Phrases, run: Run, from: number, to: number): string | null {
  const head = run.events[from];
  const asked = run.events.slice(from + 1, to).findLast((event) =>
    event.kind === "mode" && event.what === "requires_grad_" && event.requires_grad);
  const isMade = head?.kind === "leaf" || (head?.kind === "mode" && head.what === "detach");
  if (asked?.kind !== "mode" || asked.what !== "requires_grad_" || !isMade) return null;
  const tensor = frameAt(run, to).tensors.get(asked.tensor);
  if (!tensor) return null;
  return say.leaf(labelOf(run, tensor.id, to), words(say, tensor.value), true, false);
}

/** A step of many tensors (a layer's parameters, an optimizer's sweep) is not read to its end. */
const MOST_SENTENCES = 4;

/** The sentences of events from..to-1: what a viewer reads at frame `to`. */
export function narrateStep(run: Run, from: number, to: number, language: Language): string {
  const leaf = leafOf(LANGUAGES[language], run, from, to);
  if (leaf !== null) return LANGUAGES[language].tidy(leaf);
  const sentences: string[] = [];
  for (let i = from; i < to && sentences.length <= MOST_SENTENCES; i++) {
    if (tells(run, i, from, to)) sentences.push(narrate(run, i, language));
  }
  if (sentences.length === 0 && from < to) return narrate(run, from, language);
  const shown = sentences.slice(0, MOST_SENTENCES);
  return shown.join(LANGUAGES[language].gap) + (sentences.length > MOST_SENTENCES ? " …" : "");
}

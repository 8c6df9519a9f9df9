// Words: a sentence for each event and each step, in every language from one grammar.

import { explain, errorOf } from "./explain.ts";
import { en } from "./narration/en.ts";
import { layersText } from "./narration/layers.ts";
import { hasZeroGradient, isSame, libraryText } from "./narration/library.ts";
import type { Account, Call, Language, Phrases, Untaped } from "./narration/phrases.ts";
import { calledText, leftText, namedText } from "./narration/program.ts";
import { sizeOf } from "./narration/size.ts";
import {
  brief, derivativeText, factor, forwardText, isPassedOn, nodeText, placeText, savedTexts,
  spreadIn, sumOf, targetOf,
} from "./narration/words.ts";
import { zh } from "./narration/zh.ts";
import { inlineValue } from "./number.ts";
import type {
  BackwardBegin, BackwardEnd, ConvertEvent, FailEvent, FlowEvent, GradEvent, HookEvent, LeafEvent, LeaveEvent,
  ModeEvent,  OpEvent, Run, RunEvent, TapeEvent, Value, WriteEvent,
} from "./run.ts";
import { frameAt, type NodeState } from "./timeline.ts";
import { labelOf, opWord } from "./timeline/label.ts";
import { headOf, isOfProgram } from "./timeline/lines.ts";

export { endingOf } from "./narration/ending.ts";
export type { Language } from "./narration/phrases.ts";

const LANGUAGES: Readonly<Record<Language, Phrases>> = { en, zh };

function nameOf(say: Phrases, run: Run, tensor: string, at: number): string {
  const value = frameAt(run, at).tensors.get(tensor)?.value;
  return labelOf(run, tensor, at) ?? (value && inlineValue(value)) ?? factor(run, at, tensor)
    ?? say.unnamed;
}

/** A value as it is said: its numbers, or its shape and norm. */
function words(say: Phrases, value: Value): string {
  return inlineValue(value) ?? say.shaped(sizeOf(value));
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

const COMPARISONS = new Set(["eq", "ne", "lt", "le", "gt", "ge"]);

/** Why there is no node of an op. */
function whyUntaped(run: Run, i: number, event: OpEvent): Untaped {
  if (!event.grad_mode) return "off";
  const { tensors } = frameAt(run, i);
  const asks = event.inputs.some(({ tensor }) =>
    tensor !== undefined && tensors.get(tensor)?.requires_grad === true);
  if (!asks) return "inputs";
  if (COMPARISONS.has(opWord(event.op))) return "comparison";
  const dtype = event.outputs[0]?.value.dtype ?? "";
  return dtype === "bool" ? "bool" : /^u?int/.test(dtype) ? "integer" : "unknown";
}

function opened(say: Phrases, run: Run, i: number, event: OpEvent): string {
  const output = event.outputs[0];
  const value = output ? inlineValue(output.value) : null;
  const name = output ? labelOf(run, output.tensor, i + 1) : null;
  const first = say.result(name, forwardText(run, i, event), value,
    output ? words(say, output.value) : "");
  const second = event.node
    ? say.taped(event.node.name, savedTexts(run, i, event, say.ownResult))
    : say.untaped(whyUntaped(run, i, event));
  return first + say.gap + second;
}

function wrote(say: Phrases, run: Run, i: number, event: WriteEvent): string {
  const before = frameAt(run, i).tensors.get(event.tensor);
  const name = nameOf(say, run, event.tensor, i);
  const is = words(say, event.value);
  const isStill = isSame(before?.value ?? null, event.value);
  if (event.by === "step" && isStill) {
    return say.unmoved(say.theOptimizer, name, is, hasZeroGradient(run, event.tensor, i));
  }
  const text = before && inlineValue(event.value) !== null ? words(say, before.value) : null;
  const was = text === is ? null : text;
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
    case "convert": return took(say, run, i, event);
  }
}

/** How the code says what takes the numbers of a tensor. */
function converterText(by: string): string {
  return by === "data" ? ".data" : by === "tensor" ? "torch.tensor()" : `${by}()`;
}

function took(say: Phrases, run: Run, i: number, event: ConvertEvent): string {
  const value = frameAt(run, i).tensors.get(event.tensor)?.value;
  const to = event.to === null ? null : labelOf(run, event.to, i + 1) ?? say.unnamed;
  return say.program.took(converterText(event.by), nameOf(say, run, event.tensor, i),
    value ? inlineValue(value) : null, to);
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

/** How many more gradients the receiver waits for, if any. */
function waits(say: Phrases, run: Run, i: number, event: FlowEvent): string | null {
  const missing = event.needed - event.arrived;
  const node = frameAt(run, i).nodes.get(event.to);
  return missing > 0 ? say.waits((node?.outputs.length ?? 1) > 1
    ? nodeText(run, frameAt(run, i), event.to)
    : placeText(run, frameAt(run, i), event.to, event.nr), missing) : null;
}

/** What a node sends to several receivers, where it is too large to be said in numbers. */
function flowedAll(say: Phrases, run: Run, from: number, to: number): string | null {
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

function flowed(say: Phrases, run: Run, i: number, event: FlowEvent): string {
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
    case "value": return event.text === null ? say.program.unbound(event.name)
      : say.program.bound(event.name, event.text);
    case "enter": return calledText(say, event);
    case "leave": return left(say, run, i, event);
    case "full": return say.full(i, event.line);
    case "fail": return failed(say, run, event);
  }
}

/** What a call did, where it is one of the library; else what it returned. */
function left(say: Phrases, run: Run, i: number, event: LeaveEvent): string {
  const began = run.events.findLastIndex((one, at) =>
    at < i && one.kind === "enter" && one.frame === event.frame);
  const entered = run.events[began];
  if (entered?.kind !== "enter" || entered.of !== "library") return leftText(say, run, event);
  return libraryText(say, run, began, i + 1) ?? say.library.done(entered.name);
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

/** A step that is told as a whole: a leaf, a call of the library, layers, names after a call. */
function wholeText(say: Phrases, run: Run, from: number, to: number): string | null {
  const head = headOf(run, from, to);
  const isCall = run.events[head]?.kind === "enter" && to - from > 1;
  return leafOf(say, run, head, to) ?? layersText(say, run, head, to)
    ?? (isCall ? libraryText(say, run, head, to) : null) ?? namedText(say, run, from, to);
}

/** The sentences of events from..to-1: what a viewer reads at frame `to`. */
export function narrateStep(run: Run, from: number, to: number, language: Language): string {
  const say = LANGUAGES[language];
  const whole = wholeText(say, run, from, to);
  if (whole !== null) return say.tidy(whole + printedIn(say, run, from, to));
  const flows = flowedAll(say, run, from, to);
  const isPlain = run.events.slice(from, to).every(isOfProgram);
  const sentences: string[] = [];
  let isSent = false;
  for (let i = from; i < to && sentences.length <= MOST_SENTENCES; i++) {
    if (flows !== null && run.events[i]!.kind === "flow") {
      if (!isSent) sentences.push(say.tidy(flows));
      isSent = true;
    } else if (isPlain || tells(run, i, from, to)) sentences.push(narrate(run, i, language));
  }
  if (sentences.length === 0 && from < to) return narrate(run, from, language);
  const shown = sentences.slice(0, MOST_SENTENCES);
  return shown.join(say.gap) + (sentences.length > MOST_SENTENCES ? " …" : "");
}

/** What a call of the library printed, as a warning is. */
function printedIn(say: Phrases, run: Run, from: number, to: number): string {
  return run.events.slice(from, to).flatMap((event) =>
    (event.kind === "print" ? [say.gap + say.printed(brief(event.text), event.how)] : [])).join("");
}

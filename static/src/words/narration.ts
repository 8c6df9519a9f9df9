// Words: a sentence for each event and each step, in every language from one grammar.

import { errorOf } from "../findings/findings.ts";
import { backward, flowed, flowedAll, hooked, ran, recorded } from "./narration/backward.ts";
import { en } from "./narration/en.ts";
import { opened, seen, switched, wrote } from "./narration/forward.ts";
import { layersText } from "./narration/layers.ts";
import { libraryText } from "./narration/library.ts";
import { heldText } from "./narration/optimizer.ts";
import type { Phrases } from "./narration/phrases.ts";
import { calledText, leftText, namedText, valueText } from "./narration/program.ts";
import { words } from "./narration/said.ts";
import { brief, nodeText } from "./narration/words.ts";
import { zh } from "./narration/zh.ts";
import type { FailEvent, LeaveEvent, NameEvent, Run, TapeEvent } from "../model/run.ts";
import { frameAt } from "../model/timeline.ts";
import { nameAt } from "../model/timeline/label.ts";
import { headOf, isOfProgram, lineOfEvent, lineOfStep } from "../model/timeline/lines.ts";
import type { Language } from "../model/viewer-options.ts";

export { endingOf } from "./narration/ending.ts";
export type { Language } from "../model/viewer-options.ts";

const LANGUAGES: Readonly<Record<Language, Phrases>> = { en, zh };

/** One or two sentences for event number i. */
export function narrate(run: Run, i: number, language: Language): string {
  return LANGUAGES[language].tidy(told(LANGUAGES[language], run, i));
}

const MOST_OF_MESSAGE = 160;

/** What happened, why, and what to change; of an error that no lesson knows, Python's own words. */
function failed(say: Phrases, run: Run, { type, message }: FailEvent): string {
  const found = errorOf(run);
  if (!found || found.explained(say.language).title === type) {
    return message === "" ? type : `${type}: ${brief(message, MOST_OF_MESSAGE)}`;
  }
  const { what, why, change } = found.explained(say.language);
  return [what, why, change].join(say.gap);
}

/** A name of a tensor: with its value, unless the tensor has just been told. */
function named(say: Phrases, run: Run, i: number, event: NameEvent): string {
  const before = run.events[i - 1];
  const isTold = before !== undefined && ("tensor" in before && before.tensor === event.tensor
    || before.kind === "op" && before.outputs.some(({ tensor }) => tensor === event.tensor));
  const value = frameAt(run, i).tensors.get(event.tensor)?.value;
  return say.named(event.name, isTold || !value ? null : words(say, value));
}

function told(say: Phrases, run: Run, i: number): string {
  const event: TapeEvent | undefined = run.events[i];
  switch (event?.kind) {
    case undefined: return "";
    case "leaf": return seen(say, run, i, event);
    case "op": return opened(say, run, i, event);
    case "name": return named(say, run, i, event);
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
      : say.program.bound(event.name, valueText(say, event.text));
    case "enter": return calledText(say, event);
    case "optimizer": return heldText(say, run, i, event);
    case "leave": return left(say, run, i, event);
    case "full": return say.full(i, event.line);
    case "fail": return failed(say, run, event);
  }
}

const entries = new WeakMap<Run, ReadonlyMap<number, number>>();

/** Where each call of the library begins, by its frame. */
function libraryCalls(run: Run): ReadonlyMap<number, number> {
  let found = entries.get(run);
  if (!found) {
    found = new Map(run.events.flatMap((event, i) =>
      (event.kind === "enter" && event.of === "library" ? [[event.frame, i] as const] : [])));
    entries.set(run, found);
  }
  return found;
}

/** What a call did, where it is one of the library; else what it returned. */
function left(say: Phrases, run: Run, i: number, event: LeaveEvent): string {
  const began = libraryCalls(run).get(event.frame);
  if (began === undefined) return leftText(say, run, event);
  const entered = run.events[began];
  return libraryText(say, run, began, i + 1)
    ?? say.library.done(entered?.kind === "enter" ? entered.name : "");
}

/** Is the step about a `.grad` that the user changed? Then how it was done need not be said. */
function resets(run: Run, from: number, to: number): boolean {
  return run.events.slice(from, to).some((event) =>
    event.kind === "grad" && event.by !== "accumulate" && event.by !== "retain_grad");
}

/** Is the step about what a backward does? Then the ops of its nodes are not told one by one. */
function isOfBackward(run: Run, from: number, to: number): boolean {
  const { kind } = run.events[headOf(run, from, to)] ?? {};
  return kind === "run" || kind === "flow" || kind === "backward";
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
      || event.failed || frameAt(run, i).outer !== null;
    case "op": return (event.during === null || !isOfBackward(run, from, to))
      && !resets(run, from, to);
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
  return say.leaf(nameAt(run, tensor.id, to), words(say, tensor.value), true, false);
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

interface Sentence {
  readonly text: string;
  /** It ends with what the program prints, which need not end as a sentence does. */
  readonly isOpen: boolean;
}

function joined(say: Phrases, sentences: readonly Sentence[]): string {
  return sentences.map(({ text }, i) =>
    (i === 0 ? text : (sentences[i - 1]!.isOpen ? " · " : say.gap) + text)).join("");
}

/** The sentences of events from..to-1: what a viewer reads at frame `to`. */
export function narrateStep(run: Run, from: number, to: number, language: Language): string {
  const say = LANGUAGES[language];
  const whole = wholeText(say, run, from, to);
  if (whole !== null) return say.tidy(whole + printedIn(say, run, from, to));
  const flows = flowedAll(say, run, from, to);
  const isPlain = run.events.slice(from, to).every(isOfProgram);
  const line = lineOfStep(run, from, to);
  const sentences: Sentence[] = [];
  let isSent = false;
  for (let i = from; i < to && sentences.length <= MOST_SENTENCES; i++) {
    if (flows !== null && run.events[i]!.kind === "flow") {
      if (!isSent) sentences.push({ text: say.tidy(flows), isOpen: false });
      isSent = true;
    } else if (isPlain ? lineOfEvent(run, i) === line : tells(run, i, from, to)) {
      sentences.push({
        text: narrate(run, i, language), isOpen: run.events[i]!.kind === "print",
      });
    }
  }
  if (sentences.length === 0 && from < to) return narrate(run, headOf(run, from, to), language);
  return joined(say, sentences.slice(0, MOST_SENTENCES))
    + (sentences.length > MOST_SENTENCES ? " …" : "");
}

/** What a call of the library printed, as a warning is; not what code that it called did. */
function printedIn(say: Phrases, run: Run, from: number, to: number): string {
  const line = lineOfStep(run, from, to);
  return run.events.slice(from, to).flatMap((event) =>
    (event.kind === "print" && event.line === line
      ? [say.gap + say.printed(brief(event.text), event.how)] : [])).join("");
}

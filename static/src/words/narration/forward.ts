// Sentences of what builds the tape: leaves, ops, writes, modes, numbers that are taken out. Pure.

import { inlineValue } from "../../model/number.ts";
import type {
  ConvertEvent, LeafEvent, ModeEvent, OpEvent, Run, WriteEvent,
} from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { nameAt, opWord } from "../../model/timeline/label.ts";
import { courseOf } from "../../model/timeline/stack.ts";
import { hasZeroGradient, isSame } from "./library.ts";
import type { Phrases, Untaped } from "./phrases.ts";
import { nameOf, words } from "./said.ts";
import { forwardText, partText } from "./operands.ts";
import { savedTexts } from "./words.ts";

/** Does code of the program run which a backward has called, as a hook is? */
function isInCallOf(run: Run, i: number, call: number): boolean {
  const { frame } = courseOf(run);
  const begin = run.events.findLastIndex((event, at) => at < i && event.kind === "backward"
    && event.phase === "begin" && event.call === call);
  return frame[i] !== frame[begin];
}

export function seen(say: Phrases, run: Run, i: number, event: LeafEvent): string {
  const name = nameAt(run, event.tensor, i + 1);
  const value = words(say, event.value);
  const { backward } = frameAt(run, i);
  if (name === null && backward?.running) {
    if (backward.create_graph) return say.takenIn(value, event.requires_grad);
    if (isInCallOf(run, i, backward.call)) return say.given(value);
  }
  if (event.grad_of !== null && name !== null) return say.reads(name, value);
  if (event.requires_grad && event.accumulate === null) return say.madeBefore(name, value);
  const isPlain = !event.requires_grad && inlineValue(event.value) === null;
  return isPlain ? say.plain(name, value)
    : say.leaf(name, value, event.requires_grad, event.parameter);
}

const COMPARISONS = new Set(["eq", "ne", "lt", "le", "gt", "ge"]);

/** Why there is no node of an op. */
function whyUntaped(run: Run, i: number, event: OpEvent): Untaped {
  const { tensors, grad_mode: isOn, backward } = frameAt(run, i);
  const asks = event.inputs.some(({ tensor }) =>
    tensor !== undefined && tensors.get(tensor)?.requires_grad === true);
  const isOff = !event.grad_mode && (!isOn || backward?.running === true || event.during !== null);
  if (isOff) return "off";
  if (!asks) return "inputs";
  if (COMPARISONS.has(opWord(run, event))) return "comparison";
  const dtype = event.outputs[0]?.value.dtype ?? "";
  if (dtype === "bool") return "bool";
  if (/^u?int/.test(dtype)) return "integer";
  // A transform and a Function compute with grad mode off, though the program did not switch it.
  return event.grad_mode ? "unknown" : "off";
}

interface Result {
  readonly names: string | null;
  readonly value: string | null;
  readonly size: string;
  /** Which output this is, where only one of several is told and not the first; else 0. */
  readonly nr: number;
}

/** What an op returned: of a list that it made all of it, else what has a name, or the first. */
function resultOf(say: Phrases, run: Run, i: number, { outputs }: OpEvent): Result {
  const isList = outputs.length > 1 && outputs.every(({ view_of: base }) => base !== null);
  const labels = outputs.map(({ tensor }) => nameAt(run, tensor, i + 1));
  const named = outputs.filter((_, nr) => labels[nr] !== null);
  const names = labels.filter((label) => label !== null).join(", ") || null;
  if (isList) {
    const isWhole = names !== null && named.length === outputs.length;
    return { names: isWhole ? names : null, value: null, size: say.tensors(outputs.length), nr: 0 };
  }
  const shown = named.length > 0 ? named : outputs.slice(0, 1);
  const values = shown.map(({ value }) => inlineValue(value));
  return {
    names, value: values.includes(null) ? null : values.join(", "),
    size: shown.map(({ value }) => words(say, value)).join(", "),
    nr: shown.length === 1 ? outputs.indexOf(shown[0]!) : 0,
  };
}

export function opened(say: Phrases, run: Run, i: number, event: OpEvent): string {
  const { names, value, size, nr } = resultOf(say, run, i, event);
  const formula = nr > 0 ? partText(run, i, event, nr) : forwardText(run, i, event);
  const first = say.result(names, formula === value ? `${opWord(run, event)}(…)` : formula, value,
    size);
  const second = event.node
    ? say.taped(event.node.name, savedTexts(run, i, event, say.ownResult))
    : say.untaped(whyUntaped(run, i, event));
  return first + say.gap + second;
}

export function wrote(say: Phrases, run: Run, i: number, event: WriteEvent): string {
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
  if (event.by === "outside") return say.outside(name, was, is);
  let at = i - 1;
  while (run.events[at]?.kind === "write") at--;
  const head = run.events[at];
  const isTold = event.by === "accumulate"
    || (head?.kind === "op" && head.outputs.some((output) => output.tensor === event.tensor));
  return isTold ? say.inPlace(nameAt(run, event.tensor, i) ?? say.unnamed, event.version)
    : say.written(name, event.by, was, is, event.version);
}

export function switched(say: Phrases, run: Run, i: number, event: ModeEvent): string {
  switch (event.what) {
    case "grad_mode": return say.gradMode(event.enabled);
    case "detach": {
      const [name, of] = [nameAt(run, event.tensor, i + 1), nameOf(say, run, event.of, i)];
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
  const to = event.to === null ? null : nameAt(run, event.to, i + 1) ?? say.unnamed;
  return say.program.took(converterText(event.by), nameOf(say, run, event.tensor, i),
    value ? inlineValue(value) : null, to);
}

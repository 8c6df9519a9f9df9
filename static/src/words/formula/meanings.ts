// What the names of an op's formulas stand for in a run: tensors, with names and numbers. Pure.

import { countOf } from "../../model/number.ts";
import type { Entry, OpEvent, Run, Value } from "../../model/run.ts";
import { frameAt, type NodeState } from "../../model/timeline.ts";
import { labelOf, opWord } from "../../model/timeline/label.ts";
import { forwardOf } from "./asked.ts";
import { mapParts, partsOf, type Expression } from "./expression.ts";
import { partOf } from "./full.ts";
import { nthName } from "./layers.ts";
import { parseTemplate } from "./parse.ts";
import { placeTexts } from "./place.ts";
import { texName, texWord } from "./template.ts";
import { entryTex, swapped } from "./values.ts";

/** What one name stands for. */
export interface Meaning {
  /** The user's name for it, as TeX. */
  readonly tex: string;
  /** The name as the user has it. */
  readonly label?: string;
  /** Is that a name, and not only the slot that it was given to? */
  readonly isNamed?: boolean;
  /** How it was made, where it has no name: an expression over other names of the table. */
  readonly made?: Expression;
  /** A number that the program wrote, or a parameter: it may be computed with. */
  readonly number?: Expression;
  readonly value: Value | Entry | null;
  readonly shape: readonly number[];
}

export type Meanings = Map<string, Meaning>;

const UNKNOWN: Meaning = { tex: "", value: null, shape: [] };

/** So many tensors without a name are written as what made them, one in another. */
const MOST_NESTED = 2;
/** With so many names at most. */
const MOST_NAMES = 3;

/** Names replaced by the numbers that the program wrote, and by what made them if `isNamed`. */
export function bound(expression: Expression, meanings: Meanings, isNamed: boolean): Expression {
  if (expression.kind !== "leaf") return mapParts(expression, (p) => bound(p, meanings, isNamed));
  const meaning = meanings.get(expression.name);
  if (meaning?.number) return meaning.number;
  return isNamed && meaning?.made ? bound(meaning.made, meanings, isNamed) : expression;
}

export function isSingleName(meanings: Meanings, name: string): boolean {
  const meaning = meanings.get(name);
  return meaning !== undefined && countOf(meaning.shape) === 1;
}

function numberMeaning(value: Entry, isKept: boolean): Meaning {
  const tex = entryTex(value, Number.isInteger(value) ? "int64" : "float64");
  const number: Expression = typeof value === "number" ? { kind: "number", value, isKept }
    : { kind: "symbol", tex };
  return { tex, number, value, shape: [] };
}

/** A parameter: of a list or a word the text, of one that was left out nothing. */
function parameterMeaning(value: unknown): Meaning {
  if (typeof value === "number" || typeof value === "boolean") return numberMeaning(value, false);
  if (value === "inf" || value === "-inf" || value === "nan") return numberMeaning(value, false);
  const text = Array.isArray(value) ? `(${value.join(", ")})` : String(value);
  const tex = Array.isArray(value) ? text : texName(text);
  return { tex, number: { kind: "symbol", tex }, value: null, shape: [] };
}

function addParameters(meanings: Meanings, run: Run, event: OpEvent, at: number): void {
  for (const [name, value] of Object.entries(event.params)) {
    meanings.set(name, parameterMeaning(value));
  }
  const [first] = event.inputs;
  const whole = frameAt(run, at).tensors.get(first?.tensor ?? "")?.value;
  for (const [name, text] of Object.entries(placeTexts(event, whole?.shape.length ?? 0))) {
    meanings.set(name, { tex: text, number: { kind: "symbol", tex: text }, value: null,
      shape: [] });
  }
}

/** A name under which no other tensor of the table stands. */
function fresh(meanings: Meanings, name: string): string {
  let nr = 1;
  while (meanings.has(`${name}_${nr}`)) nr++;
  return `${name}_${nr}`;
}

/** How many names an expression has, with those of what it is made of. */
function namesOf(expression: Expression, meanings: Meanings): number {
  if (expression.kind === "leaf" && meanings.get(expression.name)?.number) return 0;
  const made = expression.kind === "leaf" ? meanings.get(expression.name)?.made : undefined;
  if (expression.kind === "leaf" && !made) return 1;
  const parts = made ? [made] : partsOf(expression);
  return parts.reduce((sum, part) => sum + namesOf(part, meanings), 0);
}

interface Maker {
  readonly event: OpEvent;
  readonly made: number;
  /** What it computed for this tensor. */
  readonly template: string | undefined;
}

/** The op that made a tensor, if all it was made of is still as it was then. */
function makerOf(run: Run, tensor: string, at: number): Maker | null {
  const then = frameAt(run, at).tensors;
  const state = then.get(tensor);
  const event = state && run.events[state.made];
  if (event?.kind !== "op") return null;
  const nr = event.outputs.findIndex((output) => output.tensor === tensor);
  if (nr < 0 || event.outputs[nr]!.value !== state!.value) return null;
  const before = frameAt(run, state!.made).tensors;
  const isSame = event.inputs.every((input) => input.tensor === undefined
    || before.get(input.tensor)?.value === then.get(input.tensor)?.value);
  const rank = before.get(event.inputs[0]?.tensor ?? "")?.value.shape.length ?? 0;
  const template = partOf(event, rank, nr) ?? (nr === 0 ? forwardOf(run, event) : undefined);
  return isSame ? { event, made: state!.made, template } : null;
}

/** An expression with other names. */
function renamed(expression: Expression, names: Readonly<Record<string, Expression>>): Expression {
  if (expression.kind === "leaf") return names[expression.name] ?? expression;
  return mapParts(expression, (part) => renamed(part, names));
}

/** Has an expression parts that are text, or an operator of its own as a convolution has? */
function hasText(expression: Expression): boolean {
  return expression.kind === "raw"
    || expression.kind === "decorated" && expression.suffix.includes("$")
    || expression.kind === "call" && expression.head.includes("$")
    || expression.kind === "product" && expression.joins.some((join) => typeof join === "object")
    || partsOf(expression).some(hasText);
}

/** Functions of torch by their names, as `transpose(x, 0, 1)`. */
function isCall(expression: Expression): boolean {
  return expression.kind === "call" && expression.head.startsWith("\\mathrm");
}

/** Ops that are said by their names where they are part of another formula. */
const CLOSED = /_norm|attention|rnn|lstm|gru|loss/;

/** What made a tensor, as an expression over names that are added to the table; else null. */
function madeOf(
  meanings: Meanings, run: Run, tensor: string, at: number, depth: number,
): Expression | null {
  const maker = makerOf(run, tensor, at);
  if (maker?.template === undefined) return null;
  const expression = parseTemplate(maker.template);
  const isPassed = expression.kind === "leaf"
    || expression.kind === "transpose" && expression.of.kind === "leaf";
  if (!isPassed && (depth === 0 || hasText(expression) || CLOSED.test(maker.event.op))) return null;
  const left = isPassed ? depth : isCall(expression) ? 0 : depth - 1;
  const names: Record<string, Expression> = {};
  for (const [name, value] of Object.entries(maker.event.params)) {
    names[name] = parameterMeaning(value).number!;
  }
  for (const { slot, tensor: input, number } of maker.event.inputs) {
    names[slot] = input === undefined ? absentOr(slot, number ?? null)
      : added(meanings, run, slot, input, at, left);
  }
  const made = renamed(expression, names);
  const isTold = Object.values(names).every((one) =>
    one.kind !== "leaf" || meanings.get(one.name)!.isNamed || meanings.get(one.name)!.made);
  if (!isTold && !isPassed) return null;
  return namesOf(made, meanings) <= MOST_NAMES ? made : null;
}

/** A number that was given; of what was left out what changes nothing. */
function absentOr(slot: string, number: Entry | null): Expression {
  if (number === null) return { kind: "number", value: slot === "weight" ? 1 : 0 };
  return numberMeaning(number, true).number!;
}

/** Adds a tensor to the table, and returns its name there. */
function added(
  meanings: Meanings, run: Run, slot: string, tensor: string, at: number, depth: number,
): Expression {
  const name = fresh(meanings, slot);
  meanings.set(name, UNKNOWN); // the name is taken before what made the tensor takes names
  meanings.set(name, tensorMeaning(meanings, run, slot, tensor, at, depth));
  return { kind: "leaf", name };
}

function tensorMeaning(
  meanings: Meanings, run: Run, slot: string, tensor: string, at: number, depth = MOST_NESTED,
): Meaning {
  const value = frameAt(run, at).tensors.get(tensor)?.value ?? null;
  const shape = value?.shape ?? [];
  const label = labelOf(run, tensor, at);
  if (label !== null) return { tex: texName(label), label, isNamed: true, value, shape };
  const maker = frameAt(run, at).tensors.get(tensor)?.made;
  const event = maker === undefined ? undefined : run.events[maker];
  const isNamed = event?.kind === "op";
  const tex = isNamed ? `${texWord(opWord(run, event))}(\\dots)`
    : texName(slot);
  const made = madeOf(meanings, run, tensor, at, depth);
  if (made?.kind === "leaf") {
    return reshaped(meanings, slot, meanings.get(made.name)!, value, shape);
  }
  return { tex, isNamed, value, shape, ...(made ? { made } : {}) };
}

const LONGEST_PATH = 2;

/** The end of a path, from a name that is no number on: `attn.qkv.weight` is `qkv.weight`. */
function pathEnd(label: string): string {
  const parts = /^[\w.]+$/.test(label) ? label.split(".") : [label];
  let from = Math.max(0, parts.length - LONGEST_PATH);
  while (from > 0 && /^\d+$/.test(parts[from]!)) from--;
  return parts.slice(from).join(".");
}

/** Paths by their ends, if these tell the operands of the op apart. */
function shortened(meanings: Meanings): void {
  const ends = new Map<string, Set<string>>();
  const paths = [...meanings].filter(([, { label }]) => label !== undefined);
  for (const [, { label }] of paths) {
    const end = pathEnd(label!);
    ends.set(end, (ends.get(end) ?? new Set()).add(label!));
  }
  for (const [name, meaning] of paths) {
    const end = pathEnd(meaning.label!);
    if (ends.get(end)!.size === 1) meanings.set(name, { ...meaning, tex: texName(end) });
  }
}

/** What an op such as `view` passed on: the same tensor with the shape that it has here. */
function reshaped(
  meanings: Meanings, slot: string, of: Meaning, value: Value | null, shape: readonly number[],
): Meaning {
  const { made } = of;
  if (made?.kind !== "transpose" || made.of.kind !== "leaf") return { ...of, value, shape };
  const name = fresh(meanings, slot);
  meanings.set(name, { ...meanings.get(made.of.name)!, value: null, shape: swapped(shape) });
  return { ...of, made: { kind: "transpose", of: { kind: "leaf", name } }, value, shape };
}

/** The gradient that came to output `nr`, and what it is the gradient of. */
function gradientMeaning(
  run: Run, event: OpEvent, node: NodeState, nr: number, otherwise = "",
): Meaning {
  const output = event.outputs[nr];
  const name = output && labelOf(run, output.tensor, node.made + 1);
  const value = node.incoming[nr] ?? null;
  const of = name ? texName(name) : otherwise;
  const tex = `\\mathit{grad}${of ? `_{${of}}` : ""}`;
  return { tex, value, shape: value?.shape ?? output?.value.shape ?? [] };
}

/** Several tensors of one slot, as `cat` has them. */
function severalMeaning(meanings: readonly Meaning[]): Meaning {
  return { tex: meanings.map(({ tex }) => tex).join(",\\ "), value: null, shape: [] };
}

/** The result by its name; of one operand without a name as what was computed. */
function resultMeaning(meanings: Meanings, run: Run, event: OpEvent, node: NodeState): Meaning {
  const [output] = event.outputs;
  const name = output && labelOf(run, output.tensor, node.made + 1);
  const value = output?.value ?? null;
  const shape = value?.shape ?? [];
  if (name) return { tex: texName(name), value, shape };
  const made = parseTemplate(forwardOf(run, event) ?? "");
  const isShort = !hasText(made) && !isCall(made) && made.kind !== "bracket"
    && namesOf(made, meanings) === 1;
  return { tex: "\\mathit{result}", value, shape, ...(isShort ? { made } : {}) };
}

/** What the names of the formulas of an op stand for, as far as the document says. */
export function meaningsOf(run: Run, event: OpEvent, node: NodeState): Meanings {
  const meanings: Meanings = new Map();
  addParameters(meanings, run, event, node.made);
  const slots = new Map<string, Meaning[]>();
  for (const { slot } of event.inputs) meanings.set(slot, UNKNOWN);
  for (const { slot, tensor, number } of event.inputs) {
    const meaning = tensor === undefined
      ? { ...numberMeaning(number ?? 0, true), number: absentOr(slot, number ?? null) }
      : tensorMeaning(meanings, run, slot, tensor, node.made);
    slots.set(slot, [...slots.get(slot) ?? [], meaning]);
  }
  for (const [slot, found] of slots) {
    found.forEach((one, nr) => meanings.set(nthName(slot, nr), one));
    meanings.set(slot, found.length === 1 ? found[0]! : severalMeaning(found));
  }
  meanings.set("result", resultMeaning(meanings, run, event, node));
  shortened(meanings);
  const words = run.ops[event.op]?.outputs;
  const wordOf = (nr: number) => (words?.length === event.outputs.length ? texName(words[nr]!)
    : event.outputs.length > 1 ? String(nr + 1) : "");
  event.outputs.forEach((_, nr) =>
    meanings.set(nthName("grads", nr), gradientMeaning(run, event, node, nr, wordOf(nr))));
  const came = Math.max(0, node.incoming.findIndex((one) => one !== null));
  const grad = gradientMeaning(run, event, node, came);
  return meanings.set("grad", grad).set("grads", grad);
}

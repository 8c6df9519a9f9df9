// Formulas of results, with the names of the program for as long as these mean the same. Pure.

import { forwardOf } from "../formula/asked.ts";
import { placeTexts } from "../formula/place.ts";
import { isOne, plainFormula } from "../formula/plain.ts";
import { namesIn } from "../formula/template.ts";
import { compact, compactValue, inlineValue, isFloating } from "../../model/number.ts";
import type { Entry, OpEvent, Run, Value } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { nameAt, opWord } from "../../model/timeline/label.ts";
import { namingOf } from "../../model/timeline/namings.ts";

/** A name in a formula, and what it meant when the formula was told. */
interface Use {
  readonly tensor: string;
  readonly name: string;
  readonly value: Value | undefined;
}

/** A formula with all that it names, so that it is said later only while it still holds. */
interface Told {
  readonly text: string;
  readonly uses: readonly Use[];
}

/** A number that the user wrote, as an operand of a float op. */
export function literal(entry: Entry, like: string): string {
  return compact(entry, isFloating(like) ? like : "int64");
}

const MATRIX_OPS = /^(b?add)?(mm|mv|bmm)$|^matmul$|^linalg_(solve|inv)|^(cholesky|triangular)_/;

/** What is said for two operands of an op without a sign between them. */
export function besideIn(event: OpEvent): string {
  return MATRIX_OPS.test(event.op) ? "@" : "×";
}

/** A formula of an unnamed result is said in place of its name, if it is not longer than this. */
const LONGEST_PART = 26;
/** Nor if it holds more formulas one in another, which no such short one does. */
const MOST_NESTED = 8;
/** What is said in words reads as no operand of another formula. */
const IN_WORDS = / (?:along|and|at|else|elsewhere|from|of|over|to|where|with) /;
/** Numbers, and lists of them: nothing with a name. */
const IN_NUMBERS = /^[-\d.e, [\]]+$/;

/** Nor a difference of two numbers that may differ in digits which are not shown. */
function isTooNear(text: string): boolean {
  const [left = "", right = "", ...more] = text.split(" - ");
  if (more.length > 0 || !IN_NUMBERS.test(left) || !IN_NUMBERS.test(right)) return false;
  const subtracted = right.split(",");
  return left.split(",").some((one, i) => one === subtracted[i]);
}

function valueAt(run: Run, tensor: string, i: number): Value | undefined {
  return frameAt(run, i).tensors.get(tensor)?.value;
}

/** The name of a tensor at frame `i`; null of a `.grad` that has been replaced by another. */
function nameNow(run: Run, tensor: string, i: number): string | null {
  const name = nameAt(run, tensor, i);
  const owner = name?.endsWith(".grad") ? namingOf(run, tensor)?.gradOf ?? null : null;
  const event = run.events[i];
  const isWritten = event?.kind === "op" && event.outputs.some((one) => one.tensor === tensor);
  const grad = owner === null || isWritten ? null : frameAt(run, i).tensors.get(owner)?.grad;
  return grad && String(grad.data) !== String(valueAt(run, tensor, i)?.data) ? null : name;
}

/** Do the names of a formula still mean what they meant, at frame `i`? */
function isCurrent(run: Run, i: number, { uses }: Told): boolean {
  return uses.every(({ tensor, name, value }) =>
    nameNow(run, tensor, i) === name && valueAt(run, tensor, i) === value);
}

/** An unnamed result as its formula; null where that is too long, or not true any more. */
function unnamed(run: Run, i: number, tensor: string, depth: number): Told | null {
  const state = frameAt(run, i).tensors.get(tensor);
  const made = state && run.events[state.made];
  if (!state) return null;
  if (made?.kind !== "op") return { text: compactValue(state.value), uses: [] };
  const isAsMade = made.outputs[0]?.value === state.value;
  const told = depth > 0 && isAsMade ? knownText(run, state.made, made, depth - 1) : null;
  if (told && told.text.length <= LONGEST_PART && !IN_WORDS.test(told.text)
    && !isTooNear(told.text) && isCurrent(run, i, told)) return told;
  return { text: inlineValue(state.value) ?? `${opWord(run, made)}(…)`, uses: [] };
}

function word(run: Run, i: number, tensor: string, depth: number): Told | null {
  const name = nameNow(run, tensor, i);
  return name === null ? unnamed(run, i, tensor, depth)
    : { text: name, uses: [{ tensor, name, value: valueAt(run, tensor, i) }] };
}

/** What a tensor is called in a formula at frame `i`: its name, its formula, or its number. */
export function factor(run: Run, i: number, tensor: string): string | null {
  return word(run, i, tensor, MOST_NESTED)?.text ?? null;
}

/**
 * The same of a tensor as it was at frame `then`: its numbers, or its shape, if it has been
 * written since. A write behind autograd's back keeps the version, and a node reads what it wrote.
 */
export function factorThen(run: Run, i: number, tensor: string, then: number): string | null {
  const [was, is] = [then, i].map((at) => frameAt(run, at).tensors.get(tensor));
  return was && was.value !== is?.value && was.version !== is?.version ? compactValue(was.value)
    : factor(run, i, tensor);
}

/** By depth, the formulas that were told: an op's inputs have many ways back through the same. */
const told = new WeakMap<OpEvent, Told[]>();

function knownText(run: Run, i: number, event: OpEvent, depth: number): Told {
  const known = told.get(event) ?? [];
  told.set(event, known);
  return known[depth] ??= textOf(run, i, event, depth);
}

/** What the parameters of an op stand for in its formulas. */
export function parameters(run: Run, at: number, event: OpEvent): Record<string, string> {
  const texts = Object.entries(event.params).flatMap(([name, value]) =>
    typeof value === "number"
      ? [[name, compact(value, isPlainInteger(value) ? "int64" : "float64")]]
      : typeof value === "string" ? [[name, value]]
      : isPlaces(value) ? [[name, value.length === 1 ? `${value[0]}` : `(${value.join(", ")})`]]
      : []);
  return { ...Object.fromEntries(texts), ...placeTexts(event, rankOf(run, at, event)) };
}

/** Is a number an integer that has no sign to be lost? */
function isPlainInteger(value: number): boolean {
  return Number.isInteger(value) && !Object.is(value, -0);
}

function isPlaces(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => Number.isInteger(item));
}

/** How many dimensions the first input of an op has. */
function rankOf(run: Run, at: number, event: OpEvent): number {
  const tensor = event.inputs[0]?.tensor;
  return tensor === undefined ? 0 : valueAt(run, tensor, at)?.shape.length ?? 0;
}

/** How a template says along which dimension it goes. */
const ALONG = /(?:\\(?:sum|prod|max|min)|\\mathrm\{\w+\})_\{\$dim\}|\^\{\\,\$dim\}/;

/** The dimension of a reduction, with what is said where its result keeps this dimension. */
export function keptDim(
  template: string | undefined, { params }: OpEvent, dim: string | undefined, rank: number,
): Record<string, string> {
  if (dim === undefined || !ALONG.test(template ?? "")) return {};
  // An op that has no such option works with the whole of its input, entry by entry.
  const isKept = params["keepdim"] ?? rank > 1;
  return isKept ? { dim: `${dim}, keepdim=True` } : {};
}

/** `x × 3.0`, as the op's own template says it; else `op(x, 3.0)`. */
export function forwardText(run: Run, i: number, event: OpEvent): string {
  return knownText(run, i, event, MOST_NESTED).text;
}

/** What an op made, to be said at frame `i`; null where its names mean other things by then. */
export function currentText(run: Run, i: number, made: number, event: OpEvent): string | null {
  const known = knownText(run, made, event, MOST_NESTED);
  return isCurrent(run, i, known) ? known.text : null;
}

/** What is said for the inputs that an op was given, by slot. */
function inputsOf(
  run: Run, i: number, event: OpEvent, depth: number,
): readonly (readonly [slot: string, word: Told])[] {
  const like = event.outputs[0]?.value.dtype ?? "float32";
  // What was left out, as the bias of a layer without one, is no operand.
  const given = event.inputs.filter(({ tensor, number }) =>
    tensor !== undefined || (number ?? null) !== null);
  return given.map(({ slot, tensor, number }) =>
    [slot, tensor === undefined ? { text: literal(number ?? 0, like), uses: [] }
      : word(run, i, tensor, depth) ?? { text: slot, uses: [] }] as const);
}

function textOf(run: Run, i: number, event: OpEvent, depth: number): Told {
  const words = inputsOf(run, i, event, depth);
  const inputs = words.map(([slot, { text }]) => [slot, text] as const);
  const uses = words.flatMap(([, one]) => one.uses);
  return { text: worded(run, i, event, inputs), uses };
}

/** A result of an op that returns several, but the first: `max(x)[1]`. */
export function partText(run: Run, i: number, event: OpEvent, nr: number): string {
  const words = inputsOf(run, i, event, MOST_NESTED).map(([, { text }]) => text);
  return `${opWord(run, event)}(${words.join(", ")})[${nr}]`;
}

type Inputs = readonly (readonly [slot: string, text: string])[];

/** The formula of an op over its inputs. */
function worded(run: Run, i: number, event: OpEvent, inputs: Inputs): string {
  const [first = ""] = inputs.map(([, text]) => text);
  const { dtype } = event.params;
  if (event.op === "to_dtype" && typeof dtype === "string") {
    return `${isOne(first) && !/^[\d.]/.test(first) ? first : `(${first})`}.to(${dtype})`;
  }
  const template = forwardOf(run, event);
  const known = parameters(run, i, event);
  const names = {
    ...known, ...keptDim(template, event, known["dim"], 0), ...Object.fromEntries(inputs),
  };
  const text = template ? plainFormula(template, names, besideIn(event)) : null;
  const slots = inputs.map(([slot]) => slot);
  const isWhole = new Set(slots).size === slots.length && template !== undefined
    && slots.some((slot) => namesIn(template).includes(slot));
  return text !== null && isWhole && !inputs.some(([, one]) => one === text) ? text
    : `${opWord(run, event)}(${inputs.map(([, one]) => one).join(", ")})`;
}

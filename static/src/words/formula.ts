// The local derivative of a node three ways: formal, with the user's names, and with numbers.

import { countOf, isComplex } from "../model/number.ts";
import type { Entry, OpEvent, Run, Value } from "../model/run.ts";
import { frameAt, type Frame, type NodeState } from "../model/timeline.ts";
import { forwardOf, gradientOf } from "./formula/asked.ts";
import { mapParts, type Expression } from "./formula/expression.ts";
import {
  realigned, stretched, untransposed, withCount, type Equation,
} from "./formula/equation.ts";
import { fullOf } from "./formula/full.ts";
import { nthName, type Full } from "./formula/layers.ts";
import { bound, isSingleName, meaningsOf, type Meanings } from "./formula/meanings.ts";
import { formalHand, namedHand, namedTex, numberHand, type Numbers } from "./formula/hands.ts";
import { parseTemplate } from "./formula/parse.ts";
import { rowOf } from "./formula/row.ts";
import { simplified } from "./formula/simplify.ts";
import { namesIn, slotTex, texName } from "./formula/template.ts";
import { dottedWritten, fits, isValue, rowWritten, wholeWritten } from "./formula/values.ts";
import { write, type Hand } from "./formula/write.ts";
import { isMaskedByNan, isReworked } from "./narration/derivatives.ts";
import { besideIn } from "./narration/operands.ts";

export { fill } from "./formula/template.ts";

/** One equation of a node as TeX: its forward (`slot` null) or one derivative. */
export interface Formula {
  readonly slot: string | null;
  /** Which edge of the node it is about; null of the forward. */
  readonly edge: number | null;
  /** With the formula's own names. */
  readonly formal: string;
  /** With the user's variables. */
  readonly named: string;
  /** With numbers, as far as they are known; null of complex gradients. */
  readonly numbers: string | null;
  /** Are these the numbers of row 0 only? */
  readonly isRow: boolean;
  /** Is it about the transpose of what is sent, which is the gradient of a layer's weight? */
  readonly isTurned: boolean;
  /** What the letters in it stand for, one equation each. */
  readonly where: readonly { readonly formal: string; readonly named: string }[];
}

const WRITTEN = { whole: wholeWritten, row: rowWritten, dotted: dottedWritten } as const;

function inNumbers(equation: Equation): { readonly tex: string; readonly isRow: boolean } {
  const { event, meanings, answer, shape } = equation;
  const align = realigned(equation);
  const single = (name: string) => isSingleName(meanings, name);
  const valueOf = (name: string) => {
    const value = meanings.get(name)?.value ?? null;
    return value === null ? null : align(value);
  };
  const expression = simplified(
    bound(withCount(equation.expression, equation), meanings, false), single);
  const used = namesUsed(expression).map(valueOf);
  const isWhole = [...used, answer].every((value) => value === null || fits(value));
  const row = isWhole ? null : rowOf(expression, {
    shape, isSingle: single, isMatrixOp: besideIn(event) === "@",
    shapeOf: (name) => shapeOf(valueOf(name)) ?? meanings.get(name)?.shape ?? [],
    isAlongRows: /softmax/.test(event.op) && event.params["dim"] === shape.length - 1,
    named: (part, index) => namedPart(part, index, meanings),
  });
  const numbers: Numbers = isWhole ? "whole" : row ? "row" : "dotted";
  const { tex } = write(row ?? expression, numberHand(meanings, valueOf, numbers));
  const result = answer && WRITTEN[numbers](answer)?.tex;
  const isTold = result === null || result === undefined || result === tex;
  // Of a layer that is written in lines the first begins with its result.
  const all = tex.includes("\\newline") ? `${result} = ${tex}` : `${tex} = ${result}`;
  return { tex: isTold ? tex : all, isRow: row !== null };
}

function shapeOf(value: Value | Entry | null): readonly number[] | null {
  return value === null ? null : isValue(value) ? value.shape : [];
}

function leavesOf(expression: Expression): readonly string[] {
  const found: string[] = [];
  const visit = (part: Expression): Expression => {
    if (part.kind === "leaf") found.push(part.name);
    return mapParts(part, visit);
  };
  visit(expression);
  return found;
}

/** All names of an expression, also those in its texts. */
function namesUsed(expression: Expression): readonly string[] {
  const texts: string[] = [];
  const visit = (part: Expression): Expression => {
    if (part.kind === "raw") texts.push(part.template);
    if (part.kind === "decorated") texts.push(part.suffix);
    if (part.kind === "call") texts.push(part.head);
    return mapParts(part, visit);
  };
  visit(expression);
  return [...leavesOf(expression), ...texts.flatMap(namesIn)];
}

/** An operand that is written by its name among numbers. */
function namedPart(part: Expression, index: string, meanings: Meanings): Expression {
  const { tex, level } = write(simplified(bound(part, meanings, true),
    (name) => isSingleName(meanings, name)), namedHand(meanings, false));
  const inner = level < 5 && index !== "" ? `\\left(${tex}\\right)` : tex;
  return { kind: "symbol", tex: index === "" ? inner : `${inner}[${index}]` };
}

/** What a gradient is of stands below it, unless its TeX is longer. */
const LONGEST_INDEX = 48;

function gradientTex(name: string, meanings: Meanings): string | null {
  const of = namedTex(name, meanings);
  return of.length > LONGEST_INDEX ? null : `\\mathit{grad}_{${of}}`;
}

/** The gradient that came by what it is of, where that has no name: the gradient of `y^2`. */
function withGradientOf(meanings: Meanings): Meanings {
  const made = meanings.get("result")?.made;
  const tex = made && made.kind !== "leaf" ? gradientTex("result", meanings) : null;
  if (tex === null) return meanings;
  const grad = { ...meanings.get("grad")!, tex };
  return new Map(meanings).set("grad", grad).set("grads", grad);
}

/** Ops of layers and of matrices: with these the shapes always stand below the names. */
const LAYERS = /^(?:convolution|embedding|(?:layer|batch|group)_norm|.*attention|mkldnn_rnn|outer)/;

function inNames(equation: Equation): string {
  const { event, slot, name, expression, meanings, shape } = equation;
  const single = (name: string) => isSingleName(meanings, name);
  const named = simplified(bound(withCount(expression, equation), meanings, true), single);
  const shapes = [...leavesOf(named).map((name) => meanings.get(name)?.shape ?? []), shape]
    .filter((one) => countOf(one) !== 1).map(String);
  const hasShapes = new Set(shapes).size > 1 || besideIn(event) === "@" || LAYERS.test(event.op);
  const hand = namedHand(meanings, hasShapes);
  const subject = slot === null ? meanings.get("result")!.tex
    : gradientTex(name, meanings) ?? `\\mathit{grad}_{${texName(slot)}}`;
  return `${hand.under(subject, shape)} = ${write(named, hand).tex}`;
}

/** A definition of a letter, without shapes. */
function defined(template: string, meanings: Meanings, hand: Hand, isNamed: boolean): string {
  const [left = "", ...right] = template.split(" = ");
  const read = parseTemplate(right.join(" = "));
  const single = (name: string) => isSingleName(meanings, name);
  const expression = simplified(isNamed ? bound(read, meanings, true) : read, single);
  return `${write({ kind: "raw", template: left }, hand).tex} = ${write(expression, hand).tex}`;
}

function written(equation: Equation, edge: number | null): Formula {
  const { slot, name, expression, meanings, answer, where, isTurned = false } = equation;
  const single = (one: string) => isSingleName(meanings, one);
  const hand = formalHand(single);
  const left = slot === null ? "\\mathit{result}" : `\\mathit{grad}_{${slotTex(name)}}`;
  const formal = write(simplified(expression, single), hand).tex;
  // Of complex numbers the formulas leave out what is conjugated.
  const numbers = slot !== null && answer && isComplex(answer.dtype) ? null : inNumbers(equation);
  return { slot, edge, formal: `${left} = ${formal}`, named: inNames(equation),
    numbers: numbers?.tex ?? null, isRow: numbers?.isRow ?? false, isTurned,
    where: where.map((one) => ({ formal: defined(one, meanings, hand, false),
      named: defined(one, meanings, namedHand(meanings, false), true) })) };
}

/** Values that were written behind autograd's back are those that the node reads when it runs. */
function valuesThen(
  run: Run, event: OpEvent, made: number, now: number, meanings: Meanings,
): Meanings {
  const [before, then] = [frameAt(run, made + 1).tensors, frameAt(run, now).tensors];
  const [output] = event.outputs;
  const known = output ? [...event.inputs, { slot: "result", tensor: output.tensor }]
    : event.inputs;
  const changed = known.flatMap(({ slot, tensor }): [string, Value][] => {
    const [was, is] = [before.get(tensor ?? ""), then.get(tensor ?? "")];
    return was && is && was.version === is.version && was.value !== is.value
      ? [[slot, is.value]] : [];
  });
  const all = new Map(meanings);
  for (const [slot, value] of changed) all.set(slot, { ...meanings.get(slot)!, value });
  return all;
}

/** Of several tensors of one slot each edge has its own. */
function nthOf({ edges }: NodeState, edge: number): { readonly nr: number; several: boolean } {
  const { slot } = edges[edge]!;
  const same = edges.flatMap((one, i) => (one.slot === slot ? [i] : []));
  return { nr: same.indexOf(edge), several: same.length > 1 };
}

function gradientsOf(run: Run, event: OpEvent, node: NodeState, meanings: Meanings, full: Full) {
  return node.edges.flatMap(({ slot }, i) => {
    const { nr, several } = nthOf(node, i);
    const asked = gradientOf(run, event, slot);
    const template = asked && (full.gradient?.(slot, nr) ?? asked);
    if (template === undefined) return [];
    const name = several ? nthName(slot, nr) : slot;
    const sent = node.sent[i];
    const isOther = sent && isReworked(run, sent.event, node.id)
      || isMaskedByNan(run, { made: event, at: node.made, template });
    const answer = isOther ? null : sent?.value ?? null;
    const shape = sent?.value.shape ?? meanings.get(name)?.shape ?? [];
    const used = sent ? valuesThen(run, event, node.made, sent.event, meanings) : meanings;
    const bare = { event, slot, name, meanings: used, answer, shape,
      where: full.where?.(slot) ?? [], expression: parseTemplate(template) };
    const expression = stretched(bare.expression, template, bare);
    return [written(untransposed({ ...bare, expression }), i)];
  });
}

/** Which outputs of a node a gradient has come to; null before any has. */
function cameTo({ incoming }: NodeState): ReadonlySet<number> | null {
  const came = incoming.flatMap((value, nr) => (value === null ? [] : [nr]));
  return came.length === 0 ? null : new Set(came);
}

/** Forward first, then one equation per derivative; empty for a node that has no op. */
export function formulasOf(run: Run, frame: Frame, id: string): readonly Formula[] {
  const node = frame.nodes.get(id);
  const event = node && run.events[node.made];
  const op = node?.op == null ? undefined : run.ops[node.op];
  if (!node || !op || event?.kind !== "op") return [];
  const meanings = withGradientOf(meaningsOf(run, event, node));
  const answer = event.outputs[0]?.value ?? null;
  const asked = forwardOf(run, event) ?? "";
  if (asked === "") return []; // of a Function, or of an op with scales that no formula has
  const full = fullOf({ event, came: cameTo(node),
    shapeOf: (name) => meanings.get(name)?.shape ?? [] });
  const forward = written({ event, slot: null, name: "result", meanings, answer,
    expression: parseTemplate(full.forward ?? asked), shape: answer?.shape ?? [],
    where: full.where?.(null) ?? [] }, null);
  return [forward, ...gradientsOf(run, event, node, meanings, full)];
}

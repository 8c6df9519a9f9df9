// The local derivative of a node three ways: formal, with the user's names, and with numbers.

import { countOf, isComplex } from "../model/number.ts";
import type { Entry, OpEvent, Run, Value } from "../model/run.ts";
import { frameAt, type Frame, type NodeState } from "../model/timeline.ts";
import { forwardOf, gradientOf } from "./formula/asked.ts";
import { mapParts, type Expression } from "./formula/expression.ts";
import { fullTemplate } from "./formula/layers.ts";
import { bound, isSingleName, meaningsOf, type Meanings } from "./formula/meanings.ts";
import { formalHand, namedHand, namedTex, numberHand, type Numbers } from "./formula/hands.ts";
import { parseTemplate } from "./formula/parse.ts";
import { rowOf } from "./formula/row.ts";
import { simplified } from "./formula/simplify.ts";
import { isMisaligned, isSpread, summedOver } from "./formula/stretch.ts";
import { namesIn, texName } from "./formula/template.ts";
import {
  dottedWritten, fits, isValue, rowWritten, swapped, turned, wholeWritten,
} from "./formula/values.ts";
import { write } from "./formula/write.ts";
import { isMaskedByNan, isReworked } from "./narration/derivatives.ts";
import { besideIn } from "./narration/operands.ts";

export { fill } from "./formula/template.ts";

/** One equation of a node as TeX: its forward (`slot` null) or one derivative. */
export interface Formula {
  readonly slot: string | null;
  /** With the formula's own names. */
  readonly formal: string;
  /** With the user's variables. */
  readonly named: string;
  /** With numbers, as far as they are known; null of complex gradients. */
  readonly numbers: string | null;
  /** Are these the numbers of row 0 only? */
  readonly isRow: boolean;
}

/** One equation before it is written. */
interface Equation {
  readonly event: OpEvent;
  readonly slot: string | null;
  readonly expression: Expression;
  readonly meanings: Meanings;
  readonly answer: Value | null;
  /** The shape of its left side, also where the answer is not known yet. */
  readonly shape: readonly number[];
}

const AVERAGED = new RegExp("^(?:mean|mean_dim|var|std"
  + "|(?:mse|huber|smooth_l1|soft_margin)_loss|binary_cross_entropy.*)$");

/** The number of entries that N stands for, where the shapes tell it. */
function withCount(expression: Expression, { event, meanings }: Equation): Expression {
  const [input] = event.inputs;
  if (!AVERAGED.test(event.op) || !input) return expression;
  const entries = countOf(meanings.get(input.slot)?.shape ?? []);
  const results = event.params["reduction"] === "none" ? entries
    : countOf(event.outputs[0]?.value.shape ?? []);
  const put = (part: Expression): Expression =>
    (part.kind === "symbol" && part.tex === "N" ? { kind: "number", value: entries / results }
      : mapParts(part, put));
  return put(expression);
}

/** With what a sum over stretched dimensions, or the spreading of a reduction, adds to it. */
function stretched(
  expression: Expression, template: string, { event, meanings, shape, slot }: Equation,
): Expression {
  const came = meanings.get("grad")?.shape ?? [];
  if (slot === null) return expression;
  const dims = summedOver(event.op, template, came, shape);
  if (dims) {
    const along = dims.length === came.length ? "" : `_{${dims.join(", ")}}`;
    return { kind: "call", head: `\\textstyle\\sum${along}`, args: [expression], isPrefix: true };
  }
  const bare = template.replace("\\tfrac{1}{N}\\,", "");
  if (!isSpread(bare, came, shape)) return expression;
  const spread: Expression = countOf(came) === 1
    ? { kind: "product", joins: ["beside"], factors: [{ kind: "leaf", name: "grad" },
      { kind: "symbol", tex: `\\mathbf{1}_{${shape.join(" \\times ")}}` }] }
    : { kind: "call", head: "\\mathrm{expand}", args: [{ kind: "leaf", name: "grad" }],
      isPrefix: false };
  const put = (part: Expression): Expression =>
    (part.kind === "leaf" ? spread : mapParts(part, put));
  return put(expression);
}

/** A gradient that lacks the dimension which a reduction took away, with that dimension again. */
function realigned(
  { event, meanings, shape, slot }: Equation,
): (value: Value | Entry) => Value | Entry {
  const came = meanings.get("grad")?.shape ?? [];
  const { dim } = event.params;
  if (slot === null || typeof dim !== "number" || !isMisaligned(event, came, shape)) {
    return (value) => value;
  }
  const at = dim < 0 ? dim + shape.length : dim;
  return (value) => (isValue(value) && value.shape.length === came.length
    ? { ...value, shape: [...came.slice(0, at), 1, ...came.slice(at)] } : value);
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
  const { event, slot, expression, meanings, shape } = equation;
  const single = (name: string) => isSingleName(meanings, name);
  const named = simplified(bound(expression, meanings, true), single);
  const shapes = [...leavesOf(named).map((name) => meanings.get(name)?.shape ?? []), shape]
    .filter((one) => countOf(one) !== 1).map(String);
  const hasShapes = new Set(shapes).size > 1 || besideIn(event) === "@" || LAYERS.test(event.op);
  const hand = namedHand(meanings, hasShapes);
  const subject = slot === null ? meanings.get("result")!.tex
    : gradientTex(slot, meanings) ?? `\\mathit{grad}_{${texName(slot)}}`;
  return `${hand.under(subject, shape)} = ${write(named, hand).tex}`;
}

function written(equation: Equation): Formula {
  const { slot, expression, meanings, answer } = equation;
  const single = (name: string) => isSingleName(meanings, name);
  const left = slot === null ? "\\mathit{result}" : `\\mathit{grad}_{${texName(slot)}}`;
  const formal = write(simplified(expression, single), formalHand(single)).tex;
  // Of complex numbers the formulas leave out what is conjugated.
  const numbers = slot !== null && answer && isComplex(answer.dtype) ? null : inNumbers(equation);
  return { slot, formal: `${left} = ${formal}`, named: inNames(equation),
    numbers: numbers?.tex ?? null, isRow: numbers?.isRow ?? false };
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

function gradientsOf(run: Run, event: OpEvent, node: NodeState, meanings: Meanings) {
  return node.edges.flatMap(({ slot }, i) => {
    const template = gradientOf(run, event, slot);
    if (template === undefined) return [];
    const sent = node.sent[i];
    const isOther = sent && isReworked(run, sent.event, node.id)
      || isMaskedByNan(run, { made: event, at: node.made, template });
    const answer = isOther ? null : sent?.value ?? null;
    const shape = sent?.value.shape ?? meanings.get(slot)?.shape ?? [];
    const used = sent ? valuesThen(run, event, node.made, sent.event, meanings) : meanings;
    const bare = { event, slot, meanings: used, answer, shape,
      expression: parseTemplate(template) };
    const expression = stretched(bare.expression, template, bare);
    return [written(untransposed({ ...bare, expression }))];
  });
}

/** The gradient of `W` in place of that of its transpose, which a layer was given. */
function untransposed(equation: Equation): Equation {
  const { slot, meanings, answer, shape } = equation;
  const made = slot === null ? undefined : meanings.get(slot)?.made;
  if (slot === null || made?.kind !== "transpose" || made.of.kind !== "leaf") return equation;
  const of = meanings.get(made.of.name)!;
  if (!of.isNamed || shape.length < 2) return equation;
  return { ...equation, expression: { kind: "transpose", of: equation.expression },
    meanings: new Map(meanings).set(slot, { ...of, value: null, shape: swapped(shape) }),
    answer: answer && turned(answer), shape: swapped(shape) };
}

/** Forward first, then one equation per derivative; empty for a node that has no op. */
export function formulasOf(run: Run, frame: Frame, id: string): readonly Formula[] {
  const node = frame.nodes.get(id);
  const event = node && run.events[node.made];
  const op = node?.op == null ? undefined : run.ops[node.op];
  if (!node || !op || event?.kind !== "op") return [];
  const meanings = withGradientOf(meaningsOf(run, event, node));
  const answer = event.outputs[0]?.value ?? null;
  const template = fullTemplate(event) ?? forwardOf(run, event) ?? "";
  if (template === "") return []; // of a Function, or of an op with scales that no formula has
  const forward = written({ event, slot: null, expression: parseTemplate(template), meanings,
    answer, shape: answer?.shape ?? [] });
  return [forward, ...gradientsOf(run, event, node, meanings)];
}

// Facts of a tape in words that every language shares: names, formulas and sums with their numbers.

import { plainFormula } from "../formula/plain.ts";
import { placeTexts } from "../formula/place.ts";
import { forwardOf, gradientOf } from "../formula/asked.ts";
import { isSpread, summedOver, sumText } from "../formula/stretch.ts";
import { namesIn } from "../formula/template.ts";
import {
  compact, compactValue, countOf, inlineValue, isComplex, isFloating, plus,
} from "../number.ts";
import type { Entry, FlowEvent, OpEvent, OpInput, Pass, Run, Value } from "../run.ts";
import { frameAt, passAt, type Frame, type NodeState } from "../timeline.ts";
import { nameAt, opWord } from "../timeline/label.ts";

/** A number that the user wrote, as an operand of a float op. */
function literal(entry: Entry, like: string): string {
  return compact(entry, isFloating(like) ? like : "int64");
}

const MATRIX_OPS = /^(b?add)?(mm|mv|bmm)$|^matmul$|^linalg_(solve|inv)|^(cholesky|triangular)_/;

/** A formula of an unnamed result is said in place of its name, if it is not longer than this. */
const LONGEST_PART = 26;
/** Nor if it holds more formulas one in another, which no such short one does. */
const MOST_NESTED = 8;

function unnamed(run: Run, frame: Frame, tensor: string, depth: number): string | null {
  const state = frame.tensors.get(tensor);
  const made = state && run.events[state.made];
  if (!state) return null;
  if (made?.kind !== "op") return compactValue(state.value);
  const text = depth > 0 ? knownText(run, state.made, made, depth - 1) : null;
  return text !== null && text.length <= LONGEST_PART ? text
    : inlineValue(state.value) ?? `${opWord(made.op)}(…)`;
}

/** By depth, the formulas that were said: an op's inputs have many ways back through the same. */
const said = new WeakMap<OpEvent, string[]>();

function knownText(run: Run, i: number, event: OpEvent, depth: number): string {
  const known = said.get(event) ?? [];
  said.set(event, known);
  return known[depth] ??= textOf(run, i, event, depth);
}

/** An input as the user would say it: its name, else its formula, else its number. */
function operand(
  run: Run, at: number, input: OpInput, like: string, depth = MOST_NESTED,
): string {
  if (input.tensor === undefined) return literal(input.number ?? 0, like);
  return factor(run, at, input.tensor, depth) ?? input.slot;
}

function parameters(run: Run, at: number, event: OpEvent): Record<string, string> {
  const texts = Object.entries(event.params).flatMap(([name, value]) =>
    typeof value === "number"
      ? [[name, compact(value, Number.isInteger(value) ? "int64" : "float64")]]
      : typeof value === "string" ? [[name, value]]
      : isPlaces(value) ? [[name, value.length === 1 ? `${value[0]}` : `(${value.join(", ")})`]]
      : []);
  return { ...Object.fromEntries(texts), ...placeTexts(event, rankOf(run, at, event)) };
}

function isPlaces(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => Number.isInteger(item));
}

/** How many dimensions the first input of an op has. */
function rankOf(run: Run, at: number, event: OpEvent): number {
  const tensor = event.inputs[0]?.tensor;
  return tensor === undefined ? 0 : frameAt(run, at).tensors.get(tensor)?.value.shape.length ?? 0;
}

/** `x × 3.0`, as the op's own template says it; else `op(x, 3.0)`. */
export function forwardText(run: Run, i: number, event: OpEvent): string {
  return knownText(run, i, event, MOST_NESTED);
}

function textOf(run: Run, i: number, event: OpEvent, depth: number): string {
  const like = event.outputs[0]?.value.dtype ?? "float32";
  // What was left out, as the bias of a layer without one, is no operand.
  const given = event.inputs.filter(({ tensor, number }) =>
    tensor !== undefined || (number ?? null) !== null);
  const inputs = given.map((input) =>
    [input.slot, operand(run, i, input, like, depth)] as const);
  const names = { ...parameters(run, i, event), ...Object.fromEntries(inputs) };
  const template = forwardOf(run, event);
  const text = template ? plainFormula(template, names, besideIn(event)) : null;
  const slots = inputs.map(([slot]) => slot);
  const isWhole = new Set(slots).size === slots.length && template !== undefined
    && slots.some((slot) => namesIn(template).includes(slot));
  return text !== null && isWhole && !inputs.some(([, word]) => word === text) ? text
    : `${opWord(event.op)}(${inputs.map(([, word]) => word).join(", ")})`;
}

function besideIn(event: OpEvent): string {
  return MATRIX_OPS.test(event.op) ? "@" : "×";
}

/** Names of what a node saved: the user's where there is one; `own` is its own result. */
export function savedTexts(
  run: Run, i: number, event: OpEvent, own: string,
): readonly string[] {
  const like = event.outputs[0]?.value.dtype ?? "float32";
  const texts = event.saved.map((saved) => {
    if ("number" in saved) return literal(saved.number, like);
    const input = event.inputs.find(({ slot }) => slot === saved.name);
    const isOwn = event.outputs[0]?.tensor === saved.tensor;
    return nameAt(run, saved.tensor, i + 1)
      ?? (input ? operand(run, i, input, like) : isOwn ? own : saved.name);
  });
  return [...new Set(texts)];
}

const untold = new WeakMap<Run, ReadonlyMap<string, string>>();

/** The name of a node that no op told: that of its run, or of a gradient on its way there. */
export function untoldName(run: Run, id: string): string {
  let names = untold.get(run);
  if (!names) {
    untold.set(run, names = new Map(run.events.flatMap((event) =>
      ((event.kind === "run" || event.kind === "flow") && event.name !== undefined
        ? [[event.kind === "run" ? event.node : event.to, event.name] as const] : []))));
  }
  return names.get(id) ?? id;
}

/** Where a gradient goes: the user's variable, else torch's node; `nr` is which of its outputs. */
export function targetOf(run: Run, frame: Frame, id: string, nr = 0): string {
  const node = frame.nodes.get(id);
  const tensor = node?.variable ?? node?.outputs[nr];
  return (tensor && nameAt(run, tensor, frame.at)) ?? node?.name ?? untoldName(run, id);
}

/** How many nodes of each name a pass makes; not what is made by now, so that a name stays. */
function alikeIn(run: Run, pass: Pass): ReadonlyMap<string, number> {
  const known = counted.get(pass);
  if (known) return known;
  const counts = new Map<string, number>();
  for (const event of run.events.slice(pass.first, pass.last + 1)) {
    if (event.kind !== "op" || !event.node) continue;
    counts.set(event.node.name, (counts.get(event.node.name) ?? 0) + 1);
  }
  counted.set(pass, counts);
  return counts;
}

const counted = new WeakMap<Pass, ReadonlyMap<string, number>>();

/** A node by torch's name, and by the variable that it made where there are several of the kind. */
export function nodeText(run: Run, frame: Frame, id: string): string {
  const node = frame.nodes.get(id);
  if (!node) return untoldName(run, id);
  const pass = run.passes[passAt(run, node.made + 1)];
  const alike = node.variable !== null || pass && (alikeIn(run, pass).get(node.name) ?? 0) > 1;
  const target = targetOf(run, frame, id);
  if (target === node.name) return placeText(run, frame, id);
  return alike ? `${node.name} (${target})` : node.name;
}

/** Where a gradient goes, as `targetOf`; of an unnamed result of a layer with the layer's name. */
export function placeText(run: Run, frame: Frame, id: string, nr = 0): string {
  const node = frame.nodes.get(id);
  const target = targetOf(run, frame, id, nr);
  const layer = node && target === node.name ? layerOf(run, node) : null;
  return layer === null ? target : `${target} (${layer})`;
}

const inner = new WeakMap<Run, ReadonlySet<string>>();

/** Modules that were called within others, or that called none. */
function layersOf(run: Run): ReadonlySet<string> {
  let layers = inner.get(run);
  if (layers) return layers;
  const found = new Set(run.events.flatMap((event) =>
    (event.kind === "op" ? event.scope.slice(-1) : [])).filter((name) => !name.endsWith("()")));
  const around = new Set(run.events.flatMap((event) =>
    (event.kind === "op" ? event.scope.slice(0, -1) : [])));
  inner.set(run, layers = new Set([...found].filter((name) => !around.has(name))));
  return layers;
}

/** What made an unnamed node: `net.weightᵀ`, or the innermost module, where it calls no others. */
function layerOf(run: Run, node: NodeState): string | null {
  const made = run.events[node.made];
  const formula = made?.kind === "op" ? forwardText(run, node.made, made) : "";
  if (formula.endsWith("ᵀ") && !formula.includes(" ")) return formula;
  const layer = made?.kind === "op" ? made.scope.at(-1) : undefined;
  return layer !== undefined && layersOf(run).has(layer) ? layer : null;
}

/** `1.0 + 2.0 = 3.0`, of what came to a node; null where these are no numbers to be said. */
export function sumOf(node: NodeState): string | null {
  const nr = Math.max(0, node.incoming.findIndex((value) => value !== null));
  if (node.received.some((one) => one.nr !== nr)) return null; // of several outputs: no sum
  const parts = node.received.filter((one) => one.nr === nr).map((one) => inlineValue(one.value));
  const sum = node.incoming[nr] ? inlineValue(node.incoming[nr]) : null;
  const texts = parts.filter((part) => part !== null);
  if (sum === null || texts.length === 0 || texts.length < parts.length) return null;
  return `${texts.reduce(plus)} = ${sum}`;
}

/** What a tensor is called in a product with numbers: its name, else its number. */
export function factor(run: Run, i: number, tensor: string, depth = MOST_NESTED): string | null {
  return nameAt(run, tensor, i) ?? unnamed(run, frameAt(run, i), tensor, depth);
}

/** What a gradient went through on its way along an edge. */
interface Passage {
  readonly made: OpEvent;
  readonly at: number;
  readonly template: string | undefined;
  readonly came: Value | null;
}

function passageOf(run: Run, i: number, event: FlowEvent): Passage | null {
  const node = frameAt(run, i).nodes.get(event.node);
  const made = node && run.events[node.made];
  const slot = node?.edges[event.edge]?.slot;
  if (!node || made?.kind !== "op" || slot === undefined) return null;
  const came = node.incoming.find((value) => value !== null) ?? null;
  return { made, at: node.made, template: gradientOf(run, made, slot), came };
}

/** What the names of an op's derivatives stand for, but for the gradient. */
function factorsOf(run: Run, { made, at }: Passage): Record<string, string> {
  const names = parameters(run, at, made);
  const like = made.outputs[0]?.value.dtype ?? "float32";
  for (const input of made.inputs) {
    const text = input.tensor === undefined ? literal(input.number ?? 0, like)
      : factor(run, at, input.tensor);
    if (text !== null) names[input.slot] ??= text;
  }
  const result = made.outputs[0] && factor(run, at + 1, made.outputs[0].tensor);
  if (result) names["result"] = result;
  return names;
}

/** Did a hook of the node make something else of what it had computed? */
function isReworked(run: Run, i: number, { node }: FlowEvent): boolean {
  for (let at = i - 1; at >= 0; at--) {
    const event = run.events[at]!;
    if (event.kind === "run") return false;
    if (event.kind === "hook" && event.node === node && event.where === "node_post") {
      return event.after !== null;
    }
  }
  return false;
}

/** `3.0 × y = 6.0`: what goes along an edge, by the formula; null where numbers cannot be said. */
export function derivativeText(run: Run, i: number, event: FlowEvent): string | null {
  const sent = inlineValue(event.value);
  const way = passageOf(run, i, event);
  if (!way?.came || way.template === undefined || sent === null) return sent;
  if (isReworked(run, i, event)) return sent;
  // Formulas are those of real numbers: they leave out what is conjugated.
  if (isComplex(event.value.dtype) || isComplex(way.came.dtype)) return sent;
  const { shape } = way.came;
  const dims = summedOver(way.made.op, way.template, shape, event.value.shape);
  const grad = inlineValue(way.came) ?? (dims && "grad");
  if (grad === null) return sent;
  const names = { ...factorsOf(run, way), grad };
  const text = plainFormula(way.template, names, besideIn(way.made));
  if (text === null || text === sent) return sent;
  return `${dims ? sumText(text, dims, shape.length) : text} = ${sent}`;
}

/** Is the derivative nothing but the gradient that came in? */
export function isPassedOn(run: Run, i: number, event: FlowEvent): boolean {
  const way = passageOf(run, i, event);
  // To a real input goes the real part of a complex gradient.
  return way?.template === "$grad"
    && (!way.came || isComplex(way.came.dtype) === isComplex(event.value.dtype))
    && (!way.came || countOf(way.came.shape) === countOf(event.value.shape));
}

/** What came in, where each entry of a sum is sent the same; else null. */
export function spreadIn(run: Run, i: number, event: FlowEvent): Value | null {
  const way = passageOf(run, i, event);
  return way?.came && isSpread(way.template, way.came.shape, event.value.shape) ? way.came : null;
}

/** The first line of a text, cut between two words where it is too long to read aloud. */
export function brief(text: string, most = 72): string {
  const [line = "", ...more] = text.trimEnd().replace(/^\w*Warning: /, "").split("\n");
  if (line.length <= most) return more.length > 0 ? `${line} …` : line;
  const cut = line.slice(0, most + 1);
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > most / 2 ? end : most).trimEnd()} …`;
}

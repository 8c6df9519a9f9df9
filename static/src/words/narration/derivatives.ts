// What a gradient becomes on its way through a node, as a formula with names and numbers. Pure.

import { gradientOf } from "../formula/asked.ts";
import { plainFormula } from "../formula/plain.ts";
import { isMisaligned, isSpread, summedOver, sumText } from "../formula/stretch.ts";
import { countOf, inlineValue, isComplex } from "../../model/number.ts";
import type { FlowEvent, OpEvent, Run, Value } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { besideIn, factorThen, keptDim, literal, parameters } from "./operands.ts";

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

/** What the names of an op's derivatives stand for at frame `i`, but for the gradient. */
function factorsOf(
  run: Run, i: number, { made, at, template, came }: Passage,
): Record<string, string> {
  const known = parameters(run, at, made);
  const names = {
    ...known, ...keptDim(template, made, known["dim"], came?.shape.length ?? 0),
  };
  const like = made.outputs[0]?.value.dtype ?? "float32";
  for (const input of made.inputs) {
    const text = input.tensor === undefined ? literal(input.number ?? 0, like)
      : factorThen(run, i, input.tensor, at);
    if (text !== null) names[input.slot] ??= text;
  }
  const result = made.outputs[0] && factorThen(run, i, made.outputs[0].tensor, at + 1);
  if (result) names["result"] = result;
  return names;
}

/** Did a hook of the node make something else of what it had computed, or of what it had saved? */
export function isReworked(run: Run, i: number, node: string): boolean {
  for (let at = i - 1; at >= 0; at--) {
    const event = run.events[at]!;
    // A node may unpack what it has saved before it runs; a hook of its inputs is told as one.
    if (event.kind === "run") return run.events[at - 1]?.kind === "leave";
    if (event.kind === "enter" && event.of !== "library") return true;
    if (event.kind === "hook" && event.node === node && event.where === "node_post") {
      return event.after !== null;
    }
  }
  return false;
}

function hasNan(value: Value | undefined): boolean {
  return value?.data?.includes("nan") ?? (value?.stats?.nans ?? 0) > 0;
}

/** Is a gradient masked by a comparison with NaN, which the kernels of torch read otherwise? */
export function isMaskedByNan(
  run: Run, { made, at, template }: Pick<Passage, "made" | "at" | "template">,
): boolean {
  if (!/\[.*(?:[<>=]|\\[lg]e\b).*\]/.test(template ?? "")) return false;
  const { tensors } = frameAt(run, at);
  return made.outputs.some(({ value }) => hasNan(value))
    || made.inputs.some(({ tensor }) => hasNan(tensors.get(tensor ?? "")?.value));
}

/** `3.0 × y = 6.0`: what goes along an edge, by the formula; null where numbers cannot be said. */
export function derivativeText(run: Run, i: number, event: FlowEvent): string | null {
  const sent = inlineValue(event.value);
  const way = passageOf(run, i, event);
  if (!way?.came || way.template === undefined || sent === null) return sent;
  if (isReworked(run, i, event.node) || isMaskedByNan(run, way)) return sent;
  // Formulas are those of real numbers: they leave out what is conjugated.
  if (isComplex(event.value.dtype) || isComplex(way.came.dtype)) return sent;
  const { shape } = way.came;
  if (isMisaligned(way.made, shape, event.value.shape)) return sent;
  const dims = summedOver(way.made.op, way.template, shape, event.value.shape);
  const grad = inlineValue(way.came) ?? (dims && "grad");
  if (grad === null) return sent;
  const names = { ...factorsOf(run, i, way), grad };
  const text = plainFormula(way.template, names, besideIn(way.made));
  if (text === null || text === sent) return sent;
  const isKept = shape.length === event.value.shape.length;
  return `${dims ? sumText(text, dims, shape.length, isKept) : text} = ${sent}`;
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

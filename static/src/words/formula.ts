// The local derivative of a node three ways: formal, with the user's names, and with numbers.

import { placeTexts } from "./formula/place.ts";
import { forwardOf, gradientOf } from "./formula/asked.ts";
import { summedOver } from "./formula/stretch.ts";
import { fill, namesIn, texName } from "./formula/template.ts";
import { compact, countOf, isComplex } from "../model/number.ts";
import type { Entry, OpEvent, Run, Value } from "../model/run.ts";
import { frameAt, type Frame, type NodeState } from "../model/timeline.ts";
import { labelOf } from "../model/timeline/label.ts";

export { fill } from "./formula/template.ts";

/** One equation of a node as TeX: its forward (`slot` null) or one derivative. */
export interface Formula {
  readonly slot: string | null;
  /** With the formula's own names. */
  readonly formal: string;
  /** With the user's variables. */
  readonly named: string;
  /** With numbers; null when they are not known, or too large to write down. */
  readonly numbers: string | null;
}

/** What one name of a formula stands for in this run. */
interface Meaning {
  readonly named: string;
  readonly value: Value | Entry | null;
}

type Meanings = Readonly<Record<string, Meaning>>;

const MOST_ROWS = 3;

function isValue(value: Value | Entry): value is Value {
  return typeof value === "object" && "shape" in value;
}

function texNumber(entry: Entry, dtype: string): string {
  const text = compact(entry, dtype);
  const power = /^(.*)e(-?\d+)$/.exec(text);
  if (power) return `${power[1]} \\times 10^{${power[2]}}`;
  return /^[a-zA-Z]/.test(text) ? `\\mathrm{${text}}` : text;
}

/** A scalar, a vector or a small matrix as TeX; null when it has too many numbers. */
function texValue(value: Value | Entry): string | null {
  if (!isValue(value)) return texNumber(value, typeof value === "number" ? dtypeOf(value) : "bool");
  const { shape, dtype, data } = value;
  if (!data) return null;
  if (countOf(shape) === 1) return texNumber(data[0]!, dtype);
  const cols = shape.at(-1) ?? 1;
  const rows = data.length / cols;
  if (shape.length > 2 || cols > MOST_ROWS || rows > MOST_ROWS || data.length === 0) return null;
  const lines = Array.from({ length: rows }, (_, i) =>
    data.slice(i * cols, (i + 1) * cols).map((x) => texNumber(x, dtype)).join(" & "));
  return `\\begin{bmatrix} ${lines.join(" \\\\ ")} \\end{bmatrix}`;
}

function dtypeOf(x: number): string {
  return Number.isInteger(x) ? "int64" : "float64";
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "number" || typeof value === "boolean";
}

/** What the names of the formulas of an op stand for, as far as the document says. */
function meaningsOf(run: Run, event: OpEvent, node: NodeState): Meanings {
  const then = frameAt(run, node.made);
  const result = event.outputs[0];
  const meanings: Record<string, Meaning> = {};
  for (const [name, value] of Object.entries(event.params)) {
    meanings[name] = { named: texName(String(value)), value: isEntry(value) ? value : null };
  }
  const whole = then.tensors.get(event.inputs[0]?.tensor ?? "")?.value;
  for (const [name, text] of Object.entries(placeTexts(event, whole?.shape.length ?? 0))) {
    if (text !== String(event.params[name])) meanings[name] = { named: text, value: null };
  }
  for (const { slot, tensor, number } of event.inputs) {
    const named = tensor === undefined ? compact(number ?? 0, "float64")
      : texName(labelOf(run, tensor, node.made) ?? slot);
    const value = tensor === undefined ? number ?? null : then.tensors.get(tensor)?.value ?? null;
    meanings[slot] ??= { named, value };
  }
  const output = result && labelOf(run, result.tensor, node.made + 1);
  const grad = node.incoming.find((value) => value !== null) ?? null;
  const named = `\\mathit{grad}${output ? `_{${texName(output)}}` : ""}`;
  const called = output ? texName(output) : "\\mathit{result}";
  meanings["result"] = { named: called, value: result?.value ?? null };
  meanings["grad"] = meanings["grads"] = { named, value: grad };
  return meanings;
}

function inNumbers(template: string, meanings: Meanings): string | null {
  const filled: Record<string, string> = {};
  for (const name of namesIn(template)) {
    const value = meanings[name]?.value;
    const tex = value === null || value === undefined ? null : texValue(value);
    if (tex === null) return null;
    filled[name] = tex.startsWith("-") && template !== `$${name}` ? `(${tex})` : tex;
  }
  return fill(template, filled);
}

function equation(
  slot: string | null, left: readonly [string, string], template: string, meanings: Meanings,
  answer: Value | null, op: string,
): Formula {
  const names = namesIn(template);
  const formal = Object.fromEntries(names.map((name) => [name, texName(name)]));
  const named = Object.fromEntries(
    names.map((name) => [name, meanings[name]?.named ?? texName(name)]));
  const came = meanings["grad"]?.value;
  const shape = came && isValue(came) ? came.shape : null;
  const isSummed = slot !== null && shape !== null && answer !== null
    && summedOver(op, template, shape, answer.shape) !== null;
  const sum = (tex: string) => (isSummed ? `\\textstyle\\sum \\left(${tex}\\right)` : tex);
  // Of complex numbers the formulas leave out what is conjugated.
  const numbers = slot !== null && answer && isComplex(answer.dtype) ? null
    : inNumbers(template, meanings);
  const result = answer && texValue(answer);
  return {
    slot,
    formal: `${left[0]} = ${fill(template, formal)}`,
    named: `${left[1]} = ${sum(fill(template, named))}`,
    numbers: numbers === null ? null : result ? `${sum(numbers)} = ${result}` : sum(numbers),
  };
}

/** Forward first, then one equation per derivative; empty for a node that has no op. */
export function formulasOf(run: Run, frame: Frame, id: string): readonly Formula[] {
  const node = frame.nodes.get(id);
  const event = node && run.events[node.made];
  const op = node?.op == null ? undefined : run.ops[node.op];
  if (!node || !op || event?.kind !== "op") return [];
  const meanings = meaningsOf(run, event, node);
  const result = event.outputs[0]?.value ?? null;
  const forward = equation(null, ["\\mathit{result}", meanings["result"]!.named],
    forwardOf(run, event) ?? op.forward, meanings, result, event.op);
  const gradients = node.edges.flatMap(({ slot }, i) => {
    const template = gradientOf(run, event, slot);
    if (template === undefined) return [];
    const left = [texName(slot), meanings[slot]?.named ?? texName(slot)] as const;
    return [equation(slot, [`\\mathit{grad}_{${left[0]}}`, `\\mathit{grad}_{${left[1]}}`], template,
      meanings, node.sent[i]?.value ?? null, event.op)];
  });
  return [forward, ...gradients];
}

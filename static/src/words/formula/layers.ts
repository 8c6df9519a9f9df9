// What a layer computes within one op, in full: its sentences only call it by its name. Pure.

import type { OpEvent } from "../../model/run.ts";

/** An op with the shapes of its operands, by the names of its formulas. */
export interface Setting {
  readonly event: OpEvent;
  readonly shapeOf: (name: string) => readonly number[];
  /** Which outputs a gradient came to; null before any has. */
  readonly came: ReadonlySet<number> | null;
}

/** Templates in place of those of the table; undefined where the table's own say all. */
export interface Full {
  readonly forward?: string;
  /** The derivative of the `nr`-th input of a slot. */
  readonly gradient?: (slot: string, nr: number) => string | undefined;
  /** Definitions of the letters in a formula, as `\mu = ...`; of the forward for null. */
  readonly where?: (slot: string | null) => readonly string[];
}

/** The name of one of several tensors of a slot, or of the gradients of several outputs. */
export function nthName(slot: string, nr: number): string {
  return `${slot}__${nr}`;
}

function isGiven({ inputs }: OpEvent, slot: string): boolean {
  return inputs.some((input) => input.slot === slot && input.tensor !== undefined);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

function summed(dims: readonly number[], tex: string): string {
  return dims.length === 0 ? tex : `\\textstyle\\sum_{${dims.join(", ")}} ${tex}`;
}

/** Over which dimensions a norm takes its mean, and over which the gradients of its weights sum. */
function normDims({ event, shapeOf }: Setting): { mean: string; sums: readonly number[] } {
  const rank = shapeOf("input").length;
  const { normalized_shape: normalized } = event.params;
  if (event.op === "group_norm") return { mean: "\\text{group}", sums: [0, ...range(2, rank)] };
  if (!Array.isArray(normalized)) {
    const all = [0, ...range(2, rank)];
    return { mean: all.join(", "), sums: all };
  }
  const first = rank - normalized.length;
  return { mean: range(first, rank).join(", "), sums: range(0, first) };
}

function norm(setting: Setting): Full {
  const { event } = setting;
  const { mean: dims, sums } = normDims(setting);
  const mean = (tex: string) => `\\mathrm{mean}_{${dims}}(${tex})`;
  const isRunning = event.op === "batch_norm_eval";
  const [mu, sigma] = isRunning ? ["$running_mean", "\\sqrt{$running_var + $eps}"]
    : ["\\mu", "\\sigma"];
  // A weight of a channel may stand before the means over it, one of an entry may not.
  const isOutside = event.op.startsWith("batch") || !isGiven(event, "weight");
  const g = isOutside ? "$grads" : "\\mathcal{G}";
  const input = isRunning ? `\\frac{$weight}{${sigma}} \\odot $grad`
    : `\\frac{${isOutside ? "$weight" : "1"}}{\\sigma} \\odot \\left(${g} - ${mean(g)}`
      + ` - \\hat x \\odot ${mean(`${g} \\odot \\hat x`)}\\right)`;
  const came = isRunning ? "$grad" : "$grads";
  const gradients: Readonly<Record<string, string>> = { input,
    weight: summed(sums, `${came} \\odot \\hat x`), bias: summed(sums, came) };
  const moments = isRunning ? [] : [`\\mu = ${mean("$input")}`,
    `\\sigma = \\sqrt{${mean("($input - \\mu)^2")} + $eps}`];
  const weighed = isOutside ? [] : ["\\mathcal{G} = $grads \\odot $weight"];
  const scaled = `\\hat x = \\frac{$input - ${mu}}{${sigma}}`;
  return { forward: `\\frac{$input - ${mu}}{${sigma}} \\odot $weight + $bias`,
    gradient: (slot) => gradients[slot],
    where: (slot) => (slot === null ? moments : slot === "bias" || slot === "input" && isRunning
      ? [] : [...(slot === "input" ? weighed : []), scaled, ...moments]) };
}

function attention({ event }: Setting): Full {
  const isCausal = event.params["is_causal"] === true;
  const softmax = "\\mathrm{softmax}\\left($scale\\,$query\\,$key^\\top"
    + ` + ${isCausal ? "\\mathbf{causal}" : "$attn_mask"}\\right)`;
  const share = "$grads\\,$value^\\top";
  const causal = isCausal
    ? ["\\mathbf{causal}_{ij} = -\\infty \\text{ where } j > i, \\text{ else } 0"] : [];
  const weights = `\\mathcal{P} = ${softmax}`;
  const scores = "\\mathcal{D} = \\mathcal{P} \\odot \\left("
    + `${share} - \\textstyle\\sum_{3} \\left(\\left(${share}\\right) \\odot \\mathcal{P}\\right)`
    + "\\right)";
  const gradients: Readonly<Record<string, string>> = {
    query: "$scale\\,\\mathcal{D}\\,$key", key: "$scale\\,\\mathcal{D}^\\top\\,$query",
    value: "\\mathcal{P}^\\top\\,$grads" };
  return { forward: `${softmax} $value`, gradient: (slot) => gradients[slot],
    where: (slot) => (slot === null ? causal
      : [...(slot === "value" ? [] : [scores]), weights, ...causal]) };
}

const GATES = "(i_t,\\ f_t,\\ g_t,\\ o_t)";
const D = (of: string): string => `\\mathit{grad}_{${of}}`;

/** The steps of an LSTM; torch stacks the weights of its gates in the order i, f, g, o. */
function lstmForward(biases: readonly string[], before: string): string {
  const [input = "", hidden = ""] = biases.map((name) => ` + $${name}`);
  return "(h_1, \\dots, h_T),\\quad (x_1, \\dots, x_T) = $input \\newline "
    + `${GATES} = x_t\\,$weight0^\\top${input} + h_{${before}}\\,$weight1^\\top${hidden} \\newline `
    + `c_t = \\sigma(f_t) \\odot c_{${before}} + \\sigma(i_t) \\odot \\tanh g_t \\newline `
    + "h_t = \\sigma(o_t) \\odot \\tanh c_t";
}

/** Back through time: the gradients of the state and of the four gates before their functions. */
function lstm({ event, came }: Setting): Full {
  const isReversed = event.params["reverse"] === true;
  const [before, after] = isReversed ? ["t+1", "t-1"] : ["t-1", "t+1"];
  const [first, last] = isReversed ? ["T", "1"] : ["1", "T"];
  const from = (nr: number, tex: string) => (came === null || came.has(nr) ? [tex] : []);
  const hidden = [...from(0, `{$${nthName("grads", 0)}}_t`),
    ...from(1, `[t = ${last}]\\,$${nthName("grads", 1)}`), `${D(`a_{${after}}`)}\\,$weight1`];
  const cell = [`${D("h_t")} \\odot \\sigma(o_t) \\odot \\tanh'(c_t)`,
    ...from(2, `[t = ${last}]\\,$${nthName("grads", 2)}`),
    `${D(`c_{${after}}`)} \\odot \\sigma(f_{${after}})`];
  const steps = [
    `${D("a_t")} = (${["i", "f", "g", "o"].map((gate) => D(`${gate}_t`)).join(",\\ ")})`,
    `${D("i_t")} = ${D("c_t")} \\odot \\tanh g_t \\odot \\sigma'(i_t)`,
    `${D("f_t")} = ${D("c_t")} \\odot c_{${before}} \\odot \\sigma'(f_t)`,
    `${D("g_t")} = ${D("c_t")} \\odot \\sigma(i_t) \\odot \\tanh'(g_t)`,
    `${D("o_t")} = ${D("h_t")} \\odot \\tanh(c_t) \\odot \\sigma'(o_t)`,
    `${D("c_t")} = ${cell.join(" + ")}`, `${D("h_t")} = ${hidden.join(" + ")}`,
  ];
  const gradients: Readonly<Record<string, string>> = {
    input: `\\left(${D("a_t")}\\,$weight0\\right)_{t = 1, \\dots, T}`,
    weight0: `\\textstyle\\sum_t ${D("a_t")}^\\top\\,x_t`,
    weight1: `\\textstyle\\sum_t ${D("a_t")}^\\top\\,h_{${before}}`,
    weight2: `\\textstyle\\sum_{t, 0} ${D("a_t")}`, weight3: `\\textstyle\\sum_{t, 0} ${D("a_t")}`,
    hx_: `${D(`a_${first}`)}\\,$weight1`, cx_: `${D(`c_${first}`)} \\odot \\sigma(f_${first})` };
  const biases = event.params["has_biases"] === true ? ["weight2", "weight3"] : [];
  return { forward: lstmForward(biases, before), gradient: (slot) => gradients[slot],
    where: (slot) => (slot === null ? [] : steps) };
}

/** Letters of the places in an output, in a window, and in an input. */
const PLACES = [["p", "q", "r"], ["k", "l", "m"], ["u", "v", "w"]] as const;

function convolution({ event, shapeOf }: Setting): Full | null {
  const { stride, padding, dilation, groups } = event.params;
  const numbers = [stride, padding, dilation];
  if (groups !== 1 || !numbers.every((one): one is readonly number[] => Array.isArray(one))) {
    return null;
  }
  const dims = range(0, shapeOf("input").length - 2);
  const [outputs, windows, inputs] = PLACES.map((letters) => letters.slice(0, dims.length));
  const scaled = (by: number, letter: string) => (by === 1 ? letter : `${by}${letter}`);
  const at = dims.map((d) => `${scaled(numbers[0]![d]!, outputs![d]!)} + `
    + scaled(numbers[2]![d]!, windows![d]!)
    + (numbers[1]![d] === 0 ? "" : ` - ${numbers[1]![d]}`));
  const joined = (...letters: readonly (readonly string[] | undefined)[]) =>
    letters.flatMap((one) => one ?? []).join(", ");
  const [p, k, u] = [joined(outputs), joined(windows), joined(inputs)];
  const weight = `{$weight}_{o, c, ${k}}`;
  const came = `{$grad}_{n, o, ${p}}`;
  const input = `{$input}_{n, c, ${at.join(", ")}}`;
  const meets = dims.map((d) => `${at[d]} = ${inputs![d]}`).join(", ");
  const where: Readonly<Record<string, string>> = {
    forward: `($weight \\star $input)_{n, o, ${p}} = `
      + `\\textstyle\\sum_{c, ${k}} ${weight}\\,${input}`,
    input: `($weight \\star^\\top $grad)_{n, c, ${u}} = `
      + `\\textstyle\\sum_{o, ${p}, ${k}:\\, ${meets}} ${weight}\\,${came}`,
    weight: `($grad \\star $input)_{o, c, ${k}} = \\textstyle\\sum_{n, ${p}} ${came}\\,${input}` };
  const gradients: Readonly<Record<string, string>> = {
    input: "$weight \\star^\\top $grad", weight: "$grad \\star $input",
    bias: summed([0, ...range(2, dims.length + 2)], "$grad") };
  return { forward: "$weight \\star $input + $bias", gradient: (slot) => gradients[slot],
    where: (slot) => [where[slot ?? "forward"]].filter((line) => line !== undefined) };
}

/** The templates of a layer written out; null of an op that its own template says in full. */
export function layerOf(setting: Setting): Full | null {
  const { op } = setting.event;
  if (/^(layer|group|batch)_norm(_eval)?$/.test(op)) return norm(setting);
  if (op === "mkldnn_rnn_layer") return lstm(setting);
  if (op === "flash_attention") return attention(setting);
  return op === "convolution" ? convolution(setting) : null;
}

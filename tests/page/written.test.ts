// Formulas as they are written by hand: small runs of one op each, made here.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { formulasOf, type Formula } from "../../static/src/words/formula.ts";
import { parseTemplate } from "../../static/src/words/formula/parse.ts";
import { simplified } from "../../static/src/words/formula/simplify.ts";
import { write } from "../../static/src/words/formula/write.ts";
import type { Run } from "../../static/src/model/run.ts";
import { frameAt } from "../../static/src/model/timeline.ts";
import { inChinese } from "../../static/src/words/strings/formula-texts.ts";
import { fixture } from "./fixtures/load.ts";

type Shape = readonly number[];
type Data = readonly number[] | { readonly head: readonly number[] };

interface Case {
  readonly op: string;
  readonly forward: string;
  readonly gradients?: Readonly<Record<string, string>>;
  /** Operands by slot: a name with a shape and numbers, or a plain number. */
  readonly inputs: Readonly<Record<string, readonly [string, Shape, Data] | number | null>>;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result: readonly [string, Shape, Data];
  /** The slot of an operand that the op is given transposed. */
  readonly turned?: string;
}

function valueOf(shape: Shape, data: Data) {
  const plain = { shape, dtype: "float32" };
  if (!("head" in data)) return { ...plain, data };
  const stats = { min: 0, max: 1, mean: 0, std: 1, zeros: 0, nans: 0, infs: 0, histogram: null };
  return { ...plain, stats, picture: { rows: 1, cols: 1, data: [0] }, head: data.head };
}

/** The events of `t`, which transposes the tensor `t{nr}` without changing its numbers here. */
function transposedAt(nr: number, shape: Shape, data: Data) {
  const view = { tensor: "t40", value: valueOf([...shape].reverse(), data), requires_grad: true,
    view_of: `t${nr}` };
  return { kind: "op", op: "t", params: {}, saved: [], grad_mode: true, during: null, scope: [],
    calls: [], line: 2, inputs: [{ slot: "self", tensor: `t${nr}` }], outputs: [view],
    node: { id: "n40", name: "TBackward0", edges: [{ slot: "self", to: `n${nr}`, nr: 0 }] } };
}

/** The run of one op over leaves, which all ask for a gradient. */
function runOf({ op, forward, gradients = {}, inputs, params = {}, result, turned }: Case): Run {
  const slots = Object.entries(inputs);
  const given = slots.filter((pair): pair is [string, readonly [string, Shape, Data]] =>
    Array.isArray(pair[1]));
  const nr = (slot: string) => slots.findIndex(([one]) => one === slot);
  const leaves = given.flatMap(([slot, [name, shape, data]]) => [
    { kind: "leaf", tensor: `t${nr(slot)}`, value: valueOf(shape, data), requires_grad: true,
      accumulate: `n${nr(slot)}`, parameter: false, grad_of: null, line: 1 },
    { kind: "name", tensor: `t${nr(slot)}`, name, frame: 0, line: 1 },
  ]);
  const [name, shape, data] = result;
  const views = given.filter(([slot]) => slot === turned)
    .map(([slot, [, of, entries]]) => transposedAt(nr(slot), of, entries));
  const made = {
    kind: "op", op, params, saved: [], grad_mode: true, during: null, scope: [], calls: [],
    line: 2, inputs: slots.map(([slot, one], i) => (Array.isArray(one)
      ? { slot, tensor: slot === turned ? "t40" : `t${i}` } : { slot, number: one })),
    outputs: [{ tensor: "t50", value: valueOf(shape, data), requires_grad: true, view_of: null }],
    node: { id: "n50", name: "Backward0", edges: slots.map(([slot, one], i) =>
      ({ slot, to: Array.isArray(one) ? `n${i}` : null, nr: 0 })) },
  };
  const named = { kind: "name", tensor: "t50", name, frame: 0, line: 2 };
  const events = [...leaves, ...views, made, named];
  return { ...fixture("quiet"), events, passes: [], layouts: [],
    ops: { [op]: { node: "Backward0", word: op, forward, gradients },
      t: { node: "TBackward0", word: "t", forward: "$self^\\top",
        gradients: { self: "$grad^\\top" } } } } as unknown as Run;
}

function formulas(one: Case): Readonly<Record<string, Formula>> {
  const run = runOf(one);
  const all = formulasOf(run, frameAt(run, run.events.length), "n50");
  return Object.fromEntries(all.map((formula) => [formula.slot ?? "forward", formula]));
}

const POWER = { self: "$grad \\odot $exponent\\,{$self}^{$exponent - 1}" };

function power(exponent: number): Case {
  return { op: "pow_scalar", forward: "{$self}^{$exponent}", gradients: POWER,
    inputs: { self: ["x", [], [3]] }, params: { exponent }, result: ["y", [], [3 ** exponent]] };
}

test("the derivative of a square is 2x, and that of a first power 1", () => {
  const { forward, self } = formulas(power(2));
  assert.equal(forward!.named, "y = x^{2}");
  assert.equal(forward!.numbers, "3.0^{2} = 9.0");
  assert.equal(self!.named, "\\mathit{grad}_{x} = \\mathit{grad}_{y} \\cdot 2x");
  assert.equal(formulas(power(3)).self!.named,
    "\\mathit{grad}_{x} = \\mathit{grad}_{y} \\cdot 3x^{2}");
  assert.equal(formulas(power(1)).self!.named, "\\mathit{grad}_{x} = \\mathit{grad}_{y}");
  assert.equal(formulas(power(0.5)).self!.named,
    "\\mathit{grad}_{x} = \\mathit{grad}_{y} \\cdot 0.5x^{-0.5}");
});

const WRITTEN: readonly (readonly [template: string, tex: string])[] = [
  ["$a \\odot 1 \\odot $b", "\\mathit{a} \\odot \\mathit{b}"],
  ["1\\,$a", "\\mathit{a}"],
  ["$a + -$b", "\\mathit{a} - \\mathit{b}"],
  ["$a - (-$b)", "\\mathit{a} + \\mathit{b}"],
  ["$a + 0 \\odot $b", "\\mathit{a}"],
  ["-(-$a)", "\\mathit{a}"],
  ["$a \\odot (-$b)", "-\\mathit{a} \\odot \\mathit{b}"],
  ["\\frac{-$a}{1}", "-\\mathit{a}"],
  ["\\frac{$a}{-$b}", "-\\dfrac{\\mathit{a}}{\\mathit{b}}"],
  ["{$a^\\top}^\\top", "\\mathit{a}"],
  ["e^{\\ln ($a + $b)} \\odot $b",
    "\\left(\\mathit{a} + \\mathit{b}\\right) \\odot \\mathit{b}"],
  ["$a \\odot 3", "3\\,\\mathit{a}"],
  ["$grad \\odot $a \\odot 3", "\\mathit{grad} \\cdot 3\\,\\mathit{a}"],
  ["$grad\\,$a^\\top", "\\mathit{grad}\\,\\allowbreak \\mathit{a}^\\top"],
  ["($s\\,$a)\\,($s\\,$b^\\top)", "\\mathit{s} \\cdot \\mathit{s} \\cdot \\mathit{a}"
    + "\\,\\allowbreak \\mathit{b}^\\top"],
  ["(0.5\\,$a)\\,(3\\,$b)", "1.5\\,\\mathit{a}\\,\\allowbreak \\mathit{b}"],
  ["{(2\\,$a\\,$b^\\top)}^\\top", "2\\,\\mathit{b}\\,\\allowbreak \\mathit{a}^\\top"],
  ["$a \\odot i_t", "\\mathit{a} \\odot {i}_t"],
  ["[\\lnot [$a > $b]]", "1 - \\left[\\mathit{a} > \\mathit{b}\\right]"],
  ["[\\lnot [$a = $b]]", "\\left[\\mathit{a} \\ne \\mathit{b}\\right]"],
  ["\\tfrac{2}{12}\\,$a", "\\tfrac{1}{6}\\,\\mathit{a}"],
  ["$s \\odot $s", "\\mathit{s} \\cdot \\mathit{s}"],
  ["$s \\odot $a", "\\mathit{s} \\cdot \\mathit{a}"],
  ["$s \\odot (1 - $s)", "\\mathit{s} \\cdot \\left(1 - \\mathit{s}\\right)"],
  ["($a + $b)^2", "\\left(\\mathit{a} + \\mathit{b}\\right)^{2}"],
  ["\\sin($a + $b)", "\\sin\\left(\\mathit{a} + \\mathit{b}\\right)"],
  ["\\overline{$a}^{\\,$dim}", "\\overline{\\mathit{a}}^{\\,\\mathit{dim}}"],
  ["[$a > 0]", "\\left[\\mathit{a} > 0\\right]"],
  ["$a \\text{ at } $b", "\\mathit{a} \\text{ at } \\mathit{b}"],
  ["\\max_{\\text{window}} $a", "\\max_{\\text{window}} \\mathit{a}"],
];

for (const [template, tex] of WRITTEN) {
  test(`${template} is written ${tex}`, () => {
    const isSingle = (name: string) => name === "s" || name === "dim";
    const text = (name: string) => `\\mathit{${name}}`;
    const leaf = (name: string) => ({ tex: text(name), level: 5, isSingle: isSingle(name) });
    const expression = simplified(parseTemplate(template), isSingle);
    const hand = { leaf, text, called: text, isNumeric: false };
    assert.equal(write(expression, hand).tex, tex);
  });
}

const LINEAR: Case = {
  op: "addmm", forward: "$mat1\\,$mat2 + $self",
  gradients: { self: "$grad", mat1: "$grad\\,$mat2^\\top", mat2: "$mat1^\\top\\,$grad" },
  inputs: {
    self: ["b", [20], [...Array(20).keys()]],
    mat1: ["x", [16, 30], { head: [0.5, -1, 2, 4] }],
    mat2: ["W", [30, 20], { head: [0.1, 0.2, 0.3, 0.4] }],
  },
  result: ["h", [16, 20], { head: [1, 2, 3, 4] }],
};

test("a product of matrices has the shapes below its names, and numbers of row 0", () => {
  const { forward, self, mat1, mat2 } = formulas(LINEAR);
  assert.equal(forward!.named, "\\underset{16 \\times 20}{h} = "
    + "\\underset{16 \\times 30}{x}\\,\\allowbreak "
    + "\\underset{30 \\times 20}{W} + \\underset{20}{b}");
  assert.equal(forward!.isRow, true);
  assert.equal(forward!.numbers, "\\begin{bmatrix} 0.5 & -1.0 & 2.0 & \\cdots \\end{bmatrix}\\,"
    + "\\allowbreak W"
    + " + \\begin{bmatrix} 0.0 & 1.0 & 2.0 & \\cdots \\end{bmatrix}"
    + " = \\begin{bmatrix} 1.0 & 2.0 & 3.0 & \\cdots \\end{bmatrix}");
  assert.match(self!.named, /= \\textstyle\\sum_\{0\} \\underset\{16 \\times 20\}/);
  assert.match(mat1!.named, /\\underset\{30 \\times 20\}\{W\}\^\\top$/);
  assert.match(mat2!.named, /= \\underset\{16 \\times 30\}\{x\}\^\\top\\,/);
});

test("the gradient of a weight that its layer transposes is that of the weight", () => {
  const weight = ["W", [20, 30], { head: [0.1, 0.2, 0.3, 0.4] }] as const;
  const { forward, mat1, mat2 } = formulas({ ...LINEAR, turned: "mat2",
    inputs: { ...LINEAR.inputs, mat2: weight } });
  assert.match(forward!.named, /\\underset\{20 \\times 30\}\{W\}\^\\top \+/);
  assert.match(mat1!.named, /\\underset\{20 \\times 30\}\{W\}$/);
  assert.equal(mat2!.named, "\\underset{20 \\times 30}{\\mathit{grad}_{W}} = "
    + "\\underset{16 \\times 20}{\\mathit{grad}_{h}}^\\top\\,\\allowbreak "
    + "\\underset{16 \\times 30}{x}");
});

function scaled(shape: Shape, data: Data): Case {
  return { op: "mul", forward: "$self \\odot $other",
    gradients: { self: "$grad \\odot $other", other: "$grad \\odot $self" },
    inputs: { self: ["a", [100, 3], { head: [1, 2, 3] }], other: ["c", shape, data] },
    result: ["y", [100, 3], { head: [2, 4, 6] }] };
}

test("row 0 of a stretched operand is its own row, of a column one number", () => {
  const row = "\\begin{bmatrix} 1.0 & 2.0 & 3.0 \\end{bmatrix}";
  const result = "\\begin{bmatrix} 2.0 & 4.0 & 6.0 \\end{bmatrix}";
  assert.equal(formulas(scaled([3], [2, 2, 2])).forward!.numbers,
    `${row} \\odot \\begin{bmatrix} 2.0 & 2.0 & 2.0 \\end{bmatrix} = ${result}`);
  const column = formulas(scaled([100, 1], [2, ...new Array<number>(99).fill(5)]));
  assert.equal(column.forward!.numbers, `${row} \\cdot 2.0 = ${result}`);
  assert.equal(column.forward!.named, "\\underset{100 \\times 3}{y} = "
    + "\\underset{100 \\times 3}{a} \\odot \\underset{100 \\times 1}{c}");
  assert.match(column.other!.named, /= \\textstyle\\sum_\{1\} \\underset/);
});

test("what no row decides is written with dots", () => {
  const mean = formulas({ op: "mean", forward: "\\overline{$self}",
    gradients: { self: "\\tfrac{1}{N}\\,$grad" },
    inputs: { self: ["a", [100, 3], { head: [1, 2, 3] }] }, result: ["m", [], [0.25]] });
  assert.equal(mean.forward!.isRow, false);
  assert.equal(mean.forward!.numbers, "\\overline{\\begin{bmatrix} 1.0 & 2.0 & 3.0 \\\\ \\vdots "
    + "\\end{bmatrix}} = 0.25");
  assert.equal(mean.self!.named,
    "\\mathit{grad}_{a} = \\tfrac{1}{300}\\,\\mathit{grad}_{m} \\cdot "
      + "\\mathbf{1}_{100 \\times 3}");
});

test("a view of a column is no row of it", () => {
  const { forward } = formulas({ op: "view", forward: "$self", gradients: { self: "$grad" },
    inputs: { self: ["a", [300, 1], { head: [1] }] },
    result: ["v", [300], { head: [1, 2, 3, 4] }] });
  assert.equal(forward!.isRow, false);
});

test("a layer without a bias or a weight leaves it out", () => {
  const norm = (weight: Case["inputs"][string]): Case => ({ op: "layer_norm",
    forward: "\\frac{$input - \\mu}{\\sigma} \\odot $weight + $bias",
    inputs: { input: ["x", [2, 3], [1, 2, 3, 4, 5, 6]], weight, bias: null },
    result: ["y", [2, 3], [1, 2, 3, 4, 5, 6]] });
  assert.equal(formulas(norm(null)).forward!.named,
    "\\underset{2 \\times 3}{y} = \\dfrac{\\underset{2 \\times 3}{x} - \\mu}{\\sigma}");
  assert.match(formulas(norm(["w", [3], [1, 1, 1]])).forward!.named,
    /\\odot \\underset\{3\}\{w\}$/);
});

test("a number that the program wrote keeps its place in what it computes, and its sign", () => {
  const { forward, self } = formulas({ op: "add", forward: "$self + $other",
    gradients: { self: "$grad" }, inputs: { self: ["a", [], [2]], other: -0.5 },
    result: ["y", [], [1.5]] });
  assert.equal(forward!.named, "y = a - 0.5");
  assert.equal(forward!.numbers, "2.0 - 0.5 = 1.5");
  assert.equal(self!.named, "\\mathit{grad}_{a} = \\mathit{grad}_{y}");
});

test("the words of every formula of the table are there in Chinese", () => {
  const read = (folder: string): string => readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith(".py"))
    .map((name) => readFileSync(new URL(folder + name, import.meta.url), "utf8")).join("");
  const words = new Set(read("../../autograd/ops/").match(/\\text\{[^{}]*\}/g));
  assert.ok(words.size > 20);
  const same = [...words].filter((text) => !/[\u4e00-\u9fff]/.test(inChinese(text)));
  assert.deepEqual(same, ["\\text{ NaN}"]);
});

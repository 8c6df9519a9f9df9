// Formulas: TeX for the inspector, plain text for sentences, both from one template.

import assert from "node:assert/strict";
import { test } from "node:test";
import { placeTexts } from "../../static/src/words/formula/place.ts";
import { plainFormula } from "../../static/src/words/formula/plain.ts";
import { summedOver, sumText } from "../../static/src/words/formula/stretch.ts";
import { fill, formulasOf } from "../../static/src/words/formula.ts";
import type { OpEvent } from "../../static/src/model/run.ts";
import { frameAt } from "../../static/src/model/timeline.ts";
import { fixture } from "./fixtures/load.ts";

test("a sum over what was stretched says whether it keeps the dimension", () => {
  assert.equal(sumText("x", [1], 2, true), "sum(x, dim=1, keepdim=True)");
  assert.equal(sumText("x", [0], 2), "sum(x, dim=0)");
});

test("a template is filled by Python's rules", () => {
  assert.equal(fill("$grad \\odot ${other}_1 $$", { grad: "g", other: "o" }), "g \\odot o_1 $");
  assert.equal(fill("$unknown", {}), "$unknown");
});

const NAMES = { grad: "3.0", self: "x", other: "-0.5", result: "a + b", exponent: "2", mat2: "w",
  target: "t", dim: "1", start: ":, 1", end: "-1", index: ":, -2", matrix: "wᵀ",
  column: "m[:, 1]" };

const PLAIN: readonly (readonly [string, string | null])[] = [
  ["$self \\odot $other", "x × (-0.5)"],
  ["\\frac{$self}{$other}", "x / (-0.5)"],
  ["\\frac{$grad}{2\\,$result}", "3.0 / (2 × (a + b))"],
  ["{$self}^{$exponent}", "x²"],
  ["$grad \\odot $exponent\\,{$self}^{$exponent - 1}", "3.0 × 2 × x"],
  ["e^{$result}", "exp(a + b)"],
  ["\\textstyle\\sum_{$dim} $self", "sum(x, dim=1)"],
  ["\\overline{($self - $target)^2}", "mean((x - t)²)"],
  ["\\tfrac{1}{N}\\,$grad", "(1/N) × 3.0"],
  ["$grad \\odot [$result > 0]", "3.0 × [a + b > 0]"],
  ["\\mathrm{conj}($self)", "conj(x)"],
  ["\\overline{$self}^{\\,$dim}", "mean(x, dim=1)"],
  ["\\tfrac{2}{N - $target}\\,$grad", "(2 / (N - t)) × 3.0"],
  ["\\textstyle\\sum_{j \\le i} ${self}_j", "sum[j ≤ i] x[j]"],
  ["$self = $other", "x == (-0.5)"],
  ["e^{$result} \\textstyle\\sum_{$dim} $grad", "exp(a + b) × sum(3.0, dim=1)"],
  ["\\max($self, 0) + $grad \\min($self, 0)", "max(x, 0) + 3.0 × min(x, 0)"],
  ["\\tfrac{1}{1}\\overline{$self}", "mean(x)"],
  ["\\max_{\\text{window}} $self", "max(x in each window)"],
  ["\\overline{$self}_{\\text{part}}", "mean(x in each part)"],
  ["$column\\,$grad", "m[:, 1] × 3.0"],
  ["\\textstyle\\sum\\left(($self - $target)^2\\right)", "sum((x - t)²)"],
  ["${self}_{$index}", "x[:, -2]"],
  ["${self}_{$start:$end}", "x[:, 1:-1]"],
  ["$grad\\,$matrix^\\top", "3.0 × w"],
  ["$grad - \\textstyle\\sum_{$dim} $grad \\odot $result", "3.0 - sum(3.0 × (a + b), dim=1)"],
  ["\\textstyle\\sum $grad \\odot [$self]", "sum(3.0 × [x])"],
  ["\\ln \\textstyle\\sum_{$dim} e^{$self}", "ln(sum(exp(x), dim=1))"],
  ["\\mathrm{kthvalue}_{$dim}($self, $other)", "kthvalue(x, -0.5, dim=1)"],
  ["${self}_{...,0} + i\\,${self}_{...,1}", "x[...,0] + i × x[...,1]"],
  ["$grad \\odot $missing", null],
  ["\\begin{bmatrix} $self \\end{bmatrix}", null],
];

for (const [template, text] of PLAIN) {
  test(`${template} is said as ${text ?? "nothing"}`, () => {
    assert.equal(plainFormula(template, NAMES), text);
  });
}

test("two matrices side by side are a matrix product", () => {
  assert.equal(plainFormula("$self\\,$mat2", NAMES, "@"), "x @ w");
});

test("a place is said with the dimensions before it, and a long one is not said", () => {
  const event = (op: string, params: OpEvent["params"]) => ({ op, params }) as OpEvent;
  assert.deepEqual(placeTexts(event("select", { dim: 0, index: 1 }), 2), { index: "1" });
  assert.deepEqual(placeTexts(event("select", { dim: -1, index: 1 }), 3), { index: ":, :, 1" });
  const part = { dim: 1, start: null, end: null, step: 2 };
  assert.deepEqual(placeTexts(event("slice", part), 2), { start: ":, ", end: ":2" });
  const narrow = { dim: 0, start: 1, end: 3, step: 1 };
  assert.deepEqual(placeTexts(event("slice", narrow), 2), { start: "1", end: "3" });
  const key = ["[ 0  2]", "slice(None, None, None)", null];
  assert.deepEqual(placeTexts(event("index", { key }), 2), { key: "[0, 2], :, None" });
  const mask = { key: ["[[False False False]\n [True True True]]"] };
  assert.deepEqual(placeTexts(event("index", mask), 2), { key: "…" });
  assert.deepEqual(placeTexts(event("mul", {}), 2), {});
});

test("what was stretched is summed over, and only there", () => {
  assert.deepEqual(summedOver("mul", "$grad \\odot $other", [2, 3], [3]), [0]);
  assert.deepEqual(summedOver("sub", "-$grad", [2, 3], [2, 1]), [1]);
  assert.deepEqual(summedOver("addmm", "$grad", [4, 2, 3], []), [0, 1, 2]);
  assert.equal(summedOver("mul", "$grad \\odot $other", [2, 3], [2, 3]), null);
  assert.equal(summedOver("mm", "$grad\\,$mat2^\\top", [2, 3], [2, 1]), null);
  assert.equal(summedOver("sum", "$grad", [], [3]), null);
  assert.equal(sumText("g", [0], 2), "sum(g, dim=0)");
  assert.equal(sumText("g", [0, 2], 3), "sum(g, dim=(0, 2))");
  assert.equal(sumText("g", [0, 1], 2), "sum(g)");
});

test("a node's formulas are formal, with the user's names, and with numbers", () => {
  const run = fixture("accumulate");
  const frame = frameAt(run, run.events.length);
  const node = [...frame.nodes.values()].find((one) => one.name === "MulBackward0")!;
  const [forward, gradient] = formulasOf(run, frame, node.id);
  assert.equal(forward?.formal, "\\mathit{result} = \\mathit{self} \\cdot \\mathit{other}");
  assert.equal(forward?.named, "y = x\\,k");
  assert.equal(forward?.numbers, "0.5 \\cdot 0.2 = 0.1");
  assert.equal(gradient?.slot, "self");
  assert.equal(gradient?.named, "\\mathit{grad}_{x} = \\mathit{grad}_{y} \\cdot k");
  assert.equal(gradient?.numbers, "1.0 \\cdot 0.2 = 0.2");
});

test("an AccumulateGrad has no formula", () => {
  const run = fixture("accumulate");
  const frame = frameAt(run, run.events.length);
  const node = [...frame.nodes.values()].find((one) => one.variable !== null)!;
  assert.deepEqual(formulasOf(run, frame, node.id), []);
});

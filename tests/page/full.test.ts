// Templates of layers and of ops of several tensors, with their dimensions, parts and definitions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fullOf } from "../../static/src/words/formula/full.ts";
import type { Full } from "../../static/src/words/formula/layers.ts";
import type { OpEvent } from "../../static/src/model/run.ts";

type Shapes = Readonly<Record<string, readonly number[]>>;

interface Given {
  readonly shapes: Shapes;
  readonly params?: OpEvent["params"];
  /** The slots of the inputs, by default the names of the shapes. */
  readonly slots?: readonly string[];
  readonly outputs?: readonly (readonly number[])[];
  readonly came?: readonly number[] | null;
}

function full(op: string, { shapes, params = {}, slots, outputs = [], came = null }: Given): Full {
  const inputs = (slots ?? Object.keys(shapes)).map((slot, i) => ({ slot, tensor: `t${i}` }));
  const made = outputs.map((shape, i) => ({ tensor: `o${i}`, value: { shape, dtype: "float32" } }));
  const event = { op, params, inputs, outputs: made } as unknown as OpEvent;
  return fullOf({ event, shapeOf: (name) => shapes[name] ?? [], came: came && new Set(came) });
}

test("a layer norm weighs the gradient before its means, a batch norm after them", () => {
  const given = { shapes: { input: [2, 3], weight: [3], bias: [3] } };
  const layer = full("layer_norm", { ...given, params: { normalized_shape: [3], eps: 1e-5 } });
  assert.match(layer.gradient!("input", 0)!, /mean\}_\{1\}\(\\mathcal\{G\}\)/);
  assert.equal(layer.where!("input")[0], "\\mathcal{G} = $grads \\odot $weight");
  assert.equal(layer.gradient!("bias", 0), "\\textstyle\\sum_{0} $grads");
  assert.deepEqual(layer.where!(null), ["\\mu = \\mathrm{mean}_{1}($input)",
    "\\sigma = \\sqrt{\\mathrm{mean}_{1}(($input - \\mu)^2) + $eps}"]);
  const batch = full("batch_norm", { shapes: { ...given.shapes, input: [2, 3, 4, 4] } });
  assert.match(batch.gradient!("input", 0)!, /^\\frac\{\$weight\}.*mean\}_\{0, 2, 3\}\(\$grads\)/);
});

test("each tensor of a cat gets its own part of the gradient", () => {
  const shapes = { tensors__0: [2, 3], tensors__1: [2, 4] };
  const slots = ["tensors", "tensors"];
  const cat = full("cat", { shapes, slots, params: { dim: -1 }, outputs: [[2, 7]] });
  assert.equal(cat.forward, "\\mathrm{cat}_{1}($tensors__0, $tensors__1)");
  assert.equal(cat.gradient!("tensors", 0), "{$grad}_{:, 0:3}");
  assert.equal(cat.gradient!("tensors", 1), "{$grad}_{:, 3:7}");
  const stack = full("stack", { shapes, slots, params: { dim: 0 }, outputs: [[2, 2, 3]] });
  assert.equal(stack.gradient!("tensors", 1), "{$grad}_{1}");
});

test("a split is told by its part, and its gradient by those that came", () => {
  const given = { shapes: { self: [4, 6] }, params: { dim: 1 }, outputs: [[4, 2], [4, 4]] };
  assert.equal(full("split", given).forward, "{$self}_{:, 0:2}");
  assert.equal(full("split", given).gradient!("self", 0),
    "\\mathrm{cat}_{1}($grads__0, $grads__1)");
  assert.equal(full("split", { ...given, came: [1] }).gradient!("self", 0),
    "\\mathrm{cat}_{1}(0, $grads__1)");
});

test("attention has its weights and the gradient of its scores defined", () => {
  const { gradient, where } = full("flash_attention", { shapes: { query: [1, 1, 3, 2] },
    params: { is_causal: true, scale: 0.5 } });
  assert.equal(gradient!("key", 0), "$scale\\,\\mathcal{D}^\\top\\,$query");
  assert.equal(where!("query").length, 3);
  assert.match(where!("query")[1]!, /^\\mathcal\{P\} = .*\\mathbf\{causal\}/);
});

test("an LSTM that runs in reverse goes back through time from its first step", () => {
  const { gradient, where } = full("mkldnn_rnn_layer", { shapes: { input: [3, 1, 2] },
    params: { reverse: true, has_biases: true }, came: [0, 2] });
  assert.equal(gradient!("hx_", 0), "\\mathit{grad}_{a_T}\\,$weight1");
  const [cell, hidden] = where!("weight0").slice(-2);
  assert.match(cell!, /\[t = 1\]\\,\$grads__2 \+ \\mathit\{grad\}_\{c_\{t-1\}\}/);
  assert.doesNotMatch(hidden!, /grads__1/);
});

test("a convolution is defined by its indices, with its stride and padding", () => {
  const { where } = full("convolution", { shapes: { input: [1, 1, 5, 5], weight: [1, 1, 3, 3] },
    params: { stride: [2, 1], padding: [1, 0], dilation: [1, 1], groups: 1 } });
  assert.match(where!(null)[0]!, /\{\$input\}_\{n, c, 2p \+ k - 1, q \+ l\}$/);
  assert.match(where!("input")[0]!, /p, q, k, l:\\, 2p \+ k - 1 = u, q \+ l = v\}/);
});

test("clamp, permute and norms say their bounds, dimensions and orders", () => {
  const shapes = { self: [2, 3, 4] };
  assert.equal(full("clamp", { shapes, params: { min: null, max: 1 } }).forward,
    "\\min($self, $max)");
  assert.equal(full("permute", { shapes, params: { dims: [1, -1, 0] } }).gradient!("self", 0),
    "\\mathrm{permute}($grad, 2, 0, 1)");
  const norm = full("linalg_vector_norm", { shapes, params: { ord: 2, dim: [-1] } });
  assert.equal(norm.gradient!("self", 0), "$grad \\odot \\frac{$self}{$result}");
});

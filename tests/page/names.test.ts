// What an expression in the code stands for, and where an argument goes.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  called, members, parameterAt, parametersOf, type Entry, type Names,
} from "../../static/src/model/names.ts";

function entry(kind: Entry["kind"], signature = ""): Entry {
  return { kind, signature, about: "", uses: 0 };
}

const NAMES: Names = {
  torch: {
    relu: entry("function", "(input)"), tensor: entry("function", "(data)"),
    nn: entry("namespace"),
  },
  "torch.nn": {
    Linear: entry("class", "(in_features, out_features, bias=True)"),
    functional: entry("namespace"),
  },
  "torch.nn.functional": { gelu: entry("function", "(input, approximate='none')") },
  "torch.optim": { SGD: entry("class", "(params, lr=0.001)") },
  "torch.autograd": { Variable: entry("function", "(data)") },
  "torch.Tensor": { mean: entry("method", "(dim=None)") },
  "torch.nn.Module": { parameters: entry("method", "()") },
};

const CODE = `import torch
import torch.nn as nn, math
import torch.nn.functional as F
from torch.autograd import Variable
from torch import optim  # a comment
net = nn.Linear(2, 1)
sgd = optim.SGD(net.parameters())
x = torch.tensor([1.0])
`;

function after(expression: string): readonly string[] {
  return Object.keys(members(NAMES, CODE, expression));
}

test("names follow a module under whatever name it was imported", () => {
  assert.deepEqual(after("torch"), ["relu", "tensor", "nn"]);
  assert.deepEqual(after("nn"), ["Linear", "functional"]);
  assert.deepEqual(after("torch.nn.functional"), ["gelu"]);
  assert.deepEqual(after("nn.functional"), ["gelu"]);
  assert.deepEqual(after("F"), ["gelu"]);
  assert.deepEqual(after("optim"), ["SGD"]);
});

test("a module that is not torch's offers nothing", () => {
  assert.deepEqual(after("math"), []);
});

test("what is not a module is taken for a tensor, unless a line says what it is", () => {
  assert.deepEqual(after("x"), ["mean"]);
  assert.deepEqual(after("unknown"), ["mean"]);
  assert.deepEqual(after("net"), ["parameters"]);
  assert.deepEqual(after("sgd"), []);
});

test("a call is known by its path, by an imported name, or as a method", () => {
  assert.equal(called(NAMES, CODE, "torch.relu")?.signature, "(input)");
  assert.equal(called(NAMES, CODE, "F.gelu")?.signature, "(input, approximate='none')");
  assert.equal(called(NAMES, CODE, "Variable")?.signature, "(data)");
  assert.equal(called(NAMES, CODE, "x.mean")?.signature, "(dim=None)");
  assert.equal(called(NAMES, CODE, "(x * 2).mean")?.signature, "(dim=None)");
  assert.equal(called(NAMES, CODE, "print"), null);
  assert.equal(called(NAMES, CODE, "math.sqrt"), null);
});

test("a default with commas in it is one parameter", () => {
  assert.deepEqual(
    parametersOf("(params, betas=(0.9, 0.999), *, fused=None)"),
    ["params", "betas=(0.9, 0.999)", "*", "fused=None"],
  );
  assert.deepEqual(parametersOf("()"), []);
});

test("an argument goes where Python would put it", () => {
  const plain = ["input", "dim=None", "*", "out=None"];
  assert.equal(parameterAt(plain, 1, null), 1);
  assert.equal(parameterAt(plain, 2, null), -1);
  assert.equal(parameterAt(plain, 1, "out"), 3);
  assert.equal(parameterAt(plain, 0, "nothing"), -1);
  const many = ["*size", "dtype=None"];
  assert.equal(parameterAt(many, 0, null), 0);
  assert.equal(parameterAt(many, 5, null), 0);
  assert.equal(parameterAt(["a", "*", "b"], 0, null), 0);
});

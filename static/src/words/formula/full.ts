// What an op computes with all that its own template leaves out: dims, parts, sums. Pure.

import type { OpEvent } from "../../model/run.ts";
import { layerOf, nthName, type Full, type Setting } from "./layers.ts";

const MOST_PARTS = 4;

/** `a, b, c`; of more than fit the first, dots, and the last. */
function listed(slot: string, count: number): string {
  const names = Array.from({ length: count }, (_, nr) => `$${nthName(slot, nr)}`);
  const shown = count <= MOST_PARTS ? names : [...names.slice(0, 2), "\\dots", names.at(-1)!];
  return shown.join(", ");
}

/** A dimension counted from the front. */
function forwardDim(dim: unknown, rank: number): number {
  return Number(dim) < 0 ? Number(dim) + rank : Number(dim);
}

/** `_{:, 2:4}` behind a name. */
function cutAt(name: string, dim: number, part: string): string {
  return `{$${name}}_{${":, ".repeat(dim)}${part}}`;
}

function joined({ event, shapeOf }: Setting): Full {
  const { op, inputs, outputs, params } = event;
  const dim = forwardDim(params["dim"] ?? 0, outputs[0]!.value.shape.length);
  const sizes = inputs.map((_, nr) => shapeOf(nthName("tensors", nr))[dim] ?? 1);
  const start = (nr: number) => sizes.slice(0, nr).reduce((sum, size) => sum + size, 0);
  const part = (nr: number) => (op === "stack" ? String(nr) : `${start(nr)}:${start(nr + 1)}`);
  return { forward: `\\mathrm{${op}}_{${dim}}(${listed("tensors", inputs.length)})`,
    gradient: (_slot, nr) => cutAt("grad", dim, part(nr)) };
}

/** Which part of the operand the `nr`-th output of a split is; undefined of any other op. */
export function partOf({ op, params, outputs }: OpEvent, rank: number, nr: number) {
  if (!/^(unsafe_)?split(_with_sizes)?$|^unbind$/.test(op)) return undefined;
  const dim = forwardDim(params["dim"] ?? 0, rank);
  if (op === "unbind") return cutAt("self", dim, String(nr));
  const sizes = outputs.map(({ value }) => value.shape[dim] ?? 0);
  const start = sizes.slice(0, nr).reduce((sum, size) => sum + size, 0);
  return cutAt("self", dim, `${start}:${start + sizes[nr]!}`);
}

function parted({ event, shapeOf, came }: Setting): Full {
  const rank = shapeOf("self").length;
  const dim = forwardDim(event.params["dim"] ?? 0, rank);
  const word = event.op === "unbind" ? "stack" : "cat";
  const count = event.outputs.length;
  const isAll = came === null || came.size === count || count > MOST_PARTS;
  const list = isAll ? listed("grads", count) : event.outputs.map((_, nr) =>
    (came.has(nr) ? `$${nthName("grads", nr)}` : "0")).join(", ");
  const forward = partOf(event, rank, 0);
  return { ...(forward === undefined ? {} : { forward }),
    gradient: () => `\\mathrm{${word}}_{${dim}}(${list})` };
}

function permuted({ event }: Setting): Full {
  const dims = (event.params["dims"] as readonly number[]).map((dim, _, all) =>
    forwardDim(dim, all.length));
  const back = dims.map((_, dim) => dims.indexOf(dim));
  return { forward: `\\mathrm{permute}($self, ${dims.join(", ")})`,
    gradient: () => `\\mathrm{permute}($grad, ${back.join(", ")})` };
}

function clamped({ event: { params: { min, max } } }: Setting): Full {
  const low = (min ?? null) === null ? "$self" : "\\max($self, $min)";
  const forward = (max ?? null) === null ? low : `\\min(${low}, $max)`;
  const at = [...((min ?? null) === null ? [] : ["$min \\le "]), "$self",
    ...((max ?? null) === null ? [] : [" \\le $max"])].join("");
  return { forward, gradient: () => `$grad \\odot [${at}]` };
}

/** The dimensions that a reduction goes over, or null for all. */
function reducedDims({ event, shapeOf }: Setting): readonly number[] | null {
  const { dim } = event.params;
  if ((dim ?? null) === null || Array.isArray(dim) && dim.length === 0) return null;
  return [dim].flat().map((one) => forwardDim(one, shapeOf("self").length));
}

function spread(setting: Setting): Full {
  const dims = reducedDims(setting);
  const { op } = setting.event;
  if (dims === null) return {};
  const mean = `\\mathrm{mean}_{${dims.join(", ")}}($self)`;
  const gradient = op === "var" ? `\\tfrac{2}{N - $correction}\\,$grad \\odot ($self - ${mean})`
    : `\\frac{$grad}{(N - $correction)\\,$result} \\odot ($self - ${mean})`;
  return { forward: `\\mathrm{${op}}_{${dims.join(", ")}}($self)`, gradient: () => gradient };
}

/** The norms of order 1 and 2, whose derivatives are short. */
function vectorNorm(setting: Setting): Full {
  const dims = reducedDims(setting);
  const { ord } = setting.event.params;
  const forward = `\\lVert $self \\rVert_{$ord${dims === null ? "" : `,\\,${dims.join(", ")}`}}`;
  const gradient = ord === 1 ? "$grad \\odot \\operatorname{sgn} $self"
    : ord === 2 ? "$grad \\odot \\frac{$self}{$result}" : undefined;
  return { forward, ...(gradient === undefined ? {} : { gradient: () => gradient }) };
}

function expanded({ event, shapeOf }: Setting): Full {
  const shape = event.outputs[0]!.value.shape;
  return String(shape) === String(shapeOf("self")) ? {}
    : { forward: `\\mathrm{expand}_{${shape.join(" \\times ")}}($self)` };
}

function gathered({ event: { params } }: Setting): Full {
  return { forward: `\\mathrm{gather}_{${String(params["dim"])}}($self, $index)`,
    gradient: () => "$grad \\text{ added at } $index,\\ 0 \\text{ elsewhere}" };
}

/** The largest, or the smallest, of a window or along a dimension, and where it is. */
function largest({ event: { op, params } }: Setting): Full {
  const over = op.includes("pool") ? "\\text{window}" : String(params["dim"]);
  const word = op.startsWith("min") ? "min" : "max";
  return { gradient: () =>
    `$grads \\text{ at } \\mathrm{arg${word}}_{${over}}($self),\\ 0 \\text{ elsewhere}` };
}

const OPS: Readonly<Record<string, (setting: Setting) => Full>> = {
  cat: joined, stack: joined, split: parted, split_with_sizes: parted, unsafe_split: parted,
  unsafe_split_with_sizes: parted, unbind: parted, permute: permuted, clamp: clamped,
  var: spread, std: spread, linalg_vector_norm: vectorNorm, gather: gathered, expand: expanded,
  max_dim: largest, min_dim: largest, max_pool2d: largest, max_pool3d: largest,
};

/** The templates of an op written out; empty of one that the table says in full. */
export function fullOf(setting: Setting): Full {
  return OPS[setting.event.op]?.(setting) ?? layerOf(setting) ?? {};
}

// In English: what cut a gradient off, why a .grad is None, and what to change.

import type { Cut, Off, Reasons } from "../reading/cause.ts";

const MOST_NAMES = 4;

export function listed(items: readonly (string | number)[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** Names of which there may be many: `w`, `a, b and c`, `a, b and 7 more`. */
export function several(names: readonly string[]): string {
  if (names.length === 0) return "the input";
  return names.length <= MOST_NAMES ? listed(names)
    : `${names.slice(0, MOST_NAMES - 1).join(", ")} and ${names.length - MOST_NAMES + 1} more`;
}

export function at(line: number | null): string {
  return line === null ? "" : ` on line ${line}`;
}

/** A line as what does something. */
function place(line: number | null): string {
  return line === null ? "the program" : `line ${line}`;
}

/** `argmax()`, `the comparison >`, `float()`, `.data`. */
function called(by: string | null): string {
  const name = by ?? "it";
  return /^\w+$/.test(name) ? name === "data" ? ".data" : name === "tensor" ? "torch.tensor()"
    : `${name}()` : `the comparison ${name}`;
}

function switchedBy({ how, by, of, line }: Off): string {
  switch (how) {
    case "block": case "around": case "statement": return `"${by}"${at(line)} switched it off`;
    case "decorator": return `"${by}"${at(line)} switches it off for ${of}()`;
    case "call": return by === "" ? `a call${at(line)} switches it off while it runs`
      : `${by}${at(line)} switches it off while it runs`;
  }
}

/** What cut a gradient off, as a clause. */
export function cutBy({ how, line, of, by, off, leaves }: Cut): string {
  const what = of ?? (leaves.length > 0 ? `a result of ${several(leaves)}` : "its input");
  switch (how) {
    case "detach": return `detach()${at(line)} cut ${what} off`;
    case "no_grad": return `${place(line)} computed with ${what} while grad mode was off` +
      (off ? ` (${switchedBy(off)})` : "");
    case "underived": return `${called(by)}${at(line)} has no derivative, which cuts ${what} off`;
    case "indices": return `the indices that ${called(by)} returns${at(line)} have no ` +
      `derivative, which cuts ${what} off`;
    case "cast": return `${what} was turned into ${by}${at(line)}, and ` +
      `${by === "bool" ? "truth values have" : "whole numbers have"} no gradient`;
    case "copy": return `${called(by)}${at(line)} took the numbers of ${what} without their ` +
      "history";
    case "numbers": return `${called(by)}${at(line)} took the numbers of ${what} out of torch, ` +
      "where autograd does not follow";
    case "inside": return by === "checkpoint"
      ? `${place(line)} computed with ${what} inside checkpoint(), which puts nothing on the ` +
        "tape, since no input of it requires grad"
      : by === "backward" || by === "batched" ? `${place(line)} computed with ${what} while a ` +
        "backward runs, where grad mode is off without create_graph=True"
      : `${place(line)} computed with ${what} inside the forward of a ` +
      "Function, where nothing is put on the tape";
  }
}

const SMOOTH: Readonly<Record<string, string>> = {
  argmax: "softmax()", argmin: "softmax()", topk: "softmax()", sort: "softmax()",
  argsort: "softmax()", max: "softmax()", min: "softmax()",
  ">": "sigmoid() of the difference", "<": "sigmoid() of the difference",
  ">=": "sigmoid() of the difference", "<=": "sigmoid() of the difference",
  "==": "the squared difference", "!=": "the squared difference",
};

function smooth({ by, of, leaves }: Cut): string {
  if (by === "multinomial") {
    return "Weight the loss by the log-probability of what was drawn, or draw with " +
      "gumbel_softmax()";
  }
  const instead = by === null ? undefined : SMOOTH[by];
  return `Compute the loss from ${of ?? several(leaves)} by functions that have a derivative` +
    (instead === undefined ? "" : `, for example by ${instead} instead of ${called(by)}`);
}

function recorded(line: number | null, off: Off | null): string {
  switch (off?.how) {
    case "block": return `Take the computation${at(line)} out of "${off.by}"${at(off.line)}`;
    case "around": return `Run line ${line} outside of "${off.by}"${at(off.line)}`;
    case "statement": return `Switch grad mode on again before line ${line}: ` +
      "torch.set_grad_enabled(True)";
    case "decorator": return `Leave out the decorator${at(off.line)}`;
    case "call": return off.by.startsWith("sample") ? `Call rsample() instead${at(off.line)}`
      : off.by.startsWith("checkpoint") ? `Pass use_reentrant=False to ${off.by}${at(off.line)}`
      : `Replace the call${at(off.line)} by one that keeps grad mode on`;
    default: return `Compute it${at(line)} with grad mode on`;
  }
}

/** What to change, so that the gradient gets through; without a full stop. */
export function uncut(cut: Cut): string {
  const { how, line, of, by, off, many } = cut;
  switch (how) {
    case "detach": return `Leave out the detach()${at(line)}`;
    case "no_grad": return recorded(line, off);
    case "underived": case "indices": return smooth(cut);
    case "cast": return `Stay with floating-point numbers: leave out the conversion${at(line)}`;
    case "copy": return by === "data" ? `Leave out .data${at(line)}`
      : many ? `Say torch.stack() instead of torch.tensor()${at(line)}`
      : `Use ${of ?? "the tensor"} itself${at(line)}, not a torch.tensor() of it`;
    case "numbers": return `Stay in torch: compute with ${of ?? "the tensor"} itself, not with ` +
      `what ${called(by)} gives${at(line)}`;
    case "inside": return by === "checkpoint"
      ? `Pass use_reentrant=False to checkpoint()${at(off?.line ?? line)}`
      : by === "backward" ? `Compute it inside torch.enable_grad()${at(line)}`
      : by === "batched" ? `Pass create_graph=True${at(line)}`
      : "Give what needs a gradient to the Function as an argument of apply()";
  }
}

/** Why the `.grad` of a tensor is None, and what to change. */
export const reasons: Reasons = {
  "no-backward": () => ({
    why: "No backward has run yet: .grad is filled by backward(), not before.",
    change: "Call backward() on a result first." }),
  "not-leaf": (name, cause) => (cause.rebound === null ? {
    why: `${name} is no leaf${cause.node === "" ? "" : `: ${cause.node} made it`}, and the ` +
      "gradient passes through it without being kept.",
    change: `Say ${name}.retain_grad() before the backward, or look at the leaf's .grad.` } : {
    why: `${name} was a leaf, but line ${cause.rebound} gave the name to a new result, and ` +
      "results keep no gradient.",
    change: `Change ${name} in place, inside torch.no_grad(): ${name} -= ... instead of ` +
      `${name} = ${name} - ...` }),
  "asks-none": (name, cause) => (cause.cut ? {
    why: `${name} does not require grad, because ${cutBy(cause.cut)}.`,
    change: `${uncut(cause.cut)}, or look at the tensor before the cut.` } : {
    why: cause.off === null ? `${name} does not require grad: its requires_grad is False.`
      : `${name} does not require grad: line ${cause.off} set its requires_grad to False.`,
    change: cause.off === null ? `Create ${name} with requires_grad=True.`
      : `Leave out line ${cause.off}, if ${name} is to get a gradient.` }),
  "not-reached": (name, cause) => (cause.left ? {
    why: `No way on the tape leads from ${cause.root ?? "what went backward"} to ${name}, and ` +
      `${cutBy(cause.left)}.`,
    change: `${uncut(cause.left)}.` } : {
    why: `No way on the tape leads from ${cause.root ?? "what went backward"} to ${name}.`,
    change: `Use ${name} in what leads to ${cause.root ?? "the result"}, or drop it.` }),
  "under-way": (name) => ({
    why: `Backward has not come to ${name} yet.`,
    change: `Read ${name}.grad when backward() is over.` }),
  failed: (name, { line }) => ({
    why: `The backward${at(line)} failed before it filled ${name}.grad.`,
    change: `Read ${name}.grad after a backward that succeeds.` }),
  "left-out": (name, { api }) => (api === "grad" ? {
    why: `autograd.grad() was given other inputs than ${name}, and puts nothing into .grad.`,
    change: `Put ${name} among the inputs, or call backward().` } : {
    why: `backward(inputs=...) was given other tensors only, so nothing is added to ${name}.`,
    change: `Put ${name} among the inputs, or leave inputs out.` }),
  unsent: (name, { node, of }) => ({
    why: `${node} sent no gradient towards ${name}, though a way leads there.`,
    change: of === null ? `Use ${name} without ${node}, or drop it.`
      : `Return a gradient from the backward of ${of}.` }),
  cut: (name, cause) => ({
    why: `The way back to ${name} is cut: ${cutBy(cause.cut)}.`,
    change: `${uncut(cause.cut)}.` }),
  emptied: (name, cause) => ({
    why: `${name}.grad was there, and was emptied${at(cause.line)}.`,
    change: "Read it before it is emptied: after backward(), before zero_grad()." }),
  returned: () => ({
    why: "torch.autograd.grad() returns gradients; it puts none into .grad.",
    change: "Use what it returned, or call backward()." }),
};

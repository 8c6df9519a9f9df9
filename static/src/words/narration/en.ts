// The sentences in English.

import { grouped, plus, shapeWords } from "../../model/number.ts";
import type { Call, LibraryPhrases, Part, Phrases, ProgramPhrases, Sweep } from "./phrases.ts";
import type { Size } from "./size.ts";

const COUNTS = ["no", "one", "two", "three", "four", "five", "six"];

function callName({ number, api }: Call): string {
  return api === "grad" ? `autograd.grad (call ${number})` : `Backward ${number}`;
}

/** The same within a sentence. */
function inner(call: Call): string {
  return callName(call).replace("Backward", "backward");
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

function several(count: number, one: string): string {
  return count === 1 ? `${COUNTS[1]} ${one}` : `${grouped(count)} ${one}s`;
}

/** A value by shape and norm: a vector of norm 2 (4 numbers), a matrix of norm 0.5 (2 × 3). */
function shaped({ shape, norm, nans, infs }: Size): string {
  const [rows, columns] = shape;
  if (rows === undefined) return "a number";
  if (shape.includes(0)) return "an empty tensor";
  const what = ["vector", "matrix"][shape.length - 1] ?? "tensor";
  const size = columns === undefined ? `${rows} numbers` : shapeWords(shape);
  if (norm !== null) return `a ${what} of ${norm === "0" ? "zeros" : `norm ${norm}`} (${size})`;
  const odd = [nans > 0 ? `${nans} nan` : "", infs > 0 ? `${infs} inf` : ""].filter(Boolean);
  return `a ${what} of ${shapeWords(shape)} numbers`
    + (odd.length > 0 ? ` (with ${listed(odd)})` : "");
}

function partText({ part, numbers, size: { shape, norm } }: Part): string {
  if (numbers !== null) return `${part} ${numbers}`;
  const size = norm === null ? "" : norm === "0" ? " (zeros)" : ` (norm ${norm})`;
  return `${part} ${shapeWords(shape)}${size}`;
}

function asking(asks: boolean | null): string {
  return asks === null ? "" : asks ? " They ask for gradients." : " They need no gradients.";
}

function sweptText({ optimizer, count, moves, largest, still, isZero }: Sweep): string {
  const [one] = still;
  const few = moves !== null && moves.length > 0;
  const moved = few
    ? `${optimizer} moves ${listed(moves.map(({ name, before, after }) =>
      `${name} from ${before} to ${after}`))}.`
    : count === 0 ? "" : `${optimizer} moves ${several(count, "parameter")}`
      + `${largest ? `; the largest change is ${largest.change} in ${largest.name}` : ""}.`;
  if (!one) return moved;
  const why = isZero ? still.length === 1 ? ": its gradient is zero" : ": their gradients are zero"
    : "";
  const what = still.length > 1 ? `${several(still.length, "parameter")} unchanged`
    : one.value === null ? `${one.name} unchanged` : `${one.name} at ${one.value}`;
  return `${moved === "" ? `${optimizer} leaves` : `${moved} It leaves`} ${what}${why}.`;
}

const library: LibraryPhrases = {
  called: (name) => `${name} is called.`,
  done: (name) => `${name} is done.`,
  failed: (name) => `${name} raises an exception.`,
  swept: sweptText,
  zeroed: (name, count, isNone) =>
    `${name} resets the gradients of ${count} parameters to ${isNone ? "None" : "zeros"}.`,
  clipped: (before, after, order) => `clip_grad_norm_ clips the total norm of the gradients`
    + `${order === null ? "" : ` (of order ${order})`} from ${before} to ${after}.`,
  notClipped: (norm, bound, order) => `clip_grad_norm_ leaves the total norm of the gradients`
    + `${order === null ? "" : ` (of order ${order})`} at ${norm}: the bound is ${bound}.`,
  clippedEntries: (count, bound) => `clip_grad_value_ clips the entries of `
    + `${several(count, "gradient")} to the range from -${bound} to ${bound}.`,
  checked: (name, agrees) => `${name} compares gradients with finite differences: `
    + `they ${agrees ? "agree" : "do not agree"}.`,
  converted: (name, count, dtype) => dtype === null
    ? `${name} leaves ${several(count, "parameter")} as ${count === 1 ? "it is" : "they are"}.`
    : dtype === "" ? `${name} changes the dtypes of ${several(count, "parameter")}.`
    : `${name} makes ${several(count, "parameter")} ${dtype}.`,
  required: (name, count, requires) => `${name}: ${several(count, "parameter")} `
    + `${requires ? "ask for gradients from now on" : "ask for no gradients any more"}.`,
  filled: (by, name, value) => `${by} fills ${name}: it is ${value} now.`,
  loaded: (name, count) => `${name} copies values into ${several(count, "tensor")}.`,
  holds: (optimizer, names, count, rates) =>
    `${optimizer} holds ${names ? listed(names) : several(count, "parameter")}`
    + (rates.length === 0 ? "." : rates.length === 1 ? `; the learning rate is ${rates[0]}.`
      : `; the learning rates are ${listed(rates)}.`),
  idle: (optimizer) => `${optimizer} changes nothing: no parameter that it holds has a gradient.`,
};

const HOW = { return: "returned", yield: "yielded", raise: "ended with an exception" } as const;

const program: ProgramPhrases = {
  comprehension: "the comprehension",
  tensor: (shape) => `a tensor of shape ${shape}`,
  lambda: "the lambda",
  called: (name) => `${name} is called.`,
  left: (name, how, result) => how === "raise" ? `${name} ends with an exception.`
    : `${name} ${how}s${result === null ? "" : ` ${result}`}.`,
  bound: (name, text) => `${name} is ${text}.`,
  unbound: (name) => `The name ${name} is unbound.`,
  named: (call, how, names) => `${call} has ${HOW[how]}, and `
    + `${listed(names.map(({ name, value }) => `${name} is ${value}`))}.`,
  namedMany: (call, how, names, count) => `${call} has ${HOW[how]}, and `
    + `${several(count, "tensor")} ${count === 1 ? "has a name" : "have names"} now: `
    + `${listed(count > names.length ? [...names, `${count - names.length} more`] : names)}.`,
  took: (by, name, value, to) => {
    const numbers = value === null ? `the numbers of ${name}`
      : value.startsWith("[") ? `the numbers ${value} of ${name}` : `the number ${value}`;
    const follow = `autograd does not follow ${value?.startsWith("[") === false ? "it" : "them"}`;
    if (to !== null) return `${by} copies ${numbers} into ${to}; ${follow} there.`;
    return `${by} takes ${numbers}${value?.startsWith("[") === false ? ` out of ${name}` : ""}; `
      + `${follow} there.`;
  },
};

const UNTAPED = {
  off: "Grad mode is off, so it is not on the tape.",
  inputs: "No input requires grad, so it is not on the tape.",
  comparison: "A comparison has no derivative, so the result requires no grad.",
  integer: "The result holds integers, which have no derivative, so it requires no grad.",
  bool: "The result holds bools, which have no derivative, so it requires no grad.",
  unknown: "It is not on the tape.",
} as const;

export const en: Phrases = {
  language: "en",
  leaf: (name, value, tracked, parameter) => {
    const what = tracked ? parameter ? "a parameter" : "a leaf" : "a tensor";
    const grad = tracked ? "It asks for a gradient." : "It needs no gradient.";
    return `${name ? `${name} is ${what}` : `Here is ${what}`}: ${value}. ${grad}`;
  },
  madeBefore: (name, value) => `${name ? `${name} is a result` : "Here is a result"}: ${value}. ` +
    "It requires grad.",
  takenIn: (value, tracked) => tracked
    ? `The graph of this backward reads what was saved: ${value}.`
    : `The graph of this backward takes in a constant: ${value}.`,
  given: (value) => `Code of the program runs within this backward and is given ${value}.`,
  plain: (name, shape) => `${name ?? "Here"} is ${shape}. It needs no gradient.`,
  reads: (name, value) => `The program reads ${name}: ${value}.`,
  result: (name, formula, value, size) =>
    `${name ? `${name} = ` : ""}${formula}${value === null ? `: ${size}` : ` = ${value}`}.`,
  taped: (node, saved) => saved.length === 0 ? `${node} goes on the tape.`
    : `${node} goes on the tape and keeps ${listed(saved)}.`,
  untaped: (why) => UNTAPED[why],
  ownResult: "its result",
  tensors: (count) => several(count, "tensor"),
  layer: (name, parts, asks) => `${name} brings `
    + `${several(parts.length, "parameter")}: ${listed(parts.map(partText))}.${asking(asks)}`,
  layers: (name, count, numbers, asks) => `${name} brings `
    + `${count} parameters with ${grouped(numbers)} numbers in all.${asking(asks)}`,
  library,
  program,
  named: (name, value) => value === null ? `It is called ${name}.` : `${name} is ${value} now.`,
  inPlace: (name, version) => `${name} is written in place and is at version ${version} now.`,
  written: (name, by, before, after, version) => (before === null
    ? `${by} writes into ${name}: it is ${after} now,`
    : `${by} writes into ${name}: ${before} becomes ${after}. It is now`)
    + ` at version ${version}.`,
  unmoved: (by, name, value, isZero) =>
    `${by} leaves ${name} at ${value}${isZero ? ": its gradient is zero" : ""}.`,
  theOptimizer: "The optimizer",
  stepped: (name, before, after) => before === null
    ? `The optimizer moves ${name}: it is ${after} now.`
    : `The optimizer moves ${name} from ${before} to ${after}.`,
  past: (name, before, after) => (before === null
    ? `${name}.data is written: it is ${after} now`
    : `${name}.data is written: ${before} becomes ${after}`) + ", and autograd does not see it.",
  outside: (name, before, after) => `The memory of ${name} was written where autograd does not ` +
    `see it: ${before === null ? `${name} is ${after} now` : `${before} became ${after}`}.`,
  gradMode: (enabled) => enabled ? "Grad mode is on again."
    : "Grad mode is off: no tape from here.",
  detached: (name, of, cut) => cut
    ? `${name ?? "The result"} has the numbers of ${of}, but is cut from the tape.`
    : `${name ?? "The result"} shares its numbers with ${of}.`,
  required: (name, requires) => requires ? `${name} asks for a gradient from now on.`
    : `${name} asks for no gradient any more.`,
  began: (call, root, seed, outer) => `${callName(call)} starts at ${root}` +
    `${outer ? `, inside of ${inner(outer)}` : ""}; its gradient there is ${seed}.`,
  alsoBegan: (root, seed) => `It starts at ${root} as well; its gradient there is ${seed}.`,
  ended: (call, failed, outer) => `${callName(call)} ${failed ? "fails" : "is done"}` +
    `${outer ? `; ${inner(outer)} goes on` : ""}.`,
  answered: (name, value) => `The gradient for ${name} is ${value}.`,
  runs: (node, grad) => `${node} has its gradient: ${grad}.`,
  complete: (node, count, sum) => `${node} has ${count === 2 ? "both its" : `all ${count}`} ` +
    `gradients now${sum ? `: ${sum}` : ""}.`,
  sends: (value, target) => `It sends ${value} to ${target}.`,
  sendsAll: (sent) =>
    `It sends ${listed(sent.map(({ value, target }) => `${value} to ${target}`))}.`,
  passesOn: (value, target) => `It passes ${value} on to ${target}.`,
  spreads: (came, value, target) =>
    `It repeats ${came} along what was summed and sends ${value} to ${target}.`,
  waits: (target, missing) => `${target} waits for ${COUNTS[missing] ?? missing} more.`,
  looked: (hook, at, value) => `The hook ${hook} on ${at} sees ${value}.`,
  hooked: (hook, at, before, after) => `The hook ${hook} on ${at} turns ${before} into ${after}.`,
  reworked: (hook, at, value) => `The hook ${hook} on ${at} changes ${value}.`,
  ranAfter: (hook, leaf) => `${leaf}.grad is written, so the hook ${hook} ran.`,
  first: ({ name, after }) => `${name}.grad was None; now it is ${after}.`,
  adds: ({ name, before, added, after, brief }) => brief
    ? `${name}.grad adds up: ${added} is added, which makes ${after}.`
    : `${name}.grad adds up: ${plus(before ?? "", added ?? "")} = ${after}.`,
  retained: ({ name, after }) => `${name} keeps its gradient: ${name}.grad is ${after}.`,
  reset: ({ name, before, after, brief }) => brief
    ? `${name}.grad is reset to ${after === null ? "None" : "zeros"}.`
    : `${name}.grad is reset: ${before} becomes ${after ?? "None"}.`,
  set: ({ name, before, after, brief }) => brief || before === null
    ? `The program sets ${name}.grad to ${after ?? "None"}.`
    : `The program sets ${name}.grad: ${before} becomes ${after ?? "None"}.`,
  rewritten: ({ name, before, after, brief }) => brief || before === after
    ? `${name}.grad is written in place: it is ${after} now.`
    : `${name}.grad is changed in place: ${before} becomes ${after}.`,
  freed: (node) => `${node} lets go of what it saved.`,
  printed: (text, how) => how === "warning" ? `A warning: ${text}`
    : how === "value" ? `The value is ${text}`
      : text === "" ? "It prints a blank line." : `It prints: ${text}`,
  full: (count, line) => `The tape is full: it holds ${grouped(count)} events. `
    + `From ${line === null ? "here" : `line ${line}`} on the code ran without being recorded, `
    + "and only what it printed is shown.",
  shaped,
  unnamed: "the result",
  gap: " ",
  tidy: (text) => text.replace(/(^|\. )the (result|lambda|comprehension)\b/g, "$1The $2"),
};

// The sentences in English.

import { grouped, plus, shapeWords } from "../number.ts";
import type { Call, Phrases } from "./phrases.ts";

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

/** A value by its shape: a vector of 4 numbers, a matrix or tensor of 2 × 3 × 4 numbers. */
function shaped(shape: readonly number[]): string {
  const [rows, columns] = shape;
  if (rows === undefined) return "a number";
  if (shape.includes(0)) return "an empty tensor";
  if (columns === undefined) return `a vector of ${rows} numbers`;
  return shape.length === 2 ? `a matrix of ${shapeWords(shape)} numbers`
    : `a tensor of ${shapeWords(shape)} numbers`;
}

export const en: Phrases = {
  language: "en",
  leaf: (name, value, tracked, parameter) => {
    const what = tracked ? parameter ? "a parameter" : "a leaf" : "a tensor";
    const grad = tracked ? "It asks for a gradient." : "It needs no gradient.";
    return `${name ? `${name} is ${what}` : `Here is ${what}`}: ${value}. ${grad}`;
  },
  takenIn: (value, tracked) => tracked
    ? `The graph of this backward reads what was saved: ${value}.`
    : `The graph of this backward takes in a constant: ${value}.`,
  given: (value) => `Code of the program runs within this backward and is given ${value}.`,
  plain: (name, shape) => `${name ?? "Here"} is ${shape}. It needs no gradient.`,
  reads: (name, value) => `The program reads ${name}: ${value}.`,
  result: (name, formula, value) =>
    `${name ? `${name} = ` : ""}${formula}${value === null ? "" : ` = ${value}`}.`,
  taped: (node, saved) => saved.length === 0 ? `${node} goes on the tape.`
    : `${node} goes on the tape and keeps ${listed(saved)}.`,
  untaped: (gradMode) => gradMode ? "Nothing in it requires grad, so it is not on the tape."
    : "Grad mode is off, so it is not on the tape.",
  named: (name) => `It is called ${name}.`,
  inPlace: (name, version) => `${name} is changed in place and is at version ${version} now.`,
  written: (name, by, before, after, version) => (before === null
    ? `${by} writes into ${name}, ${after}.`
    : `${by} writes into ${name}: ${before} becomes ${after}.`)
    + ` It is at version ${version} now.`,
  stepped: (name, before, after) => before === null ? `The optimizer moves ${name}, ${after}.`
    : `The optimizer moves ${name} from ${before} to ${after}.`,
  past: (name, before, after) => (before === null ? `${name}.data, ${after}, is written`
    : `${name}.data is written: ${before} becomes ${after}`) + ", and autograd does not see it.",
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
    ? `${name}.grad adds up: ${added} is added to what was there.`
    : `${name}.grad adds up: ${plus(before ?? "", added ?? "")} = ${after}.`,
  retained: ({ name, after }) => `${name} keeps its gradient: ${name}.grad is ${after}.`,
  reset: ({ name, before, after, brief }) => brief
    ? `${name}.grad is reset to ${after === null ? "None" : "zeros"}.`
    : `${name}.grad is reset: ${before} becomes ${after ?? "None"}.`,
  set: ({ name, before, after, brief }) => brief || before === null
    ? `The program sets ${name}.grad to ${after ?? "None"}.`
    : `The program sets ${name}.grad: ${before} becomes ${after ?? "None"}.`,
  rewritten: ({ name, before, after, brief }) => brief
    ? `${name}.grad is changed in place.`
    : `${name}.grad is changed in place: ${before} becomes ${after}.`,
  freed: (node) => `${node} lets go of what it saved.`,
  printed: (text, how) => how === "warning" ? `A warning: ${text}`
    : how === "value" ? `The value is ${text}` : `It prints: ${text}`,
  full: (count, line) => `The tape is full: it holds ${grouped(count)} events. `
    + `From ${line === null ? "here" : `line ${line}`} on the code ran without being recorded, `
    + "and only what it printed is shown.",
  shaped,
  unnamed: "the result",
  gap: " ",
  tidy: (text) => text,
};

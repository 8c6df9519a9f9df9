// The explanations in English: what happened, why, and what to change, in that order.

import { byForm } from "../../finding.ts";
import { at, cutBy, listed, several, uncut } from "../../phrases/en.ts";
import { explainNone } from "../../phrases/reasons.ts";
import type { ErrorFacts, Rewrite } from "../../reading/failure/facts.ts";

/** What to write, so that what was saved stays. */
function kept(change: Rewrite, line: number | null): string {
  switch (change.how) {
    case "later": return `Run this backward before line ${line ?? "?"} changes it, or compute ` +
      "the result anew afterwards.";
    case "option": return `Leave out inplace=True${at(change.line)}.`;
    case "rewrite": return `Make a new tensor${at(line)}: ${change.to}, not ${change.from}.`;
    case "clone": return `Write into a copy: ${change.name} = ${change.name}.clone() before ` +
      `line ${line ?? "?"}.`;
    case "unknown": return "Write into a copy, which clone() makes, or make a new tensor.";
  }
}

/** The explanations of exceptions. */
export const en = byForm<ErrorFacts>({
  freed: (facts) => ({
    title: "This graph was used up",
    what: `${facts.node} cannot run again: ` + (facts.call === null ? "an earlier backward"
      : `backward ${facts.call}${at(facts.line)}`) + " freed what it saved" +
      (facts.saved.length > 0 ? ` (${listed(facts.saved)}).` : "."),
    why: "A node lets go of its saved tensors as soon as it has run, to save memory.",
    change: facts.carrier?.isTurn
      ? `${facts.carrier.name ?? "A result"} comes from the turn before and is used` +
        `${at(facts.carrier.used)}. Cut it off between turns: ${facts.carrier.name ?? "h"} = ` +
        `${facts.carrier.name ?? "h"}.detach().`
      : facts.isStepped ? "Compute the result anew before the second backward: parameters have " +
        "changed since, so their old values are gone, too."
      : `Say retain_graph=True${at(facts.line)}, or compute the result anew before the second ` +
        "backward." }),
  written: (facts) => ({
    title: "A saved tensor was changed in place",
    what: `${facts.node} saved ${facts.isView && facts.name !== null ? `a view of ${facts.name}`
      : facts.name ?? "a tensor"} at version ${facts.saved}; ` +
      `${facts.by ?? "a write"}${at(facts.line)} changed it; now it is at version ${facts.now}.`,
    why: "The derivative needs the old numbers, and they are gone.",
    change: kept(facts.change, facts.line) }),
  "not-scalar": (facts) => ({
    title: "Backward starts from one number",
    what: `${facts.name ?? "This tensor"} has the shape [${facts.shape}], and backward() was not ` +
      "told how much each element counts.",
    why: "A gradient is always of a single number.",
    change: "Call .sum() or .mean() first, or pass gradient= of the same shape." }),
  untracked: (facts) => ({
    title: "There is no way back from here",
    what: facts.left === null ? `${facts.name ?? "This tensor"} has no grad_fn: no tensor that ` +
      "it was made of requires grad."
      : `${facts.name ?? "This tensor"} has no grad_fn: it was made of plain numbers, and ` +
        `${cutBy(facts.left)}.`,
    why: "Only operations on tensors that require grad are put on the tape.",
    change: facts.left === null ? "Create an input with requires_grad=True."
      : `${uncut(facts.left)}.` }),
  cut: (facts) => ({
    title: "The way back is cut",
    what: `${facts.name ?? "This tensor"} has no grad_fn, because ${cutBy(facts.cut)}.`,
    why: facts.cut.leaves.length === 0
      ? "What lies behind the cut requires grad, but no gradient can get there."
      : `Behind the cut ${facts.cut.leaves.length === 1 ? "lies" : "lie"} ` +
        `${several(facts.cut.leaves)}, where no gradient can get to.`,
    change: `${uncut(facts.cut)}.` }),
  integers: (facts) => ({
    title: "Integers have no gradient",
    what: `${facts.name ?? "The tensor"} holds integers, and was to require grad.`,
    why: "A gradient says what a very small change does, and integers have no small changes.",
    change: "Write the numbers with a point, [1., 2.], or say dtype=torch.float32." }),
  "seed-shape": (facts) => ({
    title: "The gradient has another shape than the result",
    what: `${facts.name ?? "The result"} has the shape ${facts.shape}, and the gradient that ` +
      `was passed has ${facts.given}.`,
    why: "Each element of the result needs its own weight.",
    change: `Pass a gradient of the shape ${facts.shape}: torch.ones_like(` +
      `${facts.name ?? "result"}) counts each element once.` }),
  numpy: (facts) => ({
    title: "NumPy cannot follow the tape",
    what: `${facts.name ?? "The tensor"} requires grad, and NumPy would lose its history.`,
    why: "What is computed in NumPy cannot be differentiated, so torch wants you to say that it " +
      "does not matter.",
    change: `Say ${facts.name ?? "tensor"}.detach().numpy().` }),
  "leaf-written": (facts) => ({
    title: "A leaf may not be written into",
    what: `${facts.name ?? "The tensor"} is a leaf that requires grad, and was written into` +
      (facts.view ? " through a view." : "."),
    why: "The leaf that was used and the leaf that gets the gradient would no longer be the same.",
    change: "For an update, do it inside torch.no_grad(); else make a new tensor, or clone() " +
      "first." }),
  unused: (facts) => ({
    title: "The result does not depend on this input",
    what: `${facts.root ?? "The result"} was computed without ${facts.name ?? "this input"}, so ` +
      "there is no gradient for it.",
    why: "torch takes this for a mistake unless it is told otherwise.",
    change: "Leave it out of the inputs, or say allow_unused=True and expect None." }),
  "none-used": (facts) => {
    const { why, change } = explainNone(facts.name, facts.cause, "en");
    return { title: `${facts.name}.grad is None`, why, change,
      what: `The line works with ${facts.name}.grad, and there is none.` };
  },
  sizes: (facts) => ({
    title: "These shapes do not fit together",
    what: `One tensor has ${facts.one} entries where the other has ${facts.other}.`,
    why: "Entry by entry, two sizes must be equal, or one of them 1.",
    change: "Print both shapes, and reshape one, transpose it, or give it a dimension of 1." }),
  matrices: (facts) => ({
    title: "These matrices cannot be multiplied",
    what: `The left one is ${facts.left}, the right one ${facts.right}.`,
    why: "A row of the left one must be as long as a column of the right one.",
    change: facts.fits === null ? "Neither transposing nor swapping makes them fit: reshape one, " +
      "or make it with another size."
      : facts.fits === "swapped" ? "Swap them: the other way round they fit."
      : `Transpose the ${facts.fits} one (.T): then they fit.` }),
  layer: (facts) => ({
    title: "The input does not fit the layer",
    what: `${facts.layer ?? "The layer"} has in_features=${facts.wanted}, and the last dimension ` +
      `of its input is ${facts.given}.`,
    why: "A linear layer multiplies each row of its input by its weight, so the two must be " +
      "equally long.",
    change: `Make the layer nn.Linear(${facts.given}, ${facts.out}), or give it an input whose ` +
      `last dimension is ${facts.wanted}.` }),
  misspelled: (facts) => ({
    title: `Did you mean ${facts.near[0]}?`,
    what: `The program stopped${at(facts.line)}: ${facts.message}.`,
    why: `Written almost like it: ${listed(facts.near)}.`,
    change: `Write ${facts.near[0]} instead of ${facts.name}.` }),
  "no-cuda": () => ({
    title: "There is no graphics card here",
    what: "The program asked for a CUDA device.",
    why: "This page computes on the processor; gradients are the same.",
    change: 'Say device = "cuda" if torch.cuda.is_available() else "cpu".' }),
  unreadable: (facts) => ({
    title: "Python cannot read this",
    what: `Python stops reading${at(facts.line)}: ${facts.message.replace(/\.$/, "")}.`,
    why: "The whole program is read before its first line runs, so nothing has run.",
    change: "Mend that line, or the one above it, and run again." }),
  other: (facts) => ({
    title: facts.type,
    what: `The program stopped${at(facts.line)}` +
      (facts.message === "" ? "." : `: ${facts.message.replace(/\.$/, "")}.`),
    why: facts.isFirst ? "It had not made any tensor before." :
      "Everything up to there is on the tape.",
    change: facts.isFirst ? "Change that line, and run again."
      : "Step back from here to see what the values were." }),
});

// The explanations in English: what happened, why, and what to change, in that order.

import type { Book, Tongue } from "./book.ts";
import type { Rewrite } from "./finding.ts";
import { at, cutBy, listed, reason, several, uncut } from "./reasons-en.ts";
import { reusedWords } from "./reused.ts";

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

const words: Book = {
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
    const { why, change } = reason(facts.name, facts.cause);
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
  none: (facts) => {
    const { why, change } = reason(facts.name, facts.cause);
    return { title: `Why ${facts.name}.grad is None`, change,
      why: facts.others.length === 0 ? why : `${why} So it is for ${several(facts.others)}.`,
      what: `It prints None for ${facts.name}.grad.` };
  },
  double: ({ reuse, others, times }) => ({
    title: "An old gradient is used again: was that meant?",
    what: reusedWords(reuse, "en") + (others === 0 ? ""
      : ` The same goes for ${others === 1 ? "one more tensor" : `${others} more tensors`}.`) +
      (times > 1 ? ` It happens ${times} times on this line.` : ""),
    why: reuse.all ? "No backward has filled it anew in between."
      : "backward() adds to .grad, and nothing emptied it in between.",
    change: "Call optimizer.zero_grad() (or set .grad to None) after each step." }),
  "never-reached": (facts) => ({
    title: `No gradient ever reaches ${several(facts.names)}`,
    what: `Backward has run, and ${several(facts.names)} got no gradient.`,
    ...reason(several(facts.names), facts.cause) }),
  replaced: (facts) => ({
    title: `The optimizer has an older ${several(facts.names)}`,
    what: `The optimizer made${at(facts.held)} was given ${several(facts.names)}; after that, ` +
      `${facts.line === facts.held ? "the same line" : `line ${facts.line ?? "?"}`} made a new ` +
      `${several(facts.names)}.`,
    why: "An optimizer holds tensors, not names: the new one gets gradients, and no step " +
      "moves it.",
    change: "Make the optimizer after the last of these assignments." }),
  stale: (facts) => ({
    title: "Saved numbers were changed behind autograd's back",
    what: facts.by === "outside" ? `${facts.node} saved ${facts.name ?? "a tensor"}, whose ` +
        `memory was then written${facts.line === null ? ""
          : `, by the end of line ${facts.line}`}: autograd does not see such a write.`
      : `${facts.node} saved ${facts.name ?? "a tensor"}, and ${facts.by === "data" ? ".data"
      : `${facts.by}()`}${facts.via === null ? "" : ` through ${facts.via}`}${at(facts.line)} ` +
      "changed its numbers without raising its version.",
    why: "The derivative is computed from the new numbers, and no error says so.",
    change: facts.by === "outside" ? "Let torch have memory of its own: clone() before numpy(), " +
        "torch.tensor() instead of from_numpy()."
      : "Write into a copy (clone()), or use detach() instead of .data: then torch raises " +
      "an error." }),
  flat: (facts) => ({
    title: `${facts.name ?? facts.node} lets no gradient through`,
    what: `A gradient came into ${facts.node}, and zero goes on.`,
    why: facts.where === "everywhere" ? "It is a function of steps: its slope is 0 everywhere."
      : facts.where === "kink" ? "It stands on a kink, where torch takes the slope to be 0."
      : "Where it stands, the function is flat: its slope is 0.",
    change: facts.where === "everywhere" ? "Leave it out, or pass the gradient by: x + " +
      "(f(x) - x).detach() has the values of f(x) and the slope 1."
      : facts.where === "kink" ? "Start from other values."
      : "Start from other values, or use a function that slopes everywhere, as leaky_relu." }),
  saturated: (facts) => ({
    title: `${facts.name ?? facts.node} is saturated`,
    what: `Of the gradient that came into ${facts.node}, ${facts.share} goes on.`,
    why: "Far from zero a sigmoid or tanh is almost flat.",
    change: "Scale its input down, or use a function that does not flatten." }),
  vanishing: (facts) => ({
    title: "The gradient vanishes on its way",
    what: `Behind ${facts.count} sigmoid or tanh in a row, its largest entry is ${facts.share} ` +
      "of what it was before them.",
    why: "The slope of sigmoid is at most 0.25, that of tanh at most 1, and less away from 0.",
    change: "Use relu between layers, fewer layers, or residual connections." }),
  broadcast: (facts) => ({
    title: `The gradient of ${facts.name} is a sum`,
    what: `${facts.name} ${facts.shape === "[]" ? "is a single number"
      : `has the shape ${facts.shape}`} and was used for ${facts.wide} entries.`,
    why: "What is used many times gets the sum of all the gradients.",
    change: "Nothing, if that was meant; else give it the full shape." }),
  "broadcast-both": (facts) => ({
    title: "Both were stretched: was that meant?",
    what: `${facts.one} and ${facts.other} made ${facts.wide}: every entry met every other.`,
    why: "A dimension of 1, or one that is missing, is stretched to fit.",
    change: "Give both the same shape, e.g. with .squeeze() or .unsqueeze(1)." }),
  nan: (facts) => {
    const born = facts.infinite ? "An infinity is born" : "A NaN is born";
    const thing = facts.backward ? `The derivative of ${facts.node}` : facts.name ?? facts.node;
    const flaw = facts.single ? facts.infinite ? "is infinite" : "is no number"
      : `has entries that are ${facts.infinite ? "infinite" : "no numbers"}`;
    return {
      title: `${born} ${facts.backward ? "in the backward" : "here"}`,
      what: facts.backward ? `${thing} ${flaw}, though the gradient that came in was sound.`
        : `${thing} ${flaw}, though all that went in was sound.`,
      why: facts.infinite ? "1 / 0, the slope of a root at 0 and what is beyond the range of the " +
        "dtype are infinite, and 0 × inf and inf - inf are no numbers any more."
        : "0 / 0, 0 × inf, inf - inf and the logarithm of less than 0 have no value; a slope can " +
        "be infinite where the value is not.",
      change: facts.infinite ? "Keep away from there: add a small number, clamp before, or scale."
        : "Keep the input away from there: add a small number, or clamp it before." };
  },
};

export const en: Tongue = { words, reason };

// The explanations in English: what happened, why, and what to change, in that order.

import { reasonOf, sums, type Book, type Reason, type Reasons, type Tongue } from "./book.ts";
import type { Cause, Cut } from "./finding.ts";
import { reusedWords } from "./reused.ts";

function listed(items: readonly (string | number)[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

function at(line: number | null): string {
  return line === null ? "" : ` on line ${line}`;
}

function cutBy({ how, line, of }: Cut): string {
  return how === "detach" ? `detach()${at(line)} cut ${of ?? "it"} off`
    : `it was computed${at(line)} with grad mode off`;
}

function uncut({ how, line }: Cut): string {
  return how === "detach" ? `Leave out the detach()${at(line)}`
    : `Take line ${line ?? "?"} out of torch.no_grad()`;
}

const reasons: Reasons = {
  "no-backward": () => ({
    why: "No backward has run yet: .grad is filled by backward(), not before.",
    change: "Call backward() on a result first." }),
  "not-leaf": (name, cause) => (cause.rebound === null ? {
    why: `${name} is no leaf: ${cause.node} made it, and the gradient passes through it without ` +
      "being kept.",
    change: `Say ${name}.retain_grad() before the backward, or look at the leaf's .grad.` } : {
    why: `${name} was a leaf, but line ${cause.rebound} gave the name to a new result, and ` +
      "results keep no gradient.",
    change: `Change ${name} in place, inside torch.no_grad(): ${name} -= ... instead of ` +
      `${name} = ${name} - ...` }),
  "asks-none": (name, cause) => (cause.cut ? {
    why: `${name} asks for no gradient, because ${cutBy(cause.cut)} from what does.`,
    change: `${uncut(cause.cut)}, or ask the tensor before the cut.` } : {
    why: `${name} never asked for a gradient: its requires_grad is False.`,
    change: `Create ${name} with requires_grad=True.` }),
  "not-reached": (name, cause) => ({
    why: `${cause.root ?? "What went backward"} does not depend on ${name}, so no gradient comes ` +
      "here.",
    change: `Use ${name} in what leads to ${cause.root ?? "the result"}, or drop it.` }),
  "under-way": (name) => ({
    why: `Backward has not come to ${name} yet.`,
    change: `Read ${name}.grad when backward() is over.` }),
  "left-out": (name) => ({
    why: `backward(inputs=...) asked for other gradients only, so none is added to ${name}.`,
    change: `Put ${name} among the inputs, or leave inputs out.` }),
  cut: (name, cause) => ({
    why: `The way back to ${name} is cut: ${cutBy(cause.cut)}.`,
    change: `${uncut(cause.cut)}, so that the gradient can get through.` }),
  emptied: (name, cause) => ({
    why: `${name}.grad was there, and was emptied${at(cause.line)}.`,
    change: "Read it before it is emptied: after backward(), before zero_grad()." }),
  returned: () => ({
    why: "torch.autograd.grad() answers gradients; it puts none into .grad.",
    change: "Use what it returned, or call backward()." }),
};

function reason(name: string, cause: Cause): Reason {
  return reasonOf(reasons, name, cause);
}

const words: Book = {
  freed: (facts) => ({
    title: "This graph was used up",
    what: `${facts.node} cannot run again: ` + (facts.call === null ? "an earlier backward"
      : `backward ${facts.call}${at(facts.line)}`) + " freed what it saved" +
      (facts.saved.length > 0 ? ` (${listed(facts.saved)}).` : "."),
    why: "A node lets go of its saved tensors as soon as it has run, to save memory.",
    change: `Say retain_graph=True${at(facts.line)}, or compute the result afresh before the ` +
      "second backward." }),
  written: (facts) => ({
    title: "A saved tensor was changed in place",
    what: `${facts.node} saved ${facts.name ?? "a tensor"} at version ${facts.saved}; ` +
      `${facts.by ?? "a write"}${at(facts.line)} changed it; now it is at version ${facts.now}.`,
    why: "The derivative needs the old numbers, and they are gone.",
    change: `Make a new tensor${at(facts.line)} instead of writing into ` +
      `${facts.name ?? "this one"}: ${sums(facts.name ?? "y").join(", not ")}.` }),
  "not-scalar": (facts) => ({
    title: "Backward starts from one number",
    what: `${facts.name ?? "This tensor"} has the shape [${facts.shape}], and backward() was not ` +
      "told how much each element counts.",
    why: "A gradient is always of a single number.",
    change: "Call .sum() or .mean() first, or pass gradient= of the same shape." }),
  untracked: (facts) => ({
    title: "There is no way back from here",
    what: `${facts.name ?? "This tensor"} has no grad_fn: nothing it was made of asks for a ` +
      "gradient.",
    why: "Only operations on tensors with requires_grad=True are put on the tape.",
    change: "Create an input with requires_grad=True." }),
  cut: (facts) => ({
    title: "The way back is cut",
    what: `${facts.name ?? "This tensor"} has no grad_fn, because ${cutBy(facts.cut)}.`,
    why: "What lies behind the cut asks for gradients, but none can get there.",
    change: `${uncut(facts.cut)}.` }),
  integers: (facts) => ({
    title: "Integers have no gradient",
    what: `${facts.name ?? "The tensor"} holds integers, and was asked for a gradient.`,
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
    change: "Transpose one of them (.T), or swap them." }),
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
    why: "Everything up to there is on the tape.",
    change: "Step back from here to see what the values were." }),
  none: (facts) => {
    const { why, change } = reason(facts.name, facts.cause);
    return { title: `Why ${facts.name}.grad is None`, why, change,
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
    title: `No gradient ever reaches ${listed(facts.names)}`,
    what: `Backward has run, and ${listed(facts.names)} got nothing: an optimizer will never ` +
      "move what has no gradient.",
    why: "The result does not depend on it, or detach() or no_grad() cut the way.",
    change: "Use it in the forward computation, or take it out." }),
  flat: (facts) => ({
    title: `${facts.name ?? facts.node} lets no gradient through`,
    what: `A gradient came into ${facts.node}, and zero goes on.`,
    why: "Where it stands, the function is flat: its slope is 0.",
    change: "Start from other values, or use a function that slopes everywhere, as leaky_relu." }),
  saturated: (facts) => ({
    title: `${facts.name ?? facts.node} is saturated`,
    what: `Of the gradient that came into ${facts.node}, ${facts.share} goes on.`,
    why: "Far from zero a sigmoid or tanh is almost flat.",
    change: "Scale its input down, or use a function that does not flatten." }),
  vanishing: (facts) => ({
    title: "The gradient vanishes on its way",
    what: `After ${facts.count} activation functions in a row, ${facts.share} of it is left.`,
    why: "Each one multiplies it by a slope below 1.",
    change: "Use relu between layers, fewer layers, or a shortcut around them." }),
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

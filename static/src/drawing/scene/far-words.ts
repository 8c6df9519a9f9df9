// The words of a box in the far view: the shortest path of its variable, and its op.

import type { Moment } from "./moment.ts";
import { shortPath } from "./short-path.ts";
import type { Subject } from "./subject.ts";

/** Ops that have a sign, or a word that everyone knows them by. */
const SIGNS: Readonly<Record<string, string>> = {
  add: "+", sub: "−", mul: "×", div: "÷", neg: "−", mm: "@", bmm: "@", mv: "@", matmul: "@",
  convolution: "conv", mkldnn_rnn_layer: "rnn",
};

const POWERS = ["", "", "²", "³"];

/** Which derivative a node is a part of: 0 for the forward's own. */
export function orderOf({ frame }: Moment, subject: Subject): number {
  let order = 0;
  for (let { node } = subject; node?.during; node = frame.nodes.get(node.during) ?? null) {
    order++;
  }
  return order;
}

/** `∂` on what a backward put on the tape, `∂²` on what the backward of that did. */
export function orderSign(order: number): string {
  return order === 0 ? "" : `∂${POWERS[order] ?? "ⁿ"}`;
}

/** An op as a sign, or as a short word. */
export function signOf(word: string): string {
  return SIGNS[word] ?? word;
}

/** The op of a box in a word; one that a backward made is marked so. */
export function opSign(moment: Moment, subject: Subject): string {
  const sign = orderSign(orderOf(moment, subject));
  const word = signOf(subject.word);
  return sign === "" ? word : `${sign} ${word}`;
}

/** What a box is called from afar; null where it has no name. */
export function farName({ run, sheet }: Moment, { name, kind }: Subject): string | null {
  return name === null || kind === "group" ? name : shortPath(run, sheet, name);
}

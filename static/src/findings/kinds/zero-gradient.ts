// A gradient comes into a piece where an op does not change, and nothing of it goes on.

import { frameAt } from "../../model/timeline.ts";
import type { Run } from "../../model/run.ts";
import { byForm, found, type Diagnosis, type Found } from "../finding.ts";
import {
  firstOfEach, KINKED, largest, passagesOf, placeOf, STEPS, type Passage,
} from "../reading/passages.ts";

interface FlatFacts {
  readonly id: "flat";
  readonly node: string;
  readonly name: string | null;
  readonly where: "everywhere" | "kink" | "here";
}

/** Is a flat unit flat everywhere, only at a kink where it stands, or on this piece? */
function flatness(run: Run, { at, node, event }: Passage): "everywhere" | "kink" | "here" {
  if (STEPS.test(node.op!)) return "everywhere";
  const made = run.events[node.made];
  const from = made?.kind === "op" ? made.inputs[event.edge]?.tensor : undefined;
  const value = from === undefined ? undefined : frameAt(run, at).tensors.get(from)?.value;
  return /^(abs|relu)(_|$)/.test(node.op!) && value && largest(value) === 0 ? "kink" : "here";
}

/** A gradient came into a piece where the op does not change: all of it is lost. */
function find(run: Run): readonly Found<FlatFacts>[] {
  return firstOfEach(passagesOf(run, KINKED).filter(({ came, went }) => came > 0 && went === 0))
    .map((passage) => {
      const { node, name, where } = placeOf(run, passage);
      const facts = { id: "flat", node, name, where: flatness(run, passage) } as const;
      return found(facts, "smell", passage.at, where);
    });
}

const en = byForm<FlatFacts>({
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
});

const zh = byForm<FlatFacts>({
  flat: (facts) => ({
    title: `${facts.name ?? facts.node} 不让梯度通过`,
    what: `有梯度到达 ${facts.node}，传出去的却是零。`,
    why: facts.where === "everywhere" ? "它是阶梯函数：斜率处处为 0。"
      : facts.where === "kink" ? "它正好在折点上，torch 在那里把斜率当作 0。"
      : "函数在这里是平的：斜率为 0。",
    change: facts.where === "everywhere"
      ? "去掉它，或者让梯度绕过它：x + (f(x) - x).detach() 的值是 f(x)，斜率是 1。"
      : facts.where === "kink" ? "换一个初值。"
      : "换一个初值，或者换成处处有斜率的函数，如 leaky_relu。" }),
});

export const zeroGradient: Diagnosis<FlatFacts> = {
  kind: "zero-gradient", find, words: { en, zh },
};

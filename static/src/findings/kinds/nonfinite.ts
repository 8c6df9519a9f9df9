// Where a NaN or an infinity was born: the first number that is none, forward and backward.

import { countOf } from "../../model/number.ts";
import type { OpEvent, Run, Value } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { nodeText } from "../../words/narration/words.ts";
import { byForm, found, type Diagnosis, type Found } from "../finding.ts";

interface BornFacts {
  readonly id: "nan";
  readonly node: string;
  readonly name: string | null;
  readonly backward: boolean;
  readonly infinite: boolean;
  /** The value is one number. */
  readonly single: boolean;
}

/** What is wrong with a value, the worse first. */
type Flaw = "nan" | "inf" | null;

function flawOf(entry: unknown): Flaw {
  if (Array.isArray(entry)) return worst(entry.map(flawOf));
  return entry === "nan" ? "nan" : entry === "inf" || entry === "-inf" ? "inf" : null;
}

function worst(flaws: readonly Flaw[]): Flaw {
  return flaws.includes("nan") ? "nan" : flaws.includes("inf") ? "inf" : null;
}

function flawIn(value: Value | null | undefined): Flaw {
  if (!value) return null;
  if (value.data) return worst(value.data.map(flawOf));
  return value.stats?.nans ? "nan" : value.stats?.infs ? "inf" : null;
}

/** A derivative that is no number although the gradient that came in was. */
function inBackward(run: Run): Found<BornFacts> | null {
  for (const [at, event] of run.events.entries()) {
    const flaw = event.kind === "flow" ? flawIn(event.value) : null;
    if (event.kind !== "flow" || flaw === null) continue;
    const frame = frameAt(run, at);
    const node = frame.nodes.get(event.node);
    if (!node || worst(node.incoming.map(flawIn)) !== null) return null;
    const output = node.outputs[0];
    const name = output === undefined ? null : labelOf(run, output, at);
    return found({ id: "nan", node: nodeText(run, frame, node.id), name, backward: true,
      infinite: flaw === "inf", single: countOf(event.value.shape) === 1 },
    "mistake", at, { line: node.line, nodes: [node.id] });
  }
  return null;
}

/** The worst that an op was given, by the program's own numbers too: a mask is of infinities. */
function given(run: Run, at: number, event: OpEvent): Flaw {
  const { tensors } = frameAt(run, at);
  return worst([
    ...event.inputs.map(({ tensor, number }) => tensor === undefined ? flawOf(number ?? 0)
      : flawIn(tensors.get(tensor)?.value)),
    ...Object.values(event.params).map(flawOf),
  ]);
}

/** A result that is no number although the inputs were. */
function inForward(run: Run): Found<BornFacts> | null {
  for (const [at, event] of run.events.entries()) {
    if (event.kind !== "op" || event.during !== null) continue;
    const flaw = worst(event.outputs.map(({ value }) => flawIn(value)));
    if (flaw === null) continue;
    const came = given(run, at, event);
    if (came === "nan" || (came === "inf" && flaw === "inf")) continue;
    const output = event.outputs.find(({ value }) => flawIn(value) === flaw)!;
    const name = labelOf(run, output.tensor, at + 1);
    return found({ id: "nan", node: event.node?.name ?? event.op, name, backward: false,
      infinite: flaw === "inf", single: countOf(output.value.shape) === 1 },
    "mistake", at, { line: event.line, nodes: event.node ? [event.node.id] : [],
      tensors: event.node ? [] : [output.tensor] });
  }
  return null;
}

function find(run: Run): readonly Found<BornFacts>[] {
  return [inForward(run), inBackward(run)].filter((one) => one !== null);
}

const en = byForm<BornFacts>({
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
});

const zh = byForm<BornFacts>({
  nan: (facts) => {
    const born = facts.infinite ? "无穷大" : "NaN ";
    const thing = facts.backward ? `${facts.node} 的导数` : `${facts.name ?? facts.node} `;
    const flaw = facts.single ? facts.infinite ? "是无穷大" : "不是数"
      : facts.infinite ? "中有无穷大" : "中有不是数的元素";
    return {
      title: `${born}产生于${facts.backward ? "反向传播" : "这里"}`,
      what: `${thing}${flaw}，而${facts.backward ? "传入的梯度" : "它的输入"}没有问题。`,
      why: facts.infinite ? "1 / 0、根号在 0 处的斜率、超出 dtype 范围的数都是无穷大；"
        + "再往后，0 × inf 和 inf - inf 就不是数了。"
        : "0 / 0、0 × inf、inf - inf、负数的对数都没有值；数值有限的地方，斜率也可能是无穷大。",
      change: facts.infinite ? "避开那里：加上一个很小的数，先 clamp，或者缩小数值。"
        : "让输入离开那里：加上一个很小的数，或者先 clamp。" };
  },
});

export const nonfinite: Diagnosis<BornFacts> = { kind: "nonfinite", find, words: { en, zh } };

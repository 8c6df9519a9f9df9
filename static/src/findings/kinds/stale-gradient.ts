// An update by a gradient, all or part of which an earlier update had used already.

import { statementOf, usedAgain, type Again } from "../../model/ledger.ts";
import type { Run } from "../../model/run.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { byForm, found, type Diagnosis, type Found } from "../finding.ts";
import { reusedWords, reuseOf, type Reuse } from "../phrases/reused.ts";

interface AgainFacts {
  readonly id: "double";
  readonly reuse: Reuse;
  /** How many more tensors, and how often on this line. */
  readonly others: number;
  readonly times: number;
}

/** Updates by a gradient that an earlier one had used: one finding for each line of updates. */
function find(run: Run): readonly Found<AgainFacts>[] {
  const byLine = new Map<number | null, Again[]>();
  for (const read of usedAgain(run)) {
    const there = byLine.get(read.line);
    if (there) there.push(read);
    else byLine.set(read.line, [read]);
  }
  return [...byLine.values()].flatMap((reads) => {
    const [first] = reads;
    if (!first) return [];
    const tensors = [...new Set(reads.map(({ tensor }) => tensor))];
    const name = labelOf(run, first.tensor, run.events.length);
    const times = reads.filter(({ tensor }) => tensor === first.tensor).length;
    const facts = { id: "double", reuse: reuseOf(first, first.old, name),
      others: tensors.length - 1, times } as const;
    const lines = statementOf(run, first.tensor, first.event).flatMap((entry) =>
      (entry.kind === "added" && entry.line !== null ? [entry.line] : []));
    return [found(facts, "mistake", first.event, { line: first.line,
      lines: [...new Set(lines)], tensors })];
  });
}

const en = byForm<AgainFacts>({
  double: ({ reuse, others, times }) => ({
    title: "An old gradient is used again: was that meant?",
    what: reusedWords(reuse, "en") + (others === 0 ? ""
      : ` The same goes for ${others === 1 ? "one more tensor" : `${others} more tensors`}.`) +
      (times > 1 ? ` It happens ${times} times on this line.` : ""),
    why: reuse.all ? "No backward has filled it anew in between."
      : "backward() adds to .grad, and nothing emptied it in between.",
    change: "Call optimizer.zero_grad() (or set .grad to None) after each step." }),
});

const zh = byForm<AgainFacts>({
  double: ({ reuse, others, times }) => ({
    title: "旧梯度又被用了一次：这是你要的吗？",
    what: reusedWords(reuse, "zh") + (others === 0 ? "" : `另有 ${others} 个张量也是如此。`) +
      (times > 1 ? `这一行上共有 ${times} 次。` : ""),
    why: reuse.all ? "其间没有新的反向传播重新填充它。"
      : "backward() 会加到 .grad 上，而其间没有人清空它。",
    change: "每一步之后调用一次 optimizer.zero_grad()（或者把 .grad 设为 None）。" }),
});

export const staleGradient: Diagnosis<AgainFacts> = {
  kind: "stale-gradient", find, words: { en, zh },
};

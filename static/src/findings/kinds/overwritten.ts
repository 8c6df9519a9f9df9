// Saved numbers that were changed behind autograd's back: the derivative is of other numbers.

import type { Run } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { nodeText } from "../../words/narration/words.ts";
import { byForm, found, type Diagnosis, type Found } from "../finding.ts";
import * as english from "../phrases/en.ts";
import * as chinese from "../phrases/zh.ts";
import { changedBehind, hasHiddenWrites } from "../reading/saved-values.ts";

interface StaleFacts {
  readonly id: "stale";
  readonly node: string;
  readonly name: string | null;
  /** The op that wrote, and the name through which it did. */
  readonly by: string;
  readonly via: string | null;
  readonly line: number | null;
}

/** How a tensor without a name came by another's memory: `.data`. */
function takenBy(run: Run, tensor: string): string | null {
  return run.events.some((event) => event.kind === "mode" && event.what === "convert"
    && event.to === tensor && event.by === "data") ? ".data" : null;
}

/** Nodes that ran although what they had saved was no longer what they had seen. */
function find(run: Run): readonly Found<StaleFacts>[] {
  const told = new Set<number>();
  if (!hasHiddenWrites(run)) return [];
  return run.events.flatMap((event, at) => {
    if (event.kind !== "run") return [];
    const frame = frameAt(run, at);
    const node = frame.nodes.get(event.node);
    const write = node ? changedBehind(run, node, at) : -1;
    const changed = run.events[write];
    if (!node || changed?.kind !== "write" || told.has(write)) return [];
    told.add(write);
    const facts = { id: "stale", node: nodeText(run, frame, node.id), line: changed.line,
      name: labelOf(run, changed.tensor, at), by: changed.by,
      via: changed.via === null ? null : labelOf(run, changed.via, at) ?? takenBy(run, changed.via),
    } as const;
    return [found(facts, "mistake", at, { line: changed.line,
      lines: node.line === null || node.line === changed.line ? [] : [node.line],
      nodes: [node.id], tensors: [changed.tensor] })];
  });
}

const en = byForm<StaleFacts>({
  stale: (facts) => ({
    title: "Saved numbers were changed behind autograd's back",
    what: facts.by === "outside" ? `${facts.node} saved ${facts.name ?? "a tensor"}, whose ` +
        `memory was then written${facts.line === null ? ""
          : `, by the end of line ${facts.line}`}: autograd does not see such a write.`
      : `${facts.node} saved ${facts.name ?? "a tensor"}, and ${facts.by === "data" ? ".data"
      : `${facts.by}()`}${facts.via === null ? "" : ` through ${facts.via}`}` +
      `${english.at(facts.line)} ` +
      "changed its numbers without raising its version.",
    why: "The derivative is computed from the new numbers, and no error says so.",
    change: facts.by === "outside" ? "Let torch have memory of its own: clone() before numpy(), " +
        "torch.tensor() instead of from_numpy()."
      : "Write into a copy (clone()), or use detach() instead of .data: then torch raises " +
      "an error." }),
});

const zh = byForm<StaleFacts>({
  stale: (facts) => ({
    title: "保存的数值在 autograd 不知道的时候变了",
    what: facts.by === "outside" ? `${facts.node} 保存了 ${facts.name ?? "一个张量"}，` +
        `${facts.line === null ? "此后" : `到${chinese.at(facts.line)}结束时，`}它的内存已被改写：` +
        "autograd 看不到这样的写入。"
      : `${facts.node} 保存了 ${facts.name ?? "一个张量"}，${chinese.at(facts.line)}的 ` +
      `${facts.by === "data" ? ".data" : `${facts.by}()`} ` +
      `${facts.via === null ? "" : `通过 ${facts.via} `}改变了它的数值，版本却没有增加。`,
    why: "导数是用新的数值算的，也没有报错。",
    change: facts.by === "outside" ? "让 torch 用自己的内存：在 numpy() 之前先 clone()，" +
        "用 torch.tensor() 代替 from_numpy()。"
      : "写入 clone() 得到的副本，或者用 detach() 代替 .data：那样 torch 会报错。" }),
});

export const overwritten: Diagnosis<StaleFacts> = { kind: "overwritten", find, words: { en, zh } };

// An optimizer that holds tensors whose names went to others after it was made.

import type { Run } from "../../model/run.ts";
import type { TensorState } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { byForm, found, type Diagnosis, type Found } from "../finding.ts";
import * as english from "../phrases/en.ts";
import * as chinese from "../phrases/zh.ts";
import { missedLeaves } from "../reading/missed-leaves.ts";
import { lineText, pathsIn } from "../reading/program-text.ts";

interface ReplacedFacts {
  readonly id: "replaced";
  readonly names: readonly string[];
  /** The lines that made the optimizer, and the new tensors. */
  readonly held: number;
  readonly line: number | null;
}

/** The line that gave a name of a tensor to another one last, in a frame in which it had it. */
function replacedOn(run: Run, { id }: TensorState, at: number): number | null {
  const held = new Set<string>();
  let line: number | null = null;
  for (const event of run.events.slice(0, at)) {
    if (event.kind !== "name") continue;
    const key = `${event.frame} ${event.name}`;
    if (event.tensor === id) held.add(key);
    else if (held.has(key)) ({ line } = event);
  }
  return line;
}

/** An optimizer is made on a line of text. */
const OPTIMIZER =
  /\b(?:optim\.\w+|A?SGD|[NR]?Adam\w*|RMSprop|Adagrad|Adadelta|Rprop|LBFGS)\s*\(/;

/** The line between two lines that makes an optimizer of a name or of what the name belongs to. */
function optimizerOf(run: Run, names: readonly string[], from: number, to: number): number | null {
  for (let line = to; line >= from; line--) {
    const text = lineText(run, line);
    const made = text.match(OPTIMIZER);
    if (!made) continue;
    const given = pathsIn(text.slice(made.index! + made[0].length)).map((path) =>
      path.replace(/\.(?:named_)?parameters$/, ""));
    if (names.some((name) => given.some((path) =>
      name === path || name.startsWith(`${path}.`) || name.startsWith(`${path}[`)))) return line;
  }
  return null;
}

/** Leaves whose names went to others after an optimizer had been made of them. */
function find(run: Run): readonly Found<ReplacedFacts>[] {
  const { gone, begin } = missedLeaves(run);
  const groups = new Map<string, { held: number; line: number; tensors: TensorState[] }>();
  for (const tensor of gone) {
    const line = replacedOn(run, tensor, begin);
    const held = line === null || tensor.line === null ? null
      : optimizerOf(run, tensor.names, tensor.line, line);
    if (line === null || held === null) continue;
    const group = groups.get(`${held} ${line}`) ?? { held, line, tensors: [] };
    groups.set(`${held} ${line}`, { ...group, tensors: [...group.tensors, tensor] });
  }
  return [...groups.values()].map(({ held, line, tensors }) => {
    // Without the number that tells the older tensor of a name from the newer.
    const names = tensors.flatMap(({ id }) =>
      labelOf(run, id, run.events.length)?.replace(/[₀-₉]+$/, "") ?? []);
    const event = run.events.findLastIndex((one) => one.kind === "backward");
    return found({ id: "replaced", names, held, line }, "mistake", event,
      { line, lines: held === line ? [] : [held], tensors: tensors.map(({ id }) => id) });
  });
}

const en = byForm<ReplacedFacts>({
  replaced: (facts) => ({
    title: `The optimizer has an older ${english.several(facts.names)}`,
    what: `The optimizer made${english.at(facts.held)} was given ` +
      `${english.several(facts.names)}; after that, ` +
      `${facts.line === facts.held ? "the same line" : `line ${facts.line ?? "?"}`} made a new ` +
      `${english.several(facts.names)}.`,
    why: "An optimizer holds tensors, not names: the new one gets gradients, and no step " +
      "moves it.",
    change: "Make the optimizer after the last of these assignments." }),
});

const zh = byForm<ReplacedFacts>({
  replaced: (facts) => ({
    title: `优化器里的是旧的 ${chinese.several(facts.names)}`,
    what: `${chinese.at(facts.held)}的优化器得到了 ${chinese.several(facts.names)}；此后，` +
      `${facts.line === facts.held ? "同一行" : chinese.at(facts.line)}又新建了 ` +
      `${chinese.several(facts.names)}。`,
    why: "优化器记住的是张量，不是名字：新的张量得到梯度，却没有哪一步会更新它。",
    change: "在最后一次赋值之后再创建优化器。" }),
});

export const optimizerStale: Diagnosis<ReplacedFacts> = {
  kind: "optimizer-stale", find, words: { en, zh },
};

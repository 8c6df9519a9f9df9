// Sigmoid and tanh that are saturated, or many of them in a row: next to nothing goes on.

import type { Run } from "../../model/run.ts";
import { byForm, found, type Diagnosis, type Found } from "../finding.ts";
import { firstOfEach, passagesOf, percent, placeOf, SQUASHING, type Passage } from
  "../reading/passages.ts";

type VanishingFacts =
  | { readonly id: "saturated"; readonly node: string; readonly name: string | null;
    readonly share: string }
  | { readonly id: "vanishing"; readonly count: number; readonly share: string };

/** Those that are counted in a chain. */
const CHAINED = /^(sigmoid|tanh)$/;
/** Less than this share of the gradient, and the unit counts as saturated. */
const SATURATED = 1e-3;
/** A chain of at least so many squashing ops that lets through less than this vanishes. */
const CHAIN = 4;
const VANISHED = 1e-2;

/** A gradient came into the flat end of a sigmoid or tanh: next to nothing goes on. */
function saturatedUnits(run: Run): readonly Found<VanishingFacts>[] {
  return firstOfEach(passagesOf(run, SQUASHING).filter(({ came, went }) =>
    came > 0 && went / came < SATURATED)).map((passage) => {
    const { node, name, where } = placeOf(run, passage);
    const share = percent(passage.went / passage.came);
    return found({ id: "saturated", node, name, share }, "smell", passage.at, where);
  });
}

/** The way by which most of the gradient came to a node: what is left of it, through which ops. */
interface Way {
  readonly share: number;
  readonly through: readonly Passage[];
}

/** By node, the best way from a root; a shortcut around what squashes is the better way. */
function bestWays(run: Run, end: number): ReadonlyMap<string, Way> {
  const squashed = new Map(passagesOf(run, CHAINED).map((one) => [one.event, one] as const));
  const ways = new Map<string, Way>();
  for (const event of run.events.slice(0, end)) {
    if (event.kind !== "flow") continue;
    const before = ways.get(event.node) ?? { share: 1, through: [] };
    const passage = squashed.get(event);
    const part = passage ? passage.went / passage.came : 1;
    const way = !passage || !(part >= SATURATED) ? before
      : { share: before.share * part, through: [...before.through, passage] };
    const known = ways.get(event.to);
    if (!known || way.share > known.share) ways.set(event.to, way);
  }
  return ways;
}

/** Many squashing ops in a row, each fine alone, that together let next to nothing through. */
function vanishingChains(run: Run): readonly Found<VanishingFacts>[] {
  const call = run.events.findIndex((event) => event.kind === "backward" && event.phase === "end"
    && !event.failed);
  const ways = [...bestWays(run, call < 0 ? run.events.length : call).values()];
  const longest = ways.reduce((one, other) =>
    (other.through.length > one.through.length ? other : one), { share: 1, through: [] } as Way);
  const { through } = longest;
  const [head, last] = [through[0], through.at(-1)];
  if (!head || !last || through.length < CHAIN) return [];
  // What lies between them may make the gradient larger again.
  const share = last.went / head.came;
  if (!(share < VANISHED && longest.share < VANISHED)) return [];
  const facts = { id: "vanishing", count: through.length, share: percent(share) } as const;
  return [found(facts, "smell", last.at,
    { line: last.node.line, nodes: through.map(({ node }) => node.id) })];
}

const en = byForm<VanishingFacts>({
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
});

const zh = byForm<VanishingFacts>({
  saturated: (facts) => ({
    title: `${facts.name ?? facts.node} 饱和了`,
    what: `到达 ${facts.node} 的梯度，只有 ${facts.share} 传了下去。`,
    why: "离零很远时，sigmoid 和 tanh 几乎是平的。",
    change: "缩小它的输入，或者换成不会变平的函数。" }),
  vanishing: (facts) => ({
    title: "梯度在途中消失了",
    what: `连续经过 ${facts.count} 个 sigmoid 或 tanh 之后，它最大的元素是之前的 ${facts.share}。`,
    why: "sigmoid 的斜率最大是 0.25，tanh 最大是 1，离 0 越远越小。",
    change: "层与层之间用 relu，减少层数，或者加上残差连接。" }),
});

function find(run: Run): readonly Found<VanishingFacts>[] {
  return [...saturatedUnits(run), ...vanishingChains(run)];
}

export const vanishing: Diagnosis<VanishingFacts> = { kind: "vanishing", find, words: { en, zh } };

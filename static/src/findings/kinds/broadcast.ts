// Broadcasting: an input that was stretched in the forward is summed up on the way back.

import { isPaired } from "../../words/formula/stretch.ts";
import type { OpEvent, OpInput, Run } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { countOf, shapeWords } from "../../model/number.ts";
import { lineText } from "../reading/program-text.ts";
import { byForm, found, type Diagnosis, type Found } from "../finding.ts";

type BroadcastFacts =
  | { readonly id: "broadcast"; readonly name: string; readonly shape: string;
    readonly wide: string }
  | { readonly id: "broadcast-both"; readonly one: string; readonly other: string;
    readonly wide: string };

interface Stretched {
  readonly input: OpInput;
  readonly shape: readonly number[];
}

/** Inputs with fewer entries than the output: these were stretched. */
function stretchedIn(run: Run, at: number, event: OpEvent): readonly Stretched[] {
  const wide = countOf(event.outputs[0]?.value.shape ?? []);
  const { tensors } = frameAt(run, at);
  return event.inputs.flatMap((input) => {
    const shape = input.tensor === undefined ? undefined : tensors.get(input.tensor)?.value.shape;
    return shape && countOf(shape) < wide ? [{ input, shape }] : [];
  });
}

function shapeText(shape: readonly number[]): string {
  return shape.length === 0 ? "[]" : `[${shape.join(", ")}]`;
}

/** Losses that stretch what they compare, in ops of their own. */
const LOSS = /^(mse|l1|smooth_l1|huber)_loss/;

/** What stretches because the program says so. */
const EXPLICIT = /\b(?:expand|expand_as|broadcast_to|broadcast_tensors|repeat)\s*\(/;

/** The inputs of a loss that were stretched for it, to the shape of both. */
function stretchedFor(run: Run, at: number, event: OpEvent): readonly Stretched[] {
  const { tensors } = frameAt(run, at);
  return event.inputs.flatMap((input) => {
    const state = input.tensor === undefined ? undefined : tensors.get(input.tensor);
    const base = state?.view_of ? tensors.get(state.view_of) : undefined;
    const made = state ? run.events[state.made] : undefined;
    const isWide = made?.kind === "op" && made.op === "expand" && made.line === event.line
      && base !== undefined
      && countOf(base.value.shape) < countOf(state!.value.shape);
    return isWide ? [{ input: { ...input, tensor: base.id }, shape: base.value.shape }] : [];
  });
}

/** Does a gradient come back along this input? */
function isTaped(event: OpEvent, slot: string): boolean {
  return event.node?.edges.some((edge) => edge.slot === slot && edge.to !== null) === true;
}

/** Both inputs were stretched to a shape that neither has, as `[3]` and `[3, 1]` make `[3, 3]`. */
function both(
  at: number, event: OpEvent, [one, other]: readonly Stretched[], shape: readonly number[],
): readonly Found<BroadcastFacts>[] {
  if (!one || !other) return [];
  const wide = shapeText(shape);
  const facts = { id: "broadcast-both", one: shapeText(one.shape), other: shapeText(other.shape),
    wide } as const;
  return [found(facts, "mistake", at, { line: event.line,
    nodes: event.node ? [event.node.id] : [],
    tensors: [one, other].flatMap(({ input }) => input.tensor ?? []) })];
}

/** A leaf was used for many entries at once: its gradient is the sum of theirs. */
function summed(
  run: Run, at: number, event: OpEvent, { input, shape }: Stretched,
): readonly Found<BroadcastFacts>[] {
  const leaf = input.tensor === undefined ? undefined : frameAt(run, at).tensors.get(input.tensor);
  const name = leaf && labelOf(run, leaf.id, at);
  if (!leaf?.is_leaf || !name || !isTaped(event, input.slot)) return [];
  const facts = { id: "broadcast", name, shape: shapeText(shape),
    wide: shapeWords(event.outputs[0]?.value.shape ?? []) } as const;
  const grad = run.events.findIndex((one) => one.kind === "grad" && one.tensor === leaf.id);
  if (grad < 0) return [];
  return [found(facts, "note", grad, { line: event.line, tensors: [leaf.id],
    nodes: event.node ? [event.node.id] : [] })];
}

/** Every line that stretched something: once, however often it ran. */
function find(run: Run): readonly Found<BroadcastFacts>[] {
  const told = new Set<string>();
  return run.events.flatMap((event, at) => {
    if (event.kind !== "op" || event.during !== null) return [];
    const isLoss = LOSS.test(event.op);
    if (!isLoss && !isPaired(event.op)) return [];
    const inside = EXPLICIT.test(lineText(run, event.line)) ? [] : stretchedFor(run, at, event);
    const inputs = isLoss || inside.length > 1 ? inside : stretchedIn(run, at, event);
    const shape = isLoss ? frameAt(run, at).tensors.get(event.inputs[0]?.tensor ?? "")?.value.shape
      : event.outputs[0]?.value.shape;
    const inLine = inputs.length > 1 && event.node ? both(at, event, inputs, shape ?? [])
      : isLoss ? []
      : inputs.flatMap((input) => summed(run, at, event, input));
    return inLine.filter((one) => {
      const key = JSON.stringify([one.facts, one.line]);
      return told.has(key) ? false : told.add(key);
    });
  });
}

const en = byForm<BroadcastFacts>({
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
});

const zh = byForm<BroadcastFacts>({
  broadcast: (facts) => ({
    title: `${facts.name} 的梯度是一个和`,
    what: `${facts.name} ${facts.shape === "[]" ? "是一个数"
      : `的形状是 ${facts.shape}`}，被用于 ${facts.wide} 个元素。`,
    why: "用了多次的东西，得到的是所有梯度之和。",
    change: "如果这就是你要的，不用改；否则给它完整的形状。" }),
  "broadcast-both": (facts) => ({
    title: "两边都被扩展了：这是你要的吗？",
    what: `${facts.one} 与 ${facts.other} 得到 ${facts.wide}：每个元素都与每个元素相遇。`,
    why: "大小为 1 的维，或者缺少的维，会被扩展到一样大。",
    change: "让两边形状相同，例如用 .squeeze() 或 .unsqueeze(1)。" }),
});

export const broadcast: Diagnosis<BroadcastFacts> = { kind: "broadcast", find, words: { en, zh } };

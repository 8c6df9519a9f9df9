// Broadcasting: an input that was stretched in the forward is summed up on the way back.

import { isPaired } from "../formula/stretch.ts";
import type { OpEvent, OpInput, Run } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { countOf, shapeWords } from "../../model/number.ts";
import { lineText } from "./text.ts";
import type { Finding, SurpriseFacts } from "./finding.ts";
import { surprise } from "./surprise.ts";

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
): readonly Finding<SurpriseFacts>[] {
  if (!one || !other) return [];
  const wide = shapeText(shape);
  const facts = { id: "broadcast-both", one: shapeText(one.shape), other: shapeText(other.shape),
    wide } as const;
  return [surprise(facts, "warning", at, { line: event.line,
    nodes: event.node ? [event.node.id] : [],
    tensors: [one, other].flatMap(({ input }) => input.tensor ?? []) })];
}

/** A leaf was used for many entries at once: its gradient is the sum of theirs. */
function summed(
  run: Run, at: number, event: OpEvent, { input, shape }: Stretched,
): readonly Finding<SurpriseFacts>[] {
  const leaf = input.tensor === undefined ? undefined : frameAt(run, at).tensors.get(input.tensor);
  const name = leaf && labelOf(run, leaf.id, at);
  if (!leaf?.is_leaf || !name || !isTaped(event, input.slot)) return [];
  const facts = { id: "broadcast", name, shape: shapeText(shape),
    wide: shapeWords(event.outputs[0]?.value.shape ?? []) } as const;
  const grad = run.events.findIndex((one) => one.kind === "grad" && one.tensor === leaf.id);
  if (grad < 0) return [];
  return [surprise(facts, "note", grad, { line: event.line, tensors: [leaf.id],
    nodes: event.node ? [event.node.id] : [] })];
}

/** Every line that stretched something: once, however often it ran. */
export function stretched(run: Run): readonly Finding<SurpriseFacts>[] {
  const told = new Set<string>();
  return run.events.flatMap((event, at) => {
    if (event.kind !== "op" || event.during !== null) return [];
    const isLoss = LOSS.test(event.op);
    if (!isLoss && !isPaired(event.op)) return [];
    const inside = EXPLICIT.test(lineText(run, event.line)) ? [] : stretchedFor(run, at, event);
    const inputs = isLoss || inside.length > 1 ? inside : stretchedIn(run, at, event);
    const shape = isLoss ? frameAt(run, at).tensors.get(event.inputs[0]?.tensor ?? "")?.value.shape
      : event.outputs[0]?.value.shape;
    const found = inputs.length > 1 && event.node ? both(at, event, inputs, shape ?? [])
      : isLoss ? []
      : inputs.flatMap((input) => summed(run, at, event, input));
    return found.filter((one) => {
      const key = JSON.stringify([one.facts, one.line]);
      return told.has(key) ? false : told.add(key);
    });
  });
}

// The stage in words: what each box says at a cursor, for readers who do not see it. Pure.

import type { Language } from "./narration.ts";
import { compact, compactValue, placeOf, plus, shapeWords } from "./number.ts";
import type { Run, Value } from "./run.ts";
import { say } from "./strings.ts";
import {
  passAt, type Frame, type LedgerEntry, type NodeState, type TensorState,
} from "./timeline.ts";
import { labelOf } from "./timeline/label.ts";

interface Stage {
  readonly run: Run;
  readonly frame: Frame;
}

/** One box of the stage. `id` is what a selection holds. */
export interface MirrorLine {
  readonly id: string;
  readonly words: string;
}

/** More sums than this are read as whole tensors. */
const MOST_SUMS = 6;

/** `0.2 + 0.2 = 0.4`, entry by entry. */
function sums(before: Value, added: Value, after: Value): readonly string[] {
  const texts = (value: Value) => (value.data ?? []).map((entry) => compact(entry, value.dtype));
  const [was, more] = [texts(before), texts(added)];
  return texts(after).map((is, i) => `${plus(was[i] ?? "", more[i] ?? "")} = ${is}`);
}

/**
 * One line of a leaf's account in numbers: `0.2 + 0.2 = 0.4` for each entry of a small tensor, the
 * new value when there was nothing to add to, and `0.4 → 0.0` for a reset.
 */
export function ledgerLines({ before, added, after }: LedgerEntry): readonly string[] {
  const is = after === null ? "None" : compactValue(after);
  if (before === null) return [is];
  if (added === null || after === null) return [`${compactValue(before)} → ${is}`];
  const count = after.data?.length ?? Infinity;
  if (count > MOST_SUMS) return [`${compactValue(before)} + ${compactValue(added)} = ${is}`];
  const lines = sums(before, added, after);
  return count === 1 ? lines : lines.map((line, i) => `${placeOf(i, after.shape)} ${line}`);
}

function tensorKind(tensor: TensorState, language: Language): string {
  if (!tensor.is_leaf) return say(language, "result");
  if (tensor.parameter) return say(language, "parameter");
  return say(language, tensor.requires_grad ? "leaf" : "input");
}

function tensorWords(
  { run, frame }: Stage, tensor: TensorState, language: Language,
): string {
  const parts = [
    labelOf(run, tensor.id, frame.at) ?? say(language, "unnamed"),
    tensorKind(tensor, language),
    say(language, "mirrorValue", { value: compactValue(tensor.value) }),
  ];
  if (tensor.value.shape.length > 0) parts.push(shapeWords(tensor.value.shape));
  const entry = tensor.ledger.at(-1);
  if (entry) {
    parts.push(say(language, "mirrorGradient", { gradient: ledgerLines(entry).join(", ") }));
  }
  else if (tensor.requires_grad) parts.push(say(language, "mirrorNoGradient"));
  return parts.join(", ");
}

function incomingWords(node: NodeState, language: Language): readonly string[] {
  const { arrived, needed, incoming } = node;
  if (node.phase === "waiting" && arrived < needed) {
    return [say(language, "mirrorWaiting", { arrived, needed })];
  }
  const sums = incoming.flatMap((value) => (value ? [compactValue(value)] : []));
  return sums.length > 0
    ? [say(language, "mirrorGradient", { gradient: sums.join("; ") })] : [];
}

function savedWords(node: NodeState, language: Language): readonly string[] {
  if (node.saved.length === 0) return [];
  if (node.saved.every((tab) => tab.freed)) return [say(language, "mirrorFreed")];
  const names = node.saved.map((tab) => tab.name).join(", ");
  return [say(language, "mirrorSaved", { names })];
}

function nodeWords({ run, frame }: Stage, node: NodeState, language: Language): string {
  const made = frame.tensors.get(node.variable ?? node.outputs[0] ?? "");
  const name = made ? labelOf(run, made.id, frame.at) : null;
  const value = made && node.variable === null
    ? [say(language, "mirrorValue", { value: compactValue(made.value) })] : [];
  return [
    ...(name === null ? [] : [name]), node.name, ...value,
    ...incomingWords(node, language), ...savedWords(node, language),
    ...(node.phase === "made" ? [] : [say(language, `phase_${node.phase}`)]),
  ].join(", ");
}

/** The boxes that stand on the stage at a cursor, in the order of their layout. */
export function mirrorOf(
  run: Run, frame: Frame, cursor: number, language: Language,
): readonly MirrorLine[] {
  const pass = run.passes[passAt(run, cursor)];
  return (pass?.boxes ?? []).flatMap((id) => {
    const node = frame.nodes.get(id);
    if (id.startsWith("n")) {
      return node ? [{ id, words: nodeWords({ run, frame }, node, language) }] : [];
    }
    const tensor = frame.tensors.get(id);
    return tensor ? [{ id, words: tensorWords({ run, frame }, tensor, language) }] : [];
  });
}

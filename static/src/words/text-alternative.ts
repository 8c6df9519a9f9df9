// The stage in words: what each box says at a cursor, for readers who do not see it. Pure.

import type { Language } from "./narration.ts";
import { briefModule, moduleOf } from "../model/modules.ts";
import { compact, compactValue, placeOf, plus, shapeWords } from "../model/number.ts";
import type { LayoutEdge, Pass, Run, Value } from "../model/run.ts";
import { say, type StringKey } from "./strings.ts";
import {
  passAt, type Frame, type LedgerEntry, type NodeState, type TensorState,
} from "../model/timeline.ts";
import { labelOf } from "../model/timeline/label.ts";

interface Stage {
  readonly run: Run;
  readonly frame: Frame;
}

/** A way from one box to another: `to` is the box at its other end. */
export interface MirrorLink {
  readonly to: string;
  readonly words: string;
}

/** One box of the stage, with the ways that lead to it and from it. `id` is what is selected. */
export interface MirrorLine {
  readonly id: string;
  readonly words: string;
  readonly links: readonly MirrorLink[];
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

/** The kind of a tensor in one word. */
export function kindOf({ is_leaf, parameter, requires_grad }: TensorState): StringKey {
  if (!is_leaf) return "result";
  if (parameter) return "parameter";
  return requires_grad ? "leaf" : "input";
}

function tensorWords(
  { run, frame }: Stage, tensor: TensorState, language: Language,
): string {
  const value = compactValue(tensor.value);
  const shape = shapeWords(tensor.value.shape);
  const parts = [
    labelOf(run, tensor.id, frame.at) ?? say(language, "unnamed"),
    say(language, kindOf(tensor)),
    say(language, "mirrorValue", { value }),
  ];
  // A large value is told by its shape alone.
  if (tensor.value.shape.length > 0 && value !== `[${shape}]`) parts.push(shape);
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
  // That its saved tensors were freed says the same.
  const isSaid = node.phase === "freed" && node.saved.length > 0;
  const module = moduleOf(run, node.made);
  return [
    ...(name === null ? [] : [name]), node.name, ...value,
    ...incomingWords(node, language), ...savedWords(node, language),
    ...(module === null ? []
      : [say(language, "inModule", { name: `${module.name}, ${briefModule(module)}` })]),
    ...(node.phase === "made" || isSaid ? [] : [say(language, `phase_${node.phase}`)]),
  ].join(", ");
}

/** The node of an id; a table knows only numbers, so that a tensor's id must not get there. */
function nodeOf(frame: Frame, id: string): NodeState | undefined {
  return id.startsWith("n") ? frame.nodes.get(id) : undefined;
}

/** A box in few words: `y, MulBackward0`, `x`; null when it is not made yet. */
function nameOf({ run, frame }: Stage, id: string, language: Language): string | null {
  const node = nodeOf(frame, id);
  const tensor = node ? node.variable ?? node.outputs[0] : id;
  const name = tensor === undefined ? null : labelOf(run, tensor, frame.at);
  if (node) return name === null ? node.name : `${name}, ${node.name}`;
  return !id.startsWith("n") && frame.tensors.get(id) ? name ?? say(language, "unnamed") : null;
}

const KINDS = { view: "mirrorView", cut: "mirrorCut" } as const;

/** The way between two boxes, as it is told at the box that it leads to, or that it leaves. */
function linkOf(
  stage: Stage, boxes: readonly string[], edge: LayoutEdge, way: "from" | "to", language: Language,
): readonly MirrorLink[] {
  const [from, consumer] = [boxes[edge.from], boxes[edge.to]];
  const other = way === "to" ? from : consumer;
  const name = other === undefined ? null : nameOf(stage, other, language);
  if (other === undefined || consumer === undefined || name === null) return [];
  const head = way === "from" ? say(language, "mirrorTo", { name })
    : edge.slot === null ? say(language, "mirrorFrom", { name })
      : say(language, "mirrorInput", { slot: edge.slot, name });
  const kind = edge.kind === "view" || edge.kind === "cut" ? [say(language, KINDS[edge.kind])] : [];
  const sent = edge.edge === null ? null : stage.frame.nodes.get(consumer)?.sent[edge.edge];
  const came = sent ? [say(language, "mirrorCame", { gradient: compactValue(sent.value) })] : [];
  return [{ to: other, words: [head, ...kind, ...came].join(", ") }];
}

/** For each box, what leads to it and then what it leads to. */
function linksOf(stage: Stage, pass: Pass, language: Language): ReadonlyMap<string, MirrorLink[]> {
  const found = new Map<string, MirrorLink[]>(pass.boxes.map((id) => [id, []]));
  const edges = stage.run.layouts[pass.layout]?.edges ?? [];
  for (const way of ["to", "from"] as const) {
    for (const edge of edges) {
      const links = found.get(pass.boxes[edge[way]] ?? "");
      links?.push(...linkOf(stage, pass.boxes, edge, way, language));
    }
  }
  return found;
}

/** The boxes that stand on the stage at a cursor, as the engine made them. */
export function mirrorOf(
  run: Run, frame: Frame, cursor: number, language: Language,
): readonly MirrorLine[] {
  const pass = run.passes[passAt(run, cursor)];
  const stage = { run, frame };
  const links = pass && linksOf(stage, pass, language);
  return (pass?.boxes ?? []).flatMap((id) => {
    const node = nodeOf(frame, id);
    const tensor = id.startsWith("n") ? undefined : frame.tensors.get(id);
    const words = node ? nodeWords(stage, node, language)
      : tensor ? tensorWords(stage, tensor, language) : null;
    return words === null ? [] : [{ id, words, links: links?.get(id) ?? [] }];
  });
}

// The card of a box, a tensor or an edge: what a pointer that rests on it is told. Pure.

import { edgeIn } from "../model/edges.ts";
import { compactValue, inlineValue, shapeWords } from "../model/number.ts";
import { fullModule, moduleAround, moduleOf } from "../model/modules.ts";
import type { ModuleText, Run, Value } from "../model/run.ts";
import { frameAt, type Frame, type NodeState, type TensorState } from "../model/timeline.ts";
import { boxLabelOf, labelOf } from "../model/timeline/label.ts";
import type { Language } from "../model/viewer-options.ts";
import { normOf, significant } from "./narration/size.ts";
import { say } from "./strings.ts";
import { kindOf } from "./text-alternative.ts";

/** A card: its title, what kind of thing it is, and facts as pairs of a word and a text. */
export interface Card {
  readonly title: string;
  readonly kind: string;
  readonly facts: readonly (readonly [word: string, text: string])[];
  /** Shown as a small picture; null where the facts have all its numbers. */
  readonly picture: Value | null;
}

type Fact = Card["facts"][number];

/** A value in a line: its numbers, or its norm where they are many. */
function brief(value: Value, language: Language): string {
  const inline = inlineValue(value);
  if (inline !== null) return inline;
  const norm = normOf(value);
  return norm === null ? compactValue(value)
    : say(language, "normIs", { norm: significant(norm) });
}

function shapeFact({ shape, dtype }: Value, language: Language): Fact {
  const words = shape.length === 0 ? say(language, "scalar") : shapeWords(shape);
  return [say(language, "shape"), `${words} ${dtype}`];
}

function valueFacts(value: Value, language: Language): readonly Fact[] {
  return [[say(language, "value"), brief(value, language)], shapeFact(value, language)];
}

function lineFact(line: number | null, language: Language): readonly Fact[] {
  return line === null ? [] : [[say(language, "madeAt"), say(language, "line", { n: line })]];
}

function pictureOf(value: Value | null): Value | null {
  return value && inlineValue(value) === null ? value : null;
}

function tensorCard(run: Run, frame: Frame, tensor: TensorState, language: Language): Card {
  const { value, grad, is_leaf: isLeaf, requires_grad: isTrained, line } = tensor;
  const gradient: readonly Fact[] = grad ? [[".grad", brief(grad, language)]]
    : isLeaf && isTrained ? [[".grad", "None"]] : [];
  return {
    title: labelOf(run, tensor.id, frame.at) ?? say(language, "unnamed"),
    kind: say(language, kindOf(tensor)), picture: pictureOf(value),
    facts: [...valueFacts(value, language), ...gradient,
      ...moduleFact(moduleAround(run, frame, tensor), language),
      ...lineFact(line, language)],
  };
}

/** The module that an op was made in, or that a parameter belongs to. */
function moduleFact(module: ModuleText | null, language: Language): readonly Fact[] {
  return module === null ? []
    : [[say(language, "module"), `${module.name}: ${fullModule(module)}`]];
}

function nodeCard(run: Run, frame: Frame, node: NodeState, language: Language): Card {
  const made = frame.tensors.get(node.variable ?? node.outputs[0] ?? "");
  const value = made && node.variable === null ? made.value : null;
  const incoming = node.incoming.find((one) => one !== null) ?? null;
  const { arrived, needed } = node;
  const gradient = incoming === null ? say(language, `phase_${node.phase}`)
    : arrived < needed ? say(language, "gate", { arrived, needed }) : brief(incoming, language);
  return {
    title: boxLabelOf(run, node.outputs, frame.at) ?? node.name, kind: node.name,
    picture: pictureOf(value),
    facts: [...(value ? valueFacts(value, language) : []),
      [say(language, "gradient"), gradient], ...moduleFact(moduleOf(run, node.made), language),
      ...lineFact(node.line, language)],
  };
}

/** The gradient that an edge carries, once it has come. */
function edgeCard(
  run: Run, frame: Frame, { node, edge }: { node: string; edge: number }, language: Language,
): Card | null {
  const next = frame.nodes.get(node)?.edges[edge];
  if (!next || next.to === null) return null;
  const name = (id: string): string => {
    const one = frame.nodes.get(id);
    return one ? boxLabelOf(run, one.outputs, frame.at) ?? one.name : id;
  };
  const sent = frame.nodes.get(node)?.sent[edge] ?? null;
  return {
    title: `${name(node)} → ${name(next.to)}`, kind: next.slot,
    picture: pictureOf(sent?.value ?? null),
    facts: sent ? [[say(language, "gradient"), brief(sent.value, language)],
      shapeFact(sent.value, language)]
      : [[say(language, "gradient"), say(language, "edgeNothing")]],
  };
}

/** The card of what a selection names, at a cursor; null where it is not made yet. */
export function cardOf(run: Run, cursor: number, id: string, language: Language): Card | null {
  const frame = frameAt(run, Math.floor(cursor));
  const edge = edgeIn(id);
  if (edge) return edgeCard(run, frame, edge, language);
  const node = id.startsWith("n") ? frame.nodes.get(id) : undefined;
  if (node) return nodeCard(run, frame, node, language);
  const tensor = id.startsWith("t") ? frame.tensors.get(id) : undefined;
  return tensor ? tensorCard(run, frame, tensor, language) : null;
}

// The inspector's sections about a tensor: value, gradient, account, and where it comes from.

import { el } from "../app/dom.ts";
import { explainNone } from "../findings/phrases/reasons.ts";
import { whyNone } from "../findings/reading/missing-grad.ts";
import { fullModule, moduleAround } from "../model/modules.ts";
import { compactValue } from "../model/number.ts";
import type { ReprExtras } from "../model/repr.ts";
import { say } from "../words/strings.ts";
import { boxOfTensor, type TensorState } from "../model/timeline.ts";
import { labelOf, otherPaths } from "../model/timeline/label.ts";
import { fieldName } from "../model/timeline/outputs.ts";
import { viewsOf } from "../model/timeline/views.ts";
import { accountSection } from "./account.ts";
import { boxLink, link, pairs, section, shapeOf, valueBlock, type Subject } from "./facts.ts";

/** How many views of a tensor are listed. */
const MOST_VIEWS = 8;

/** What torch prints behind the numbers: the grad_fn, or that a gradient is wanted. */
function extrasOf({ frame }: Subject, tensor: TensorState): ReprExtras {
  const node = tensor.grad_fn === null ? undefined : frame.nodes.get(tensor.grad_fn);
  if (node) return { grad_fn: node.name };
  return { requires_grad: tensor.requires_grad, parameter: tensor.parameter };
}

/** What to call a tensor wherever a name must stand: the user's name for it, else its value. */
export function calledOf({ run, frame, language }: Subject, id: string): string {
  const tensor = frame.tensors.get(id);
  return labelOf(run, id, frame.at)
    ?? (tensor ? compactValue(tensor.value) : say(language, "unnamed"));
}

/** A link to the line where something was made, and to that moment. */
export function madeAt(
  { store, language }: Subject, line: number | null, event: number,
): Node | null {
  if (line === null) return null;
  const go = (): void => store.send({ kind: "cursorAimed", to: event + 1 });
  return link(say(language, "line", { n: line }), go);
}

function otherTensor(subject: Subject, id: string | null): Node | null {
  const tensor = id === null ? undefined : subject.frame.tensors.get(id);
  return tensor ? boxLink(subject, calledOf(subject, tensor.id), boxOfTensor(tensor)) : null;
}

/** Which of several outputs of its op a tensor is: `1 · indices`. */
function outputOf({ run, frame }: Subject, { grad_fn, output_nr }: TensorState): string | null {
  const node = grad_fn === null ? undefined : frame.nodes.get(grad_fn);
  if (!node || node.outputs.length < 2) return null;
  const name = fieldName(run, node, output_nr);
  return name === null ? `${output_nr}` : `${output_nr} · ${name}`;
}

/** Links to the views of a tensor's memory, the first ones of many. */
function views(subject: Subject, { id }: TensorState): Node | null {
  const all = viewsOf(subject.run, subject.frame, id);
  if (all.length === 0) return null;
  const links = all.slice(0, MOST_VIEWS).flatMap((view, i) =>
    [...(i > 0 ? [", "] : []), otherTensor(subject, view) ?? ""]);
  const rest = all.length > MOST_VIEWS ? [` + ${all.length - MOST_VIEWS}`] : [];
  return el("span", {}, ...links, ...rest);
}

/** Shape, dtype, version, origin. */
function tensorPairs(subject: Subject, tensor: TensorState): HTMLElement[] {
  const { run, frame, language } = subject;
  const module = moduleAround(run, frame, tensor);
  const { value, version, born, view_of, detached_from, line, made } = tensor;
  return pairs([
    [say(language, "shape"), shapeOf(value, language)],
    [say(language, "dtype"), value.dtype],
    [say(language, "version"), version > born ? `v${version}` : null],
    [say(language, "output"), outputOf(subject, tensor)],
    [say(language, "alsoCalled"), otherPaths(run, tensor.id, frame.at).join(", ") || null],
    [say(language, "viewOf"), otherTensor(subject, view_of)],
    [say(language, "views"), views(subject, tensor)],
    [say(language, "detachedFrom"), otherTensor(subject, detached_from)],
    [say(language, "module"), module && `${module.name}: ${fullModule(module)}`],
    [say(language, "madeAt"), madeAt(subject, line, made)],
  ]);
}

/** `.grad` as torch prints it; where it is None, why. */
function gradSection(subject: Subject, tensor: TensorState): HTMLElement[] {
  const { run, frame, language } = subject;
  const name = labelOf(run, tensor.id, frame.at);
  if (tensor.grad) {
    return section(".grad", ...valueBlock(subject, tensor.grad, name && `${name}.grad`));
  }
  const cause = whyNone(run, tensor.id, frame.at);
  const isAsked = tensor.is_leaf || tensor.requires_grad
    || (cause?.kind === "asks-none" && cause.cut !== null);
  if (cause === null || !isAsked) return [];
  const { why, change } = explainNone(name ?? say(language, "thisTensor"), cause, language);
  return section(".grad", el("pre", { class: "repr", text: "None" }),
    el("p", { class: "none-why", text: why }),
    ...(name === null ? [] : [el("p", { class: "none-change quiet", text: change })]));
}

function valueSection(subject: Subject, tensor: TensorState): HTMLElement[] {
  const name = labelOf(subject.run, tensor.id, subject.frame.at);
  return section(say(subject.language, "value"),
    ...valueBlock(subject, tensor.value, name, extrasOf(subject, tensor)),
    ...tensorPairs(subject, tensor));
}

/** The value, the gradient or why there is none, and its account. */
export function tensorFacts(subject: Subject, tensor: TensorState): HTMLElement[] {
  return [
    ...valueSection(subject, tensor),
    ...gradSection(subject, tensor),
    ...accountSection(subject, tensor),
  ];
}

/** The same of an op's result: that it keeps no gradient is no news, and said at the end. */
export function resultFacts(
  subject: Subject, tensor: TensorState, others: readonly HTMLElement[],
): HTMLElement[] {
  return tensor.grad ? [...tensorFacts(subject, tensor), ...others]
    : [...valueSection(subject, tensor), ...others, ...gradSection(subject, tensor)];
}

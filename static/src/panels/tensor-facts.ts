// The inspector's sections about a tensor: value, gradient, account, and where it comes from.

import { el } from "../dom.ts";
import { ledgerLines } from "../mirror.ts";
import { compactValue } from "../number.ts";
import type { ReprExtras } from "../repr.ts";
import { say, type StringKey } from "../strings.ts";
import type { LedgerEntry, TensorState } from "../timeline.ts";
import { labelOf } from "../timeline/label.ts";
import { boxLink, link, pairs, section, shapeOf, valueBlock, type Subject } from "./facts.ts";
import { boxOfTensor } from "./variables.ts";

/** The kind of a tensor in one word. */
export function kindOf({ is_leaf, parameter, requires_grad }: TensorState): StringKey {
  if (!is_leaf) return "result";
  if (parameter) return "parameter";
  return requires_grad ? "leaf" : "input";
}

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
  const go = (): void => store.send({ kind: "aimed", to: event + 1 });
  return link(say(language, "line", { n: line }), go);
}

function otherTensor(subject: Subject, id: string | null): Node | null {
  const tensor = id === null ? undefined : subject.frame.tensors.get(id);
  return tensor ? boxLink(subject, calledOf(subject, tensor.id), boxOfTensor(tensor)) : null;
}

/** Shape, dtype, version, origin. */
export function tensorPairs(subject: Subject, tensor: TensorState): HTMLElement[] {
  const { language } = subject;
  const { value, version, view_of, detached_from, line, made } = tensor;
  return pairs([
    [say(language, "shape"), shapeOf(value, language)],
    [say(language, "dtype"), value.dtype],
    [say(language, "version"), version > 0 ? `v${version}` : null],
    [say(language, "viewOf"), otherTensor(subject, view_of)],
    [say(language, "detachedFrom"), otherTensor(subject, detached_from)],
    [say(language, "madeAt"), madeAt(subject, line, made)],
  ]);
}

function accountRow(
  { language, store }: Subject, entry: LedgerEntry, latest: boolean,
): HTMLElement {
  const by = say(language, `by_${entry.by}`, { n: entry.call ?? "" });
  const where = entry.line === null ? "" : ` · ${say(language, "line", { n: entry.line })}`;
  const go = link(by + where, () => store.send({ kind: "aimed", to: entry.event + 1 }));
  return el("tr", { class: latest ? "latest" : null },
    el("td", {}, go), el("td", { class: "mono account-sum", text: ledgerLines(entry).join("\n") }));
}

/** Every change of `.grad`, oldest first: before + added = after. */
export function ledgerSection(subject: Subject, tensor: TensorState): HTMLElement[] {
  const { language } = subject;
  const { ledger } = tensor;
  if (!tensor.requires_grad) return [];
  if (ledger.length === 0) {
    const none = el("p", { class: "quiet", text: say(language, "emptyLedger") });
    return section(say(language, "ledger"), none);
  }
  const rows = ledger.map((entry, i) => accountRow(subject, entry, i === ledger.length - 1));
  const table = el("table", { class: "account" }, el("tbody", {}, ...rows));
  return section(say(language, "ledger"), table);
}

/** The value and, when there is one, the gradient, as torch prints them. */
export function valueSections(subject: Subject, tensor: TensorState): HTMLElement[] {
  const { language } = subject;
  return [
    ...section(say(language, "value"),
      ...valueBlock(subject, tensor.value, extrasOf(subject, tensor)),
      ...tensorPairs(subject, tensor)),
    ...(tensor.grad ? section(".grad", ...valueBlock(subject, tensor.grad)) : []),
  ];
}

/** Everything about a tensor that stands in a box of its own. */
export function tensorFacts(subject: Subject, tensor: TensorState): HTMLElement[] {
  return [
    ...valueSections(subject, tensor),
    ...(tensor.is_leaf ? ledgerSection(subject, tensor) : []),
  ];
}

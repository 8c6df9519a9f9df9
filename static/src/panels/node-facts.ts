// The inspector's sections about a node: gradients in and out, formulas, what it saved.

import { el } from "../app/dom.ts";
import { selectionOf, type EdgeName } from "../model/edges.ts";
import { formulasOf, type Formula } from "../words/formula.ts";
import { untoldName } from "../words/narration/words.ts";
import { compactValue } from "../model/number.ts";
import type { Value } from "../model/run.ts";
import { say, type StringKey } from "../words/strings.ts";
import { inChinese } from "../words/strings/formula-texts.ts";
import { typeset } from "../words/tex.ts";
import {
  boxOfTensor, type Contribution, type NodeState, type SavedTab,
} from "../model/timeline.ts";
import { labelOf } from "../model/timeline/label.ts";
import type { Phrasing } from "../model/viewer-options.ts";
import { boxLink, pairs, section, type Subject } from "./facts.ts";
import { accountSection } from "./account.ts";
import { checkSection } from "./check-facts.ts";
import { calledOf, madeAt, resultFacts } from "./tensor-facts.ts";

const PHRASINGS: readonly Phrasing[] = ["formal", "named", "numbers"];

function nodeName({ run, frame }: Subject, id: string): string {
  return frame.nodes.get(id)?.name ?? untoldName(run, id);
}

/** A node by the variable it made, then by torch's name. */
export function nodeWords(subject: Subject, id: string): string {
  const node = subject.frame.nodes.get(id);
  const tensor = node?.variable ?? node?.outputs[0];
  const name = tensor === undefined ? null : labelOf(subject.run, tensor, subject.frame.at);
  return name === null ? nodeName(subject, id) : `${name} · ${nodeName(subject, id)}`;
}

function receivedRow(
  subject: Subject, { node, edge, value, nr }: Contribution, several: boolean,
): HTMLElement {
  const words = say(subject.language, "from", { name: nodeWords(subject, node) });
  const which = several ? ` (${say(subject.language, "outputNr", { n: nr })})` : "";
  return el("div", { class: "row" }, boxLink(subject, words + which, node),
    edgeLink(subject, { node, edge }, value));
}

/** A contribution: press it and its edge is selected. */
function edgeLink({ store, language }: Subject, name: EdgeName, value: Value): HTMLElement {
  return el("button", {
    type: "button", class: "link mono", text: compactValue(value), title: say(language, "edge"),
    click: () => store.send({ kind: "selectionChanged", selection: selectionOf(name) }),
  });
}

/** What stands at the gate: the sum of what came, or at a root what `backward` was given. */
function sumRows({ language }: Subject, node: NodeState): HTMLElement[] {
  const isRoot = node.received.length === 0;
  return node.incoming.flatMap((value) => (value === null ? [] : [
    el("div", { class: isRoot ? "row" : "row total" },
      el("span", { text: say(language, isRoot ? "seed" : "sum") }),
      el("span", { class: "mono", text: compactValue(value) }))]));
}

/** The contributions that have come, the gate that counts them, and their sum. */
function incoming(subject: Subject, node: NodeState): HTMLElement[] {
  const { language } = subject;
  const { arrived, needed, received } = node;
  const several = node.outputs.length > 1;
  const gate = needed > 1 && arrived < needed
    ? [el("p", { class: "quiet", text: say(language, "gate", { arrived, needed }) })] : [];
  const came = received.map((one) => receivedRow(subject, one, several));
  const rows = [...came, ...gate, ...sumRows(subject, node)];
  return rows.length === 0 ? []
    : section(say(language, "cameIn"), el("div", { class: "rows" }, ...rows));
}

function sentRow(subject: Subject, node: NodeState, edge: number): HTMLElement {
  const { language } = subject;
  const next = node.edges[edge];
  const to = next?.to ?? null;
  const slot = next?.slot ?? String(edge);
  const sent = node.sent[edge] ?? null;
  const words = to === null ? slot : `${slot} → ${nodeWords(subject, to)}`;
  const waiting = say(language, to === null ? "noGradNeeded" : "waiting");
  return el("div", { class: "row" },
    to === null ? el("span", { class: "quiet", text: words }) : boxLink(subject, words, to),
    sent ? edgeLink(subject, { node: node.id, edge }, sent.value)
      : el("span", { class: "quiet", text: waiting }));
}

function outgoing(subject: Subject, node: NodeState): HTMLElement[] {
  const rows = node.edges.map((_edge, i) => sentRow(subject, node, i));
  return rows.length === 0 ? []
    : section(say(subject.language, "wentOut"), el("div", { class: "rows" }, ...rows));
}

/** What was saved: a tensor by its name, or a plain number. */
function savedWhat(subject: Subject, { tensor, number }: SavedTab): Node | string {
  if (tensor === null) return number === null ? "" : String(number);
  const state = subject.frame.tensors.get(tensor);
  return boxLink(subject, calledOf(subject, tensor), state ? boxOfTensor(state) : tensor);
}

function savedRow(subject: Subject, tab: SavedTab): HTMLElement {
  const { frame, language } = subject;
  const { name, tensor, version, bytes, freed } = tab;
  const now = tensor === null ? version : frame.tensors.get(tensor)?.version ?? version;
  const about = [
    ...(freed ? [say(language, "freed")] : []),
    ...(!freed && tensor !== null ? [say(language, "bytes", { n: bytes })] : []),
    ...(now !== version ? [say(language, "savedChanged", { saved: version, now })] : []),
  ].join(" · ");
  return el("div", { class: "row" },
    el("span", {}, el("span", { class: `tab-chip${freed ? " freed" : ""}`, text: name }), " ",
      savedWhat(subject, tab)),
    el("span", { class: "quiet", text: about }));
}

function saved(subject: Subject, node: NodeState): HTMLElement[] {
  const rows = node.saved.map((tab) => savedRow(subject, tab));
  return rows.length === 0 ? []
    : section(say(subject.language, "saved"), el("div", { class: "rows" }, ...rows));
}

function texHost({ language }: Subject, tex: string): HTMLElement {
  const host = el("div", { class: "formula-tex" });
  void typeset(host, language === "zh" ? inChinese(tex) : tex);
  return host;
}

/** What the letters of a formula stand for, without those that were `told` already. */
function definitions(
  subject: Subject, { where }: Formula, phrasing: Phrasing, told: Set<string>,
): HTMLElement[] {
  const lines = where.map((one) => one[phrasing === "formal" ? "formal" : "named"]);
  const fresh = lines.filter((line) => !told.has(line));
  for (const line of fresh) told.add(line);
  return fresh.length === 0 ? []
    : [el("p", { class: "formula-slot", text: say(subject.language, "formulaWhere") }),
      ...fresh.map((line) => texHost(subject, line))];
}

export function formulaElement(
  facts: Subject, formula: Formula, phrasing: Phrasing, told = new Set<string>(),
): HTMLElement {
  const { language } = facts;
  const { slot, isRow } = formula;
  const subject = slot === null ? say(language, "forwardFormula")
    : say(language, "gradientOf", { name: slot });
  const title = phrasing === "numbers" && isRow ? `${subject} · ${say(language, "rowZero")}`
    : subject;
  const tex = formula[phrasing];
  const host = tex !== null ? texHost(facts, tex) : el("div", { class: "formula-tex" },
    el("span", { class: "quiet", text: say(language, "noNumbers") }));
  return el("div", { class: "formula" }, el("p", { class: "formula-slot", text: title }), host,
    ...definitions(facts, formula, phrasing, told));
}

/** Forward and each gradient, as in a book, with the user's names, or with numbers. */
function formulas(subject: Subject, node: NodeState): HTMLElement[] {
  const { run, frame, language, store } = subject;
  const all = formulasOf(run, frame, node.id)
    .filter(({ edge }) => edge === null || node.edges[edge]!.to !== null);
  if (all.length === 0) return [];
  const { phrasing } = store.state;
  const buttons = PHRASINGS.map((one) => el("button", {
    type: "button", "aria-pressed": String(one === phrasing), text: say(language, one as StringKey),
    click: () => store.send({ kind: "phrasingChanged", phrasing: one }),
  }));
  const told = new Set<string>();
  return section(say(language, "formulas"), el("div", { class: "ways", role: "group" }, ...buttons),
    ...all.map((formula) => formulaElement(subject, formula, phrasing, told)));
}

function nodePairs(subject: Subject, node: NodeState): HTMLElement[] {
  const { language } = subject;
  const { hooks, line, made, during } = node;
  return pairs([
    [say(language, "hooks"), hooks.length > 0 ? hooks.join(", ") : null],
    [say(language, "madeDuring"), during === null ? null
      : boxLink(subject, nodeWords(subject, during), during)],
    [say(language, "madeAt"), node.outputs.length === 0 ? madeAt(subject, line, made) : null],
  ]);
}

/** Everything about a node, its results first. */
export function nodeFacts(subject: Subject, node: NodeState): HTMLElement[] {
  const { frame } = subject;
  const results = node.outputs.flatMap((id) => frame.tensors.get(id) ?? []);
  const leaf = node.variable === null ? undefined : frame.tensors.get(node.variable);
  const more = nodePairs(subject, node);
  const own = [
    ...(leaf ? accountSection(subject, leaf) : []),
    ...incoming(subject, node),
    ...outgoing(subject, node),
    ...formulas(subject, node),
    ...checkSection(subject, node),
    ...saved(subject, node),
    ...(more.length > 0 ? [el("section", { class: "facts" }, ...more)] : []),
  ];
  // Of several results the first stands around the node's own facts.
  return results.reduceRight<HTMLElement[]>(
    (inner, tensor) => resultFacts(subject, tensor, inner), own);
}

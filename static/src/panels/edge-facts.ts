// The inspector's sections about an edge: what comes back along it, step by step, by which rule.

import { passagesOf, type EdgeName, type Passage } from "../model/edges.ts";
import { el } from "../app/dom.ts";
import { formulasOf } from "../words/formula.ts";
import { compactValue } from "../model/number.ts";
import { say } from "../words/strings.ts";
import { stepOf, stopOf } from "../model/step-navigation.ts";
import { link, pairs, section, boxLink, valueBlock, type Subject } from "./facts.ts";
import { formulaElement, nodeWords } from "./node-facts.ts";

/** Where the tape is when a gradient has just come along an edge. */
function stopAfterFlow({ store: { state } }: Subject, { event }: Passage): number {
  return stopOf(state.stops, stepOf(state.stops, event + 1));
}

function passageRow(subject: Subject, passage: Passage): HTMLElement {
  const { language, frame, store } = subject;
  const { flow, call, event } = passage;
  const stop = stopAfterFlow(subject, passage);
  const n = stepOf(store.state.stops, stop);
  const words = call === null ? say(language, "edgeStepAlone", { n })
    : say(language, "edgeStep", { n, call });
  const { arrived, needed } = flow;
  const gate = needed > 1 ? ` · ${say(language, "gate", { arrived, needed })}` : "";
  return el("div", { class: frame.at === event + 1 ? "row here" : "row" },
    link(words + gate, () => store.send({ kind: "cursorAimed", to: stop })),
    el("span", { class: frame.at > event ? "mono" : "mono quiet",
      text: compactValue(flow.value) }));
}

/** What has come last, in full, and of what sum it is a part. */
function latest(subject: Subject, all: readonly Passage[]): HTMLElement[] {
  const { language, frame } = subject;
  const last = all.findLast(({ event }) => event < frame.at);
  const title = say(language, "edgeContribution");
  if (!last) return section(title, el("p", { class: "quiet", text: say(language, "edgeNothing") }));
  const { value, sum, arrived } = last.flow;
  const part = arrived > 1 ? pairs([[say(language, "edgeSum"), compactValue(sum)]]) : [];
  return section(title, ...valueBlock(subject, value), ...part);
}

/** Everything about an edge of the tape. */
export function edgeFacts(subject: Subject, name: EdgeName): HTMLElement[] {
  const { run, frame, language, store } = subject;
  const next = frame.nodes.get(name.node)?.edges[name.edge];
  if (!next || next.to === null) return [];
  const all = passagesOf(run, name);
  const formulas = formulasOf(run, frame, name.node).filter(({ edge }) => edge === name.edge);
  const { phrasing } = store.state;
  const ends = pairs([
    [say(language, "edgeFrom"), boxLink(subject, nodeWords(subject, name.node), name.node)],
    [say(language, "edgeTo"), boxLink(subject, nodeWords(subject, next.to), next.to)],
    [say(language, "edgeSlot"), next.slot],
  ]);
  return [
    ...latest(subject, all),
    ...section(say(language, "edgeEnds"), ...ends),
    ...section(say(language, "formulas"), ...formulas.map((formula) =>
      formulaElement(subject, formula, phrasing))),
    ...section(say(language, "edgeSteps"), ...(all.length === 0 ? []
      : [el("div", { class: "rows" }, ...all.map((one) => passageRow(subject, one)))])),
  ];
}

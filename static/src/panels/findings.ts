// The findings of a run: its error and what is probably a mistake, each with its step and its box.

import { byId, el, icon } from "../app/dom.ts";
import { findingsListed, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { stepOf, stopOf } from "../model/step-navigation.ts";
import { frameAt } from "../model/timeline.ts";
import type { Finding } from "../findings/finding.ts";
import { boxesOf } from "../findings/findings.ts";
import { say } from "../words/strings.ts";
import { explainedParts } from "./explained.ts";

/** The step at which a finding comes to light. */
function stepOfFinding({ stops }: State, { at }: Finding): number {
  return stepOf(stops, at + 1);
}

function goTo(store: Store, finding: Finding): void {
  const { run, stops } = store.state;
  if (!run) return;
  const [box = null] = boxesOf(frameAt(run, finding.at + 1), finding);
  store.send({ kind: "cursorAimed", to: stopOf(stops, stepOfFinding(store.state, finding)) });
  if (box !== null) store.send({ kind: "selectionChanged", selection: box });
}

/** What leads to the step and the box of a finding; code that did not run has neither. */
function headOf(store: Store, finding: Finding, title: string): HTMLElement {
  const { language, unread } = store.state;
  const { severity, line, kind } = finding;
  const sign = say(language, severity === "error" ? "error" : "warning");
  const where = line === null ? "" : say(language, "line", { n: line });
  const words = [
    icon("alert", "icon small"), el("span", { class: "unseen", text: `${sign}: ` }),
    el("span", { class: "finding-title", text: title }),
    el("span", { class: "finding-line", text: where }),
  ];
  if (unread) return el("p", { class: "finding-head" }, ...words);
  return el("button", { type: "button", class: "finding-head", "data-finding": kind,
    click: () => goTo(store, finding) }, ...words);
}

function findingElement(store: Store, finding: Finding): HTMLElement {
  const explained = finding.explained(store.state.language);
  return el("section", { class: `finding ${finding.severity}` },
    headOf(store, finding, explained.title),
    el("div", { class: "finding-told" }, ...explainedParts(explained)));
}

/** Mark the findings that come to light in the step on stage. */
function mark(host: HTMLElement, state: State): void {
  const here = stepOf(state.stops, state.cursor);
  const found = findingsListed(state);
  [...host.querySelectorAll(".finding")].forEach((row, i) => {
    const isHere = found[i] !== undefined && stepOfFinding(state, found[i]) === here;
    if (isHere) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  });
}

export function showFindings(store: Store): void {
  const host = byId("findings", HTMLElement);
  const count = byId("findings-count", HTMLElement);
  store.watch((s) => [s.run, s.unread, s.language], (state) => {
    const found = findingsListed(state);
    count.hidden = found.length === 0;
    count.textContent = String(found.length);
    count.classList.toggle("error", found.some(({ severity }) => severity === "error"));
    const none = el("p", { class: "empty", text: say(state.language, "noFindings") });
    const rows = found.map((one) => findingElement(store, one));
    host.replaceChildren(...(rows.length === 0 ? [none] : rows));
  });
  store.watch((s) => [s.run, s.unread, s.language, s.stops, stepOf(s.stops, s.cursor)],
    (state) => mark(host, state));
}

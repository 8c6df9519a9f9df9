// The findings of a run as a list: each opens to its words, and leads to its step and its box.

import { byId, el, icon, spoken } from "../app/dom.ts";
import { findingsListed, stopOfFinding, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { stepOf } from "../model/step-navigation.ts";
import type { Finding } from "../findings/finding.ts";
import { countWords, placeWords } from "../findings/said.ts";
import { say } from "../words/strings.ts";
import { explainedParts } from "./explained.ts";

/** The step at which a finding comes to light. */
function stepOfFinding(state: State, finding: Finding): number {
  return stepOf(state.stops, stopOfFinding(state, finding));
}

/** What opens a finding and leads to its step and its box, or closes it. */
function headOf(store: Store, finding: Finding, number: number): HTMLElement {
  const { language } = store.state;
  const { severity, line, kind } = finding;
  const where = line === null ? "" : say(language, "line", { n: line });
  return el("button", {
    type: "button", class: "finding-head", "data-finding": kind, "aria-expanded": "false",
    "aria-controls": `finding-${number}`,
    click: () => store.send(store.state.finding === number
      ? { kind: "findingOpened", finding: null } : { kind: "findingSought", finding: number }),
  },
  icon(severity, "icon small"),
  el("span", { class: "unseen", text: `${say(language, severity)}: ` }),
  el("span", { class: "finding-title" }, ...spoken(finding.explained(language).title)),
  el("span", { class: "finding-line", text: where }));
}

/** To the moment again, and on a narrow window to the picture of it. */
function wayTo(store: Store, number: number): HTMLElement {
  const { language } = store.state;
  return el("p", { class: "finding-way" }, el("button", {
    type: "button", class: "link", text: say(language, "showMoment"),
    click: () => {
      store.send({ kind: "findingSought", finding: number });
      store.send({ kind: "tabChanged", tab: "graph" });
    },
  }));
}

function findingElement(store: Store, finding: Finding, number: number): HTMLElement {
  const { language, unread } = store.state;
  const told = explainedParts(finding.explained(language));
  // Code that did not run has no moment.
  const way = unread ? [] : [wayTo(store, number)];
  return el("section", { class: `finding ${finding.severity}` }, headOf(store, finding, number),
    el("div", { class: "finding-told", id: `finding-${number}`, hidden: true }, ...told,
      el("div", { class: "fixes" }), ...way));
}

/** Show the words of the finding that is open, and of no other. */
function openOne(host: HTMLElement, open: number | null): void {
  [...host.querySelectorAll<HTMLElement>(".finding")].forEach((row, i) => {
    const isOpen = i === open;
    row.classList.toggle("open", isOpen);
    row.querySelector(".finding-head")?.setAttribute("aria-expanded", String(isOpen));
    row.querySelector<HTMLElement>(".finding-told")!.hidden = !isOpen;
  });
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

/** How many there are, on the tab, and on a narrow window on that of the code. */
function showCounts(found: readonly Finding[]): void {
  const worst = (["error", "mistake", "smell"] as const)
    .find((grade) => found.some(({ severity }) => severity === grade)) ?? "";
  for (const id of ["findings-count", "code-count"]) {
    const count = byId(id, HTMLElement);
    count.hidden = found.length === 0;
    count.textContent = String(found.length);
    count.dataset["severity"] = worst;
  }
}

/** Say aloud how many findings a run has, and which one the viewer has come to. */
function announce(store: Store): void {
  const voice = byId("findings-voice", HTMLElement);
  store.watch((s) => [s.run, s.unread], (state) => {
    const words = countWords(findingsListed(state), state.language);
    voice.replaceChildren(...spoken(words));
  });
  store.watch((s) => [s.sought], (state) => {
    const found = findingsListed(state);
    const number = state.sought?.finding ?? -1;
    const finding = found[number];
    if (finding) {
      voice.replaceChildren(
        ...spoken(placeWords(finding, number + 1, found.length, state.language)));
    }
  });
}

export function showFindings(store: Store): void {
  const host = byId("findings", HTMLElement);
  store.watch((s) => [s.run, s.unread, s.language], (state) => {
    const found = findingsListed(state);
    showCounts(found);
    const none = el("p", { class: "empty", 
      text: say(state.language, state.run?.withheld ? "findingsWithheld" : "noFindings") });
    const rows = found.map((one, i) => findingElement(store, one, i));
    host.replaceChildren(...(rows.length === 0 ? [none] : rows));
    openOne(host, state.finding);
  });
  store.watch((s) => [s.finding], ({ finding }) => openOne(host, finding));
  store.watch((s) => [s.sought, s.pane], ({ sought }) => {
    host.querySelectorAll(".finding")[sought?.finding ?? -1]?.scrollIntoView({ block: "nearest" });
  });
  store.watch((s) => [s.run, s.unread, s.language, s.stops, stepOf(s.stops, s.cursor)],
    (state) => mark(host, state));
  announce(store);
}

// Under the console: what a run did that may not be meant, a line each that leads to its moment.

import { byId, el, icon } from "../dom.ts";
import { boxesOf, explain, findings, type Finding } from "../explain.ts";
import { grouped } from "../number.ts";
import type { Run } from "../run.ts";
import type { Store } from "../store.ts";
import { say } from "../strings.ts";
import { frameAt } from "../timeline.ts";
import { stepOf, stopOf } from "../transport.ts";

/** So many are listed; the console above them needs the room. */
const MOST = 3;

function goTo(store: Store, run: Run, finding: Finding): void {
  const { stops } = store.state;
  const [box = null] = boxesOf(frameAt(run, finding.at + 1), finding);
  store.send({ kind: "aimed", to: stopOf(stops, stepOf(stops, finding.at + 1)) });
  if (box !== null) store.send({ kind: "selected", selection: box });
}

function rowOf(store: Store, run: Run, finding: Finding): HTMLElement {
  const { language } = store.state;
  return el("button", {
    type: "button", class: "said surprise", click: () => goTo(store, run, finding),
    "data-finding": finding.facts.id,
  },
  el("span", { class: "said-line", text: finding.line === null ? "" : String(finding.line) }),
  el("span", { class: "said-text", text: explain(finding, language).title }));
}

function rowsOf(store: Store): readonly HTMLElement[] {
  const { run, unread, language } = store.state;
  const found = run && !unread ? findings(run).filter(({ tone }) => tone === "warning") : [];
  if (!run || found.length === 0) return [];
  const head = el("p", { class: "surprises-head" }, icon("alert", "icon small alert"),
    el("span", { text: say(language, "worthALook", { n: grouped(found.length) }) }));
  const rows = found.slice(0, MOST).map((finding) => rowOf(store, run, finding));
  const next = found[MOST];
  if (!next) return [head, ...rows];
  const more = say(language, "moreSurprises", { n: grouped(found.length - MOST) });
  return [head, ...rows, el("button", { type: "button", class: "said surprise more",
    click: () => goTo(store, run, next) },
  el("span", { class: "said-line" }), el("span", { class: "said-text", text: more }))];
}

/** Shows how many findings a run has, and the first of them, whatever the moment on stage. */
export function showSurprises(store: Store): void {
  const host = byId("surprises", HTMLElement);
  store.watch((s) => [s.run, s.unread, s.language], () => {
    const rows = rowsOf(store);
    host.hidden = rows.length === 0;
    host.replaceChildren(...rows);
  });
}

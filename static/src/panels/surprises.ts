// Under the console: what a run did that may not be meant, one at a time, each with its moment.

import { byId, el, icon } from "../app/dom.ts";
import { boxesOf, explain, findings, type Finding } from "../words/explain.ts";
import { grouped } from "../model/number.ts";
import type { Run } from "../model/run.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import { frameAt } from "../model/timeline.ts";
import { stepOf, stopOf } from "../model/step-navigation.ts";

function goTo(store: Store, run: Run, finding: Finding): void {
  const { stops } = store.state;
  const [box = null] = boxesOf(frameAt(run, finding.at + 1), finding);
  store.send({ kind: "cursorAimed", to: stopOf(stops, stepOf(stops, finding.at + 1)) });
  if (box !== null) store.send({ kind: "selectionChanged", selection: box });
}

/** What to show of a run that has finished: what is probably a mistake. */
function worthALook({ state: { run, unread } }: Store): readonly Finding[] {
  return run && !unread ? findings(run).filter(({ tone }) => tone === "warning") : [];
}

function parts(store: Store, run: Run, finding: Finding, n: number, of: number): HTMLElement[] {
  const { language } = store.state;
  const { title } = explain(finding, language);
  const where = finding.line === null ? "" : String(finding.line);
  return [el("button", {
    type: "button", class: "said surprise", click: () => goTo(store, run, finding),
    "data-finding": finding.facts.id, title,
  },
  el("span", { class: "said-line" }, icon("alert", "icon small alert"),
    el("span", { class: "unseen", text: say(language, "warning") }), ` ${where}`),
  el("span", { class: "said-text", text: title })),
  ...(of === 1 ? [] : [el("span", { class: "surprise-count",
    text: say(language, "worthALook", { n: grouped(n), of: grouped(of) }) })])];
}

/** Shows how many findings a run has and one of them, whatever the moment on stage. */
export function showSurprises(store: Store): void {
  const host = byId("surprises", HTMLElement);
  let shown = 0;
  let known: Run | null = null;
  const draw = (): void => {
    const { run, language } = store.state;
    const found = worthALook(store);
    if (run !== known) shown = 0;
    known = run;
    const finding = found[shown];
    host.hidden = !finding;
    if (!run || !finding) return host.replaceChildren();
    const next = el("button", {
      type: "button", class: "surprise-next", text: say(language, "nextSurprise"),
      click: () => {
        shown = (shown + 1) % found.length;
        draw();
        goTo(store, run, found[shown]!);
        host.querySelector<HTMLElement>(".surprise-next")?.focus();
      },
    });
    const shownParts = parts(store, run, finding, shown + 1, found.length);
    host.replaceChildren(...shownParts, ...(found.length > 1 ? [next] : []));
  };
  store.watch((s) => [s.run, s.unread, s.language], draw);
}

// The stage of a run that failed before its first tensor: the line, and what to change in it.

import { byId, el, icon, spoken } from "../app/dom.ts";
import type { Finding } from "../findings/finding.ts";
import { errorOf } from "../findings/findings.ts";
import type { Language } from "../words/narration.ts";
import type { Run } from "../model/run.ts";
import type { Store } from "../app/store.ts";

/** The failure of a run that left nothing to draw, if a line of the code is to blame. */
function failureOf(run: Run): Finding | null {
  const isBlank = run.events.every(({ kind }) => kind !== "leaf" && kind !== "op");
  const error = isBlank ? errorOf(run) : null;
  return error?.line == null ? null : error;
}

function lineOf({ snippet }: Run, line: number): HTMLElement {
  const [code = ""] = snippet.code.split("\n").slice(line - 1);
  return el("p", { class: "blank-line" },
    el("span", { class: "blank-number", text: String(line) }), el("code", { text: code.trim() }));
}

function told(run: Run, error: Finding, language: Language): readonly HTMLElement[] {
  const { title, what, why, change } = error.explained(language);
  return [
    el("p", { class: "blank-title" }, icon("alert", "icon alert"), el("span", { text: title })),
    lineOf(run, error.line ?? 1),
    el("p", {}, ...spoken(what)),
    el("p", { class: "explained-why" }, ...spoken(why)),
    el("p", { class: "explained-change" }, ...spoken(change)),
  ];
}

export function showBlank(store: Store): void {
  const host = byId("blank", HTMLElement);
  store.watch((s) => [s.run, s.gate, s.language], ({ run, gate, language }) => {
    const error = run === null || gate ? null : failureOf(run);
    host.hidden = error === null;
    host.replaceChildren(...(run && error ? told(run, error, language) : []));
  });
}

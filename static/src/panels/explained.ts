// A finding on the page: what happened, why, what to change, then torch's own words.

import { el } from "../app/dom.ts";
import { isRead } from "../app/state.ts";
import type { Explained, Finding } from "../findings/finding.ts";
import { say } from "../words/strings.ts";
import { link, section, type Subject } from "./facts.ts";

/** What happened, why, and what to change. */
export function explainedParts({ what, why, change }: Explained): HTMLElement[] {
  const parts = [["what", what], ["why", why], ["change", change]] as const;
  return parts.filter(([, text]) => text !== "")
    .map(([part, text]) => el("p", { class: `explained-${part}`, text }));
}

function placeOf({ store, language }: Subject, { at, line }: Finding): HTMLElement[] {
  if (line === null) return [];
  const go = (): void => store.send({ kind: "cursorAimed", to: at + 1 });
  return [el("p", { class: "explained-place" }, link(say(language, "line", { n: line }), go))];
}

function block(subject: Subject, finding: Finding): HTMLElement {
  const { severity, torch } = finding;
  const explained = finding.explained(subject.language);
  const isSaid = isRead(subject.store.state, finding);
  return el("div", { class: `explained ${severity}${isSaid ? " is-read" : ""}` },
    el("p", { class: "explained-title", text: explained.title }), ...explainedParts(explained),
    ...(torch === null ? [] : [el("p", { class: "explained-torch", lang: "en", text: torch })]),
    ...placeOf(subject, finding));
}

/** The inspector's section about what is worth knowing, or went wrong; none of neither. */
export function findingsSection(subject: Subject, found: readonly Finding[]): HTMLElement[] {
  const isError = found.some(({ severity }) => severity === "error");
  return section(say(subject.language, isError ? "error" : "worthKnowing"),
    ...found.map((finding) => block(subject, finding)));
}

// The fixes of the open finding: tried by the server when it is opened, each with what it changes.

import { byId, el, spoken } from "../app/dom.ts";
import {
  findingsListed, findingToTry, mayTry, type Offer, type State, type Trial,
} from "../app/state.ts";
import type { Store } from "../app/store.ts";
import type { Finding } from "../findings/finding.ts";
import { changedLines } from "../model/line-diff.ts";
import { fetchFixes } from "../server/api.ts";
import { wordsOf } from "../server/http.ts";
import { say } from "../words/strings.ts";

/** The lines that a fix changes, those that it takes out with those that it writes. */
function diffOf({ code, language }: State, offer: Offer): HTMLElement {
  const rows = changedLines(code, offer.code).map(({ side, line, text }) => {
    const tag = side === "old" ? "del" : "ins";
    const words = say(language, side === "old" ? "lineOut" : "lineIn", { n: line });
    return el(tag, { class: "fix-line" },
      el("span", { class: "unseen", text: `${words}: ` }),
      el("span", { class: "fix-sign", "aria-hidden": "true",
        text: side === "old" ? "−" : "+" }),
      el("span", { class: "fix-number", "aria-hidden": "true", text: line }),
      el("span", { class: "fix-text", lang: "en", text }));
  });
  return el("div", { class: "fix-lines", tabindex: "0", role: "group",
    "aria-label": say(language, "fixLines") }, ...rows);
}

function offerElement(store: Store, offer: Offer): HTMLElement {
  const { language } = store.state;
  const sentence = offer.sentence[language];
  const apply = el("button", {
    type: "button", class: "fix-apply", text: say(language, "applyFix"),
    "aria-label": say(language, "applyFixNamed", { fix: sentence }),
    click: () => {
      byId("findings", HTMLElement).focus();
      store.send({ kind: "fixApplied", code: offer.code });
    },
  });
  const outcome = say(language, "fixOutcome", { outcome: offer.outcome[language] });
  return el("div", { class: "fix" },
    el("div", { class: "fix-head" },
      el("span", { class: "fix-sentence" }, ...spoken(sentence)), apply),
    diffOf(store.state, offer),
    el("p", { class: "fix-outcome" }, ...spoken(outcome)));
}

/** How the trial stands, in words: what is said aloud when it changes. */
function statusOf(trial: Trial, fixes: number, { language }: State): string {
  if (trial.kind === "trying") {
    return say(language, fixes === 1 ? "tryingFix" : "tryingFixes", { n: fixes });
  }
  if (trial.kind === "refused") {
    return say(language, "fixNotTried", { why: wordsOf(trial.notice, language) });
  }
  const n = trial.offers.length;
  return say(language, n === 0 ? "noFixWorks" : n === 1 ? "fixWorks" : "fixesWork", { n });
}

function partsOf(store: Store, finding: Finding, trial: Trial): HTMLElement[] {
  if (trial.kind === "trying") return [];
  if (trial.kind === "tried") return trial.offers.map((offer) => offerElement(store, offer));
  return [el("button", {
    type: "button", class: "fix-again", text: say(store.state.language, "tryAgain"),
    click: () => store.send({ kind: "trialChanged", finding, trial: null }),
  })];
}

/** Have the server try the fixes of a finding. */
async function tryFixes(store: Store, finding: Finding, signal: AbortSignal): Promise<void> {
  const { run, unread } = store.state;
  const tried = unread ?? run;
  if (tried === null) return;
  store.send({ kind: "trialChanged", finding, trial: { kind: "trying" } });
  const trial = await fetchFixes(tried, finding, signal);
  store.send({ kind: "trialChanged", finding, trial });
}

/** Try what is opened; what is under way is given up when another run comes. */
function tryOpened(store: Store): void {
  let under = new AbortController();
  store.watch((s) => [s.run, s.unread, s.asking?.number], () => {
    under.abort();
    under = new AbortController();
  });
  store.watch((s) => [findingToTry(s)], (state) => {
    const finding = findingToTry(state);
    if (finding) tryFixes(store, finding, under.signal).catch(() => undefined); // aborted
  });
}

/** Show the trials in the places that the list of findings has for them. */
function draw(store: Store): void {
  const { state } = store;
  const found = findingsListed(state);
  document.querySelectorAll<HTMLElement>("#findings .fixes").forEach((host, i) => {
    const finding = found[i];
    const trial = finding && mayTry(state) ? state.trials.get(finding) : undefined;
    host.hidden = !trial;
    if (!finding || !trial) {
      host.replaceChildren();
      return;
    }
    const status = host.querySelector(".fix-status")
      ?? el("p", { class: "fix-status", role: "status" });
    status.replaceChildren(...spoken(statusOf(trial, finding.fixes.length, state)));
    host.replaceChildren(status, ...partsOf(store, finding, trial));
  });
}

export function showFixes(store: Store): void {
  store.watch((s) => [s.run, s.unread, s.language, s.trials, mayTry(s)], () => draw(store));
  tryOpened(store);
}

// The numeric check that is wanted: asks the server for it, and speaks what came of it.

import { byId, el } from "../app/dom.ts";
import type { Store } from "../app/store.ts";
import type { Checking } from "../model/gradient-check.ts";
import { fetchGradientCheck } from "../server/api.ts";
import { checkWords } from "../words/gradient-check.ts";

/** Ask the server for the check that is wanted, and speak its outcome. */
export function showGradientCheck(store: Store): void {
  const said = el("p", { class: "unseen", role: "status" });
  byId("inspector", HTMLElement).after(said);
  let under: AbortController | null = null;
  const fetchIt = async (asked: Checking): Promise<void> => {
    const mine = under = new AbortController();
    const answer = await fetchGradientCheck(asked, store.state.language, mine.signal)
      .catch(() => null);
    if (answer && store.state.check === asked) {
      store.send({ kind: "checkChanged", check: { ...asked, answer } });
    }
  };
  store.watch((s) => [s.check], ({ check, language }) => {
    said.textContent = check ? checkWords(check, language) : "";
    // The button that had the focus is gone.
    if (check && document.activeElement === document.body) {
      document.querySelector<HTMLElement>(".check-result")?.focus();
    }
    if (check?.answer !== null) return;
    under?.abort();
    void fetchIt(check);
  });
}

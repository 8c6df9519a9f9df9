// The seed of the run on stage, in the head of the console: shown, and kept for the next runs.

import { byId } from "../app/dom.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";

export function showSeed(store: Store): void {
  const button = byId("seed", HTMLButtonElement);
  store.watch(
    (s) => [s.run, s.seed, s.language, s.place, s.frozen],
    ({ run, seed, language, place, frozen }) => {
      const n = run?.snippet.seed ?? 0;
      const isKept = seed !== null;
      button.hidden = run === null;
      // Where nothing runs again there is nothing to keep it for.
      button.disabled = place === "file" || frozen;
      button.textContent = say(language, "seedIs", { n });
      button.title = say(language, isKept ? "seedKept" : "seedDrawn", { n });
      button.setAttribute("aria-pressed", String(isKept));
    },
  );
  button.addEventListener("click", () => {
    const { run, seed } = store.state;
    if (run) store.send({ kind: "seedChanged", seed: seed === null ? run.snippet.seed : null });
  });
}

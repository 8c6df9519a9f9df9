// A word for a jump that finds nothing: over the strip for a while, and for screen readers.

import { byId } from "../app/dom.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import { stepOf } from "../model/step-navigation.ts";

/** As long as it takes to read it twice. */
const SHOWN_MS = 4000;

export function showMissed(store: Store): void {
  const word = byId("missed", HTMLElement);
  let timer: number | undefined;
  const clear = (): void => {
    window.clearTimeout(timer);
    word.textContent = "";
  };
  store.watch((s) => [s.run, stepOf(s.stops, s.cursor), s.motion.kind, s.selection], clear);
  store.watch((s) => [s.missed, s.language], ({ missed, language }) => {
    clear();
    if (!missed) return;
    const { label, why } = missed;
    // Emptied first: a screen reader says the same word again when the same key is pressed again.
    timer = window.setTimeout(() => {
      word.textContent = say(language, why, { what: say(language, label) });
      timer = window.setTimeout(clear, SHOWN_MS);
    });
  });
}

// The sentence of the moment: large above the strip, and spoken to screen readers when time rests.

import { byId, el } from "../dom.ts";
import { narrateStep } from "../narration.ts";
import type { State } from "../state.ts";
import type { Store } from "../store.ts";
import { say } from "../strings.ts";
import { stepOf, stopOf } from "../transport.ts";

/** More characters than this are set smaller, to stay within two lines. */
const LONG = 150;

/** The sentence of the step that a cursor is at, or on its way to. */
export function sentenceAt(state: State, cursor: number): string {
  const { run, stops, language } = state;
  if (!run) return "";
  const step = stepOf(stops, cursor);
  if (step === 0) return say(language, stops.length > 1 ? "beforeAll" : "emptyTape");
  return narrateStep(run, stopOf(stops, step - 1), stopOf(stops, step), language);
}

export function showCaption(store: Store): void {
  const caption = byId("caption", HTMLElement);
  const announcer = byId("announcer", HTMLElement);
  const words = el("span");
  caption.append(words);
  store.watch(
    (s) => [s.run, s.stops, stepOf(s.stops, s.cursor), s.language],
    (state) => {
      words.textContent = sentenceAt(state, state.cursor);
      caption.classList.toggle("long", words.textContent.length > LONG);
    },
  );
  store.watch(
    (s) => [s.run, s.motion.kind === "still", s.cursor, s.language],
    ({ motion }) => {
      if (motion.kind === "still") announcer.textContent = words.textContent;
    },
  );
}

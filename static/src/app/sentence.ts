// The sentence of the moment on stage: what the step that a cursor is at does. Pure.

import type { Run } from "../model/run.ts";
import { stepOf, stopOf } from "../model/step-navigation.ts";
import { endingOf, narrateStep, type Language } from "../words/narration.ts";
import { say } from "../words/strings.ts";
import type { State } from "./state.ts";

/** Who ended the run, if its user did; a limit has a notice of its own. */
function stopWords(run: Run, language: Language): string {
  return run.outcome.limit === "user" ? endingOf(run, language) ?? "" : "";
}

/** The sentence of the step that a cursor is at, or on its way to. */
export function sentenceAt(state: State, cursor: number): string {
  const { run, stops, language } = state;
  if (!run) return "";
  const step = stepOf(stops, cursor);
  if (step === 0 && stops.length > 1) return say(language, "beforeAll");
  const sentence = step === 0 ? say(language, "emptyTape")
    : narrateStep(run, stopOf(stops, step - 1), stopOf(stops, step), language);
  return [sentence, step === stops.length - 1 ? stopWords(run, language) : ""]
    .join(language === "en" ? " " : "").trim();
}

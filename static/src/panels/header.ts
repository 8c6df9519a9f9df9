// The header and every button of the page: lessons, Run, and the words on all of them.

import { actionNamed, type Action } from "../app/actions.ts";
import { byId, el, icon } from "../app/dom.ts";
import type { Language } from "../words/narration.ts";
import { codeTitle, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say, STRINGS, type StringKey } from "../words/strings.ts";
import { keySign } from "./key-sign.ts";

function keyOf(text: string | undefined): StringKey | null {
  return text !== undefined && Object.hasOwn(STRINGS, text) ? text as StringKey : null;
}

/** Put the words of a language on all that the template marks with data-say or data-label. */
function translate(language: Language): void {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll<HTMLElement>("[data-say], [data-label]")) {
    const [words, label] = [keyOf(element.dataset["say"]), keyOf(element.dataset["label"])];
    if (words) element.textContent = say(language, words);
    if (words === "otherLanguageShort") element.lang = language === "zh" ? "en" : "zh-CN";
    if (label) element.setAttribute("aria-label", say(language, label));
  }
}

function titleOf(action: Action, label: string): string {
  return action.keys[0] ? `${label} (${keySign(action.keys[0])})` : label;
}

/** What the action does now. */
function labelOf(action: Action, { motion, asking }: State): StringKey {
  if (action.name === "play" && motion.kind === "playing") return "pause";
  return action.name === "run" && asking ? "stop" : action.label;
}

/** A button's words, its key and whether it is pressed, all from its action. */
function dress(button: HTMLButtonElement, action: Action, state: State): void {
  const label = say(state.language, labelOf(action, state));
  button.title = titleOf(action, label);
  if (!button.querySelector("[data-say]")) button.setAttribute("aria-label", label);
  const [key] = action.keys;
  if (key) button.setAttribute("aria-keyshortcuts", key.replace("Ctrl", "Control"));
  if (action.pressed) button.setAttribute("aria-pressed", String(action.pressed(state)));
}

/** Wire every `data-action` button to its action; the mouse leaves no focus that would eat keys. */
function wire(store: Store): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-action]")) {
    const action = actionNamed(button.dataset["action"] ?? "");
    button.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    button.addEventListener("click", () => {
      const change = action.perform(store.state);
      if (change) store.send(change);
    });
    store.watch(
      (s) => [s.language, action.pressed?.(s), s.asking !== null],
      (state) => dress(button, action, state),
    );
  }
}

function showRunButton(store: Store): void {
  const button = byId("run", HTMLButtonElement);
  store.watch((s) => [s.asking !== null, s.language], ({ asking, language }) => {
    const words = el("span", { text: say(language, asking ? "stop" : "run"), "data-say": "" });
    button.replaceChildren(icon(asking ? "stop" : "run", "icon small"), words);
  });
}

export function showHeader(store: Store): void {
  store.watch((s) => [s.language], ({ language }) => translate(language));
  wire(store);
  showRunButton(store);
  const other = document.querySelector<HTMLElement>("[data-action=language]");
  if (other) other.hidden = store.state.languages.length < 2;
  const play = document.getElementById("play-icon");
  store.watch((s) => [s.motion.kind], ({ motion }) => {
    play?.setAttribute("href", motion.kind === "playing" ? "#icon-pause" : "#icon-play");
  });
  store.watch((s) => [s.theme], ({ theme }) => {
    const { dataset } = document.documentElement;
    if (theme === "system") delete dataset["theme"];
    else dataset["theme"] = theme;
  });
  store.watch((s) => [s.projector], ({ projector }) => {
    document.documentElement.dataset["projector"] = projector ? "on" : "off";
  });
  store.watch((s) => [s.title, s.code, s.examples, s.language], (state) => {
    document.title = `${codeTitle(state)} · Tapescope`;
  });
}

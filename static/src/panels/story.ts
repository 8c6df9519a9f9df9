// The lesson beside the sentence of the step: its moments, the words of this one, and its story.

import { byId, el, icon } from "../app/dom.ts";
import type { Placed } from "../model/lesson.ts";
import {
  hasStory, lessonOnStage, momentAt, momentsNow, stopOfMoment, type State,
} from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";

function goTo(store: Store, moment: Placed): void {
  store.send({ kind: "cursorAimed", to: stopOfMoment(store.state, moment) });
}

function chipOf(store: Store, moment: Placed): HTMLElement {
  const { language } = store.state;
  const words = moment.words[language];
  return el("button", {
    type: "button", class: "chip", text: moment.number, title: words,
    "aria-label": `${say(language, "moment", { n: moment.number })}: ${words}`,
    click: () => goTo(store, moment),
  });
}

/** What the author of a link tells goes before what the lesson does. */
function storyOf(state: State): string {
  if (state.run?.withheld) return "";
  return state.told ?? lessonOnStage(state)?.story[state.language] ?? "";
}

/** The whole story, and what happens at each moment. */
function wholeStory(store: Store): HTMLElement[] {
  const { state } = store;
  const moments = momentsNow(state).map((moment) =>
    el("li", {}, el("button", { type: "button", class: "story-moment",
      click: () => goTo(store, moment) },
    el("span", { class: "story-number", text: moment.number }),
    el("span", { text: moment.words[state.language] }))));
  return [el("p", { class: "story-text", text: storyOf(state) }),
    ...(moments.length > 0 ? [el("ol", { class: "story-moments" }, ...moments)] : [])];
}

/** Who chose by mouse goes on by key: the arrows step. */
function keepNoFocus(row: HTMLElement): void {
  row.addEventListener("mousedown", (event) => event.preventDefault());
}

function markHere(chips: HTMLElement, moment: Placed | null): void {
  for (const chip of chips.children) {
    const isHere = chip.textContent === String(moment?.number);
    if (isHere) chip.setAttribute("aria-current", "step");
    else chip.removeAttribute("aria-current");
  }
}

export function showStory(store: Store): void {
  const host = byId("story", HTMLElement);
  const toggle = (): void => store.send({ kind: "storyToggled", story: !store.state.story });
  const chips = el("div", { class: "chips", role: "group" });
  const told = el("button", { type: "button", class: "story-told", click: toggle });
  const now = el("p", { class: "story-now" });
  const fold = el("button", { type: "button", class: "plain story-fold", click: toggle });
  const whole = el("div", { class: "story-whole" });
  for (const part of [chips, told, whole]) keepNoFocus(part);
  host.append(chips, el("div", { class: "story-words" }, told, now), fold, whole);
  store.watch((s) => [hasStory(s), momentsNow(s), storyOf(s), s.language], (state) => {
    host.hidden = !hasStory(state);
    told.textContent = storyOf(state);
    chips.setAttribute("aria-label", say(state.language, "moments"));
    chips.replaceChildren(...momentsNow(state).map((moment) => chipOf(store, moment)));
    whole.replaceChildren(...wholeStory(store));
  });
  store.watch((s) => [momentAt(s), s.language, momentsNow(s)], (state) => {
    const moment = momentAt(state);
    now.textContent = moment?.words[state.language] ?? "";
    host.classList.toggle("marked", moment !== null);
    markHere(chips, moment);
  });
  store.watch((s) => [s.story, s.language], ({ story, language }) => {
    whole.hidden = !story;
    fold.replaceChildren(icon(story ? "down" : "up", "icon small"));
    for (const button of [fold, told]) button.setAttribute("aria-expanded", String(story));
    fold.setAttribute("aria-label", say(language, story ? "foldStory" : "unfoldStory"));
    fold.title = say(language, story ? "foldStory" : "unfoldStory");
  });
}

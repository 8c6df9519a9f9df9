// The lesson's story and its marked moments, above the sentence of the step.

import { byId, el, icon } from "../app/dom.ts";
import type { Placed } from "../model/lesson.ts";
import { lessonOnStage, momentAt, momentsNow, stopOfMoment } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";

function chipOf(store: Store, moment: Placed): HTMLElement {
  const { language } = store.state;
  const words = moment.words[language];
  return el("button", {
    type: "button", class: "chip", text: moment.number, title: words,
    "aria-label": `${say(language, "moment", { n: moment.number })}: ${words}`,
    click: () => store.send({ kind: "cursorAimed", to: stopOfMoment(store.state, moment) }),
  });
}

/** Who chose by mouse goes on by key: the arrows step. */
function keepNoFocus(row: HTMLElement): void {
  row.addEventListener("mousedown", (event) => event.preventDefault());
}

export function showStory(store: Store): void {
  const host = byId("story", HTMLElement);
  const chips = el("div", { class: "chips", role: "group" });
  const told = el("button", { type: "button", class: "story-told", "aria-expanded": "false" });
  const now = el("p", { class: "story-now" });
  const fold = el("button", { type: "button", class: "plain story-fold" });
  fold.addEventListener("click", () =>
    store.send({ kind: "storyToggled", story: !store.state.story }));
  const unfold = (whole: boolean): void => {
    host.classList.toggle("whole", whole);
    told.setAttribute("aria-expanded", String(whole));
  };
  told.addEventListener("click", () => unfold(!host.classList.contains("whole")));
  keepNoFocus(chips);
  keepNoFocus(told);
  host.append(chips, el("div", { class: "story-words" }, told, now), fold);
  store.watch((s) => [lessonOnStage(s), momentsNow(s), s.language, s.told], (state) => {
    const lesson = lessonOnStage(state);
    host.hidden = lesson === null && state.told === null;
    unfold(false);
    // What the author of a link tells goes before what the lesson does.
    told.textContent = state.told ?? lesson?.story[state.language] ?? "";
    chips.setAttribute("aria-label", say(state.language, "moments"));
    chips.replaceChildren(...momentsNow(state).map((moment) => chipOf(store, moment)));
  });
  store.watch((s) => [momentAt(s), s.language], (state) => {
    const moment = momentAt(state);
    now.textContent = moment?.words[state.language] ?? "";
    host.classList.toggle("marked", moment !== null);
    for (const chip of chips.children) {
      const isHere = chip.textContent === String(moment?.number);
      if (isHere) chip.setAttribute("aria-current", "step");
      else chip.removeAttribute("aria-current");
    }
  });
  store.watch((s) => [s.story, s.language], ({ story, language }) => {
    host.classList.toggle("folded", !story);
    fold.replaceChildren(icon(story ? "down" : "up", "icon small"));
    fold.setAttribute("aria-label", say(language, story ? "foldStory" : "unfoldStory"));
    fold.setAttribute("aria-expanded", String(story));
  });
}

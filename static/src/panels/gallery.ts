// The gallery: every lesson with a small picture of its own run, in groups, to be searched.

import { fetchSketch } from "../server/api.ts";
import { byId, el, icon } from "../app/dom.ts";
import { titled, type Lesson } from "../model/lesson.ts";
import type { Language } from "../words/narration.ts";
import { codeTitle, lessonNow, ownNow, type Own } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say, type StringKey } from "../words/strings.ts";

/** Groups in the order in which they are shown. */
const GROUPS: readonly (readonly [group: string, title: StringKey])[] = [
  ["first", "lessonsFirst"], ["sums", "lessonsSums"], ["paths", "lessonsPaths"],
  ["errors", "lessonsErrors"], ["trouble", "lessonsTrouble"], ["training", "lessonsTraining"],
  ["deeper", "lessonsDeeper"], ["chinese", "lessonsChinese"],
];

/** Whether all words of a search occur in what a lesson says in either language, or in its code. */
function matches({ title, story, code }: Lesson, wanted: string): boolean {
  const said = [title.en, title.zh, story.en, story.zh, code].join("\n").toLowerCase();
  return wanted.toLowerCase().split(/\s+/).every((word) => said.includes(word));
}

function cardOf(lesson: Lesson, language: Language, isNow: boolean, open: () => void): HTMLElement {
  const words = el("span", { class: "card-words" },
    el("span", { class: "card-title", text: lesson.title[language] }),
    el("span", { class: "card-story", text: lesson.story[language] }));
  return el("button", {
    type: "button", class: "card", "data-lesson": lesson.id, click: open,
    "aria-current": isNow ? "true" : null,
  }, el("span", { class: "card-picture", "aria-hidden": "true" }), words);
}

function openCode(store: Store, { code, title }: Own): void {
  store.send({ kind: "codeOpened", code, title });
  store.send({ kind: "runRequested" });
}

/** What a viewer knows their own code by: its first lines that are no imports. */
function openingWords(code: string): string {
  return code.split("\n").filter((line) => /\S/.test(line) && !/^(import|from|#)\b/.test(line))
    .slice(0, 3).join("\n");
}

/** The viewer's own code that is not in the editor, newest first. */
function ownGroup(store: Store, wanted: string): readonly HTMLElement[] {
  const { state } = store;
  const found = ownNow(state).filter(({ code }) =>
    code.toLowerCase().includes(wanted.toLowerCase()));
  if (found.length === 0) return [];
  const cards = found.map((own) => {
    const title = titled(state.examples, own.title)?.title[state.language] ?? own.title;
    const open = (): void => {
      store.send({ kind: "galleryToggled", gallery: false });
      openCode(store, own);
      byId("strip", HTMLElement).focus();
    };
    return el("button", { type: "button", class: "card own", click: open },
      el("span", { class: "card-words" },
        ...(title === null ? [] : [el("span", { class: "card-title", text: title })]),
        el("span", { class: "card-code mono", text: openingWords(own.code) || own.code })));
  });
  return [el("section", { class: "card-group" },
    el("h3", { text: say(state.language, "yourCode") }),
    el("div", { class: "cards" }, ...cards))];
}

function groupsOf(store: Store, wanted: string): readonly HTMLElement[] {
  const { state } = store;
  const now = lessonNow(state);
  const open = (lesson: Lesson): void => {
    store.send({ kind: "galleryToggled", gallery: false });
    openCode(store, { code: lesson.code, title: lesson.title[state.language] });
    byId("strip", HTMLElement).focus();
  };
  const groups = GROUPS.flatMap(([group, title]) => {
    const lessons = state.examples.filter((lesson) =>
      lesson.group === group && matches(lesson, wanted));
    if (lessons.length === 0) return [];
    return [el("section", { class: "card-group" },
      el("h3", { text: say(state.language, title) }),
      el("div", { class: "cards" }, ...lessons.map((lesson) =>
        cardOf(lesson, state.language, lesson === now, () => open(lesson)))))];
  });
  const all = [...ownGroup(store, wanted), ...groups];
  return all.length > 0 ? all
    : [el("p", { class: "quiet", text: say(state.language, "noLesson") })];
}

const sketches = new Map<string, SVGElement>();

/** Hang each lesson's picture into its card, one after the other, as the server makes them. */
async function hang(host: HTMLElement): Promise<void> {
  for (const card of host.querySelectorAll<HTMLElement>(".card[data-lesson]")) {
    const id = card.dataset["lesson"] ?? "";
    const sketch = sketches.get(id) ?? await fetchSketch(id);
    if (!sketch) continue;
    sketches.set(id, sketch);
    card.querySelector(".card-picture")?.replaceChildren(sketch.cloneNode(true));
  }
}

/** The card above or below, in the row nearest to it. */
function beside(cards: readonly HTMLElement[], at: HTMLElement, way: 1 | -1): HTMLElement | null {
  const { left, top } = at.getBoundingClientRect();
  const further = cards.map((card) => ({ card, box: card.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - top) * way > 1);
  const row = Math.min(...further.map(({ box }) => Math.abs(box.top - top)));
  const there = further.filter(({ box }) => Math.abs(Math.abs(box.top - top) - row) < 1);
  return there.toSorted((one, other) =>
    Math.abs(one.box.left - left) - Math.abs(other.box.left - left))[0]?.card ?? null;
}

function nextCard(cards: readonly HTMLElement[], at: HTMLElement, key: string): HTMLElement | null {
  const index = cards.indexOf(at);
  switch (key) {
    case "ArrowRight": return cards[index + 1] ?? null;
    case "ArrowLeft": return cards[index - 1] ?? null;
    case "ArrowDown": return beside(cards, at, 1);
    case "ArrowUp": return beside(cards, at, -1);
    case "Home": return cards[0] ?? null;
    case "End": return cards.at(-1) ?? null;
    default: return null;
  }
}

/** Arrows walk over the cards, and from the first row up into the search; letters search. */
function walk(dialog: HTMLElement, search: HTMLElement): void {
  dialog.addEventListener("keydown", (event) => {
    const cards = [...dialog.querySelectorAll<HTMLElement>(".card")];
    const at = cards.find((card) => card === document.activeElement);
    if (!at) {
      if (event.key !== "ArrowDown" || event.target !== search) return;
      event.preventDefault();
      cards[0]?.focus();
      return;
    }
    if (/^[^ ]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      search.focus(); // and there it is typed
      return;
    }
    const to = nextCard(cards, at, event.key) ?? (event.key === "ArrowUp" ? search : null);
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
}

function headOf(store: Store, search: HTMLInputElement): HTMLElement {
  const { language } = store.state;
  search.placeholder = say(language, "searchLessons");
  search.setAttribute("aria-label", say(language, "searchLessons"));
  const close = el("button", {
    type: "button", class: "plain", "aria-label": say(language, "close"),
    click: () => store.send({ kind: "galleryToggled", gallery: false }),
  }, icon("close", "icon small"));
  return el("div", { class: "gallery-head" },
    el("h2", { id: "gallery-title", text: say(language, "lessons") }), search, close);
}

function showDialog(store: Store): void {
  const dialog = byId("gallery", HTMLDialogElement);
  const search = el("input", { type: "search", class: "gallery-search", autocomplete: "off" });
  const body = el("div", { class: "gallery-body" });
  const fill = (): void => {
    body.replaceChildren(...groupsOf(store, search.value.trim()));
    void hang(body);
  };
  search.addEventListener("input", fill);
  walk(dialog, search);
  store.watch((s) => [s.gallery, s.language, s.examples], ({ gallery }) => {
    if (!gallery) {
      dialog.close();
      return;
    }
    const isNew = !dialog.open;
    if (isNew) search.value = "";
    dialog.replaceChildren(headOf(store, search), body);
    fill();
    if (!isNew) return;
    dialog.showModal();
    const now = body.querySelector<HTMLElement>("[aria-current=true]");
    (now ?? body.querySelector<HTMLElement>(".card"))?.focus();
  });
  dialog.addEventListener("close", () => store.send({ kind: "galleryToggled", gallery: false }));
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) store.send({ kind: "galleryToggled", gallery: false });
  });
}

/** The button in the header: the name of what is in the editor. */
function showButton(store: Store): void {
  const button = byId("lessons", HTMLButtonElement);
  const title = byId("lesson-title", HTMLElement);
  button.addEventListener("click", () => store.send({ kind: "galleryToggled", gallery: true }));
  store.watch((s) => [s.title, s.code, s.examples, s.language, s.gallery], (state) => {
    const { language, gallery, examples, place } = state;
    title.textContent = codeTitle(state);
    // In a frame or a file it only names what is shown.
    button.disabled = examples.length === 0 || place !== "page";
    button.hidden = place !== "page" && state.title === null && lessonNow(state) === null;
    button.setAttribute("aria-expanded", String(gallery));
    button.setAttribute("aria-label", `${say(language, "lessons")}: ${title.textContent}`);
  });
}

/** One click back to what the viewer typed before a lesson or a link took its place. */
function showMine(store: Store): void {
  const button = byId("mine", HTMLButtonElement);
  button.addEventListener("click", () => {
    const [own] = ownNow(store.state);
    if (own) openCode(store, own);
  });
  store.watch((s) => [s.own, s.code, s.examples, s.room], (state) => {
    button.hidden = ownNow(state).length === 0;
  });
}

export function showGallery(store: Store): void {
  showButton(store);
  showMine(store);
  showDialog(store);
}

// The list of steps: every sentence of the tape in a column; the current one marked, keys to go.

import { byId, el, icon, spoken } from "../app/dom.ts";
import {
  lineOf, sentenceOf, signOf, sortsIn, stepsFound, type Roll, type Wanted,
} from "../words/step-list.ts";
import type { State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say, type StringKey } from "../words/strings.ts";
import { stepOf, stopOf } from "../model/step-navigation.ts";

/** Height of every row, as in steps.css: only the rows in sight are made. */
const ROW = 52;
const BEYOND = 6;

const SIGNS: Readonly<Record<NonNullable<ReturnType<typeof signOf>>, string>> = {
  op: "ƒ", run: "◆", grad: "+", zero: "○", write: "✎", print: "›", hook: "↯", fail: "▲",
  backward: "◁", surprise: "△",
};

interface Parts {
  readonly host: HTMLElement;
  readonly words: HTMLInputElement;
  readonly sort: HTMLSelectElement;
  readonly count: HTMLElement;
  readonly list: HTMLElement;
}

function rollOf({ run, stops, language }: State): Roll | null {
  return run && { run, stops, language };
}

function rowOf(roll: Roll, n: number, at: number, here: number, all: number): HTMLElement {
  const line = lineOf(roll, n);
  const sign = signOf(roll, n);
  const row = el("div", {
    class: "steps-row", role: "option", id: `steps-${n}`, "data-step": n,
    "aria-selected": String(n === here), "aria-posinset": at + 1, "aria-setsize": all,
  },
  el("span", { class: "steps-number", text: n }),
  el("span", { class: "steps-sign", "data-sign": sign, "aria-hidden": "true",
    text: sign === null ? "" : SIGNS[sign] }),
  el("span", { class: "steps-said" }, ...spoken(sentenceOf(roll, n))),
  el("span", { class: "steps-line", text: line === null ? "" : String(line) }));
  row.style.top = `${at * ROW}px`;
  return row;
}

/** Put the rows in sight into the list. */
function fill({ list, count }: Parts, state: State, found: readonly number[]): void {
  const roll = rollOf(state);
  const first = Math.max(0, Math.floor(list.scrollTop / ROW) - BEYOND);
  const last = Math.min(found.length, Math.ceil((list.scrollTop + list.clientHeight) / ROW)
    + BEYOND);
  const here = stepOf(state.stops, state.cursor);
  const rows = roll ? found.slice(first, last).map((n, i) =>
    rowOf(roll, n, first + i, here, found.length)) : [];
  const room = el("div", { class: "steps-room", role: "presentation" }, ...rows);
  room.style.height = `${found.length * ROW}px`;
  const none = el("p", { class: "empty", text: say(state.language, "noStep") });
  list.replaceChildren(found.length === 0 ? none : room);
  const isShown = rows.some((row) => row.dataset["step"] === String(here));
  if (isShown) list.setAttribute("aria-activedescendant", `steps-${here}`);
  else list.removeAttribute("aria-activedescendant");
  const all = state.stops.length - 1;
  count.textContent = found.length === all ? ""
    : say(state.language, "stepCount", { n: found.length, all });
}

/** Scroll as far as needed to have a row in sight. */
function reveal(list: HTMLElement, at: number): void {
  if (at < 0) return;
  const [top, bottom] = [at * ROW, (at + 1) * ROW];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) {
    list.scrollTop = bottom - list.clientHeight;
  }
}

/** Where a key leads among `found`, from the step that is current or comes next. */
function aimOf(key: string, found: readonly number[], here: number): number | undefined {
  const after = found.find((n) => n > here);
  const before = found.findLast((n) => n < here);
  switch (key) {
    case "ArrowDown": return after;
    case "ArrowUp": return before;
    case "Home": return found[0];
    case "End": return found.at(-1);
    case "PageDown": return found.filter((n) => n > here)[9] ?? found.at(-1);
    case "PageUp": return found.filter((n) => n < here).at(-10) ?? found[0];
    default: return undefined;
  }
}

function build(store: Store): Parts {
  const words = el("input", { type: "search", class: "steps-words", autocomplete: "off",
    spellcheck: "false" });
  const sort = el("select", { class: "steps-sort" });
  const count = el("output", { class: "steps-count quiet" });
  const list = el("div", { class: "steps-list", role: "listbox", tabindex: 0 });
  const close = el("button", { type: "button", class: "plain steps-close",
    click: () => store.send({ kind: "stepListToggled", roll: false }),
  }, icon("close", "icon small"));
  const host = el("section", { class: "steps", hidden: true },
    el("div", { class: "steps-head" }, words, sort, close), count, list);
  byId("graph", HTMLElement).append(host);
  store.watch((s) => [s.language, s.run], ({ language, run }) => {
    host.setAttribute("aria-label", say(language, "stepList"));
    list.setAttribute("aria-label", say(language, "stepList"));
    words.placeholder = say(language, "searchSteps");
    words.setAttribute("aria-label", say(language, "searchSteps"));
    sort.setAttribute("aria-label", say(language, "sortOfStep"));
    close.setAttribute("aria-label", say(language, "close"));
    const chosen = sort.value;
    const sorts = ["", ...(run ? sortsIn(run) : [])];
    sort.replaceChildren(...sorts.map((value) => el("option", {
      value, text: say(language, `sort_${value === "" ? "any" : value}` as StringKey),
    })));
    sort.value = sorts.includes(chosen) ? chosen : "";
  });
  return { host, words, sort, count, list };
}

/** Does a key in the search walk the list? Home and End are the field's where there are words. */
function walksFrom({ value }: HTMLInputElement, key: string): boolean {
  return /^(Arrow|Page)(Up|Down)$/.test(key) || (value === "" && /^(Home|End)$/.test(key));
}

function listen(store: Store, { host, words, list }: Parts, found: () => readonly number[]): void {
  const go = (n: number | undefined): void => {
    if (n !== undefined) store.send({ kind: "cursorAimed", to: stopOf(store.state.stops, n) });
  };
  list.addEventListener("click", ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-step]") : null;
    if (row) go(Number(row.dataset["step"]));
  });
  host.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      store.send({ kind: "stepListToggled", roll: false });
      return;
    }
    if (event.target !== list && !(event.target === words && walksFrom(words, event.key))) return;
    const { stops, cursor, motion } = store.state;
    const here = stepOf(stops, motion.kind === "easing" ? motion.to : cursor);
    const to = aimOf(event.key, found(), here);
    if (to === undefined && !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    go(to);
  });
}

export function showSteps(store: Store): void {
  const parts = build(store);
  const { host, words, sort, list } = parts;
  let found: readonly number[] = [];
  const show = (): void => {
    if (!host.hidden) fill(parts, store.state, found);
  };
  const seek = (): void => {
    const roll = rollOf(store.state);
    const wanted: Wanted = { words: words.value, sort: (sort.value || null) as Wanted["sort"] };
    found = roll && !host.hidden ? stepsFound(roll, wanted) : [];
    show();
  };
  const follow = ({ stops, cursor }: State): void => {
    if (host.hidden) return;
    const here = stepOf(stops, cursor);
    reveal(list, found.findLastIndex((n) => n <= here));
    show();
  };
  words.addEventListener("input", seek);
  sort.addEventListener("change", seek);
  list.addEventListener("scroll", show, { passive: true });
  new ResizeObserver(show).observe(list);
  listen(store, parts, () => found);
  store.watch((s) => [s.roll, s.run, s.stops, s.language], (state) => {
    const isOpened = state.roll && host.hidden;
    // What is hidden would keep the focus, and the keys, until the next frame of the screen.
    const { activeElement } = document;
    if (!state.roll && activeElement instanceof HTMLElement && host.contains(activeElement)) {
      activeElement.blur();
    }
    host.hidden = !state.roll;
    seek();
    if (isOpened) list.scrollTop = stepOf(state.stops, state.cursor) * ROW - list.clientHeight / 2;
    follow(state);
    // On a phone the keyboard would come up and lie over the list.
    if (isOpened) (matchMedia("(pointer: coarse)").matches ? list : words).focus();
  });
  store.watch((s) => [stepOf(s.stops, s.cursor)], follow);
}

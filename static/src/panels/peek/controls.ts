// What one sets in the box that looks inside a value: the slice, the window, where to jump.

import { el, icon } from "../../app/dom.ts";
import type { Language } from "../../words/narration.ts";
import {
  indexOfPlace, nextOdd, type Peek, planOf, SIDE, stepped, typedIndex, windowOf,
} from "../../app/value-view.ts";
import { countOf } from "../../model/number.ts";
import { say, type StringKey } from "../../words/strings.ts";

/** The server tells no more places of what is not finite. */
const MOST_ODD = 64;

/** How the controls reach what they set; `now` is the peek of this moment. */
export interface Hands {
  now(): Peek;
  go(at: readonly number[]): void;
  show(shows: Peek["shows"]): void;
}

/** Controls, and how to bring them up to date. */
export interface Controls {
  readonly element: HTMLElement;
  update(peek: Peek): void;
}

function button(name: string, words: string, click: () => void): HTMLButtonElement {
  return el("button", { type: "button", class: "plain peek-step", "aria-label": words, click },
    icon(name, "icon small"));
}

/** The index along one of the axes before the last two. */
function axis(d: number, size: number, language: Language, hands: Hands): Controls {
  const set = (i: number): void => {
    if (i >= 0 && i < size) hands.go(hands.now().at.map((old, axis) => axis === d ? i : old));
  };
  const field = el("input", {
    type: "number", min: 0, max: size - 1, step: 1, class: "peek-field",
    "aria-label": say(language, "peekIndex", { d, last: size - 1 }),
    input: () => set(field.value === "" ? -1 : Math.round(Number(field.value))),
    blur: () => { field.value = String(hands.now().at[d]); },
  });
  const less = button("minus", say(language, "peekLess", { d }), () => set(hands.now().at[d]! - 1));
  const more = button("plus", say(language, "peekMore", { d }), () => set(hands.now().at[d]! + 1));
  return {
    element: el("div", { class: "peek-axis" }, el("span", { class: "quiet",
      text: say(language, "peekAxis", { d }) }), less, field, more,
    el("span", { class: "quiet peek-of", text: `/ ${size}` })),
    update({ at }) {
      if (Number(field.value) !== at[d] || field.value === "") field.value = String(at[d]);
      less.disabled = at[d] === 0;
      more.disabled = at[d] === size - 1;
    },
  };
}

/** Turning pages along rows or columns, with what is on this one. */
function pager(
  words: (peek: Peek) => string, ends: (peek: Peek) => readonly [boolean, boolean],
  labels: readonly [StringKey, StringKey], way: readonly [number, number],
  language: Language, hands: Hands,
): Controls {
  const turn = (by: 1 | -1) => () =>
    hands.go(stepped(hands.now(), by * way[0] * SIDE, by * way[1] * SIDE));
  const before = button("back", say(language, labels[0]), turn(-1));
  const after = button("forward", say(language, labels[1]), turn(1));
  const text = el("span", { class: "peek-stretch" });
  return {
    element: el("div", { class: "peek-axis" }, before, text, after),
    update(peek) {
      text.textContent = words(peek);
      [before.disabled, after.disabled] = ends(peek);
    },
  };
}

function pagers(peek: Peek, language: Language, hands: Hands): readonly Controls[] {
  const flat = peek.value.shape.length < 2;
  const rowsWords = (now: Peek): string => {
    const [{ from, size }] = windowOf(now);
    const n = countOf(now.value.shape);
    if (!flat) {
      const { rows } = planOf(now.value);
      return say(language, "peekRows", { from, to: from + size - 1, n: rows });
    }
    const to = Math.min(n, (from + size) * SIDE) - 1;
    return say(language, "peekEntries", { from: from * SIDE, to, n });
  };
  const rows = pager(rowsWords, (now) => {
    const [{ from, size }] = windowOf(now);
    return [from === 0, from + size === planOf(now.value).rows];
  }, ["peekUp", "peekDown"], [1, 0], language, hands);
  if (flat) return [rows];
  const colsWords = (now: Peek): string => {
    const [, { from, size }] = windowOf(now);
    return say(language, "peekCols", { from, to: from + size - 1, n: planOf(now.value).cols });
  };
  const cols = pager(colsWords, (now) => {
    const [, { from, size }] = windowOf(now);
    return [from === 0, from + size === planOf(now.value).cols];
  }, ["peekLeft", "peekRight"], [0, 1], language, hands);
  return [rows, cols];
}

/** Buttons that go where the value is extreme. */
function jumps(language: Language, hands: Hands): Controls {
  const to = (find: (peek: Peek) => readonly number[] | null) => () => {
    const at = find(hands.now());
    if (at) hands.go(at);
  };
  const extreme = (which: "min" | "max") => to(({ slab, value: { shape } }) => {
    const place = slab?.[which] ?? null;
    return place === null ? null : indexOfPlace(place, shape);
  });
  const made = (words: string, click: () => void): HTMLButtonElement =>
    el("button", { type: "button", class: "peek-jump", text: words, click });
  const max = made(say(language, "peekToMax"), extreme("max"));
  const min = made(say(language, "peekToMin"), extreme("min"));
  const odd = made("", to(nextOdd));
  return {
    element: el("div", { class: "peek-jumps" }, max, min, odd),
    update({ slab }) {
      max.disabled = min.disabled = !slab || slab.max === null;
      const n = slab?.odd.length ?? 0;
      odd.hidden = n === 0;
      odd.textContent = say(language, "peekToOdd", { n: n < MOST_ODD ? n : `${n}+` });
    },
  };
}

function goTo(language: Language, hands: Hands): Controls {
  const field = el("input", {
    type: "text", class: "peek-field peek-typed", autocomplete: "off", spellcheck: "false",
    "aria-label": say(language, "peekGoTo"), placeholder: say(language, "peekGoTo"),
    input: () => field.removeAttribute("aria-invalid"),
  });
  const form = el("form", { class: "peek-go" }, field);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const at = typedIndex(field.value, hands.now().value);
    if (at) hands.go(at);
    else field.setAttribute("aria-invalid", "true");
  });
  return { element: form, update: () => undefined };
}

function ways(language: Language, hands: Hands): Controls {
  const made = (shows: Peek["shows"], key: StringKey): HTMLButtonElement =>
    el("button", { type: "button", text: say(language, key), click: () => hands.show(shows) });
  const colours = made("colours", "peekColours");
  const numbers = made("numbers", "numbers");
  return {
    element: el("div", { class: "ways", role: "group", "aria-label": say(language, "peekView") },
      colours, numbers),
    update({ shows }) {
      colours.setAttribute("aria-pressed", String(shows === "colours"));
      numbers.setAttribute("aria-pressed", String(shows === "numbers"));
    },
  };
}

/** All that one sets for a value, in the order in which one sets it. */
export function controlsOf(peek: Peek, language: Language, hands: Hands): Controls {
  const axes = planOf(peek.value).lead.map((size, d) => axis(d, size, language, hands));
  const pages = pagers(peek, language, hands);
  const others = [ways(language, hands), jumps(language, hands), goTo(language, hands)];
  const row = (list: readonly Controls[]): HTMLElement[] => list.length === 0 ? []
    : [el("div", { class: "peek-row" }, ...list.map(({ element }) => element))];
  return {
    element: el("div", { class: "peek-controls" }, ...row(others), ...row(axes), ...row(pages)),
    update(now) {
      for (const one of [...axes, ...pages, ...others]) one.update(now);
    },
  };
}

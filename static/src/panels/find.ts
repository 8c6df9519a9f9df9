// The field that finds: a query over the stage; Enter goes from box to box that it means.

import { byId, el, icon } from "../dom.ts";
import { find, type Found } from "../find.ts";
import type { State } from "../state.ts";
import type { Store } from "../store.ts";
import { say } from "../strings.ts";
import { passAt } from "../timeline.ts";
import { stepOf, stopOf } from "../transport.ts";

interface Search {
  readonly query: string;
  readonly found: readonly Found[];
  /** Which of them was gone to last; -1 before the first. */
  readonly at: number;
}

const NOTHING: Search = { query: "", found: [], at: -1 };

/** Select a box, be at a moment when it is there, and look at it. */
function goTo(store: Store, { id, pass, made }: Found): void {
  const { run, stops, cursor } = store.state;
  if (!run) return;
  if (made >= cursor || !run.passes[passAt(run, cursor)]?.boxes.includes(id)) {
    const from = Math.max(made, run.passes[pass]?.first ?? 0);
    store.send({ kind: "paused" });
    store.send({ kind: "moved", cursor: stopOf(stops, stepOf(stops, from + 1)) });
  }
  store.send({ kind: "selected", selection: id });
  store.send({ kind: "looked", how: "selection" });
}

function countOf({ language }: State, { query, found, at }: Search): string {
  if (query.trim() === "") return "";
  if (found.length === 0) return say(language, "findNone");
  return say(language, "findCount", { i: at < 0 ? "–" : at + 1, n: found.length });
}

function listenToField(
  field: HTMLInputElement, step: (way: 1 | -1) => void, leave: () => void,
): void {
  field.addEventListener("keydown", (event) => {
    const goes = { Enter: () => step(event.shiftKey ? -1 : 1), Escape: leave }[event.key];
    if (!goes || event.isComposing) return;
    event.preventDefault();
    goes();
  });
}

/** Turn the bar's words when the language turns. */
function translate(
  store: Store, field: HTMLInputElement, close: HTMLElement, tell: () => void,
): void {
  store.watch((s) => [s.language], ({ language }) => {
    field.setAttribute("aria-label", say(language, "find"));
    field.placeholder = say(language, "findHint");
    close.setAttribute("aria-label", say(language, "close"));
    tell();
  });
}

export function showFind(store: Store): void {
  const field = el("input", { type: "search", class: "find-field", autocomplete: "off",
    spellcheck: "false" });
  const count = el("output", { class: "find-count" });
  const close = el("button", { type: "button", class: "plain" }, icon("close", "icon small"));
  const bar = el("form", { class: "find", role: "search", hidden: true }, field, count, close);
  byId("graph", HTMLElement).append(bar);
  let search = NOTHING;
  const tell = (): void => void (count.textContent = countOf(store.state, search));
  const seek = (): void => {
    const { run, cursor } = store.state;
    search = { query: field.value, at: -1, found: run ? find(run, cursor, field.value) : [] };
    tell();
  };
  const step = (way: 1 | -1): void => {
    const { length } = search.found;
    if (length === 0) return;
    const at = search.at < 0 && way < 0 ? length - 1 : (search.at + way + length) % length;
    search = { ...search, at };
    goTo(store, search.found[at]!);
    tell();
  };
  const leave = (): void => {
    field.blur();
    store.send({ kind: "sought", finds: false });
  };
  field.addEventListener("input", seek);
  close.addEventListener("click", leave);
  bar.addEventListener("submit", (event) => event.preventDefault());
  listenToField(field, step, leave);
  store.watch((s) => [s.finds], ({ finds: { open } }) => {
    bar.hidden = !open;
    if (!open) return;
    field.focus();
    field.select();
  });
  store.watch((s) => [s.run], seek);
  translate(store, field, close, tell);
}

// The field that finds: a query over the stage; Enter goes from box to box that it means.

import { byId, el, icon } from "../app/dom.ts";
import { find, type Found } from "../model/find.ts";
import type { Language } from "../words/narration.ts";
import type { Group } from "../model/run.ts";
import { groupsToOpen, keysOf } from "../drawing/sheet.ts";
import { sheetNow, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import { passAt } from "../model/timeline.ts";
import { stepOf, stopOf } from "../model/step-navigation.ts";

interface Search {
  readonly query: string;
  readonly found: readonly Found[];
  /** Which of them was gone to last; -1 before the first. */
  readonly at: number;
  /** What stands under the count: which group was opened to show it, or that it is one. */
  readonly note: Words;
}

type Words = (language: Language) => string;

const SILENT: Words = () => "";
const NOTHING: Search = { query: "", found: [], at: -1, note: SILENT };

function nameOf({ kind, label }: Group, language: Language): string {
  return kind === "line" ? say(language, "lineCall", { n: label }) : label;
}

/** Open what hides a box or a group; what to say of that. */
function uncover(store: Store, { id, group }: Found): Words {
  const sheet = sheetNow(store.state);
  if (!sheet) return SILENT;
  const { groups } = sheet.layout;
  const box = sheet.cast.indexOf(id);
  const [hides, ...others] = groupsToOpen(sheet.layout, store.state.folds, box, group);
  const own = groups[group ?? -1];
  if (hides === undefined) {
    return (language) => own
      ? say(language, "findGroup", { name: nameOf(own, language), n: own.ops }) : "";
  }
  const keys = keysOf(sheet.layout);
  const opened = [hides, ...others].map((one) => keys[one]!);
  store.send({ kind: "groupsFolded", keys: opened, folded: false });
  return (language) => say(language, "findOpened", { name: nameOf(groups[hides]!, language) });
}

/** Select a box, be at a moment when it is there, open what hides it, and look at it. */
function goTo(store: Store, found: Found): Words {
  const { id, pass, made, group } = found;
  const { run, stops, cursor } = store.state;
  if (!run) return SILENT;
  const here = passAt(run, cursor);
  const isElsewhere = group === null ? !run.passes[here]?.boxes.includes(id) : here !== pass;
  if (made >= cursor || isElsewhere) {
    const from = Math.max(made, run.passes[pass]?.first ?? 0);
    store.send({ kind: "playPaused" });
    store.send({ kind: "cursorMoved", cursor: stopOf(stops, stepOf(stops, from + 1)) });
  }
  const note = uncover(store, found);
  store.send({ kind: "selectionChanged", selection: id });
  store.send({ kind: "viewRequested", how: "selection" });
  return note;
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
  const note = el("output", { class: "find-note" });
  const bar = el("form", { class: "find", role: "search", hidden: true },
    field, count, close, note);
  byId("graph", HTMLElement).append(bar);
  let search = NOTHING;
  const tell = (): void => {
    count.textContent = countOf(store.state, search);
    note.textContent = search.note(store.state.language);
  };
  const seek = (): void => {
    const { run, cursor } = store.state;
    search = { ...NOTHING, query: field.value, found: run ? find(run, cursor, field.value) : [] };
    tell();
  };
  const step = (way: 1 | -1): void => {
    const { length } = search.found;
    if (length === 0) return;
    const at = search.at < 0 && way < 0 ? length - 1 : (search.at + way + length) % length;
    search = { ...search, at, note: goTo(store, search.found[at]!) };
    tell();
  };
  const leave = (): void => {
    field.blur();
    store.send({ kind: "findToggled", finds: false });
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

// The variables: what each name of the running call holds at this moment, under the call stack.

import { byId, el } from "../app/dom.ts";
import type { Language } from "../words/narration.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import { boxOfTensor } from "../model/timeline.ts";
import { stopBefore } from "../model/step-navigation.ts";
import { listingOf, type Group, type Listing, type Row } from "../model/variables.ts";
import { sparkline } from "./sparkline.ts";
import { stackElement } from "./stack.ts";

/** A longer name loses its beginning. */
const MOST_LETTERS = 22;
/** A variable with more paths through it than this is folded until the viewer opens it. */
const MOST_PATHS = 6;
/** No more rows than this of one variable, however many it has. */
const MOST_ROWS = 200;

/** What the viewer opened and closed in the list: globals, a variable, the middle of the stack. */
class Opened {
  readonly #chosen = new Map<string, boolean>();
  readonly #redraw: () => void;

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  is(key: string, usual: boolean): boolean {
    return this.#chosen.get(key) ?? usual;
  }

  set(key: string, open: boolean): void {
    this.#chosen.set(key, open);
    this.#redraw();
  }

  forget(): void {
    this.#chosen.clear();
  }
}

function cell(
  language: Language, text: string, norm: string | null, changed: boolean,
  picture: SVGElement | null = null,
): HTMLElement {
  const title = norm === null ? text : say(language, "norm", { n: norm });
  return el("td", { title, class: changed ? "changed" : null },
    ...(picture ? [picture, " "] : []), text);
}

/** Of a path that is too long the end, which tells one layer from another. */
function shortened(name: string): string {
  if (name.length <= MOST_LETTERS) return name;
  const parts = name.split(".");
  const ends = parts.slice(1).map((_, i) => `…${parts.slice(i + 1).join(".")}`);
  return ends.find((end) => end.length <= MOST_LETTERS) ?? name;
}

/** The cell of a name; under the row of the variable `within`, only what follows that. */
function nameCell(row: Row, within: string, fold: HTMLElement | null): HTMLElement {
  const { name, tensor, changed } = row;
  const kind = `variable-name${tensor ? "" : " plain-value"}`;
  const text = shortened(name.slice(within.length));
  const called = tensor
    ? el("button", { type: "button", class: kind, text, title: name, "aria-label": name })
    : el("span", { class: kind, text, title: name });
  const place = `${within ? "path " : ""}${changed.name ? "changed" : ""}`.trim();
  return el("td", { class: place || null }, ...(fold ? [fold] : []), called);
}

function rowElement(
  store: Store, row: Row, within: string, fold: HTMLElement | null,
): HTMLElement {
  const { tensor, text, changed, grad, norms, shape, type } = row;
  const { language } = store.state;
  if (!tensor) {
    return el("tr", {}, nameCell(row, within, fold),
      el("td", { text, title: `${text} (${type})`, colspan: 3,
        class: changed.value ? "changed" : null }));
  }
  const box = boxOfTensor(tensor);
  const select = (): void => store.send({ kind: "selectionChanged", selection: box });
  return el("tr", { "data-box": box, "data-tensor": tensor.id, click: select },
    nameCell(row, within, fold),
    cell(language, text, norms.value, changed.value,
      norms.value === null ? null : sparkline(tensor.value)),
    cell(language, grad, norms.grad, changed.grad),
    el("td", { class: "shape", text: shape, title: `${shape} ${type}` }));
}

/** A button that opens and closes the rows under it. */
function foldButton(opened: Opened, key: string, open: boolean, label: string): HTMLElement {
  return el("button", {
    type: "button", class: "fold-rows", "aria-expanded": String(open), "aria-label": label,
    click: (event) => {
      event.stopPropagation();
      opened.set(key, !open);
    },
  });
}

/** A variable's row and, unless they are many, those of its paths. */
function groupRows(store: Store, opened: Opened, frame: number, group: Group): HTMLElement[] {
  const { variable, head, paths } = group;
  const { language } = store.state;
  if (paths.length === 0) return head ? [rowElement(store, head, "", null)] : [];
  const key = `${frame} ${variable}`;
  const isFew = paths.length <= MOST_PATHS;
  const open = isFew || opened.is(key, false);
  const tensors = say(language, "pathsOf", { n: paths.length });
  const fold = isFew ? null : foldButton(opened, key, open, `${variable}, ${tensors}`);
  const first = head ? rowElement(store, head, "", fold) : isFew ? null
    : el("tr", {}, el("td", {}, fold ?? "", el("span", { class: "variable-name plain-value",
      text: variable })), el("td", { class: "quiet", colspan: 3, text: tensors }));
  const hides = !open && paths.some(({ changed }) =>
    changed.name || changed.value || changed.grad);
  if (hides) first?.firstElementChild?.classList.add("changed");
  const shown = open ? paths.slice(0, MOST_ROWS) : [];
  const left = open ? paths.length - shown.length : 0;
  return [
    ...(first ? [first] : []),
    ...shown.map((row) => rowElement(store, row, first ? variable : "", null)),
    ...(left > 0 ? [el("tr", {}, el("td", { class: "quiet", colspan: 4,
      text: say(language, "rowsLeft", { n: left }) }))] : []),
  ];
}

function sectionOf(
  store: Store, opened: Opened, frame: number, groups: readonly Group[],
): HTMLElement[] {
  return groups.flatMap((group) => groupRows(store, opened, frame, group));
}

/** The module's names under those of a call: a line of its own, closed at first. */
function globalsOf(store: Store, opened: Opened, { globals }: Listing): HTMLElement[] {
  if (globals.length === 0) return [];
  const { language } = store.state;
  const open = opened.is("globals", false);
  const words = say(language, "globals");
  const fold = foldButton(opened, "globals", open, words);
  const head = el("tr", { class: "variable-section", click: () => opened.set("globals", !open) },
    el("th", { scope: "rowgroup", colspan: 4 }, fold, `${words} `,
      el("span", { class: "quiet", text: String(globals.length) })));
  return [el("tbody", {}, head, ...(open ? sectionOf(store, opened, 0, globals) : []))];
}

function tableOf(store: Store, opened: Opened, listing: Listing): HTMLElement {
  const { language } = store.state;
  const heads = [
    say(language, "variableName"), say(language, "value"), ".grad", say(language, "shape"),
  ].map((text) => el("th", { scope: "col" }, el("span", { text })));
  const rows = sectionOf(store, opened, listing.chosen.call.frame, listing.locals);
  const none = el("tr", {}, el("td", { class: "quiet", colspan: 4,
    text: say(language, "noLocals") }));
  return el("table", { class: "variable-table", "aria-label": say(language, "variables") },
    el("thead", {}, el("tr", {}, ...heads)),
    el("tbody", {}, ...(rows.length > 0 ? rows : [none])),
    ...globalsOf(store, opened, listing));
}

function tableNow(store: Store, opened: Opened, listing: Listing | null): HTMLElement {
  const isEmpty = !listing || listing.stack.length < 2 && listing.locals.length === 0;
  return isEmpty ? el("p", { class: "empty", text: say(store.state.language, "noVariables") })
    : tableOf(store, opened, listing);
}

/** The stack beside the title; nothing while only the module runs. */
function stackNow(store: Store, opened: Opened, listing: Listing | null): readonly HTMLElement[] {
  const stack = listing && stackElement(store, listing, {
    isOpen: opened.is("stack", false), open: () => opened.set("stack", true),
  });
  return stack ? [stack] : [];
}

function markChosen(host: HTMLElement, selection: string | null): void {
  for (const row of host.querySelectorAll<HTMLElement>("tbody tr")) {
    row.classList.toggle("chosen", selection !== null && row.dataset["box"] === selection);
  }
}

function wordsOf(element: HTMLElement): string | null {
  return element.getAttribute("aria-label") ?? element.textContent;
}

/** Fill a place anew; what had the focus in it gives it to the same of the next moment. */
function refill(host: HTMLElement, content: readonly HTMLElement[]): void {
  const { activeElement } = document;
  const focused = activeElement instanceof HTMLElement && host.contains(activeElement)
    ? wordsOf(activeElement) : null;
  host.replaceChildren(...content);
  if (focused === null) return;
  const buttons = [...host.querySelectorAll<HTMLElement>("button")];
  buttons.find((button) => wordsOf(button) === focused)?.focus({ preventScroll: true });
}

export function showVariables(store: Store): void {
  const host = byId("variables", HTMLElement);
  const calls = byId("calls", HTMLElement);
  const draw = (): void => {
    const { run, frame, selection, pane } = store.state;
    if (pane !== "variables") return;
    const listing = run && listingOf(run, store.state);
    refill(calls, stackNow(store, opened, listing));
    refill(host, [tableNow(store, opened, listing)]);
    markChosen(host, selection);
    const list = calls.firstElementChild;
    if (list && frame === null) list.scrollLeft = list.scrollWidth;
  };
  const opened = new Opened(draw);
  store.watch((s) => [s.run], () => opened.forget());
  store.watch(
    (s) => [s.run, stopBefore(s.stops, Math.floor(s.cursor)), Math.floor(s.cursor), s.frame,
      s.language, s.pane],
    draw,
  );
  store.watch((s) => [s.selection], ({ selection }) => markChosen(host, selection));
}

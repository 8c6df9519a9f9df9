// The boxes of the stage as a tree, for readers who do not see it and for keys: each box, as the
// engine made them, and under it the ways that lead to it and from it.

import { byId, el } from "../app/dom.ts";
import { mirrorOf, type MirrorLine, type MirrorLink } from "../words/text-alternative.ts";
import type { Store } from "../app/store.ts";
import { frameAt, passAt } from "../model/timeline.ts";

/** A row of the tree: a box, or a way under it. */
interface Row {
  readonly key: string;
  readonly box: string;
  readonly to: string | null;
  readonly words: string;
  readonly at: number;
  readonly count: number;
  /** Whether the ways of a box are shown; null for one that has none, and for a way. */
  readonly open: boolean | null;
}

function wayRow(box: string, link: MirrorLink, i: number, count: number): Row {
  const { to, words } = link;
  return { key: `${box} ${i}`, box, to, words, at: i + 1, count, open: null };
}

function rowsOf(lines: readonly MirrorLine[], open: ReadonlySet<string>): readonly Row[] {
  return lines.flatMap(({ id, words, links }, i) => {
    const isOpen = open.has(id);
    const box: Row = { key: id, box: id, to: null, words, at: i + 1, count: lines.length,
      open: links.length === 0 ? null : isOpen };
    return isOpen ? [box, ...links.map((link, n) => wayRow(id, link, n, links.length))] : [box];
  });
}

function dress(element: HTMLElement, row: Row): void {
  if (element.textContent !== row.words) element.textContent = row.words;
  element.setAttribute("aria-posinset", String(row.at));
  element.setAttribute("aria-setsize", String(row.count));
  if (row.open === null) element.removeAttribute("aria-expanded");
  else element.setAttribute("aria-expanded", String(row.open));
}

function elementOf(row: Row): HTMLElement {
  return el("li", {
    class: row.to === null ? "mirror-box" : "mirror-way", role: "treeitem", tabindex: -1,
    "aria-level": row.to === null ? 1 : 2, "data-key": row.key,
    "data-box": row.to === null ? row.box : null, "data-to": row.to,
  });
}

function elementsIn(tree: HTMLElement): readonly HTMLElement[] {
  return [...tree.querySelectorAll<HTMLElement>("[role=treeitem]")];
}

/** Rows that stay are changed in place, so that reader and focus keep their place. */
function renew(tree: HTMLElement, rows: readonly Row[]): void {
  const standing = elementsIn(tree);
  const known = new Map(standing.map((element) => [element.dataset["key"], element]));
  const elements = rows.map((row) => {
    const element = known.get(row.key) ?? elementOf(row);
    dress(element, row);
    return element;
  });
  const isSame = elements.length === standing.length
    && elements.every((element, i) => element === standing[i]);
  if (isSame) return;
  const focused = standing.find((element) => element === document.activeElement);
  tree.replaceChildren(...elements);
  if (!focused) return;
  const [box] = (focused.dataset["key"] ?? "").split(" ");
  const heir = elements.includes(focused) ? focused
    : elements.find((element) => element.dataset["box"] === box) ?? elements[0];
  heir?.focus();
}

/** One row takes the Tab key: the focused one, else the selected box, else the first. */
function mark(tree: HTMLElement, selection: string | null): void {
  const elements = elementsIn(tree);
  const chosen = elements.find((element) => element.dataset["box"] === selection);
  const focused = elements.find((element) => element === document.activeElement);
  const stop = focused ?? chosen ?? elements[0];
  for (const element of elements) {
    if (element.dataset["box"]) element.setAttribute("aria-selected", String(element === chosen));
    element.tabIndex = element === stop ? 0 : -1;
  }
}

/** More rows are not written while the tape moves: nobody hears them, and it takes long. */
const MANY_ROWS = 100;
const REST_MS = 150;

/** Do it once nobody has asked for a moment, and nothing is being dragged. */
function atRest(act: () => void): () => void {
  let [isDue, isHeld] = [false, false];
  let timer: number | undefined;
  const wait = (): void => {
    window.clearTimeout(timer);
    if (!isDue || isHeld) return;
    timer = window.setTimeout(() => {
      isDue = false;
      act();
    }, REST_MS);
  };
  const hold = (holds: boolean) => (): void => {
    isHeld = holds;
    wait();
  };
  document.addEventListener("gotpointercapture", hold(true));
  document.addEventListener("lostpointercapture", hold(false));
  return () => {
    isDue = true;
    wait();
  };
}

/** What a key does at a row. */
interface Moves {
  focus(element: HTMLElement | undefined): void;
  select(box: string | undefined): void;
  unfold(box: string, open: boolean): void;
}

function boxAbove(elements: readonly HTMLElement[], at: number): HTMLElement | undefined {
  return elements.slice(0, at).findLast((element) => element.dataset["box"] !== undefined);
}

function press(key: string, here: HTMLElement, tree: HTMLElement, moves: Moves): boolean {
  const elements = elementsIn(tree);
  const at = elements.indexOf(here);
  const { box, to } = here.dataset;
  const isOpen = here.getAttribute("aria-expanded");
  switch (key) {
    case "ArrowDown": moves.focus(elements[at + 1]); return true;
    case "ArrowUp": moves.focus(elements[at - 1]); return true;
    case "Home": moves.focus(elements[0]); return true;
    case "End": moves.focus(elements.at(-1)); return true;
    case "Enter": moves.select(to ?? box); return true;
    case "ArrowRight":
      if (to !== undefined) moves.select(to);
      else if (isOpen === "true") moves.focus(elements[at + 1]);
      else if (box !== undefined && isOpen === "false") moves.unfold(box, true);
      return true;
    case "ArrowLeft":
      if (to !== undefined) moves.focus(boxAbove(elements, at));
      else if (box !== undefined && isOpen === "true") moves.unfold(box, false);
      return true;
    default: return false;
  }
}

export function showMirror(store: Store): void {
  const tree = byId("mirror", HTMLUListElement);
  const open = new Set<string>();
  const write = (): void => {
    const { run, cursor, language, selection } = store.state;
    const at = Math.floor(cursor);
    renew(tree, run ? rowsOf(mirrorOf(run, frameAt(run, at), at, language), open) : []);
    mark(tree, selection);
  };
  const moves: Moves = {
    focus: (element) => {
      element?.focus();
      const box = element?.dataset["box"];
      if (box !== undefined) store.send({ kind: "selectionChanged", selection: box });
      store.send({ kind: "hoverChanged", hover: element?.dataset["to"] ?? null });
      mark(tree, store.state.selection);
    },
    select: (box) => moves.focus(elementsIn(tree).find((one) => one.dataset["box"] === box)),
    unfold: (box, isOpen) => {
      if (isOpen) open.add(box);
      else open.delete(box);
      write();
    },
  };
  listen(tree, moves);
  const writeAtRest = atRest(write);
  store.watch((s) => [s.run, Math.floor(s.cursor), s.language], ({ run, cursor }) => {
    const { length } = run?.passes[passAt(run, cursor)]?.boxes ?? [];
    if (length > MANY_ROWS) writeAtRest();
    else write();
  });
  store.watch((s) => [s.selection], ({ selection }) => mark(tree, selection));
  tree.addEventListener("focusout", () => store.send({ kind: "hoverChanged", hover: null }));
}

function listen(tree: HTMLElement, moves: Moves): void {
  tree.addEventListener("click", ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[role=treeitem]") : null;
    if (row) moves.select(row.dataset["to"] ?? row.dataset["box"]);
  });
  tree.addEventListener("keydown", (event) => {
    const here = elementsIn(tree).find((element) => element === document.activeElement);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (here && isPlain && press(event.key, here, tree, moves)) event.preventDefault();
  });
}

// The outline: the modules, functions and repeats of what is on stage as a tree, to go into.

import { byId, el, icon } from "../app/dom.ts";
import { entering, pathNow, sheetNow, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { logShare } from "../drawing/scene.ts";
import { fullKindText, kindTexts } from "../drawing/group-kind.ts";
import { aroundOf, foldedOf, outlineOf, type OutlineEntry, type Sheet } from "../drawing/sheet.ts";
import { compact, normOf } from "../model/number.ts";
import { frameAt, type Frame } from "../model/timeline.ts";
import type { Language } from "../words/narration.ts";
import { say } from "../words/strings.ts";

/** The norm of the gradients of all leaves in a group; null while none has come. */
function gradNorm({ layout, cast }: Sheet, frame: Frame, group: number): number | null {
  const around = aroundOf(layout);
  const grads = cast.flatMap((id, box) => {
    const grad = around[box]!.includes(group) ? frame.tensors.get(id)?.grad : null;
    return grad ? [normOf(grad)] : [];
  });
  return grads.length === 0 ? null : Math.hypot(...grads);
}

/** Typed letters that follow each other within this time are one word. */
const TYPING_MS = 800;

interface Tree {
  readonly entries: readonly OutlineEntry[];
  /** Keys of the entries whose insides are not listed. */
  readonly closed: ReadonlySet<string>;
}

/** The entries that are listed: none within a closed one. */
function listed({ entries, closed }: Tree): readonly OutlineEntry[] {
  let within = Infinity;
  return entries.filter(({ depth, key }) => {
    if (depth > within) return false;
    within = closed.has(key) ? depth : Infinity;
    return true;
  });
}

function rowOf(entry: OutlineEntry, state: State, sheet: Sheet, closed: boolean): HTMLElement {
  const { language, run, cursor } = state;
  const { ops } = sheet.layout.groups[entry.group]!;
  const norm = run ? gradNorm(sheet, frameAt(run, cursor), entry.group) : null;
  const words = norm === null ? [] : [
    say(language, "outlineGrad", { n: compact(norm, "float32") })];
  const isFolded = run !== null && foldedOf(sheet.layout, state.folds).has(entry.group);
  const kind = run ? kindTexts(run, sheet, entry.group, false, language)[0]! : "";
  const whole = run ? fullKindText(run, sheet, entry.group, isFolded, language) : "";
  const full = el("span", {});
  full.style.width = `${norm === null ? 0 : Math.round(100 * logShare(norm))}%`;
  const row = el("li", {
    role: "treeitem", tabindex: -1, class: "outline-entry", "data-key": entry.key,
    "aria-level": entry.depth + 1, "aria-expanded": entry.hasInner ? String(!closed) : null,
    "aria-label": [entry.label, whole, say(language, "outlineOps", { n: ops }), ...words]
      .join(", "),
  }, el("b", { class: "mono", text: entry.label }),
  el("span", { class: "quiet", text: kind, title: whole }),
  el("span", { class: "outline-bar", "aria-hidden": "true" }, full));
  row.style.setProperty("--depth", String(entry.depth));
  return row;
}

interface Panel {
  readonly panel: HTMLElement;
  readonly tree: HTMLElement;
  /** Its words in a language. */
  translate(language: Language): void;
  /** Whether there is anything to list. */
  fill(rows: readonly HTMLElement[]): void;
}

function createPanel(store: Store): Panel {
  const tree = el("ul", { role: "tree", id: "outline-tree" });
  const title = el("h2", { class: "pane-title" });
  const close = el("button", { type: "button", class: "plain",
    click: () => store.send({ kind: "outlineToggled", outline: false }) },
  icon("close", "icon small"));
  const empty = el("p", { class: "quiet" });
  const panel = el("section", { class: "outline", hidden: true },
    el("div", { class: "outline-head" }, title, close), tree, empty);
  byId("stage", HTMLElement).before(panel);
  return {
    panel, tree,
    translate(language) {
      for (const element of [panel, tree]) {
        element.setAttribute("aria-label", say(language, "outline"));
      }
      title.textContent = say(language, "outline");
      close.setAttribute("aria-label", say(language, "close"));
      empty.textContent = say(language, "outlineEmpty");
    },
    fill(rows) {
      tree.replaceChildren(...rows);
      [tree.hidden, empty.hidden] = [rows.length === 0, rows.length > 0];
    },
  };
}

function rowsIn(tree: HTMLElement): readonly HTMLElement[] {
  return [...tree.querySelectorAll<HTMLElement>("[role=treeitem]")];
}

function focusIn(tree: HTMLElement, row: HTMLElement | undefined): void {
  if (!row) return;
  for (const each of rowsIn(tree)) each.tabIndex = each === row ? 0 : -1;
  row.focus();
}

/** List the entries anew; the row that has the focus keeps it. */
function write({ state }: Store, { tree, fill }: Panel, closed: ReadonlySet<string>): void {
  const sheet = sheetNow(state);
  const shown = sheet ? listed({ entries: outlineOf(sheet.layout), closed }) : [];
  const focused = rowsIn(tree).find((row) => row === document.activeElement)?.dataset["key"];
  const here = pathNow(state).at(-1);
  const rows = shown.map((entry) => rowOf(entry, state, sheet!, closed.has(entry.key)));
  shown.forEach(({ group }, i) => {
    rows[i]!.setAttribute("aria-selected", String(group === here));
  });
  fill(rows);
  const heir = rows.find((row) => row.dataset["key"] === focused);
  if (heir) focusIn(tree, heir);
  else if (rows[0]) rows[0].tabIndex = 0;
}

/** What a key or a press does in the tree. */
function movesOf(store: Store, panel: Panel, closed: Set<string>): TreeMoves {
  const { tree } = panel;
  return {
    rows: () => rowsIn(tree),
    focus: (row) => focusIn(tree, row),
    enter(row) {
      const change = entering(store.state, row?.dataset["key"] ?? "");
      if (!change) return;
      store.send(change);
      const isOver = byId("stage", HTMLElement).offsetLeft === 0;
      if (isOver) store.send({ kind: "outlineToggled", outline: false });
    },
    unfold(row, opens) {
      const key = row.dataset["key"]!;
      if (opens) closed.delete(key);
      else closed.add(key);
      write(store, panel, closed);
    },
  };
}

export function showOutline(store: Store): void {
  const panel = createPanel(store);
  const closed = new Set<string>();
  const moves = movesOf(store, panel, closed);
  panel.tree.addEventListener("click", ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[role=treeitem]") : null;
    if (!row) return;
    moves.focus(row);
    moves.enter(row);
  });
  listenToTree(panel.tree, moves);
  store.watch((s) => [s.language], ({ language }) => panel.translate(language));
  store.watch((s) => [s.outline, ...(s.outline
    ? [s.language, s.folds, sheetNow(s)?.layout, Math.floor(s.cursor), pathNow(s).at(-1)] : [])],
  ({ outline }) => {
    panel.panel.hidden = !outline;
    if (outline) write(store, panel, closed);
  });
  store.watch((s) => [s.outline], ({ outline }) => {
    const rows = moves.rows();
    if (outline) moves.focus(rows.find((row) => row.ariaSelected === "true") ?? rows[0]);
  });
}

interface TreeMoves {
  rows(): readonly HTMLElement[];
  focus(row: HTMLElement | undefined): void;
  enter(row: HTMLElement | undefined): void;
  unfold(row: HTMLElement, opens: boolean): void;
}

function levelOf(row: HTMLElement): number {
  return Number(row.getAttribute("aria-level"));
}

/** What a key does at a row; whether it did anything. */
function pressed(key: string, at: number, { rows, focus, enter, unfold }: TreeMoves): boolean {
  const all = rows();
  const here = all[at]!;
  const isOpen = here.getAttribute("aria-expanded");
  switch (key) {
    case "ArrowDown": focus(all[at + 1]); return true;
    case "ArrowUp": focus(all[at - 1]); return true;
    case "Home": focus(all[0]); return true;
    case "End": focus(all.at(-1)); return true;
    case "Enter": enter(here); return true;
    case "ArrowRight":
      if (isOpen === "false") unfold(here, true);
      else if (isOpen === "true") focus(all[at + 1]);
      return true;
    case "ArrowLeft":
      if (isOpen === "true") unfold(here, false);
      else focus(all.slice(0, at).findLast((row) => levelOf(row) < levelOf(here)));
      return true;
    default: return false;
  }
}

/** Keys and typed names; letters find a row and do nothing else. */
function listenToTree(tree: HTMLElement, moves: TreeMoves): void {
  let typed = "";
  let last = 0;
  tree.addEventListener("keydown", (event) => {
    const all = moves.rows();
    const at = all.findIndex((row) => row === document.activeElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (pressed(event.key, at, moves)) event.preventDefault();
    else if ([...event.key].length === 1 && event.key !== " ") {
      event.preventDefault();
      typed = (event.timeStamp - last < TYPING_MS ? typed : "") + event.key.toLowerCase();
      last = event.timeStamp;
      const from = typed.length > 1 ? at : at + 1;
      moves.focus([...all.slice(from), ...all.slice(0, from)].find((row) =>
        row.textContent.toLowerCase().includes(typed)));
    }
  });
}

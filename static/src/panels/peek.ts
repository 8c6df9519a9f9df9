// The box that looks inside a large value: any slice of it, its numbers as colours or as a table.

import { fetchSlice } from "../server/api.ts";
import { byId, el, icon } from "../app/dom.ts";
import { compact, shapeWords } from "../model/number.ts";
import {
  afterKey, entryAt, exact, indexAt, isCovered, type Peek, planOf, windowOf,
} from "../app/value-view.ts";
import { themeOf } from "../app/state.ts";
import { wordsOf } from "../server/http.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import { controlsOf, type Controls, type Hands } from "./peek/controls.ts";
import { gridOf, markCell, mostOf } from "./peek/grid.ts";

/** The parts of the open box. */
interface Box {
  readonly controls: Controls;
  readonly frame: HTMLElement;
  readonly read: HTMLElement;
  readonly status: HTMLElement;
}

function send(store: Store, changed: Partial<Peek>): void {
  const { peek } = store.state;
  if (peek) store.send({ kind: "valueOpened", peek: { ...peek, ...changed } });
}

/** What the numbers' standing says to the viewer; nothing when all is well. */
function statusOf({ standing }: Peek, language: "en" | "zh"): string {
  switch (standing.kind) {
    case "here": return "";
    case "asking": return say(language, "peekAsking");
    case "another": return say(language, "peekAnother");
    case "gone": return say(language, "peekGone");
    case "refused": return wordsOf(standing.notice, language);
  }
}

/** The colours' scale, from the least to the greatest that there could be. */
function scaleOf(peek: Peek): HTMLElement {
  const most = compact(mostOf(peek), peek.value.dtype);
  const isSigned = typeof peek.value.stats?.min === "number" && peek.value.stats.min < 0;
  return el("div", { class: "peek-scale", "aria-hidden": "true" },
    el("span", { text: isSigned ? `−${most}` : "0" }),
    el("span", { class: isSigned ? "peek-ramp signed" : "peek-ramp" }), el("span", { text: most }));
}

function built(host: HTMLElement, store: Store, peek: Peek, hands: Hands): Box {
  const { language } = store.state;
  const { value, name } = peek;
  const title = name === null ? say(language, "peekInsideThis")
    : say(language, "peekInside", { name });
  const close = el("button", {
    type: "button", class: "plain", "aria-label": say(language, "close"),
    click: () => store.send({ kind: "valueOpened", peek: null }),
  }, icon("close", "icon small"));
  const keys = planOf(value).lead.length > 0 ? "peekSliceKeys" : "peekKeys";
  const controls = controlsOf(peek, language, hands);
  const frame = el("div", { class: "peek-frame" });
  const read = el("p", { class: "peek-read", "aria-hidden": "true" });
  const status = el("p", { class: "peek-status", role: "status" });
  host.replaceChildren(
    el("div", { class: "peek-head" },
      el("h2", { id: "peek-title", text: title }),
      el("span", { class: "quiet peek-what", text: `${shapeWords(value.shape)} · ${value.dtype}` }),
      close),
    controls.element,
    el("div", { class: "peek-told" }, read, scaleOf(peek)),
    el("div", { class: "peek-body" }, status, frame),
    el("p", { id: "peek-keys", class: "quiet peek-keys", text: say(language, keys) }));
  return { controls, frame, read, status };
}

/** Ask for the numbers of the window when they are not here; once at a time. */
function askFor(store: Store): void {
  let under: AbortController | null = null;
  const ask = async (): Promise<void> => {
    const { run, peek } = store.state;
    if (!run || !peek) return;
    const mine = under = new AbortController();
    send(store, { standing: { kind: "asking" } });
    const answer = await fetchSlice(run, peek, mine.signal).catch(() => null);
    if (under === mine) under = null;
    const now = store.state.peek;
    if (!answer || mine.signal.aborted || now?.value !== peek.value) return;
    send(store, { slab: answer.slab, standing: answer.standing });
  };
  store.watch((s) => [s.peek], ({ peek }) => {
    if (!peek) {
      under?.abort();
      under = null;
      return;
    }
    const canAsk = peek.standing.kind !== "refused" && peek.standing.kind !== "gone";
    if (!under && canAsk && !isCovered(peek)) void ask();
  });
}

/** What the grid depends on; where the entry in question is within it does not matter. */
function lookOf(peek: Peek): string {
  const [rows, cols] = windowOf(peek);
  return JSON.stringify([rows, cols, peek.at.slice(0, -2), peek.shows, peek.slab?.region]);
}

function createBox(store: Store, dialog: HTMLDialogElement): (hands: Hands) => void {
  let box: Box | null = null;
  let look = "";
  let seen: readonly unknown[] = [];
  return (hands) => {
    const { peek, language } = store.state;
    if (!peek) return;
    const theme = themeOf(store.state);
    const kind = [peek.value, language, theme];
    if (!box || kind.some((one, i) => one !== seen[i])) {
      box = built(dialog, store, peek, hands);
      [seen, look] = [kind, ""];
    }
    const hadFocus = box.frame.contains(document.activeElement);
    if (lookOf(peek) !== look) {
      const { scrollLeft, scrollTop } = box.frame;
      box.frame.replaceChildren(gridOf(peek, theme, language));
      box.frame.scrollTo(scrollLeft, scrollTop);
      look = lookOf(peek);
    }
    const cell = markCell(box.frame, peek);
    if (hadFocus) cell?.focus();
    else cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
    box.controls.update(peek);
    box.status.textContent = statusOf(peek, language);
    box.status.className = `peek-status ${peek.standing.kind}`;
    box.frame.classList.toggle("waiting", !isCovered(peek));
    const entry = entryAt(peek, peek.at);
    const told = entry === null ? "…" : exact(entry, peek.value.dtype);
    const place = el("span", { class: "quiet", text: `[${peek.at.join(", ")}] ` });
    box.read.replaceChildren(place, told);
  };
}

function cellOf(target: EventTarget | null): HTMLElement | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("td[data-row]") : null;
  return cell?.classList.contains("beyond") ? null : cell;
}

function listen(dialog: HTMLDialogElement, store: Store, hands: Hands): void {
  const close = (): void => store.send({ kind: "valueOpened", peek: null });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      close();
      return;
    }
    if (!cellOf(event.target) || event.altKey || event.metaKey) return;
    const at = afterKey(hands.now(), event.key, event.ctrlKey);
    if (!at) return;
    event.preventDefault();
    hands.go(at);
  });
  dialog.addEventListener("close", () => {
    if (!dialog.open) close();
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) close();
    const cell = cellOf(target);
    if (!cell) return;
    cell.focus();
    const peek = hands.now();
    const [row, col] = [Number(cell.dataset["row"]), Number(cell.dataset["col"])];
    const at = indexAt(peek, row, col);
    if (at) hands.go(at);
  });
}

export function showPeek(store: Store): void {
  const dialog = byId("peek", HTMLDialogElement);
  const hands: Hands = {
    now: () => store.state.peek!,
    go(at) {
      const { standing } = store.state.peek!;
      send(store, { at, standing: standing.kind === "refused" ? { kind: "asking" } : standing });
    },
    show: (shows) => send(store, { shows }),
  };
  const draw = createBox(store, dialog);
  store.watch((s) => [s.peek, s.language, s.theme, s.machine], ({ peek }) => {
    if (!peek) {
      dialog.close();
      return;
    }
    draw(hands);
    if (dialog.open) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("td[tabindex='0']")?.focus();
  });
  listen(dialog, store, hands);
  askFor(store);
}

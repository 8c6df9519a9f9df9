// The frame: tabs of a narrow window, dividers that drag, and what the machine prefers.

import { byId } from "../app/dom.ts";
import { isPointed } from "../app/focus.ts";
import type { Change, Sizes, State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import type { PaneName, Tab } from "../model/viewer-options.ts";

const TABS: readonly Tab[] = ["code", "graph", "inspect"];
const PANES: readonly PaneName[] = ["variables", "console", "findings", "health"];
const KEY_STEP = 16;

/** A list of tabs that take turns: a press chooses one, the arrows the one beside it. */
function listTabs<T extends string>(
  store: Store, names: readonly T[], chosen: (state: State) => T, choose: (name: T) => Change,
): void {
  const buttons = names.map((name) => byId(`tab-${name}`, HTMLButtonElement));
  names.forEach((name, i) => {
    const button = buttons[i]!;
    button.addEventListener("click", () => store.send(choose(name)));
    button.addEventListener("keydown", ({ key }) => {
      const way = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (way === 0 || isPointed()) return;
      const next = (i + way + names.length) % names.length;
      store.send(choose(names[next]!));
      buttons[next]!.focus();
    });
  });
  store.watch((s) => [chosen(s)], (state) => {
    buttons.forEach((button, i) => {
      const isChosen = names[i] === chosen(state);
      button.setAttribute("aria-selected", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    });
  });
}

/** The tabs of a narrow window, and those of the pane under the editor. */
function showTabs(store: Store): void {
  listTabs(store, TABS, ({ tab }) => tab, (tab) => ({ kind: "tabChanged", tab }));
  listTabs(store, PANES, ({ pane }) => pane, (pane) => ({ kind: "paneChosen", pane }));
  store.watch((s) => [s.tab], ({ tab }) => {
    document.body.dataset["tab"] = tab;
  });
  store.watch((s) => [s.pane], ({ pane }) => {
    for (const name of PANES) byId(`pane-${name}`, HTMLElement).hidden = name !== pane;
  });
}

interface Divider {
  readonly element: HTMLElement;
  readonly name: keyof Sizes;
  readonly variable: string;
  /** Size in pixels that a pointer at (x, y) asks for. */
  at(x: number, y: number): number;
  /** Size now, and what one arrow key makes of it. */
  now(): number;
  readonly keys: Readonly<Record<string, number>>;
}

function drag(store: Store, divider: Divider): void {
  const { element, name, at, now, keys } = divider;
  const set = (size: number | null): void =>
    store.send({ kind: "sizesChanged", sizes: { [name]: size } });
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    element.classList.add("held");
  });
  // A drag would select text on its way, and take the focus into the editor.
  element.addEventListener("mousedown", (event) => {
    event.preventDefault();
    element.focus();
  });
  element.addEventListener("pointermove", (event) => {
    if (!element.hasPointerCapture(event.pointerId)) return;
    set(Math.round(at(event.clientX, event.clientY)));
  });
  element.addEventListener("lostpointercapture", () => element.classList.remove("held"));
  element.addEventListener("dblclick", () => set(null));
  element.addEventListener("keydown", (event) => {
    const way = keys[event.key];
    if (way === undefined || isPointed()) return;
    event.preventDefault();
    set(now() + way * KEY_STEP);
  });
  store.watch((s) => [s.sizes[name]], ({ sizes }) => {
    const size = sizes[name];
    const { style } = document.documentElement;
    if (size === null) style.removeProperty(divider.variable);
    else style.setProperty(divider.variable, `${size}px`);
    element.setAttribute("aria-valuenow", String(Math.round(now())));
  });
}

function showDividers(store: Store): void {
  const code = byId("code", HTMLElement);
  const below = byId("below", HTMLElement);
  drag(store, {
    element: byId("divide-left", HTMLElement), name: "left", variable: "--left",
    at: (x) => x - code.getBoundingClientRect().left,
    now: () => code.offsetWidth,
    keys: { ArrowLeft: -1, ArrowRight: 1 },
  });
  drag(store, {
    element: byId("divide-below", HTMLElement), name: "below", variable: "--below",
    at: (_x, y) => below.getBoundingClientRect().bottom - y,
    now: () => below.offsetHeight,
    keys: { ArrowUp: 1, ArrowDown: -1 },
  });
}

/** Follow the machine's theme, or that of the notebook around, and its wish for little motion. */
function followMachine(store: Store): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const { around } = document.documentElement.dataset;
  const tell = (): void => {
    const isDark = around === undefined ? dark.matches : around === "dark";
    const machine = isDark ? "dark" : "light";
    store.send({ kind: "preferencesChanged", machine, calm: calm.matches });
  };
  dark.addEventListener("change", tell);
  calm.addEventListener("change", tell);
  tell();
}

export function showFrame(store: Store): void {
  followMachine(store);
  showTabs(store);
  showDividers(store);
}

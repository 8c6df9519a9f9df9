// The frame: tabs of a narrow window, dividers that drag, and what the machine prefers.

import { byId } from "../app/dom.ts";
import { isPointed } from "../app/focus.ts";
import type { Sizes } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import type { Tab } from "../model/viewer-options.ts";

const TABS: readonly Tab[] = ["code", "graph", "inspect"];
const KEY_STEP = 16;

function showTabs(store: Store): void {
  const buttons = TABS.map((tab) => byId(`tab-${tab}`, HTMLButtonElement));
  buttons.forEach((button, i) => {
    const tab = TABS[i] ?? "graph";
    button.addEventListener("click", () => store.send({ kind: "tabChanged", tab }));
    button.addEventListener("keydown", ({ key }) => {
      const way = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      const next = TABS[(i + way + TABS.length) % TABS.length];
      if (way === 0 || !next || isPointed()) return;
      store.send({ kind: "tabChanged", tab: next });
      byId(`tab-${next}`, HTMLButtonElement).focus();
    });
  });
  store.watch((s) => [s.tab], ({ tab }) => {
    document.body.dataset["tab"] = tab;
    buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(TABS[i] === tab));
      button.tabIndex = TABS[i] === tab ? 0 : -1;
    });
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

/** Follow the machine's theme and its wish for little motion. */
function followMachine(store: Store): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const tell = (): void => {
    const machine = dark.matches ? "dark" : "light";
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

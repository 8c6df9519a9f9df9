// The lesson menu: opens a lesson into the editor and runs it.

import { byId, el } from "../dom.ts";
import type { Example } from "../state.ts";
import type { Store } from "../store.ts";
import { say } from "../strings.ts";

function itemOf(
  example: Example, number: number, chosen: boolean, choose: (event: Event) => void,
): HTMLElement {
  const button = el("button", {
    type: "button", class: "menu-item", role: "menuitemradio", tabindex: -1,
    "aria-checked": String(chosen), "data-lesson": example.id, click: choose,
  }, el("span", { class: "number", text: number }), el("span", { text: example.title }));
  return el("li", { role: "none" }, button);
}

function open(menu: HTMLElement, button: HTMLButtonElement): void {
  menu.hidden = false;
  button.setAttribute("aria-expanded", "true");
  const chosen = menu.querySelector<HTMLElement>("[aria-checked=true]");
  (chosen ?? menu.querySelector<HTMLElement>(".menu-item"))?.focus();
}

function close(menu: HTMLElement, button: HTMLButtonElement, refocus: boolean): void {
  if (menu.hidden) return;
  menu.hidden = true;
  button.setAttribute("aria-expanded", "false");
  if (refocus) button.focus();
}

const TO_ITEM: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Arrows go round the items; a letter goes to the next title that begins with it. */
function roam(menu: HTMLElement, key: string): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>(".menu-item")];
  const at = items.findIndex((item) => item === document.activeElement);
  const to = TO_ITEM[key];
  if (to) {
    items[to(at, items.length - 1)]?.focus();
    return true;
  }
  if (key.length !== 1) return false;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const title = (item: HTMLElement) => item.lastElementChild?.textContent?.toLowerCase() ?? "";
  after.find((item) => title(item).startsWith(key.toLowerCase()))?.focus();
  return false;
}

function listen(store: Store, menu: HTMLElement, button: HTMLButtonElement): void {
  button.addEventListener("click", () => {
    if (menu.hidden) open(menu, button);
    else close(menu, button, false);
  });
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open(menu, button);
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape" || event.key === "Tab") close(menu, button, event.key === "Escape");
    else if (!roam(menu, event.key)) return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("pointerdown", (event) => {
    const inside = event.target instanceof Node
      && (menu.contains(event.target) || button.contains(event.target));
    if (!inside) close(menu, button, false);
  });
  store.watch((s) => [s.code], () => close(menu, button, false));
}

export function showLessons(store: Store): void {
  const button = byId("lessons", HTMLButtonElement);
  const menu = byId("lesson-menu", HTMLUListElement);
  const title = byId("lesson-title", HTMLElement);
  const choose = ({ code, title: name }: Example, event: Event): void => {
    close(menu, button, false);
    // Who chose by key goes on by key: from the strip, Space plays and arrows step.
    if (event instanceof MouseEvent && event.detail === 0) byId("strip", HTMLElement).focus();
    store.send({ kind: "opened", code, title: name });
    store.send({ kind: "asked" });
  };
  store.watch((s) => [s.examples, s.title], ({ examples, title: chosen }) => {
    menu.replaceChildren(...examples.map((example, i) =>
      itemOf(example, i + 1, example.title === chosen, (event) => choose(example, event))));
    button.disabled = examples.length === 0;
  });
  store.watch((s) => [s.title, s.language], ({ title: name, language }) => {
    title.textContent = name ?? say(language, "yourCode");
    button.setAttribute("aria-label", `${say(language, "lessons")}: ${title.textContent}`);
  });
  listen(store, menu, button);
}

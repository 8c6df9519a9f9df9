// What boxes with a form are made of: head, fields, a button, the reason of a refusal.

import { el, icon } from "../../app/dom.ts";
import type { Why } from "../../room/enter.ts";
import type { Language } from "../../words/narration.ts";
import { say, type StringKey } from "../../words/strings.ts";

export function field(label: string, input: HTMLElement, note?: string): HTMLElement {
  return el("label", {}, label, input, ...(note ? [el("span", { text: note })] : []));
}

/** A form whose Enter does what its button does, and that says why it was refused. */
export function form(
  words: string, act: () => Promise<Why>, ...parts: readonly Node[]
): HTMLElement {
  const button = el("button", { type: "submit", class: "share-do", text: words });
  const why = el("p", { class: "share-note wrong room-why", role: "alert" });
  const send = async (): Promise<void> => {
    button.disabled = true;
    why.textContent = await act();
    button.disabled = false;
  };
  return el("form", {
    class: "share-panel", novalidate: true,
    submit: (event) => {
      event.preventDefault();
      void send();
    },
  }, ...parts, why, button);
}

/** The head of a box: its title, which names the dialog, and the way out. */
export function headed(
  language: Language, id: string, title: StringKey, close: (() => void) | null,
): HTMLElement {
  return el("div", { class: "share-head" },
    el("h2", { id, text: say(language, title) }),
    ...(close ? [el("button", {
      type: "button", class: "plain", "aria-label": say(language, "close"), click: close,
    }, icon("close", "icon small"))] : []));
}

/** Draw what is in a box anew by `draw`, and leave the focus and the list where they were. */
export function keepingPlace(box: HTMLElement, draw: () => void): void {
  const key = box.querySelector<HTMLElement>("[data-key]:focus")?.dataset["key"];
  const scrolls = [...box.querySelectorAll(".room-people")].map(({ scrollTop }) => scrollTop);
  draw();
  for (const [i, list] of [...box.querySelectorAll(".room-people")].entries()) {
    list.scrollTop = scrolls[i] ?? 0;
  }
  if (key === undefined) return;
  const same = box.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  // Whose button has gone with its row goes on at the door.
  (same ?? box.querySelector<HTMLElement>("[data-key^=door]"))?.focus();
}

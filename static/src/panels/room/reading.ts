// The box in which a teacher reads a student's code before the class sees it.

import { el } from "../../app/dom.ts";
import type { RoomActs } from "../../room/enter.ts";
import type { Room } from "../../room/model.ts";
import type { Language } from "../../words/narration.ts";
import { say } from "../../words/strings.ts";
import { nameOf } from "./badge.ts";

/** Whose code it is, the code, what it did when it was tried, and what may become of it. */
export function readingBox(
  { reading }: Room, language: Language, acts: RoomActs, close: () => void,
): HTMLElement {
  if (!reading) return el("div");
  const { offer, code, title, tried } = reading;
  const about = say(language, "offerOf", {
    name: nameOf(reading, language), n: code.split("\n").length,
  });
  const done = (act: (offer: string) => void) => (): void => {
    act(offer);
    close();
  };
  const run = el("button", {
    type: "button", class: "room-do", "data-key": "try", text: say(language, "tryOut"),
    click: () => {
      run.disabled = true;
      void acts.tryOut().finally(() => { run.disabled = false; });
    },
  });
  return el("div", { class: "share-panel" },
    el("p", { text: title ? `${about} · ${title}` : about }),
    el("pre", {
      class: "room-code-shown", tabindex: 0, "aria-label": say(language, "code"), text: code,
    }),
    el("div", { role: "status" }, ...(tried === null ? [] : [
      el("h3", { class: "room-heading", text: say(language, "tried") }),
      el("pre", { class: "room-code-shown", tabindex: 0, text: tried }),
    ])),
    el("div", { class: "room-picks" },
      el("button", {
        type: "button", class: "room-do strong", "data-key": "accept",
        text: say(language, "accept"), click: done(acts.accept),
      }),
      run,
      el("button", {
        type: "button", class: "room-do", text: say(language, "decline"),
        click: done(acts.decline),
      })));
}

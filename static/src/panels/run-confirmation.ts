// The gate: code that came with a link waits for the viewer, with a big Run in the middle.

import { byId, el, icon } from "../app/dom.ts";
import type { Language } from "../words/narration.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";

function gateOf(language: Language, run: () => void): readonly HTMLElement[] {
  return [
    el("p", { class: "gate-title", text: say(language, "gateTitle") }),
    el("p", { class: "quiet", text: say(language, "gateNote") }),
    el("button", { type: "button", class: "run gate-run", click: run },
      icon("run", "icon"), el("span", { text: say(language, "run") })),
  ];
}

export function showGate(store: Store): void {
  const host = byId("gate", HTMLElement);
  store.watch((s) => [s.gate && s.asking === null, s.language], ({ gate, asking, language }) => {
    const isShut = gate && asking === null;
    host.hidden = !isShut;
    const run = (): void => store.send({ kind: "runRequested" });
    host.replaceChildren(...(isShut ? gateOf(language, run) : []));
  });
}

// The path to where the viewer is, over the stage: each module on it is a button that goes there.

import { byId, el } from "../app/dom.ts";
import { entering, pathNow, sheetNow, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { keysOf, shortLabel } from "../drawing/sheet.ts";
import { say } from "../words/strings.ts";

/** The parts of the path: the whole, then the groups, outermost first. */
function partsOf(state: State): readonly (readonly [key: string | null, label: string])[] {
  const sheet = sheetNow(state);
  const path = pathNow(state);
  if (!sheet || path.length === 0) return [];
  const keys = keysOf(sheet.layout);
  return [[null, say(state.language, "wholeGraph")],
    ...path.map((group) => [keys[group]!, shortLabel(sheet.layout, group)] as const)];
}

export function showBreadcrumb(store: Store): void {
  const list = el("ol", {});
  const path = el("nav", { class: "breadcrumb", hidden: true }, list);
  byId("stage", HTMLElement).after(path);
  const go = (key: string | null): void => {
    const change = key === null ? { kind: "wholeRequested" } as const
      : entering(store.state, key);
    if (change) store.send(change);
  };
  store.watch((s) => [partsOf(s).join("\n"), s.language], (state) => {
    const parts = partsOf(state);
    path.hidden = parts.length === 0;
    path.setAttribute("aria-label", say(state.language, "path"));
    list.replaceChildren(...parts.map(([key, label], i) => el("li", {},
      el("button", { type: "button", class: key === null ? "plain" : "plain mono", text: label,
        "aria-current": i === parts.length - 1 ? "true" : null, click: () => go(key) }))));
  });
}

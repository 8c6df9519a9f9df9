// The call stack above the variables: a path from the module to the call that runs.

import { el } from "../app/dom.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import type { OnStack } from "../model/timeline.ts";
import type { Listing } from "../model/variables.ts";

/** Of a deeper stack the first call and the last ones are shown, until the middle is opened. */
const MOST = 4;
const LAST = 2;

export interface StackView {
  /** The middle of a deep stack is open. */
  readonly isOpen: boolean;
  open(): void;
}

function callItem(store: Store, { call, line }: OnStack, { stack, chosen }: Listing): HTMLElement {
  const { language } = store.state;
  const name = call.of === "module" ? say(language, "moduleFrame") : call.name;
  const words = [el("span", { class: "call-name", text: name }),
    ...(line === null ? [] : [" ", el("span", { class: "call-line", text: String(line) })])];
  if (call.of === "library") {
    return el("li", { class: "call quiet" }, ...words);
  }
  const label = line === null ? name : say(language, "calledFromHere", { name, n: line });
  const isLast = stack.at(-1)?.call === call;
  return el("li", { class: "call" }, el("button", {
    type: "button", class: "call-button", "aria-label": label, title: label,
    "data-frame": call.frame, "aria-pressed": String(call === chosen.call),
    click: () => store.send({ kind: "callChosen", frame: isLast ? null : call.frame }),
  }, ...words));
}

/** The stack as a list; nothing while only the module runs. */
export function stackElement(store: Store, listing: Listing, view: StackView): HTMLElement | null {
  const { stack, chosen } = listing;
  if (stack.length < 2) return null;
  const item = (each: OnStack): HTMLElement => callItem(store, each, listing);
  const isWhole = view.isOpen || stack.length <= MOST
    || stack.indexOf(chosen) > 0 && stack.indexOf(chosen) < stack.length - LAST;
  const between = stack.length - 1 - LAST;
  const { language } = store.state;
  const items = isWhole ? stack.map(item) : [
    item(stack[0]!),
    el("li", { class: "call" }, el("button", { type: "button", class: "call-button quiet",
      text: `… ${say(language, "callsBetween", { n: between })}`, click: () => view.open() })),
    ...stack.slice(-LAST).map(item),
  ];
  return el("ol", { class: "calls", "aria-label": say(language, "callStack") }, ...items);
}

// The keyboard: a key press becomes the change of the action that has it.

import { actionOf } from "./actions.ts";
import { isField } from "./dom.ts";
import type { Store } from "./store.ts";

/** A focused button or menu keeps the keys that work it. */
function belongsToFocus(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof Element)) return false;
  if (document.querySelector("dialog:modal")) return true;
  if (target.closest("[role=menu], [role=separator]")) return true;
  if (key === " " || key === "Enter") return target.closest("button, a, [role=tab]") !== null;
  return target.closest("[role=tablist]") !== null && key.startsWith("Arrow");
}

/** Esc in a field leaves it, so that the other keys work again. */
function leaveField(target: EventTarget | null): void {
  if (target instanceof HTMLElement) target.blur();
}

/** A letter or a sign, which who speaks to a machine may press without wanting to. */
function isSign({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
}

export function listenToKeys(store: Store): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const inField = isField(event.target);
    if (inField && event.key === "Escape") {
      leaveField(event.target);
      return;
    }
    if (belongsToFocus(event)) return;
    const action = actionOf(event, inField);
    if (!action || (isSign(event) && !store.state.letters)) return;
    event.preventDefault();
    const change = action.perform(store.state);
    if (change) store.send(change);
  });
}

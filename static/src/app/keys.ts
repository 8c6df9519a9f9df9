// The keyboard: a key press becomes the change of the action that has it.

import { actionOf } from "./actions.ts";
import { isField } from "./dom.ts";
import { followFocus, isPointed, keyWorked } from "./focus.ts";
import type { Store } from "./store.ts";

/**
 * Something that the keyboard has come to keeps the keys that work it. After a click they are the
 * page's again: whoever clicks a variable and presses Space wants to play.
 */
function belongsToFocus({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (document.querySelector("dialog:modal")) return true;
  if (target.closest("[role=menu]")) return true;
  if (key === "Escape" && document.querySelector(":popover-open")) return true;
  if (key === "Enter") return target.closest("button, a, summary") !== null;
  if (isPointed()) return false;
  if (key === " ") return target.closest("button, a, summary, [role=tab]") !== null;
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

/** A button presses itself when Space comes up, unless that is kept from it too. */
function keepFromButton(): void {
  document.addEventListener("keyup", (event) => event.preventDefault(), { once: true });
}

/** A menu that was opened with the pointer gives the focus back when something is chosen. */
function leaveMenus(): void {
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && isPointed()) target.blur();
  });
}

export function listenToKeys(store: Store): void {
  followFocus();
  leaveMenus();
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) keyWorked();
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
    if (event.key === " ") keepFromButton();
    const change = action.perform(store.state);
    if (change) store.send(change);
  });
}

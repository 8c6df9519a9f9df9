// Who put the focus where it is: a pointer, that leaves the keys to the page, or the keyboard.

let isPointer = false;

/** Listen from now on; call it before anything else listens to keys. */
export function followFocus(): void {
  document.addEventListener("pointerdown", () => { isPointer = true; }, { capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") isPointer = false;
  }, { capture: true });
}

/** A key has worked something by itself, as arrows walk a list: the keyboard has the focus now. */
export function keyWorked(): void {
  isPointer = false;
}

/** Whether a click or a drag put the focus where it is, so that no key is meant for that. */
export function isPointed(): boolean {
  return isPointer;
}

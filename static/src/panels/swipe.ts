// A finger that wipes over the sentence: to the left is a step forward, to the right a step back.

import { actionNamed } from "../app/actions.ts";
import { byId } from "../app/dom.ts";
import type { Store } from "../app/store.ts";

/** Shorter ways, and ways that go down more than aside, mean something else. */
const LEAST_WAY = 36;

export function listenToSwipes(store: Store): void {
  const caption = byId("caption", HTMLElement);
  let start: PointerEvent | null = null;
  caption.addEventListener("pointerdown", (event) => {
    start = event.pointerType === "mouse" ? null : event;
  });
  caption.addEventListener("pointercancel", () => void (start = null));
  caption.addEventListener("pointerup", (event) => {
    if (start?.pointerId !== event.pointerId) return;
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    start = null;
    if (Math.abs(dx) < LEAST_WAY || Math.abs(dy) > Math.abs(dx)) return;
    const change = actionNamed(dx < 0 ? "forward" : "back").perform(store.state);
    if (change) store.send(change);
  });
}

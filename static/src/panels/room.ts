// What a page in a room shows of it: the badge in the header, the question, and the room's boxes.

import { byId } from "../app/dom.ts";
import { openForClass, type RoomActs } from "../room/enter.ts";
import type { Store } from "../app/store.ts";
import { tokenAsker } from "./class-token.ts";
import { showBadge } from "./room/badge.ts";
import { showBoxes } from "./room/boxes.ts";
import { showQuestion } from "./room/question.ts";

export { askForCode } from "./room/boxes.ts";

/** The parts that only a page in a room has. */
export function showRoom(store: Store, acts: RoomActs): void {
  const { dataset } = document.documentElement;
  store.watch((s) => [s.room?.role], ({ room }) => {
    dataset["room"] = room?.role ?? "";
  });
  showBadge(store, byId("room", HTMLElement), acts);
  showBoxes(store, acts);
  showQuestion(store, acts);
}

/** The button that opens a room for what is on stage. */
export function showRoomButton(store: Store): void {
  const button = byId("open-room", HTMLButtonElement);
  button.addEventListener("click", () => {
    button.disabled = true;
    void openForClass(store, tokenAsker(store)).finally(() => { button.disabled = false; });
  });
  store.watch((s) => [s.place, s.run !== null], ({ place, run }) => {
    button.hidden = place !== "page" || run === null;
  });
}

// What a page shows of rooms: the way in, and in a room the badge in the header, the question,
// and the room's boxes.

import { byId } from "../app/dom.ts";
import type { RoomActs } from "../room/enter.ts";
import type { Store } from "../app/store.ts";
import { showBadge } from "./room/badge.ts";
import { showBoxes } from "./room/boxes.ts";
import { showEntrance } from "./room/entrance.ts";
import { showQuestion } from "./room/question.ts";

export { showEntrance } from "./room/entrance.ts";

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

/** The button that leads into a room, and its box. */
export function showRoomButton(store: Store): void {
  const button = byId("open-room", HTMLButtonElement);
  button.hidden = store.state.place !== "page";
  showEntrance(store, false);
  const dialog = byId("room-box", HTMLDialogElement);
  dialog.addEventListener("close", () => {
    // A press of the pointer leaves no focus for the dialog to give back.
    const { activeElement } = document;
    if (activeElement === document.body || dialog.contains(activeElement)) button.focus();
  });
}

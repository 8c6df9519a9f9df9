// Following the view: the page shows the part of the picture that the class is shown.

import { isSameView } from "../model/class-view.ts";
import type { Store } from "../app/store.ts";
import type { RoomState } from "./model.ts";

/** See what the class is shown, unless the viewer looks elsewhere; as before once it ends. */
export function followView(store: Store, { view }: RoomState): void {
  const { led, room } = store.state;
  if (view === null && room?.strays) {
    store.send({ kind: "roomChanged", room: { strays: false } });
  }
  if (view?.part && room?.strays === false) {
    if (!isSameView(led?.view ?? null, view)) store.send({ kind: "viewLed", view });
  } else if (led !== null) {
    store.send({ kind: "viewFreed", to: "back" });
  }
}

/** Who steps by themselves sees what they step to. */
export function freeView(store: Store): void {
  if (store.state.led !== null) store.send({ kind: "viewFreed", to: "action" });
}

// The results of a room, for its teacher: two tables, kept until the room's time is up.

import { el } from "../../app/dom.ts";
import type { RoomActs } from "../../room/enter.ts";
import type { Room, RowKind } from "../../room/model.ts";
import type { Language } from "../../words/narration.ts";
import { say, type StringKey } from "../../words/strings.ts";
import { save } from "../share/export.ts";

const TABLES: readonly (readonly [RowKind, StringKey])[] = [
  ["answer", "rowAnAnswer"], ["student", "rowAStudent"],
];

/** When the room's time is up, by the viewer's clock; null when that is not known. */
export function endOf({ state }: Room, language: Language): string | null {
  if (!state) return null;
  const ends = new Date(Date.now() + (state.expires - state.now) * 1000);
  return ends.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
}

/** The buttons that save the tables, under a heading. */
export function resultsPart(room: Room, language: Language, acts: RoomActs): HTMLElement[] {
  const time = endOf(room, language);
  const get = async (by: RowKind): Promise<void> => {
    const blob = await acts.answers(by);
    if (blob) save(blob, `answers-${room.code}${by === "student" ? "-students" : ""}.csv`);
  };
  const note = time === null ? say(language, "answersOver")
    : say(language, "answersKept", { time });
  return [
    el("h3", { class: "room-heading", id: "room-answers", text: say(language, "answersFile") }),
    el("div", { class: "room-picks", role: "group", "aria-labelledby": "room-answers" },
      ...TABLES.map(([by, words]) => el("button", {
        type: "button", class: "room-do", "data-key": `answers ${by}`, text: say(language, words),
        click: () => void get(by),
      }))),
    el("p", { class: "share-note", text: note }),
  ];
}

/** The button that ends a room: `panel` then says what goes, and offers the results before. */
export function endButton(
  room: Room, language: Language, acts: RoomActs, panel: HTMLElement,
): HTMLElement {
  const sure = el("button", {
    type: "button", class: "share-do", text: say(language, "endRoomSure"), click: () => acts.end(),
  });
  return el("button", {
    type: "button", class: "share-plain", text: say(language, "endRoom"),
    click: () => {
      panel.className = "share-panel";
      panel.replaceChildren(
        el("p", { role: "status", text: say(language, "endRoomNote") }),
        ...resultsPart(room, language, acts), sure);
      sure.focus();
    },
  });
}

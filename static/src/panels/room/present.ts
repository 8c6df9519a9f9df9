// The presenter's link, for the teacher: copied, and on the screen only when asked for.

import { el } from "../../app/dom.ts";
import type { Notice, State } from "../../app/state.ts";
import { wordFor } from "../../room/credentials.ts";
import type { Room } from "../../room/model.ts";
import { presenterLink } from "../../room/present.ts";
import type { Language } from "../../words/narration.ts";
import { say } from "../../words/strings.ts";
import { copyField, copyUnseen } from "../share/copy.ts";

/** A part that is closed at first; nothing for whoever is not the teacher. */
export function presentPart(room: Room, url: string, language: Language): HTMLElement[] {
  const word = wordFor(room.code);
  if (word?.kind !== "teacher" || room.ended !== null) return [];
  const link = presenterLink(url, word.secret);
  const said = el("span", { class: "share-said", role: "status" });
  const copy = async (): Promise<void> => {
    said.textContent = say(language, await copyUnseen(link) ? "presentCopied" : "presentNotCopied");
  };
  const show = (): void => {
    const field = copyField(language, say(language, "presentLink"), link);
    buttons.replaceWith(...field);
    field[0]?.querySelector("input")?.focus();
  };
  const doing = (words: string, click: () => void): HTMLElement =>
    el("button", { type: "button", class: "room-do", text: words, click });
  const buttons = el("div", { class: "room-picks" },
    doing(say(language, "presentCopy"), () => void copy()),
    doing(say(language, "presentShow"), show), said);
  const part = el("details", {
    // What was opened at the end of a long box is to be seen.
    toggle: () => part.scrollIntoView({ block: "nearest" }),
  }, el("summary", { text: say(language, "presentElsewhere") }),
    el("div", {}, el("p", { class: "share-note", text: say(language, "presentNote") }), buttons));
  return [part];
}

/** Why a link makes nobody a teacher: the box that asks to join tells it while that is open. */
export function refusalInBox({ notice, room }: State): Notice | null {
  return notice?.key === "presentWrong" && room?.box === "join" ? notice : null;
}

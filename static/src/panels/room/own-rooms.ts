// The list of this browser's rooms: who one is there, when they end, the way in, and out.

import { el } from "../../app/dom.ts";
import { forgetWord } from "../../room/credentials.ts";
import { spaced } from "../../room/model.ts";
import { roomPath } from "../../room/opening.ts";
import type { OwnRoom } from "../../room/own-rooms.ts";
import { listRooms } from "../../room/stay.ts";
import type { Language } from "../../words/narration.ts";
import { say } from "../../words/strings.ts";

const MINUTE_MS = 60_000;
/** So long it is told in minutes, and then in hours. */
const MOST_MINUTES = 99;
/** What is said of time is right to the minute. */
const TELL_EVERY_MS = 20_000;

function endWords(ends: number, language: Language): string {
  const minutes = Math.floor((ends - Date.now()) / MINUTE_MS);
  if (minutes < 2) return say(language, "endsSoon");
  return minutes <= MOST_MINUTES ? say(language, "endsInMinutes", { n: minutes })
    : say(language, "endsInHours", { n: Math.round(minutes / 60) });
}

/** Who one is in a room, and when it ends; or that its answers can be fetched. */
function aboutRoom({ role, name, ends, isOver }: OwnRoom, language: Language): string {
  if (isOver && ends === null) return say(language, "overWithAnswers");
  if (isOver && ends !== null) {
    const time = new Date(ends).toLocaleTimeString(language, {
      hour: "2-digit", minute: "2-digit",
    });
    return say(language, "overWithAnswersUntil", { time });
  }
  const who = role === "teacher" ? say(language, "asTeacher")
    : name === null ? say(language, "asStudent") : say(language, "asStudentNamed", { name });
  return ends === null ? who : `${who} · ${endWords(ends, language)}`;
}

/** What a row has to know of the list: whose word is about to be forgotten. */
interface Listing {
  readonly language: Language;
  readonly sure: string | null;
  forget(room: OwnRoom): void;
}

function rowOf(room: OwnRoom, { language, sure, forget }: Listing): HTMLElement {
  const code = spaced(room.code);
  const isSure = sure === room.code;
  const words = isSure ? say(language, "forgetTeacher") : aboutRoom(room, language);
  const label = say(language, isSure ? "forgetSureNamed" : "forgetNamed", { code });
  return el("li", { class: "own-room" },
    el("div", { class: "own-room-about" },
      el("a", { class: "own-room-link", href: roomPath(room.code) },
        el("span", { class: "mono", text: code }),
        ...(room.title === null ? [] : [" ", el("span", { text: room.title })])),
      el("p", { class: "share-note", role: isSure ? "status" : null, text: words })),
    el("button", {
      type: "button", class: "room-do", "data-key": room.code, "aria-label": label,
      text: say(language, isSure ? "forgetSure" : "forget"), click: () => forget(room),
    }));
}

/**
 * The list, drawn anew when the server says how the rooms are, and as time goes by until `stop`;
 * hidden while there is nothing to list. `leave` takes the focus when its last room goes.
 */
export function ownRoomsPart(
  language: Language, leave: () => void,
): { readonly part: HTMLElement; stop(): void } {
  const list = el("ul", { class: "own-rooms-list" });
  const part = el("section", { class: "own-rooms", "aria-labelledby": "own-rooms" },
    el("h3", { class: "room-heading", id: "own-rooms", text: say(language, "yourRooms") }), list);
  let rooms: readonly OwnRoom[] = [];
  let sure: string | null = null;
  let isShown = true;
  const draw = (): void => {
    const key = list.querySelector<HTMLElement>("[data-key]:focus")?.dataset["key"];
    part.hidden = rooms.length === 0;
    list.replaceChildren(...rooms.map((room) => rowOf(room, { language, sure, forget })));
    if (key === undefined) return;
    const buttons = [...list.querySelectorAll<HTMLElement>("[data-key]")];
    const next = buttons.find((button) => button.dataset["key"] === key) ?? buttons[0];
    if (next) next.focus();
    else leave();
  };
  const forget = ({ code, role }: OwnRoom): void => {
    // A student joins again; a teacher does not get the secret again.
    const asks = role === "teacher" && sure !== code;
    sure = asks ? code : null;
    if (!asks) {
      forgetWord(code);
      rooms = rooms.filter((room) => room.code !== code);
    }
    draw();
  };
  const timer = window.setInterval(draw, TELL_EVERY_MS);
  void listRooms((found) => {
    if (!isShown) return;
    rooms = found;
    draw();
  });
  return {
    part,
    stop() {
      isShown = false;
      window.clearInterval(timer);
    },
  };
}

// The boxes that a room opens over the page: joining, the way in, people, a question, sent code.

import { byId, el } from "../../app/dom.ts";
import type { Why, RoomActs } from "../../room/enter.ts";
import { spaced, type Room } from "../../room/model.ts";
import { publicAt, wordsOf } from "../../server/http.ts";
import type { State } from "../../app/state.ts";
import type { Store } from "../../app/store.ts";
import { say, type StringKey } from "../../words/strings.ts";
import { qrOf } from "../share/link.ts";
import { askBox } from "./ask.ts";
import { field, form, headed, keepingPlace } from "./form.ts";
import { peopleBox, type Removing } from "./people.ts";
import { presentPart, refusalInBox } from "./present.ts";
import { readingBox } from "./reading.ts";
import { endButton, endOf, resultsPart } from "./results.ts";

const TITLES: Readonly<Record<NonNullable<Room["box"]>, StringKey>> = {
  join: "joinTitle", invite: "room", people: "people", ask: "ask", offer: "sendCode",
  read: "offers", results: "answersFile",
};

function joinBox(state: State, code: string, acts: RoomActs): HTMLElement {
  const { language } = state;
  const refusal = refusalInBox(state);
  const input = el("input", { class: "share-text", maxlength: 40, autocomplete: "nickname" });
  return form(say(language, "join"), () => acts.join(input.value.trim() || null),
    ...(refusal ? [el("p", {
      class: "share-note wrong", role: "alert", text: wordsOf(refusal, language),
    })] : []),
    el("p", { class: "room-large mono", text: spaced(code) }),
    field(say(language, "joinName"), input),
    el("p", { class: "share-note", text: say(language, "joinNote") }));
}

/** Names under which only this computer finds the server. */
const OWN: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

function inviteBox(store: Store, room: Room, acts: RoomActs): HTMLElement {
  const { language } = store.state;
  const { url } = room.state ?? { url: publicAt(`r/${room.code}`) };
  const time = endOf(room, language) ?? "";
  const qr = qrOf(url);
  const isOwn = OWN.has(new URL(url).hostname);
  const panel = el("div", { class: "share-panel room-invite" },
    el("p", { class: "room-large mono", text: spaced(room.code) }),
    ...(qr ? [qr] : []),
    el("p", { class: "room-url mono", text: url.replace(/^https?:\/\//, "") }),
    el("p", { class: isOwn ? "share-note wrong" : "share-note",
      text: say(language, isOwn ? "inviteOwn" : "inviteNote") }),
    el("p", { class: "share-note", text: say(language, "closes", { time }) }));
  if (room.role === "teacher") {
    panel.append(...presentPart(room, url, language), endButton(room, language, acts, panel));
  }
  return panel;
}

function offerBox(store: Store, acts: RoomActs): HTMLElement {
  const { language, code } = store.state;
  const said = el("p", { class: "share-said", role: "status" });
  const send = async (): Promise<Why> => {
    const why = await acts.offer();
    said.textContent = why === null ? say(language, "codeSent") : "";
    return why;
  };
  return form(say(language, "send"), send,
    el("pre", { class: "room-code-shown", tabindex: 0, text: code }), said);
}

function contentOf(
  store: Store, room: Room, removing: Removing, acts: RoomActs, close: () => void,
): HTMLElement {
  switch (room.box) {
    case "join": return joinBox(store.state, room.code, acts);
    case "invite": return inviteBox(store, room, acts);
    case "people": return peopleBox(store, room, removing, acts);
    case "offer": return offerBox(store, acts);
    case "read": return readingBox(room, store.state.language, acts, close);
    case "results":
      return el("div", { class: "share-panel" },
        ...resultsPart(room, store.state.language, acts).slice(1));
    default: return askBox(store, acts, close);
  }
}

/** What a box is about: it is drawn anew when one of these is another. */
function subjectOf(room: Room | null): readonly unknown[] {
  const box = room?.box ?? null;
  if (box === "people") {
    const { people, offers, door } = room?.desk ?? {};
    return [box, JSON.stringify([people, offers, door, room?.state?.wheel])];
  }
  if (box === "read") return [box, room?.reading];
  return box === "invite" ? [box, room?.state?.url] : [box];
}

export function showBoxes(store: Store, acts: RoomActs): void {
  const dialog = byId("room-box", HTMLDialogElement);
  let who: string | null = null;
  const removing: Removing = {
    get who() { return who; },
    ask(asked) {
      who = asked;
      draw(store.state.room);
    },
  };
  const close = (): void => store.send({ kind: "roomChanged", room: { box: null } });
  const draw = (room: Room | null): void => {
    if (!room?.box) {
      dialog.close();
      who = null;
      return;
    }
    const title = headed(store.state.language, "room-title", TITLES[room.box], close);
    const content = contentOf(store, room, removing, acts, close);
    keepingPlace(dialog, () => dialog.replaceChildren(title, content));
    if (!dialog.open) dialog.showModal();
  };
  store.watch((s) => [...subjectOf(s.room), s.language], ({ room }) => draw(room));
  dialog.addEventListener("close", () => {
    if (!dialog.open && store.state.room?.box) close();
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) close();
  });
}

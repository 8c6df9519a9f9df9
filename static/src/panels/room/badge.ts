// The room in the header: its code, how many are here, and whether this page follows or drives.

import { el, icon } from "../../app/dom.ts";
import { drives, spaced, type Room } from "../../room/model.ts";
import type { RoomActs } from "../../room/enter.ts";
import type { Language } from "../../words/narration.ts";
import type { State } from "../../app/state.ts";
import type { Store } from "../../app/store.ts";
import { say } from "../../words/strings.ts";
import { keepingPlace } from "./form.ts";

export function nameOf(person: { readonly name: string | null }, language: Language): string {
  return person.name ?? say(language, "aStudent");
}

/** Whether we follow, explore or drive, in words. */
function statusOf(room: Room, language: Language): string {
  if (room.ended !== null) return say(language, "roomOver");
  if (room.line === "lost") return say(language, "roomLost");
  if (room.line === "late") return say(language, "roomLate");
  if (drives(room)) {
    // A teacher has a button that tells so.
    return say(language, room.role === "student" && room.leads ? "youDriveView" : "youDrive");
  }
  if (!room.following) return say(language, "rejoin");
  if (room.strays) return say(language, "ownView");
  const wheel = room.state?.wheel;
  return wheel ? say(language, "otherDrives", { name: nameOf(wheel, language) })
    : say(language, room.state?.view ? "followsView" : "followsRoom");
}

function codeButton(store: Store, room: Room): HTMLElement {
  const { language } = store.state;
  const present = room.desk ? say(language, "present", { n: room.desk.present }) : null;
  return el("button", {
    type: "button", class: "room-code", "aria-haspopup": "dialog",
    title: say(language, "roomCode", { code: spaced(room.code) }),
    click: () => store.send({ kind: "roomChanged", room: { box: "invite" } }),
  }, el("span", { class: "mono", text: spaced(room.code) }),
    ...(present ? [el("span", { class: "room-present", text: present })] : []));
}

/** The address, for the back row, where the projector shows no other way in. */
function addressOf({ state }: Room, projector: boolean): HTMLElement[] {
  if (!projector || !state) return [];
  return [el("p", { class: "room-address mono", text: state.url.replace(/^https?:\/\//, "") })];
}

function statusPart(store: Store, room: Room): HTMLElement {
  const { language } = store.state;
  const words = statusOf(room, language);
  const isAway = !drives(room) && (!room.following || room.strays) && room.ended === null;
  const kind = `room-status ${isAway ? "away" : room.line === "up" ? "" : "lost"}`;
  if (!isAway) return el("p", { class: kind, text: words });
  return el("button", {
    type: "button", class: kind,
    click: () => store.send({ kind: "roomChanged", room: { following: true, strays: false } }),
  }, el("span", { class: "room-long", text: words }),
    el("span", { class: "room-short",
      text: say(language, room.following ? "ownViewShort" : "rejoinShort") }));
}

function button(words: string, name: string, click: () => void): HTMLElement {
  return el("button", { type: "button", class: "room-do", "aria-label": words, click },
    icon(name, "icon small"), el("span", { text: words }));
}

/** Has the class see what the teacher sees of the picture, or look for themselves. */
function viewButton(store: Store, { leads }: Room): HTMLElement {
  const { language } = store.state;
  const made = button(say(language, "leadView"), "eye",
    () => store.send({ kind: "roomChanged", room: { leads: !leads } }));
  made.title = say(language, "leadViewNote");
  made.setAttribute("aria-pressed", String(leads));
  made.dataset["key"] = "view";
  return made;
}

/** The teacher asks; a student sends code, or gives the wheel back. */
function doings(store: Store, room: Room, acts: RoomActs): HTMLElement[] {
  const { language } = store.state;
  const open = (box: Room["box"]) => (): void => store.send({ kind: "roomChanged", room: { box } });
  if (room.ended === "ended" && room.role === "teacher") {
    return [button(say(language, "answersFile"), "share", open("results"))];
  }
  if (room.ended !== null || !room.state) return [];
  const { wheel } = room.state;
  if (room.role === "teacher") {
    const waiting = room.desk?.offers.length ?? 0;
    return [
      wheel ? button(say(language, "takeWheel"), "wheel", () => acts.steer(null))
        : viewButton(store, room),
      button(say(language, "ask"), "ask", open("ask")),
      button(waiting > 0 ? `${say(language, "people")} · ${waiting}` : say(language, "people"),
        "people", open("people")),
    ];
  }
  if (room.me === null) return [button(say(language, "join"), "people", open("join"))];
  return drives(room)
    ? [button(say(language, "returnWheel"), "wheel", () => acts.steer(null))]
    : [button(say(language, "sendCode"), "share", open("offer"))];
}

/** What the badge tells: it is drawn anew when one of these is another, not at every move. */
function subjectOf({ room, language, projector }: State): readonly unknown[] {
  if (!room) return [language];
  const { desk, state, me, role, ended } = room;
  return [
    language, statusOf(room, language), desk?.present, desk?.offers.length, state?.url,
    state?.wheel?.participant, me, role, ended, projector, drives(room), room.following,
    room.strays, room.leads, state?.view === null,
  ];
}

export function showBadge(store: Store, host: HTMLElement, acts: RoomActs): void {
  host.hidden = false;
  const announced = el("p", { class: "unseen", role: "status" });
  const parts = el("div", { class: "room-parts" });
  host.append(parts, announced);
  store.watch(subjectOf, ({ room, language, projector }) => {
    if (!room) return;
    keepingPlace(parts, () => parts.replaceChildren(
      codeButton(store, room), ...addressOf(room, projector), statusPart(store, room),
      ...doings(store, room, acts)));
    const words = statusOf(room, language);
    if (announced.textContent !== words) announced.textContent = words;
  });
}

// The teacher's box of people: the door, who sits here, what students sent.

import { el } from "../../app/dom.ts";
import type { Language } from "../../words/narration.ts";
import type { RoomActs } from "../../room/enter.ts";
import type { Desk, Door, Offer, Room, Seated } from "../../room/model.ts";
import type { Store } from "../../app/store.ts";
import { say, type StringKey } from "../../words/strings.ts";
import { nameOf } from "./badge.ts";
import { resultsPart } from "./results.ts";

/** Whose removal was asked for and waits to be confirmed; the box is drawn anew meanwhile. */
export interface Removing {
  readonly who: string | null;
  ask(who: string | null): void;
}

const DOORS: readonly (readonly [Door, words: StringKey, note: StringKey])[] = [
  ["open", "doorOpen", "doorOpenNote"], ["wide", "doorWide", "doorWideNote"],
  ["closed", "doorClosed", "doorClosedNote"],
];

/** A button that is found again, with its focus, when the box is drawn anew. */
function doing(
  key: string, text: string, click: () => void, more: Readonly<Record<string, string>> = {},
): HTMLElement {
  return el("button", { type: "button", class: "room-do", "data-key": key, text, click, ...more });
}

/** Who may still join, as one of three buttons, and what that means. */
function doorPart({ door }: Desk, language: Language, acts: RoomActs): HTMLElement[] {
  const note = DOORS.find(([word]) => word === door)?.[2] ?? "doorOpenNote";
  return [
    el("h3", { class: "room-heading", id: "room-door", text: say(language, "door") }),
    el("div", { class: "room-picks", role: "group", "aria-labelledby": "room-door" },
      ...DOORS.map(([word, words]) => doing(`door ${word}`, say(language, words),
        () => acts.setDoor(word), { "aria-pressed": String(word === door) }))),
    el("p", { class: "share-note", role: "status", text: say(language, note) }),
  ];
}

/** Asks once more before it removes, and whether all of that network are to go. */
function removal(
  { participant, name, alike }: Seated, language: Language, removing: Removing, acts: RoomActs,
): HTMLElement[] {
  const isSure = removing.who === participant;
  const named = nameOf({ name }, language);
  const label = isSure ? `${say(language, "removeSure")}: ${named}`
    : say(language, "removeNamed", { name: named });
  const remove = (all: boolean): void => {
    removing.ask(isSure ? null : participant);
    if (isSure) acts.remove(participant, all);
  };
  return [
    doing(`remove ${participant}`, say(language, isSure ? "removeSure" : "remove"),
      () => remove(false), { "aria-label": label }),
    // In a line of its own: a second click at the same place is to remove one.
    ...(isSure && alike > 1 ? [el("div", { class: "room-alike" }, doing(`alike ${participant}`,
      say(language, "removeAlike", { n: alike }), () => remove(true)))] : []),
  ];
}

function personRow(
  person: Seated, room: Room, language: Language, removing: Removing,
  acts: RoomActs,
): HTMLElement {
  const hasWheel = room.state?.wheel?.participant === person.participant;
  const words = say(language, hasWheel ? "takeWheel" : "giveWheel");
  return el("li", { class: person.present ? "room-person" : "room-person absent" },
    el("span", { text: nameOf(person, language) }),
    doing(`wheel ${person.participant}`, words,
      () => acts.steer(hasWheel ? null : person.participant)),
    ...(person.name === null ? [] : [doing(`name ${person.participant}`,
      say(language, "hideName"), () => acts.hideName(person.participant),
      { "aria-label": say(language, "hideNameOf", { name: person.name }) })]),
    ...removal(person, language, removing, acts));
}

function offerRow(offer: Offer, language: Language, acts: RoomActs): HTMLElement {
  const about = say(language, "offerOf", { name: nameOf(offer, language), n: offer.lines });
  return el("li", { class: "room-person" },
    el("span", { text: offer.title ? `${about} · ${offer.title}` : about }),
    doing(`read ${offer.offer}`, say(language, "readCode"), () => acts.read(offer.offer),
      { class: "room-do strong" }),
    doing(`decline ${offer.offer}`, say(language, "decline"), () => acts.decline(offer.offer)));
}

/** Everybody with a seat, and how to free those that nobody uses. */
function seatsPart(
  { people }: Desk, room: Room, language: Language, removing: Removing, acts: RoomActs,
): HTMLElement[] {
  const heading = el("h3", { class: "room-heading", text: say(language, "people") });
  if (people.length === 0) {
    return [heading, el("p", { class: "share-note", text: say(language, "nobodyYet") })];
  }
  const absent = people.filter(({ present }) => !present).length;
  return [
    heading, el("p", { class: "share-note", text: say(language, "seats", { n: people.length }) }),
    el("ul", { class: "room-people" },
      ...people.map((one) => personRow(one, room, language, removing, acts))),
    el("p", { class: "share-note", text: say(language, "removeNote") }),
    ...(absent > 0 ? [el("button", {
      type: "button", class: "share-plain", "data-key": "absent",
      text: say(language, "removeAbsent", { n: absent }), click: () => acts.removeAbsent(),
    })] : []),
  ];
}

/** The box, as the desk is now. */
export function peopleBox(
  store: Store, room: Room, removing: Removing, acts: RoomActs,
): HTMLElement {
  const { language } = store.state;
  const desk = room.desk ?? { present: 0, door: "open", people: [], question: null, offers: [] };
  return el("div", { class: "share-panel" },
    ...(desk.offers.length > 0 ? [
      el("h3", { class: "room-heading", text: say(language, "offers") }),
      el("ul", { class: "room-people" },
        ...desk.offers.map((one) => offerRow(one, language, acts))),
    ] : []),
    ...seatsPart(desk, room, language, removing, acts),
    ...doorPart(desk, language, acts), ...resultsPart(room, language, acts));
}

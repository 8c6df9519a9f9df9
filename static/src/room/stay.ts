// Keeping up with the rooms of this browser: what they tell of themselves, and which are over.

import type { Store } from "../app/store.ts";
import { RoomClient } from "./client.ts";
import { forgetWord, keepStay, knownRooms, wordFor } from "./credentials.ts";
import type { RoomState } from "./model.ts";
import {
  endsAt, inOrder, isLikely, ownRoom, stayOf, type Known, type OwnRoom, type Stay,
} from "./own-rooms.ts";

/** Keep what a room tells of itself, as long as the page is in it. */
export function keepUp(store: Store, code: string): void {
  let heard: RoomState | null = null;
  let stay: Stay | null = null;
  let kept = "";
  store.watch((s) => [s.room?.state, s.room?.me, s.room?.ended], ({ room }) => {
    if (!room?.state) return;
    if (room.state !== heard || stay === null) stay = stayOf(room.state, Date.now());
    heard = room.state;
    stay = { ...stay, isOver: room.ended === "ended" };
    // Moves come ten times a second, and tell nothing new of this.
    const now = JSON.stringify([stay.title, stay.expires, stay.isOver, room.me]);
    if (now === kept) return;
    kept = now;
    keepStay(code, stay);
  });
}

/** Refusals after which there is nothing to fetch any more. */
const OVER: readonly string[] = ["expired", "ended", "gone", "unknown_room", "not_teacher"];

/** Whether the teacher of a room that was ended can fetch answers; null when nobody says. */
async function hasAnswers(client: RoomClient): Promise<boolean | null> {
  const reply = await client.answers("answer");
  if (reply.kind === "refused") return OVER.includes(reply.code) ? false : null;
  return (await reply.value.text()).trim().split("\n").length > 1;
}

/** How a room is by now, as the server says; null when it is not to be listed. */
async function lookUp(code: string, known: Known): Promise<OwnRoom | null> {
  const { word, stay } = known;
  const client = new RoomClient(code, word.kind === "teacher" ? word.secret : word.token);
  const reply = await client.look();
  if (reply.kind === "done") {
    const told = stayOf(reply.value, Date.now());
    keepStay(code, told);
    return ownRoom(code, { word, stay: told });
  }
  const before = ownRoom(code, known);
  if (reply.code === "ended") {
    const found = word.kind === "teacher" ? await hasAnswers(client) : false;
    if (found === false) forgetWord(code);
    return found === false ? null : { ...before, isOver: true };
  }
  const isLost = reply.code === "unknown_room" || reply.code === "gone";
  // A server that has lost its rooms may have them again, until their time is up.
  if (reply.code === "expired" || isLost && (!stay || endsAt(stay) <= Date.now())) {
    forgetWord(code);
  }
  return isLost || reply.code === "expired" || !isLikely(before, Date.now()) ? null : before;
}

/** Show the rooms of this browser: first those that are likely open, then as the server says. */
export async function listRooms(show: (rooms: readonly OwnRoom[]) => void): Promise<void> {
  const known = [...knownRooms()];
  const likely = known.map(([code, each]) => ownRoom(code, each))
    .filter((room) => isLikely(room, Date.now()));
  show(inOrder(likely));
  const found = await Promise.all(known.map(([code, each]) => lookUp(code, each)));
  // The viewer may have had one forgotten meanwhile.
  const listed = found.filter((room) => room !== null)
    .filter(({ code }) => wordFor(code) !== null);
  if (known.length > 0) show(inOrder(listed));
}

// What of a room is late or missing, in one sentence that goes when its cause does.

import type { Room, Unsent } from "../../room/model.ts";
import type { StringKey } from "../../words/strings.ts";

const UNSENT: Readonly<Record<Unsent, StringKey>> = {
  answer: "unsentAnswer", offer: "unsentOffer", move: "unsentMove",
};

/** What is late, the viewer's own things first; null when nothing is. */
export function lateKey(room: Room | null): StringKey | null {
  if (room === null || room.ended !== null) return null;
  for (const what of ["answer", "offer", "move"] as const) {
    if (room.unsent.includes(what)) return UNSENT[what];
  }
  if (room.line === "lost") return "roomLostNote";
  if (room.line === "late") return "roomLateNote";
  return room.isAway && room.role === "student" ? "teacherAway" : null;
}

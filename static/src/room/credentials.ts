// The words that open a room's doors, kept in this browser until the room is over.

import type { Person } from "./model.ts";

/** The teacher's secret, or a participant's token and who that is. */
type Word =
  | { readonly kind: "teacher"; readonly secret: string }
  | { readonly kind: "student"; readonly token: string; readonly me: Person };

function keyOf(code: string): string {
  return `tapescope-room-${code}`;
}

/** What this browser knows of a room; null when it has not been there. */
export function wordFor(code: string): Word | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(code)) ?? "null") as Word | null;
  } catch {
    return null;
  }
}

/** Whether it is kept: a private window may refuse. */
export function keepWord(code: string, word: Word): boolean {
  try {
    localStorage.setItem(keyOf(code), JSON.stringify(word));
    return true;
  } catch {
    return false;
  }
}

export function forgetWord(code: string): void {
  try {
    localStorage.removeItem(keyOf(code));
  } catch {
    // It was not kept either.
  }
}

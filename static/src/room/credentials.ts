// The words that open a room's doors, kept in this browser until the room is over.

import { codeIn } from "./model.ts";
import { knownIn, type Known, type Stay, type Word } from "./own-rooms.ts";

const PREFIX = "tapescope-room-";

/** Where the browser keeps nothing, the page remembers until it is left. */
const remembered = new Map<string, string>();

function keyOf(code: string): string {
  return `${PREFIX}${code}`;
}

function read(code: string): string | null {
  const key = keyOf(code);
  try {
    return remembered.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether the browser keeps it: a private window may refuse. */
function write(code: string, known: Known): boolean {
  const [key, text] = [keyOf(code), JSON.stringify(known)];
  try {
    localStorage.setItem(key, text);
    remembered.delete(key);
    return true;
  } catch {
    remembered.set(key, text);
    return false;
  }
}

function knownOf(code: string): Known | null {
  return knownIn(read(code));
}

/** The word of this browser for a room; null when it has not been there. */
export function wordFor(code: string): Word | null {
  return knownOf(code)?.word ?? null;
}

/** Whether it is kept: a private window may refuse. */
export function keepWord(code: string, word: Word): boolean {
  return write(code, { word, stay: knownOf(code)?.stay ?? null });
}

/** Keep what is known of a room beside its word; of a room without a word nothing is kept. */
export function keepStay(code: string, stay: Stay): void {
  const known = knownOf(code);
  if (known) write(code, { ...known, stay });
}

/** Whether the browser keeps anything at all. */
export function keepsWords(): boolean {
  const probe = `${PREFIX}probe`;
  try {
    localStorage.setItem(probe, probe);
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

export function forgetWord(code: string): void {
  remembered.delete(keyOf(code));
  try {
    localStorage.removeItem(keyOf(code));
  } catch {
    // It was not kept either.
  }
}

/** Every room that this browser has a word for, by its code. */
export function knownRooms(): ReadonlyMap<string, Known> {
  let keys: readonly string[] = [];
  try {
    keys = Object.keys(localStorage);
  } catch {
    // What the page remembers is all there is.
  }
  const codes = [...keys, ...remembered.keys()]
    .filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  return new Map(codes.flatMap((code) => {
    const known = codeIn(code) === code ? knownOf(code) : null;
    return known ? [[code, known] as const] : [];
  }));
}

// The word by which the stream of news knows the teacher, whose secret stands in no address.

import type { Store } from "../app/store.ts";
import { keepWord, wordFor } from "./credentials.ts";
import type { Listener } from "./stream.ts";

export const TEACHER = "teacher";

/**
 * Listen anew when the desk gives another word than the one that is kept: the room was opened
 * elsewhere, or by an earlier version, or the server has another secret than before.
 */
export function proveTeacher(
  store: Store, code: string, hear: (who: Listener) => void,
): void {
  store.watch((s) => [s.room?.desk?.listen], ({ room }) => {
    const given = room?.desk?.listen;
    const word = wordFor(code);
    if (!given || room.ended !== null || word?.kind !== "teacher" || word.listen === given) return;
    keepWord(code, { ...word, listen: given });
    hear({ participant: TEACHER, listen: given });
  });
}

// Opening a room for a class, and the way to a room.

import { titleNow } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { sendWithToken, type TokenAsker } from "../server/class-token.ts";
import { at, type Refused } from "../server/http.ts";
import { openRoom } from "./client.ts";
import { keepsWords, keepWord } from "./credentials.ts";

/** The browser would not keep the secret of the room, which nobody else has. */
export const NO_MEMORY = "roomNeedsMemory";

export function roomPath(code: string): string {
  return at(`r/${code}`);
}

/**
 * Open a room for what is on stage, and go there unless the viewer has left meanwhile, as
 * `stays` says; why not, if it was refused.
 */
export async function openForClass(
  store: Store, askToken: TokenAsker, stays: () => boolean,
): Promise<Refused | null> {
  const unkept: Refused = { kind: "refused", code: NO_MEMORY, sentence: null };
  if (!keepsWords()) return unkept;
  const { code, seed, cursor, selection, stride } = store.state;
  const title = titleNow(store.state);
  const spot = { cursor: Math.floor(cursor), selection, stride };
  const open = (): ReturnType<typeof openRoom> => openRoom({ code, title, seed }, spot);
  const opened = await sendWithToken(open, askToken);
  if (opened.kind === "refused") return opened;
  const { room, secret, listen } = opened.value;
  if (!keepWord(room, { kind: "teacher", secret, listen })) return unkept;
  if (stays()) window.location.assign(roomPath(room));
  return null;
}

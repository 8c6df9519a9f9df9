// A presenter's link: whoever opens it has the teacher's secret, which stands in its fragment only.

import type { Notice } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { noticeOf, type Reply } from "../server/http.ts";
import { patiently, pause } from "../server/patience.ts";
import { RoomClient } from "./client.ts";
import { keepWord, wordFor } from "./credentials.ts";
import type { Desk } from "./model.ts";
import { throughOutages } from "./outage.ts";

/** Chats put full stops and brackets behind a link, which no secret has. */
const FRAGMENT = /^#present=([\w-]*)/;
/** Of a room that is over the page itself tells that, once it is there. */
const OVER: readonly string[] = ["ended", "expired", "gone", "unknown_room"];
const WRONG: Notice = { tone: "error", key: "presentWrong", text: null };
const LATE: Notice = { tone: "error", key: "roomLateNote", text: null };
const UNKEPT: Notice = { tone: "note", key: "roomNeedsMemory", text: null };

/** The link, for a room at that address. */
export function presenterLink(url: string, secret: string): string {
  return `${url}#present=${secret}`;
}

/** Take a secret out of the address and out of the history of the tab; null if there is none. */
export function takeSecret(): string | null {
  const [, secret = null] = FRAGMENT.exec(window.location.hash) ?? [];
  if (secret === null) return null;
  const { pathname, search } = window.location;
  history.replaceState(null, "", `${pathname}${search}`);
  return secret;
}

/** Show the desk to a secret; while the server is away, that is told. */
function tried(store: Store, code: string, secret: string): Promise<Reply<Desk>> {
  const client = new RoomClient(code, secret);
  const late = (isLate: boolean): void => {
    if (isLate) store.send({ kind: "noticeShown", notice: LATE });
    else if (store.state.notice === LATE) store.send({ kind: "noticeOver" });
  };
  const signal = new AbortController().signal;
  return throughOutages(() => patiently(() => client.desk(), (s) => pause(s)), { signal, late });
}

/** Become the teacher of a room by a link's secret; what is to be told of it, else null. */
export async function present(store: Store, code: string, secret: string): Promise<Notice | null> {
  if (secret === "") return WRONG;
  const reply = await tried(store, code, secret);
  if (reply.kind === "done") {
    const { listen } = reply.value;
    return keepWord(code, { kind: "teacher", secret, listen }) ? null : UNKEPT;
  }
  if (OVER.includes(reply.code)) return null;
  return reply.code === "not_teacher" ? WRONG : noticeOf(reply);
}

/** Heed presenter's links that are opened in the tab of the room itself. */
export function heedLinks(store: Store, code: string): void {
  window.addEventListener("hashchange", () => {
    const secret = takeSecret();
    if (secret === null) return;
    void present(store, code, secret).then((notice) => {
      if (notice) store.send({ kind: "noticeShown", notice });
      // Where nothing is kept, the page that comes would know of nothing.
      const isNew = store.state.room?.role === "student" && wordFor(code)?.kind === "teacher";
      if (isNew && notice === null) window.location.reload();
    });
  });
}

// The server's routes for sharing: short links, and files of a moment.

import type { LinkMoment } from "../model/link.ts";
import { withToken } from "./class-token.ts";
import { ask, askPatiently, bodyOf, isRecord, LOST, sent, type Reply } from "./http.ts";
import type { Short } from "../app/state.ts";

/** The forms that only the server makes. */
export type ServerForm = "html" | "pyvis" | "dot" | "graphml" | "py";

const KEY = "tapescope-shared";

/** The word by which this browser may delete what it shared; one for all. */
function ownToken(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keepToken(token: string): void {
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // A private window forgets it: the snippet stays until somebody else may delete it.
  }
}

/** Keep a moment on the server under a short link. */
export async function makeShort(
  moment: LinkMoment, story: string, link: string,
): Promise<Reply<Short>> {
  const token = ownToken();
  const told = { ...moment, story: story || null, token };
  const reply = await ask("api/v1/share", withToken(sent("POST", told)));
  if (reply.kind === "refused") return reply;
  const body = await bodyOf(reply.value);
  const [id, url, embed, given] = ["id", "url", "embed", "token"].map((name) =>
    (isRecord(body) ? String(body[name]) : ""));
  if (!id || !url || !embed || !given) return LOST;
  keepToken(given);
  return { kind: "done", value: { id, url, embed, link } };
}

/** Take a short link back; false when others have shared the same, so that it still opens. */
export async function deleteShort(id: string): Promise<Reply<boolean>> {
  const reply = await ask(`api/v1/share/${id}`, sent("DELETE", undefined, ownToken() ?? ""));
  if (reply.kind === "refused") return reply;
  const body = await bodyOf(reply.value);
  return { kind: "done", value: isRecord(body) && body["deleted"] === true };
}

/** The moment as a file that the server makes. */
export async function fetchFile(
  form: ServerForm, moment: LinkMoment, story: string | null,
): Promise<Reply<Blob>> {
  const reply = await askPatiently(`api/v1/export/${form}`, sent("POST", { ...moment, story }));
  if (reply.kind === "refused") return reply;
  return { kind: "done", value: await reply.value.blob() };
}

// The server's routes for sharing: short links, and files of a moment.

import { at, bodyOf, isRecord } from "./api.ts";
import type { LinkMoment } from "./link.ts";
import type { Short } from "./state.ts";
import type { StringKey } from "./strings.ts";

/** The refusals that we have words for, in both languages. */
const REFUSALS: readonly StringKey[] = ["store_down", "not_yours", "deleted", "too_long", "busy"];

/**
 * What was asked for, or why it is not to be had: words of ours by key, else the server's
 * sentence, null when it is lost.
 */
export type Reply<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "refused"; readonly key: StringKey | null; readonly why: string | null };

const LOST = { kind: "refused", key: null, why: null } as const;

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

function json(method: string, body: unknown): RequestInit {
  return { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/** Ask; a refusal is the server's own sentence. */
async function ask(path: string, init: RequestInit): Promise<Reply<Response>> {
  let response: Response;
  try {
    response = await fetch(at(path), init);
  } catch {
    return LOST;
  }
  if (response.ok) return { kind: "done", value: response };
  const body = await bodyOf(response);
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const key = REFUSALS.find((known) => known === error["code"]) ?? null;
  const { sentence } = error;
  return { kind: "refused", key, why: typeof sentence === "string" ? sentence
    : String(response.status) };
}

/** Keep a moment on the server under a short link. */
export async function makeShort(
  moment: LinkMoment, story: string, link: string,
): Promise<Reply<Short>> {
  const token = ownToken();
  const told = { ...moment, story: story || null, token };
  const reply = await ask("api/v1/share", json("POST", told));
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
  const headers = { Authorization: `Bearer ${ownToken() ?? ""}` };
  const reply = await ask(`api/v1/share/${id}`, { method: "DELETE", headers });
  if (reply.kind === "refused") return reply;
  const body = await bodyOf(reply.value);
  return { kind: "done", value: isRecord(body) && body["deleted"] === true };
}

/** The moment as a file that the server makes. */
export async function fetchFile(
  form: ServerForm, moment: LinkMoment, story: string | null,
): Promise<Reply<Blob>> {
  const reply = await ask(`api/v1/export/${form}`, json("POST", { ...moment, story }));
  if (reply.kind === "refused") return reply;
  return { kind: "done", value: await reply.value.blob() };
}

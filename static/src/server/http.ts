// HTTP: every request to the server goes through here, and why an answer may be no.

import { say, type StringKey } from "../words/strings.ts";
import { REFUSAL_STRINGS } from "../words/strings/refusals.ts";
import type { Language } from "../words/narration.ts";
import { patiently, pause } from "./patience.ts";
import type { Refused, Reply } from "./reply.ts";
import type { Notice } from "../app/state.ts";

export type { Refused, Reply };

export const LOST: Refused = { kind: "refused", code: "lost", sentence: null };

/** Where the server is; the page is shown at several addresses of it. */
const HOME = document.documentElement.dataset["home"] ?? "/";

/** The room whose member asks, and the word that proves it; null for a viewer alone. */
let member: { readonly room: string; readonly word: string } | null = null;

/** Ask as a member of a room from now on, who counts as one client; null to be nobody again. */
export function askAs(asker: typeof member): void {
  member = asker;
}

/** A request with the word of the member, unless it has one of its own. */
function signed(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  if (member === null || headers.has("Authorization")) return init;
  headers.set("Authorization", `Bearer ${member.word}`);
  headers.set("Tapescope-Room", member.room);
  return { ...init, headers };
}

/** The address of a route. */
export function at(path: string): string {
  return `${HOME}${path}`;
}

/** The address of a route for others, as the server's settings name it, else as we see it. */
export function publicAt(path: string): string {
  const { public: home = `${window.location.origin}${HOME}` } = document.documentElement.dataset;
  return `${home}${path}`;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** What a response says in JSON; null when it is something else. */
export async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** The server is there but a gateway before it says that it is not. */
function isGone(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

async function refusalIn(response: Response): Promise<Refused> {
  const body = await bodyOf(response);
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const { code, sentence, request } = error;
  // Whoever operates the server finds an error in its log by the id of the request.
  if (code === "internal" && typeof request === "string") {
    return { kind: "refused", code, sentence: request };
  }
  if (typeof code === "string" && typeof sentence === "string") {
    const seconds = Number(response.headers.get("Retry-After") ?? NaN);
    return { kind: "refused", code, sentence, ...(seconds > 0 ? { retryAfter: seconds } : {}) };
  }
  if (isGone(response.status)) return LOST;
  return { kind: "refused", code: "serverFault", sentence: String(response.status) };
}

/** Ask a route. Never throws, except AbortError when the signal of `init` says so. */
export async function ask(path: string, init: RequestInit = {}): Promise<Reply<Response>> {
  let response: Response;
  try {
    response = await fetch(at(path), signed(init));
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return LOST;
  }
  return response.ok ? { kind: "done", value: response } : refusalIn(response);
}

/** Ask a route as `ask` does, and again while the server is only busy. */
export function askPatiently(path: string, init: RequestInit): Promise<Reply<Response>> {
  return patiently(() => ask(path, init), (seconds) => pause(seconds, init.signal ?? null));
}

/** A request with a JSON body; `word` is what opens the door, where there is one. */
export function sent(method: string, body?: unknown, word: string | null = null): RequestInit {
  return {
    method,
    headers: {
      ...(word === null ? {} : { Authorization: `Bearer ${word}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function keyOf(code: string): StringKey | null {
  return Object.hasOwn(REFUSAL_STRINGS, code) ? code as keyof typeof REFUSAL_STRINGS : null;
}

/** A refusal in our words where we have some for its code, else in the server's. */
export function noticeOf({ code, sentence }: Refused): Notice {
  return { tone: "error", key: keyOf(code), text: sentence };
}

/** The words of a notice. */
export function wordsOf({ key, text }: Pick<Notice, "key" | "text">, language: Language): string {
  const why = text ?? "";
  return key === null ? why : say(language, key, { why, status: why, line: why });
}

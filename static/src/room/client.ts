// What the page asks of a room's server, each with the word that opens the door.

import { at, bodyOf, isRecord } from "../api.ts";
import type { Run } from "../run.ts";
import { parseRun } from "../run.ts";
import type { Answer, Desk, Question, RoomState } from "./model.ts";

/** What was asked for, or why it is not to be had; `sentence` is null when nobody answers. */
export type Reply<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "refused"; readonly code: string; readonly sentence: string | null };

type Method = "GET" | "POST" | "PUT" | "DELETE";

const LOST = { kind: "refused", code: "lost", sentence: null } as const;

/** Ask; `word` is the teacher's secret or a participant's token. */
async function ask(
  method: Method, path: string, word: string | null, body?: unknown, signal?: AbortSignal,
): Promise<Reply<unknown>> {
  const headers = {
    ...(word === null ? {} : { Authorization: `Bearer ${word}` }),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  };
  const init = {
    method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  };
  try {
    const response = await fetch(at(`api/v1/rooms${path}`), init);
    const told = await bodyOf(response);
    if (response.ok) return { kind: "done", value: told };
    const error = isRecord(told) && isRecord(told["error"]) ? told["error"] : {};
    if (typeof error["code"] !== "string") return LOST;
    return { kind: "refused", code: error["code"], sentence: String(error["sentence"] ?? "") };
  } catch {
    return LOST;
  }
}

/** What a reply has under one name. */
async function part<T>(asked: Promise<Reply<unknown>>, name: string | null): Promise<Reply<T>> {
  const reply = await asked;
  if (reply.kind === "refused") return reply;
  const { value } = reply;
  if (name === null) return { kind: "done", value: value as T };
  return isRecord(value) && name in value ? { kind: "done", value: value[name] as T } : LOST;
}

/** A moment as the server has it. */
export interface Spot {
  readonly cursor: number;
  readonly selection: string | null;
  readonly stride: string;
}

export interface Snippet {
  readonly code: string;
  readonly seed: number | null;
  readonly title: string | null;
}

export interface Opened {
  readonly room: string;
  readonly secret: string;
}

export interface Joined {
  readonly participant: string;
  readonly token: string;
  readonly name: string | null;
}

export type Asked = Pick<Question, "kind" | "subject" | "at" | "text">
  & { readonly truth?: boolean };

/** Open a room for a snippet. */
export function openRoom(snippet: Snippet, spot: Spot): Promise<Reply<Opened>> {
  return part(ask("POST", "", null, { ...snippet, ...spot }), null);
}

/** One room, and the word that this viewer has for it. */
export class RoomClient {
  readonly code: string;
  readonly word: string | null;

  constructor(code: string, word: string | null) {
    this.code = code;
    this.word = word;
  }

  look(): Promise<Reply<RoomState>> {
    return part(ask("GET", `/${this.code}`, null), "state");
  }

  async run(digest: string): Promise<Reply<Run>> {
    const reply = await ask("GET", `/${this.code}/runs/${digest}`, null);
    return reply.kind === "refused" ? reply : { kind: "done", value: parseRun(reply.value) };
  }

  join(name: string | null): Promise<Reply<Joined>> {
    return part(this.#ask("POST", "/join", { name }), null);
  }

  move(digest: string, spot: Spot, tab: string): Promise<Reply<number>> {
    return part(this.#ask("POST", "/moves", { digest, ...spot, tab }), "seq");
  }

  show(snippet: Snippet, spot: Spot, signal: AbortSignal): Promise<Reply<RoomState>> {
    return part(this.#ask("PUT", "/run", { ...snippet, ...spot }, signal), "state");
  }

  steer(to: string | null): Promise<Reply<RoomState>> {
    return part(this.#ask("POST", "/wheel", { to }), "state");
  }

  put(question: Asked): Promise<Reply<RoomState>> {
    return part(this.#ask("POST", "/questions", question), "state");
  }

  reveal(number: number): Promise<Reply<RoomState>> {
    return part(this.#ask("POST", `/questions/${number}/reveal`, {}), "state");
  }

  clear(number: number): Promise<Reply<RoomState>> {
    return part(this.#ask("DELETE", `/questions/${number}`), "state");
  }

  answer(number: number, value: Answer): Promise<Reply<Answer>> {
    return part(this.#ask("PUT", `/questions/${number}/answer`, { value }), "value");
  }

  graded(number: number): Promise<Reply<{ value: Answer | null; right: boolean | null }>> {
    return part(this.#ask("GET", `/questions/${number}/answer`), null);
  }

  offer(snippet: Snippet): Promise<Reply<string>> {
    return part(this.#ask("POST", "/offers", snippet), "offer");
  }

  accept(offer: string): Promise<Reply<RoomState>> {
    return part(this.#ask("POST", `/offers/${offer}/accept`, {}), "state");
  }

  decline(offer: string): Promise<Reply<string>> {
    return part(this.#ask("DELETE", `/offers/${offer}`), "offer");
  }

  desk(): Promise<Reply<Desk>> {
    return part(this.#ask("GET", "/desk"), null);
  }

  end(): Promise<Reply<string>> {
    return part(this.#ask("DELETE", ""), "room");
  }

  /** The answers of the whole lesson as a table; null when they are not to be had. */
  async answers(): Promise<Blob | null> {
    const headers = { Authorization: `Bearer ${this.word ?? ""}` };
    try {
      const reply = await fetch(at(`api/v1/rooms/${this.code}/answers.csv`), { headers });
      return reply.ok ? await reply.blob() : null;
    } catch {
      return null;
    }
  }

  #ask(method: Method, path: string, body?: unknown, signal?: AbortSignal) {
    return ask(method, `/${this.code}${path}`, this.word, body, signal);
  }
}

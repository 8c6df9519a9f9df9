// What the page asks of a room's server, each with the word that opens the door.

import { runIn } from "../server/api.ts";
import { withToken } from "../server/class-token.ts";
import { ask, bodyOf, isRecord, LOST, sent, type Reply } from "../server/http.ts";
import { patiently, pause } from "../server/patience.ts";
import { throughOutages, type Watch } from "./outage.ts";
import type { ClassView } from "../model/class-view.ts";
import type { Run } from "../model/run.ts";
import type { Answer, Desk, Door, Question, RoomState, RowKind, Sent } from "./model.ts";

/** Ask; `word` is the teacher's secret or a participant's token. */
async function told(
  method: string, path: string, word: string | null, body?: unknown, signal?: AbortSignal,
): Promise<Reply<unknown>> {
  const init = sent(method, body, word);
  return answerOf(ask(`api/v1/rooms${path}`, signal ? { ...init, signal } : init));
}

/** What a response says in JSON, or the refusal. */
async function answerOf(asked: Promise<Reply<Response>>): Promise<Reply<unknown>> {
  const reply = await asked;
  return reply.kind === "refused" ? reply : { kind: "done", value: await bodyOf(reply.value) };
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
  readonly ticket?: string;
}

interface Opened {
  readonly room: string;
  readonly secret: string;
  readonly listen?: string;
}

interface Joined {
  readonly participant: string;
  readonly token: string;
  readonly name: string | null;
  readonly listen?: string;
}

export type Asked = Pick<Question, "kind" | "subject" | "at" | "text">
  & {
    readonly truth?: boolean;
    /** For the results: the sentence that is asked, the name of the tensor, the step. */
    readonly words: string;
    readonly name: string | null;
    readonly step: number;
  };

/** Open a room for a snippet. */
export function openRoom(snippet: Snippet, spot: Spot): Promise<Reply<Opened>> {
  const init = withToken(sent("POST", { ...snippet, ...spot }));
  return part(answerOf(ask("api/v1/rooms", init)), null);
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
    return part(this.#ask("GET", ""), "state");
  }

  async run(digest: string): Promise<Reply<Run>> {
    const reply = await told("GET", `/${this.code}/runs/${digest}`, null);
    return reply.kind === "refused" ? reply : runIn(reply.value);
  }

  join(name: string | null): Promise<Reply<Joined>> {
    return part(this.#ask("POST", "/join", { name, listens: true }), null);
  }

  move(
    digest: string, spot: Spot, view: ClassView | null, tab: string,
  ): Promise<Reply<number>> {
    return part(this.#ask("POST", "/moves", { digest, ...spot, view, tab }), "seq");
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

  answer(number: number, value: Answer, watch: Watch): Promise<Reply<Answer>> {
    const path = `/questions/${number}/answer`;
    const put = () => this.#ask("PUT", path, { value }, watch.signal);
    const patient = () => patiently(put, (seconds) => pause(seconds, watch.signal));
    return part(throughOutages(patient, watch), "value");
  }

  graded(number: number): Promise<Reply<{ value: Answer | null; right: boolean | null }>> {
    return part(this.#ask("GET", `/questions/${number}/answer`), null);
  }

  /** Send a snippet; under the same key it counts once, however often it has to be sent. */
  offer(snippet: Snippet, key: string, watch: Watch): Promise<Reply<string>> {
    const post = () => this.#ask("POST", "/offers", { ...snippet, key }, watch.signal);
    return part(throughOutages(post, watch), "offer");
  }

  accept(offer: string): Promise<Reply<RoomState>> {
    return part(this.#ask("POST", `/offers/${offer}/accept`, {}), "state");
  }

  read(offer: string): Promise<Reply<Omit<Sent, "tried">>> {
    return part(this.#ask("GET", `/offers/${offer}`), null);
  }

  decline(offer: string): Promise<Reply<string>> {
    return part(this.#ask("DELETE", `/offers/${offer}`), "offer");
  }

  desk(): Promise<Reply<Desk>> {
    return part(this.#ask("GET", "/desk?listens=1"), null);
  }

  setDoor(door: Door): Promise<Reply<Door>> {
    return part(this.#ask("PUT", "/door", { door }), "door");
  }

  /** Remove a participant, or all who joined from the same network. */
  remove(participant: string, alike: boolean): Promise<Reply<number>> {
    const path = `/people/${encodeURIComponent(participant)}${alike ? "?alike=1" : ""}`;
    return part(this.#ask("DELETE", path), "removed");
  }

  hideName(participant: string): Promise<Reply<string>> {
    const path = `/people/${encodeURIComponent(participant)}/name`;
    return part(this.#ask("DELETE", path), "participant");
  }

  removeAbsent(): Promise<Reply<number>> {
    return part(this.#ask("DELETE", "/people"), "removed");
  }

  end(): Promise<Reply<string>> {
    return part(this.#ask("DELETE", ""), "room");
  }

  /** The answers of the whole lesson as a table, with a row for each answer or student. */
  async answers(by: RowKind): Promise<Reply<Blob>> {
    const path = `api/v1/rooms/${this.code}/answers.csv?by=${by}`;
    const reply = await ask(path, sent("GET", undefined, this.word ?? ""));
    return reply.kind === "refused" ? reply : { kind: "done", value: await reply.value.blob() };
  }

  #ask(method: string, path: string, body?: unknown, signal?: AbortSignal) {
    return told(method, `/${this.code}${path}`, this.word, body, signal);
  }
}

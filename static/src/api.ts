// The server's three routes, and what each answer means to the page.

import { parseRun, type Run } from "./run.ts";
import type { Names } from "./editor/names.ts";
import type { Lesson, Words } from "./lesson.ts";
import type { Asking, Notice } from "./state.ts";
import type { StringKey } from "./strings.ts";

export type Answer =
  | { readonly kind: "ran"; readonly run: Run }
  | { readonly kind: "refused"; readonly notice: Notice }
  | { readonly kind: "lost" };

/** Where the server is; the page is shown at several addresses of it. */
const HOME = document.documentElement.dataset["home"] ?? "/";

/** The address of a route. */
export function at(path: string): string {
  return `${HOME}${path}`;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The refusals that we have words for, in both languages. */
const REFUSALS: readonly StringKey[] = ["empty", "too_long", "busy"];

/** A refusal in our words where we have some for its code, else in the server's. */
function refusalOf(status: number, body: unknown): Notice {
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const key = REFUSALS.find((known) => known === error["code"]);
  if (key) return { tone: "error", key, text: null };
  const sentence = error["sentence"];
  if (typeof sentence === "string") return { tone: "error", key: null, text: sentence };
  return { tone: "error", key: "serverFault", text: String(status) };
}

/** The server is there but a gateway before it says that it is not. */
function isGone(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

export async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

function read(body: unknown): Answer {
  try {
    return { kind: "ran", run: parseRun(body) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: "refused", notice: { tone: "error", key: "broken", text: why } };
  }
}

/** Run code on the server. Never throws, except AbortError when `signal` says so. */
export async function runCode(
  { code, seed }: Asking, signal: AbortSignal,
): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(at("api/v1/run"), {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code, seed }), signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: "lost" };
  }
  if (isGone(response.status)) return { kind: "lost" };
  const body = await bodyOf(response);
  signal.throwIfAborted();
  return response.ok ? read(body) : { kind: "refused", notice: refusalOf(response.status, body) };
}

function isWords(value: unknown): value is Words {
  return isRecord(value) && typeof value["en"] === "string" && typeof value["zh"] === "string";
}

function isLesson(value: unknown): value is Lesson {
  return isRecord(value) && ["id", "group", "code"].every((key) => typeof value[key] === "string")
    && isWords(value["title"]) && isWords(value["story"])
    && Array.isArray(value["moments"]) && typeof value["opens"] === "number";
}

/** The lessons of the gallery; none when the server does not say. */
export async function fetchExamples(): Promise<readonly Lesson[]> {
  try {
    const body = await bodyOf(await fetch(at("api/v1/examples")));
    const examples = isRecord(body) ? body["examples"] : null;
    return Array.isArray(examples) ? examples.filter(isLesson) : [];
  } catch {
    return [];
  }
}

/** What the editor completes; nothing when the server does not say. */
export async function fetchNames(): Promise<Names> {
  try {
    const reply = await fetch(at("api/v1/names"));
    const body = reply.ok ? await bodyOf(reply) : null;
    return isRecord(body) ? body as Names : {};
  } catch {
    return {};
  }
}

/** The sketch of a lesson; null when the server has none now. */
export async function fetchSketch(id: string): Promise<SVGElement | null> {
  try {
    const reply = await fetch(at(`api/v1/examples/${encodeURIComponent(id)}.svg`));
    if (!reply.ok) return null;
    const parser = new DOMParser();
    const { documentElement } = parser.parseFromString(await reply.text(), "image/svg+xml");
    return documentElement instanceof SVGElement ? documentElement : null;
  } catch {
    return null;
  }
}

/** Whether the server answers. */
export async function isUp(): Promise<boolean> {
  try {
    return (await fetch(at("api/v1/health"), { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

// The server's routes for running code and for lessons.

import type { Names } from "../model/names.ts";
import type { Lesson, Words } from "../model/lesson.ts";
import type { Checking, GradientCheck } from "../model/gradient-check.ts";
import type { Language } from "../model/viewer-options.ts";
import { answered, type Peek, regionOf, type Slab } from "../app/value-view.ts";
import {
  ask, askPatiently, bodyOf, isRecord, noticeOf, sent, wordsOf, type Reply,
} from "./http.ts";
import { parseRun, type Run, type Value } from "../model/run.ts";
import type { Asking, Offer, Progress, Trial } from "../app/state.ts";

/** A run as the server tells it. */
export function runIn(body: unknown): Reply<Run> {
  try {
    return { kind: "done", value: parseRun(body) };
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    return { kind: "refused", code: "broken", sentence };
  }
}

/** Run code on the server. Never throws, except AbortError when `signal` says so. */
export async function runCode(
  { code, seed }: Pick<Asking, "code" | "seed">, ticket?: string, signal?: AbortSignal,
): Promise<Reply<Run>> {
  const init = sent("POST", { code, seed, ticket });
  const reply = await ask("api/v1/run", signal ? { ...init, signal } : init);
  if (reply.kind === "refused") return reply;
  const body = await bodyOf(reply.value);
  signal?.throwIfAborted();
  return runIn(body);
}

const PHASES: readonly unknown[] = ["waiting", "running", "drawing"];

function isProgress(value: unknown): value is Progress {
  return isRecord(value) && PHASES.includes(value["phase"])
    && ["seconds", "events"].every((name) => typeof value[name] === "number")
    && ["line", "place"].every((name) => value[name] === null || typeof value[name] === "number")
    && typeof value["output"] === "string";
}

/** Where a run is; null when the server does not say. Throws as runCode does. */
export async function fetchProgress(ticket: string, signal: AbortSignal): Promise<Progress | null> {
  const reply = await ask(`api/v1/runs/${ticket}`, { signal, cache: "no-store" });
  const body = reply.kind === "done" ? await bodyOf(reply.value) : null;
  signal.throwIfAborted();
  return isProgress(body) ? body : null;
}

/** The first pass of a large run, when it is drawn; null of others. Throws as runCode does. */
export async function fetchOpening(ticket: string, signal: AbortSignal): Promise<Run | null> {
  const reply = await ask(`api/v1/runs/${ticket}/opening`, { signal, cache: "no-store" });
  if (reply.kind === "refused" || reply.value.status === 204) return null;
  const body = await bodyOf(reply.value);
  signal.throwIfAborted();
  const run = runIn(body);
  return run.kind === "done" ? run.value : null;
}

/** End a run, which is answered with what it has recorded; whether the server knew it. */
export async function stopRun(ticket: string): Promise<boolean> {
  const reply = await ask(`api/v1/runs/${ticket}/stop`, sent("POST"));
  return reply.kind === "done" && isProgress(await bodyOf(reply.value));
}

/** The numbers of a slice, which travel as base64. */
function slabOf(slice: Readonly<Record<string, unknown>>, region: Slab["region"]): Slab | null {
  const { entries, form, min, max, odd } = slice;
  if (typeof entries !== "string") return null;
  const { buffer } = Uint8Array.from(atob(entries), (char) => char.charCodeAt(0));
  const numbers = form === "f4" ? new Float32Array(buffer) : new Float64Array(buffer);
  return { region, numbers, min: min as number | null, max: max as number | null,
    odd: odd as readonly number[] };
}

/** What there is around the entry in question, from the run run again. Throws as runCode does. */
export async function fetchSlice(
  { snippet: { code, seed } }: Run, peek: Peek, signal: AbortSignal,
): Promise<Peek> {
  const region = regionOf(peek);
  const asked = { code, seed, value: peek.value.id, region };
  const reply = await askPatiently("api/v1/slice", { ...sent("POST", asked), signal });
  if (reply.kind === "refused") {
    return { ...peek, standing: { kind: "refused", notice: noticeOf(reply) } };
  }
  const body = await bodyOf(reply.value);
  signal.throwIfAborted();
  const { slice, sentence } = isRecord(body) ? body : {};
  if (isRecord(slice)) return answered(peek, slice["value"] as Value, slabOf(slice, region));
  const notice = { key: null, text: String(sentence) };
  return { ...peek, standing: sentence ? { kind: "refused", notice } : { kind: "gone" } };
}

function isOffer(value: unknown): value is Offer {
  return isRecord(value) && isWords(value["sentence"]) && isWords(value["outcome"])
    && typeof value["code"] === "string";
}

/** The fixes of a finding that work, from the run run again with each. Throws as runCode does. */
export async function fetchFixes(
  { snippet: { code, seed } }: Run, finding: { readonly kind: string; readonly at: number },
  signal: AbortSignal,
): Promise<Trial> {
  const asked = { code, seed, finding: { kind: finding.kind, at: finding.at } };
  const reply = await askPatiently("api/v1/fixes", { ...sent("POST", asked), signal });
  if (reply.kind === "refused") return { kind: "refused", notice: noticeOf(reply) };
  const body = await bodyOf(reply.value);
  signal.throwIfAborted();
  const fixes = isRecord(body) && Array.isArray(body["fixes"]) ? body["fixes"] : [];
  return { kind: "tried", offers: fixes.filter(isOffer) };
}

/** What came of the numeric check of a node, from the run run again. Throws as runCode does. */
export async function fetchGradientCheck(
  { run: { snippet: { code, seed } }, node }: Checking, language: Language, signal: AbortSignal,
): Promise<Checking["answer"]> {
  const asked = sent("POST", { code, seed, node });
  const reply = await askPatiently("api/v1/check-gradient", { ...asked, signal });
  if (reply.kind === "refused") {
    return { kind: "refused", sentence: wordsOf(noticeOf(reply), language) };
  }
  const body = await bodyOf(reply.value);
  signal.throwIfAborted();
  const { check, sentence } = isRecord(body) ? body : {};
  if (isRecord(check)) return { kind: "done", check: check as unknown as GradientCheck };
  return sentence ? { kind: "refused", sentence: String(sentence) } : { kind: "gone" };
}

function isWords(value: unknown): value is Words {
  return isRecord(value) && typeof value["en"] === "string" && typeof value["zh"] === "string";
}

function isLesson(value: unknown): value is Lesson {
  return isRecord(value) && ["id", "group", "code"].every((key) => typeof value[key] === "string")
    && isWords(value["title"]) && isWords(value["story"])
    && Array.isArray(value["moments"]) && typeof value["opens"] === "number";
}

/** What a route says in JSON; null when the server does not say. */
async function told(path: string): Promise<unknown> {
  const reply = await ask(path);
  return reply.kind === "done" ? bodyOf(reply.value) : null;
}

/** The lessons of the gallery; none when the server does not say. */
export async function fetchExamples(): Promise<readonly Lesson[]> {
  const body = await told("api/v1/examples");
  const examples = isRecord(body) ? body["examples"] : null;
  return Array.isArray(examples) ? examples.filter(isLesson) : [];
}

/** What the editor completes; nothing when the server does not say. */
export async function fetchNames(): Promise<Names> {
  const body = await told("api/v1/names");
  return isRecord(body) ? body as Names : {};
}

/** The sketch of a lesson; null when the server has none now. */
export async function fetchSketch(id: string): Promise<SVGElement | null> {
  const reply = await ask(`api/v1/examples/${encodeURIComponent(id)}.svg`);
  if (reply.kind === "refused") return null;
  const text = await reply.value.text().catch(() => "");
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  return documentElement instanceof SVGElement ? documentElement : null;
}

/** Whether the server answers. */
export async function isUp(): Promise<boolean> {
  return (await ask("api/v1/health", { cache: "no-store" })).kind === "done";
}

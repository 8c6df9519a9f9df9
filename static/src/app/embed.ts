// The page in a frame of another: switches of its address, messages to and from the page around.
//
// In: {tapescope: "go", step}, {tapescope: "play"}, {tapescope: "pause"}. Out: {tapescope: "step",
// step, number, count, line, sentence} at every step that the viewer comes to.

import { narrateStep } from "../words/narration.ts";
import { at } from "../server/http.ts";
import type { State } from "./state.ts";
import type { Store } from "./store.ts";
import { lineAt } from "../model/timeline.ts";
import { stepOf, stopBefore, stopOf } from "../model/step-navigation.ts";

/** What the address of a frame asks for; docs/sharing.md lists the switches. */
export interface Switches {
  readonly readOnly: boolean;
  readonly hidesCode: boolean;
  readonly plays: boolean;
  readonly step: number | null;
  readonly language: State["language"] | null;
  readonly theme: State["theme"] | null;
}

function isOn(query: URLSearchParams, name: string): boolean {
  return query.has(name) && !["0", "false", "no"].includes(query.get(name) ?? "");
}

function oneOf<T extends string>(text: string | null, ...known: readonly T[]): T | null {
  return known.find((one) => one === text) ?? null;
}

export function switchesOf(search: string): Switches {
  const query = new URLSearchParams(search);
  const step = query.get("step") ?? "";
  return {
    readOnly: isOn(query, "readonly"),
    hidesCode: query.has("code") && !isOn(query, "code"),
    plays: isOn(query, "autoplay"),
    step: /^\d{1,9}$/.test(step) ? Number(step) : null,
    language: oneOf(query.get("language"), "en", "zh"),
    theme: oneOf(query.get("theme"), "light", "dark", "system"),
  };
}

/** The frame that the viewer sees: where the tape rests, or the stop that it has just passed. */
function frameOf({ motion, stops, cursor }: State): number {
  if (motion.kind === "still") return Math.round(cursor);
  const next = stopOf(stops, stepOf(stops, cursor));
  return next === cursor ? next : stopBefore(stops, cursor);
}

/** What the page around is told of a step. */
function report(state: State): Readonly<Record<string, unknown>> | null {
  const { run, stops, language } = state;
  if (!run) return null;
  const step = frameOf(state);
  return {
    tapescope: "step", step, number: stepOf(stops, step), count: stops.length - 1,
    line: lineAt(run, stops, step),
    sentence: step === 0 ? "" : narrateStep(run, stopBefore(stops, step), step, language),
  };
}

function obey(store: Store, message: unknown): void {
  if (typeof message !== "object" || message === null) return;
  const { tapescope, step } = message as { readonly tapescope?: unknown; readonly step?: unknown };
  const { run } = store.state;
  if (tapescope === "go" && typeof step === "number" && Number.isSafeInteger(step) && run) {
    store.send({ kind: "playPaused" });
    store.send({ kind: "cursorMoved", cursor: step });
  }
  if (tapescope === "play") store.send({ kind: "playStarted" });
  if (tapescope === "pause") store.send({ kind: "playPaused" });
}

/** Tell the page around, which said by `frame-ancestors` that it may know, and do what it says. */
function talk(store: Store): void {
  if (window.parent === window) return;
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source === window.parent) obey(store, data);
  });
  store.watch(
    (s) => [s.run, frameOf(s), s.stops, s.language],
    (state) => {
      const told = report(state);
      if (told) window.parent.postMessage(told, "*");
    },
  );
}

/** Begin to play when the first run is on stage. */
function playOnce(store: Store): void {
  let begun = false;
  store.watch((s) => [s.run], ({ run }) => {
    if (run === null || begun) return;
    begun = true;
    // After the change that brought the run.
    window.setTimeout(() => store.send({ kind: "playStarted" }), 0);
  });
}

/** The state of a frame before anything happened. */
export function stateOfFrame(state: State, switches: Switches): State {
  const { language } = switches;
  return {
    ...state, frozen: switches.readOnly,
    language: language !== null && state.languages.includes(language) ? language : state.language,
    theme: switches.theme ?? state.theme,
  };
}

/** Wire a frame: what is hidden, the way to the whole page, and the messages. */
export function showFrameOfOthers(store: Store, { hidesCode, plays }: Switches): void {
  document.documentElement.dataset["code"] = hidesCode ? "hidden" : "shown";
  const way = document.getElementById("whole");
  store.watch((s) => [s.link], ({ link }) => way?.setAttribute("href", `${at("")}#${link}`));
  if (plays) playOnce(store);
  talk(store);
}

// The console: everything the run wrote, what is still to come dimmed; a line leads to its moment.

import { byId, el } from "../app/dom.ts";
import { errorOf } from "../findings/findings.ts";
import { endingOf, type Language } from "../words/narration.ts";
import { grouped } from "../model/number.ts";
import type { Run } from "../model/run.ts";
import type { Progress, State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import { outputAt } from "../model/timeline.ts";
import { stepOf, stopBefore, stopOf } from "../model/step-navigation.ts";

/** More lines than this would make the page slow; the last ones are kept. */
const MOST_ENTRIES = 1000;

interface Entry {
  readonly event: number;
  readonly line: number | null;
  readonly text: string;
  readonly kind: "print" | "value" | "warning" | "fail" | "ending";
}

function entriesOf(run: Run, language: Language): readonly Entry[] {
  const written = outputAt(run, run.events.length).map(({ text, how, line, event }): Entry =>
    ({ text: text.replace(/\n$/, ""), kind: how, line, event }));
  const { length } = run.events;
  const { kind } = run.outcome;
  const ending = kind === "stopped" || kind === "died" ? endingOf(run, language) : null;
  if (ending !== null) {
    return [...written, { event: length - 1, line: null, text: ending, kind: "ending" }];
  }
  const fail = run.events.at(-1);
  if (fail?.kind !== "fail") return written;
  const text = fail.message === "" ? fail.type : `${fail.type}: ${fail.message}`;
  return [...written, { event: length - 1, line: fail.line, text, kind: "fail" }];
}

function rowOf(entry: Entry, state: State, go: () => void): HTMLElement {
  const { language } = state;
  const sign = entry.kind === "fail" ? say(language, "error")
    : entry.kind === "warning" ? say(language, "warning") : null;
  const where = entry.line === null ? "" : String(entry.line);
  return el("button", {
    type: "button", class: `said ${entry.kind}`, click: go, "data-event": entry.event,
    title: entry.line === null ? null : say(language, "goToOutput", { n: entry.line }),
  },
  el("span", { class: "said-line", text: where }),
  el("span", { class: "said-text" },
    ...(sign === null ? [entry.text] : [el("span", { class: "unseen", text: `${sign}: ` }),
      el("span", { lang: "en", text: entry.text })])));
}

/** What Python says of code that it could not read. */
function unreadRow(unread: Run, language: Language): HTMLElement {
  const error = errorOf(unread);
  return el("p", { class: "said fail" },
    el("span", { class: "said-line", text: String(error?.line ?? "") }),
    el("span", { class: "said-text" },
      el("span", { class: "unseen", text: `${say(language, "error")}: ` }),
      el("span", { lang: "en", text: error?.torch ?? "" })));
}

function rowsOf(store: Store): readonly HTMLElement[] {
  const { run, unread, language } = store.state;
  if (unread) return [unreadRow(unread, language)];
  if (!run) return [el("p", { class: "empty", text: say(language, "quietConsole") })];
  const entries = entriesOf(run, language);
  if (entries.length === 0) {
    return [el("p", { class: "empty", text: say(language, "printsNothing") })];
  }
  const kept = entries.slice(-MOST_ENTRIES);
  const rows = kept.map((entry) => rowOf(entry, store.state, () => {
    const { stops } = store.state;
    store.send({ kind: "cursorAimed", to: stopOf(stops, stepOf(stops, entry.event + 1)) });
  }));
  const left = entries.length - kept.length;
  if (left === 0) return rows;
  const note = say(language, "earlierLines", { n: grouped(left) });
  return [el("p", { class: "said-note quiet", text: note }), ...rows];
}

/** What a run that goes on has written last. */
function liveRows({ output }: Progress, language: Language): readonly HTMLElement[] {
  if (output === "") return [el("p", { class: "empty", text: say(language, "nothingSoFar") })];
  return [el("p", { class: "said-note quiet", text: say(language, "outputSoFar") }),
    el("pre", { class: "said-live", text: output.replace(/\n$/, "") })];
}

/** Dim what is still to come, mark what this step wrote, and keep it in sight, if it is shown. */
function mark(host: HTMLElement, { cursor: now, stops, pane }: State): void {
  if (pane !== "console") return;
  const cursor = Math.floor(now);
  const before = stopBefore(stops, cursor);
  let latest: HTMLElement | null = null;
  for (const row of host.querySelectorAll<HTMLElement>(".said")) {
    const event = Number(row.dataset["event"]);
    const later = event >= cursor;
    row.classList.toggle("later", later);
    row.classList.toggle("new", !later && event >= before);
    if (!later) latest = row;
  }
  if (latest) latest.scrollIntoView({ block: "nearest" });
  else host.scrollTop = 0;
}

export function showConsole(store: Store): void {
  const host = byId("console", HTMLElement);
  store.watch((s) => [s.run, s.unread, s.language, s.asking?.progress?.output], (state) => {
    const { asking, language } = state;
    const live = asking?.progress ? liveRows(asking.progress, language) : null;
    host.replaceChildren(...live ?? rowsOf(store));
    if (live) host.scrollTop = host.scrollHeight;
    else mark(host, state);
  });
  store.watch(
    (s) => [s.run, s.stops, Math.floor(s.cursor), s.language, s.pane],
    (state) => {
      if (!state.asking?.progress) mark(host, state);
    },
  );
}

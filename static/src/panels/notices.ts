// What went wrong and what is being waited for, in sentences over the stage.

import { actionNamed } from "../app/actions.ts";
import { byId, el, icon, spoken } from "../app/dom.ts";
import { endingOf, type Language } from "../words/narration.ts";
import type { Finding } from "../findings/finding.ts";
import { boxesOf, errorOf } from "../findings/findings.ts";
import { grouped } from "../model/number.ts";
import { wordsOf } from "../server/http.ts";
import { lateKey } from "./room/late.ts";
import { refusalInBox } from "./room/present.ts";
import type { Run } from "../model/run.ts";
import {
  isRead, isStale, surpriseNow, type Asking, type Notice, type State,
} from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say, type StringKey } from "../words/strings.ts";
import { frameAt, passAt } from "../model/timeline.ts";

/** Waiting longer than this gets words. */
const PATIENCE_MS = 1000;
/** Those who listen are told so often how long a run still waits. */
const SAY_EVERY_MS = 5000;
const ORDINAL = new Intl.PluralRules("en", { type: "ordinal" });

function card(tone: Notice["tone"], words: string, button: HTMLElement | null): HTMLElement {
  const signs = tone === "error" ? [icon("alert", "icon small alert")] : [];
  const role = tone === "error" ? "alert" : "status";
  return el("div", { class: `notice ${tone}`, role }, ...signs, el("p", {}, ...spoken(words)),
    ...(button ? [button] : []));
}

/** Code that asks for gradients by functions of functions. */
const TRANSFORMS = /^\s*(?:from|import)\s+(?:torch\.func|functorch)\b|\btorch\.func\.\w/m;

function hasGraph(run: Run): boolean {
  return run.events.some((event) => event.kind === "op" && event.node !== null);
}

/** Does any tensor of the run require grad, at any time? */
function asksForGradients(run: Run): boolean {
  return run.events.some((event) =>
    event.kind === "leaf" && event.requires_grad
    || event.kind === "mode" && event.what === "requires_grad_" && event.requires_grad
    || event.kind === "op" && event.outputs.some((output) => output.requires_grad));
}

function hasTensors(run: Run): boolean {
  return run.events.some((event) => event.kind === "leaf" || event.kind === "op");
}

function endingCard(run: Run, language: Language): HTMLElement {
  return card("error", endingOf(run, language) ?? say(language, "unnamedError"), null);
}

/** The caption says who stopped the run; on a narrow window it may have no room for that. */
function stopCard(run: Run, language: Language): HTMLElement {
  const note = card("note", endingOf(run, language) ?? "", null);
  note.classList.add("narrow-only");
  return note;
}

/** What the run itself makes worth saying at this moment, if anything. */
function runCard({ run, language, cursor, stops }: State): HTMLElement | null {
  if (!run) return null;
  const { kind, limit } = run.outcome;
  const atEnd = cursor >= (stops.at(-1) ?? 0);
  if (kind === "stopped" || kind === "died") {
    if (!atEnd) return null;
    return limit === "user" ? stopCard(run, language) : endingCard(run, language);
  }
  const fail = run.events.at(-1);
  if (fail?.kind === "fail" && fail.line === null && atEnd) {
    return endingCard(run, language);
  }
  if (kind === "failed" || hasGraph(run)) return null;
  const why = !hasTensors(run) ? "nothingMade"
    : TRANSFORMS.test(run.snippet.code) ? "noGraphFunc"
    : asksForGradients(run) ? "noGraphUntaped" : "noGraph";
  return card("note", say(language, why), null);
}

/** A surprise at its moment, in one line; the inspector has the rest. */
function surpriseCard(store: Store, run: Run, finding: Finding): HTMLElement {
  const { language } = store.state;
  const [box = null] = boxesOf(frameAt(run, finding.at + 1), finding);
  const button = box === null ? null : el("button", {
    type: "button", text: say(language, "whyIsThat"),
    click: () => {
      store.send({ kind: "selectionChanged", selection: box });
      store.send({ kind: "tabChanged", tab: "inspect" });
    },
  });
  const shown = card("note", finding.explained(language).title, button);
  shown.prepend(icon("alert", "icon small alert"));
  shown.classList.toggle("is-read", isRead(store.state, finding));
  return shown;
}

/** What of the pass on stage did not fit into the picture of the run, in a sentence or two. */
function leftOut({ run, cursor, language }: State): string {
  const pass = run?.passes[passAt(run, cursor)];
  if (!pass) return "";
  if (!pass.drawn) return say(language, "notDrawn");
  const { left_out: boxes, edges_left_out: edges } = pass;
  return [
    boxes > 0 ? say(language, "leftOut", { n: grouped(boxes) }) : "",
    edges > 0 ? say(language, "edgesLeftOut", { n: grouped(edges) }) : "",
  ].join(language === "en" ? " " : "").trim();
}

/** Python could not read the code: the editor says it under the line, which may be elsewhere. */
function unreadCard(store: Store, unread: Run): HTMLElement {
  const { language } = store.state;
  const error = errorOf(unread);
  const what = error ? error.explained(language).what : "";
  const button = el("button", {
    type: "button", class: "narrow-only", text: say(language, "showLine"),
    click: () => store.send({ kind: "tabChanged", tab: "code" }),
  });
  return card("error", say(language, "unread", { what }), button);
}

/** The fix that is in the editor, and the way back from it. */
function fixedCard(store: Store): HTMLElement | null {
  const { fixed, code, language } = store.state;
  if (fixed?.code !== code) return null;
  const undo = el("button", {
    type: "button", text: say(language, "undo"), click: () => store.send({ kind: "fixUndone" }),
  });
  const shown = card("note", say(language, "fixIsApplied"), undo);
  shown.append(el("button", {
    type: "button", text: say(language, "dismiss"),
    click: () => store.send({ kind: "noticeDismissed" }),
  }));
  return shown;
}

/** On a narrow window the editor, and its own note, may be on another tab. */
function staleCard(language: Language): HTMLElement {
  const note = card("note", say(language, "stale"), null);
  note.classList.add("narrow-only");
  return note;
}

/** A place in a queue, as it is read: 1st, 22nd, 13th. */
function placeWords(place: number, language: Language): string {
  if (language === "zh") return String(place);
  const ending = { one: "st", two: "nd", few: "rd" }[String(ORDINAL.select(place))] ?? "th";
  return `${place}${ending}`;
}

/** Why the server is asked again, where that is not because it is busy. */
const AGAIN: Readonly<Record<string, StringKey>> = { too_often: "oftenAgain", lost: "lostAgain" };

/** Where the run is, in words. */
function progressWords({ progress, delay, stopping }: Asking, language: Language): string {
  if (delay !== null) {
    return say(language, AGAIN[delay.code] ?? "busyAgain", { n: delay.seconds });
  }
  if (progress?.phase === "drawing") return say(language, "drawingRun");
  if (stopping) return say(language, "stopping");
  if (progress === null) return say(language, "isRunning");
  const { phase, place, line } = progress;
  if (phase === "waiting") {
    return place === null ? say(language, "waitsForTurn")
      : say(language, "waitsInQueue", { place: placeWords(place, language) });
  }
  const numbers = { n: progress.seconds.toFixed(1), events: grouped(progress.events) };
  return line === null ? say(language, "running", numbers)
    : say(language, "runningAt", { line, ...numbers });
}

/** Whether the run waits, for its turn or for the server. */
function isWaiting({ progress, delay }: Asking): boolean {
  return delay !== null || progress?.phase === "waiting";
}

/**
 * A card that says where a run is. That it runs is said aloud once, because the words change five
 * times a second; for what it waits, now and then.
 */
function progressCard(store: Store): { card: HTMLElement; update(asking: Asking): void } {
  const { language } = store.state;
  const words = el("p", { "aria-live": "off" });
  const button = el("button", {
    type: "button", text: say(language, "stop"),
    click: () => {
      const change = actionNamed("run").perform(store.state);
      if (change) store.send(change);
    },
  });
  const isAsked = el("span", { class: "unseen", role: "status", text: say(language, "isRunning") });
  let saidAt = -Infinity;
  const update = (asking: Asking): void => {
    const text = progressWords(asking, language);
    words.textContent = text;
    const now = performance.now();
    const aloud = isWaiting(asking) ? text : say(language, "isRunning");
    if (isAsked.textContent === aloud || (isWaiting(asking) && now - saidAt < SAY_EVERY_MS)) return;
    isAsked.textContent = aloud;
    saidAt = now;
  };
  const card = el("div", { class: "notice note progress-card" }, isAsked, words, button);
  return { card, update };
}

/** Say where a run is that takes long enough to be noticed. */
function watchWaiting(store: Store, show: (waiting: HTMLElement | null) => void): void {
  const bar = byId("progress", HTMLElement);
  let shown: ReturnType<typeof progressCard> | null = null;
  let timer: number | undefined;
  const update = (asking: Asking): void => {
    if (shown === null) {
      shown = progressCard(store);
      bar.hidden = false;
      show(shown.card);
    }
    shown.update(asking);
  };
  store.watch((s) => [s.asking?.number, s.language], ({ asking }) => {
    window.clearTimeout(timer);
    bar.hidden = true;
    shown = null;
    show(null);
    if (asking?.progress) update(asking);
    // The server may have no time to answer, or be one of several.
    else if (asking) timer = window.setTimeout(() => update(store.state.asking!), PATIENCE_MS);
  });
  store.watch((s) => [s.asking], ({ asking }) => {
    if (asking?.progress || asking?.delay || asking?.stopping) update(asking);
  });
}

/** A notice; what the page has given up to ask for can be asked for again. */
function noticeCard(store: Store, notice: Notice, dismiss: HTMLElement): HTMLElement {
  const { language } = store.state;
  const shown = card(notice.tone, wordsOf(notice, language), dismiss);
  if (notice.key === "gaveUp") {
    dismiss.before(el("button", {
      type: "button", text: say(language, "tryAgain"),
      click: () => store.send({ kind: "runRequested" }),
    }));
  }
  return shown;
}

export function showNotices(store: Store): void {
  const host = byId("notices", HTMLElement);
  const waiting = el("div");
  const standing = el("div", { class: "notices-standing" });
  host.append(waiting, standing);
  watchWaiting(store, (shown) => waiting.replaceChildren(...(shown ? [shown] : [])));
  store.watch(
    (s) => [
      s.notice, s.server, s.run, s.language, s.cursor >= (s.stops.at(-1) ?? 0), leftOut(s),
      isStale(s), s.unread, lateKey(s.room), surpriseNow(s), s.fixed?.code === s.code,
      s.finding, s.pane, refusalInBox(s),
    ],
    (state) => {
      const { notice, server, language, unread } = state;
      const dismiss = el("button", {
        type: "button", text: say(language, "dismiss"),
        click: () => store.send({ kind: "noticeDismissed" }),
      });
      const missing = leftOut(state);
      const surprise = surpriseNow(state);
      const late = lateKey(state.room);
      const cards = [
        server === "lost" ? card("error", say(language, "lost"), null) : null,
        late && card(late === "teacherAway" ? "note" : "error", say(language, late), null),
        notice && !refusalInBox(state) ? noticeCard(store, notice, dismiss) : null,
        fixedCard(store),
        unread ? unreadCard(store, unread) : runCard(state),
        surprise && !unread && state.run ? surpriseCard(store, state.run, surprise) : null,
        isStale(state) && !unread ? staleCard(language) : null,
        missing === "" ? null : card("note", missing, null),
      ];
      standing.replaceChildren(...cards.filter((one) => one !== null));
    },
  );
}

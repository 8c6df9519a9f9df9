// Four hints for whoever is here for the first time: Run, Space, a box, Share. Each comes once.

import { byId, el, icon } from "../app/dom.ts";
import { hintsAreDone, rememberHints } from "../app/preferences.ts";
import type { State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say, type StringKey } from "../words/strings.ts";

interface Hint {
  readonly words: StringKey;
  /** What it points at, and on which side of that it stands. */
  readonly at: string;
  readonly side: "below" | "above" | "inside";
  /** What the viewer does when they do what the hint says. */
  readonly done: (state: State) => unknown;
}

const HINTS: readonly Hint[] = [
  { words: "hintRun", at: "#run", side: "below", done: (s) => s.asked },
  { words: "hintPlay", at: "[data-action=play]", side: "above", done: (s) => s.motion.kind },
  { words: "hintBox", at: "#stage", side: "inside", done: (s) => s.selection },
  { words: "hintShare", at: "[data-action=share]", side: "below", done: (s) => s.sharing },
];
const GAP = 12;

/** Put the bubble beside what it points at, within the window. */
function place(bubble: HTMLElement, { at, side }: Hint): void {
  const target = document.querySelector(at)?.getBoundingClientRect();
  if (!target) return;
  const middle = target.left + target.width / 2;
  const { offsetWidth: wide, offsetHeight: high } = bubble;
  const left = Math.max(8, Math.min(middle - wide / 2, window.innerWidth - wide - 8));
  const top = side === "below" ? target.bottom + GAP
    : side === "above" ? target.top - high - GAP : target.bottom - high - 2 * GAP;
  bubble.dataset["side"] = side;
  bubble.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  bubble.style.setProperty("--tip", `${Math.round(middle - left)}px`);
}

function fill(store: Store, bubble: HTMLElement, number: number, hint: Hint): void {
  const { language } = store.state;
  const isLast = number === HINTS.length - 1;
  const go = (to: number | null) => (): void => store.send({ kind: "hintChanged", hint: to });
  const close = el("button", {
    type: "button", class: "plain hint-close", "aria-label": say(language, "hintsOff"),
    title: say(language, "hintsOff"), click: go(null),
  }, icon("close", "icon small"));
  const next = el("button", {
    type: "button", class: "hint-next", click: go(isLast ? null : number + 1),
    text: say(language, isLast ? "hintDone" : "hintNext"),
  });
  bubble.replaceChildren(
    el("p", { role: "status", text: say(language, hint.words) }), close,
    el("span", { class: "hint-count", text: `${number + 1} / ${HINTS.length}` }), next);
  bubble.setAttribute("aria-label", say(language, "hints"));
}

/** Begin with the hints, unless they have been here before. */
export function startHints(store: Store): void {
  if (!hintsAreDone()) store.send({ kind: "hintChanged", hint: 0 });
}

export function showHints(store: Store): void {
  const bubble = el("section", { class: "hint", hidden: true });
  byId("hints", HTMLElement).append(bubble);
  const shown = (): Hint | undefined => {
    const { hint, run, sharing, help, gallery } = store.state;
    const isCovered = sharing !== null || help || gallery;
    return hint === null || run === null || isCovered ? undefined : HINTS[hint];
  };
  const stand = (): void => {
    const hint = shown();
    if (hint) place(bubble, hint);
  };
  store.watch(
    (s) => [s.hint, s.run !== null, s.language, s.sharing !== null, s.help, s.gallery, s.tab],
    ({ hint: number }) => {
      const hint = shown();
      bubble.hidden = hint === undefined;
      if (!hint || number === null) return;
      fill(store, bubble, number, hint);
      stand();
    },
  );
  HINTS.forEach((hint, number) => store.watch((s) => [hint.done(s)], ({ hint: now, run }) => {
    if (now === number && run) {
      store.send({ kind: "hintChanged", hint: number + 1 < HINTS.length ? number + 1 : null });
    }
  }));
  let was: number | null = null;
  store.watch((s) => [s.hint], ({ hint }) => {
    if (was !== null && hint === null) rememberHints();
    was = hint;
  });
  window.addEventListener("resize", stand);
  new ResizeObserver(stand).observe(byId("stage", HTMLElement));
}

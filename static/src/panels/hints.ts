// Four hints for whoever is here for the first time: Run, Space, a box, Share. Each comes once.

import { byId, el, icon } from "../app/dom.ts";
import { hintsAreDone, rememberHints } from "../app/preferences.ts";
import { sheetNow, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import type { Rect } from "../drawing/geometry.ts";
import { attention } from "../drawing/scene.ts";
import { say, type StringKey } from "../words/strings.ts";

interface Hint {
  readonly words: StringKey;
  /** What is said where a finger points, which has no keys. */
  readonly touch?: StringKey;
  /** What it points at; null: at a box of the graph. */
  readonly at: string | null;
  readonly side: "below" | "above";
  /** What the viewer does when they do what the hint says. */
  readonly done: (state: State) => unknown;
}

const HINTS: readonly Hint[] = [
  { words: "hintRun", touch: "hintRunTouch", at: "#run", side: "below", done: (s) => s.asked },
  { words: "hintPlay", touch: "hintPlayTouch", at: "[data-action=play]", side: "above",
    done: (s) => s.motion.kind },
  { words: "hintBox", touch: "hintBoxTouch", at: null, side: "below", done: (s) => s.selection },
  { words: "hintShare", at: "[data-action=share]", side: "below", done: (s) => s.sharing },
];
const GAP = 12;
const EDGE = 8;

type PlaceOnScreen = (box: string) => Rect | null;

function rectOf(element: Element | null): Rect | null {
  const { left: x, top: y, width: w, height: h } = element?.getBoundingClientRect()
    ?? { left: 0, top: 0, width: 0, height: 0 };
  return w === 0 || h === 0 ? null : { x, y, w, h };
}

/**
 * The box that the moment is about, or else any, if its middle is on the stage; on a phone that
 * shows the code the way to the graph.
 */
function boxOnStage(state: State, placeOnScreen: PlaceOnScreen): Rect | null {
  const stage = rectOf(byId("stage", HTMLElement));
  if (!stage || !state.run) return rectOf(document.querySelector("#tab-graph"));
  const boxes = [...attention(state.run, state.stops, state.cursor), ...sheetNow(state)?.ids ?? []];
  for (const box of boxes) {
    const rect = placeOnScreen(box);
    const [x, y] = rect ? [rect.x + rect.w / 2 - stage.x, rect.y + rect.h / 2 - stage.y] : [-1, -1];
    if (x > 0 && y > 0 && x < stage.w && y < stage.h) return rect;
  }
  return null;
}

/** Put the bubble beside what it points at, within the window. */
function place(bubble: HTMLElement, target: Rect, wanted: Hint["side"]): void {
  const { offsetWidth: wide, offsetHeight: high } = bubble;
  const below = target.y + target.h + GAP;
  const above = target.y - high - GAP;
  const last = window.innerHeight - high - EDGE;
  const side = wanted === "below" ? (below <= last ? "below" : "above")
    : above >= EDGE ? "above" : "below";
  const middle = target.x + target.w / 2;
  const left = Math.max(EDGE, Math.min(middle - wide / 2, window.innerWidth - wide - EDGE));
  const top = Math.max(EDGE, Math.min(side === "below" ? below : above, last));
  bubble.dataset["side"] = side;
  bubble.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  bubble.style.setProperty("--tip", `${Math.round(middle - left)}px`);
}

function wordsOf({ words, touch }: Hint): StringKey {
  return touch !== undefined && matchMedia("(pointer: coarse)").matches ? touch : words;
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
    el("p", { role: "status", text: say(language, wordsOf(hint)) }), close,
    el("span", { class: "hint-count", text: `${number + 1} / ${HINTS.length}` }), next);
  bubble.setAttribute("aria-label", say(language, "hints"));
}

/** Begin with the hints, unless they have been here before. */
export function startHints(store: Store): void {
  if (!hintsAreDone()) store.send({ kind: "hintChanged", hint: 0 });
}

export function showHints(store: Store, placeOnScreen: PlaceOnScreen): void {
  const bubble = el("section", { class: "hint", hidden: true });
  byId("hints", HTMLElement).append(bubble);
  const stand = (): void => {
    const { state } = store;
    const hint = hintNow(state);
    const target = !hint ? null : hint.at === null ? boxOnStage(state, placeOnScreen)
      : rectOf(document.querySelector(hint.at));
    bubble.hidden = target === null;
    if (hint && target) place(bubble, target, hint.side);
  };
  const follow = followCamera(store, stand);
  store.watch((s) => [hintNow(s), s.hint, s.language, s.tab], ({ hint: number }) => {
    const hint = hintNow(store.state);
    if (hint && number !== null) fill(store, bubble, number, hint);
    stand();
    follow();
  });
  listenToDeeds(store);
  window.addEventListener("resize", stand);
  new ResizeObserver(stand).observe(byId("stage", HTMLElement));
}

/** The hint that is shown, unless something lies over the page. */
function hintNow({ hint, run, sharing, help, gallery }: State): Hint | undefined {
  const isCovered = sharing !== null || help || gallery;
  return hint === null || run === null || isCovered ? undefined : HINTS[hint];
}

/** While a hint points at a box it goes where the camera shows the box. */
function followCamera(store: Store, stand: () => void): () => void {
  let isFollowing = false;
  const again = (): void => {
    isFollowing = hintNow(store.state)?.at === null;
    if (!isFollowing) return;
    stand();
    requestAnimationFrame(again);
  };
  return () => {
    if (!isFollowing) again();
  };
}

/** Who does what a hint says has the next one; after the last none comes again. */
function listenToDeeds(store: Store): void {
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
}

// The hover card: what a box, an edge, a variable or a name is, where the pointer or focus rests.

import { el } from "../app/dom.ts";
import type { Store } from "../app/store.ts";
import type { Rect } from "../drawing/geometry.ts";
import { fullKindText } from "../drawing/group-kind.ts";
import type { ThemeName } from "../drawing/theme.ts";
import { isStale, sheetNow, themeOf, type State } from "../app/state.ts";
import { bindingsOf, frameAt } from "../model/timeline.ts";
import { chosenCall } from "../model/variables.ts";
import { say } from "../words/strings.ts";
import { cardOf, type Card } from "../words/card.ts";
import { smallPicture } from "./explorer.ts";

/** A pointer that rests so long wants to know; right after another card it need not. */
const RESTS_MS = 300;
const SOON_MS = 500;
/** A finger that rests so long. */
const PRESSED_MS = 500;
const GAP = 8;
const MARGIN = 4;

/** Where the boxes of the stage are on the screen. */
export type PlaceOnScreen = (id: string) => Rect | null;

/** The element of a card: title, kind, facts, and a small picture of many numbers. */
export function cardElement(
  { title, kind, facts, picture }: Card, theme: ThemeName,
): HTMLElement {
  const rows = facts.flatMap(([word, text]) =>
    [el("dt", { text: word }), el("dd", { class: "mono", text })]);
  return el("div", { class: "card-content" },
    el("p", { class: "card-title" }, el("b", { class: "mono", text: title }), " ",
      el("span", { class: "quiet", text: kind === title ? "" : kind })),
    ...(picture ? [smallPicture(picture, theme)] : []),
    el("dl", {}, ...rows));
}

/** Beside a rectangle of the screen, where there is room: below, above, right, left. */
function beside(anchor: Rect, { w, h }: { w: number; h: number }): { x: number; y: number } {
  const [wide, high] = [window.innerWidth, window.innerHeight];
  const across = Math.max(MARGIN, Math.min(anchor.x, wide - w - MARGIN));
  const along = Math.max(MARGIN, Math.min(anchor.y, high - h - MARGIN));
  const places = [
    { x: across, y: anchor.y + anchor.h + GAP }, { x: across, y: anchor.y - h - GAP },
    { x: anchor.x + anchor.w + GAP, y: along }, { x: anchor.x - w - GAP, y: along },
  ];
  return places.find(({ x, y }) =>
    x >= MARGIN && y >= MARGIN && x + w <= wide - MARGIN && y + h <= high - MARGIN)
    ?? { x: across, y: along };
}

/** What a card is about, and what it stands beside. */
interface Subject {
  readonly id: string;
  readonly anchor: () => Rect | null;
  /** What it describes for a screen reader, if it is an element. */
  readonly element: HTMLElement | null;
}

function rectOf(element: Element): Rect {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, w: width, h: height };
}

/** The card of what stands for a folded group is named after the group. */
function seenAs(card: Card, state: State, id: string): Card {
  const sheet = sheetNow(state);
  const group = sheet?.plane.boxes[sheet.boxOf.get(id) ?? -1]?.group ?? null;
  if (!state.run || !sheet || group === null) return card;
  const kind = fullKindText(state.run, sheet, group, true, state.language);
  return { ...card, title: sheet.layout.groups[group]!.label, kind };
}

class CardHost {
  private readonly host = el("div", { id: "hover-card", class: "hover-card", role: "tooltip" });
  private timer = 0;
  private hiddenAt = -Infinity;
  private shown: Subject | null = null;

  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
    this.host.hidden = true;
    (document.querySelector("main") ?? document.body).append(this.host);
  }

  /** Show a card soon, or at once if one was shown just now. */
  want(subject: Subject, rests = RESTS_MS): void {
    window.clearTimeout(this.timer);
    if (this.shown?.id === subject.id) return;
    const isQuick = this.shown !== null || performance.now() - this.hiddenAt < SOON_MS;
    this.timer = window.setTimeout(() => this.show(subject), isQuick ? 0 : rests);
  }

  leave(): void {
    window.clearTimeout(this.timer);
    if (this.shown) {
      this.hiddenAt = performance.now();
      this.shown.element?.removeAttribute("aria-describedby");
    }
    this.shown = null;
    this.host.hidden = true;
  }

  get isShown(): boolean {
    return this.shown !== null;
  }

  private show(subject: Subject): void {
    const { run, cursor, language } = this.store.state;
    const own = run && cardOf(run, cursor, subject.id, language);
    const card = own && subject.element === null ? seenAs(own, this.store.state, subject.id) : own;
    const anchor = subject.anchor();
    this.leave();
    if (!card || !anchor) return;
    this.shown = subject;
    this.host.replaceChildren(cardElement(card, themeOf(this.store.state)));
    this.host.hidden = false;
    const { x, y } = beside(anchor, { w: this.host.offsetWidth, h: this.host.offsetHeight });
    this.host.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
    subject.element?.setAttribute("aria-describedby", "hover-card");
  }
}

/** The element of the page that tells which box it is about, the stage apart. */
function elementFor(target: EventTarget | null): HTMLElement | null {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-box]") : null;
  return element?.dataset["box"] ? element : null;
}

/** A row of a tensor is about the tensor, whatever box it stands in. */
function subjectOf(element: HTMLElement, onStage: PlaceOnScreen): Subject {
  const { box = "", tensor } = element.dataset;
  const isUnseen = element.closest("#mirror") !== null;
  const focus = element.querySelector<HTMLElement>("button") ?? element;
  return { id: tensor ?? box, element: focus,
    anchor: () => (isUnseen ? inView(onStage(box)) : rectOf(element)) };
}

/** A rectangle of the stage, if the stage shows it. */
function inView(rect: Rect | null): Rect | null {
  const stage = document.getElementById("stage");
  if (!rect || !stage) return null;
  const { x, y, w, h } = rectOf(stage);
  return rect.x + rect.w > x && rect.x < x + w && rect.y + rect.h > y && rect.y < y + h
    ? rect : null;
}

function listen(cards: CardHost, onStage: PlaceOnScreen): void {
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    const element = elementFor(target);
    if (element) cards.want(subjectOf(element, onStage));
    else if (!(target instanceof Element && target.closest("#stage"))) cards.leave();
  });
  document.addEventListener("focusin", ({ target }) => {
    const element = elementFor(target);
    if (element && element.matches(":focus-visible, :has(:focus-visible)")) {
      cards.want(subjectOf(element, onStage));
    } else cards.leave();
  });
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget === null) cards.leave();
  });
  document.addEventListener("pointerdown", ({ target, pointerType }) => {
    cards.leave();
    const element = pointerType === "touch" ? elementFor(target) : null;
    if (element) cards.want(subjectOf(element, onStage), PRESSED_MS);
  });
  for (const kind of ["pointerup", "pointercancel", "wheel"] as const) {
    document.addEventListener(kind, (event) => {
      if (!(event instanceof PointerEvent) || !cards.isShown) cards.leave();
    }, { passive: true });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !cards.isShown) return;
    event.preventDefault();
    cards.leave();
  }, { capture: true });
}

/** The card of a name in the code, as the call that is listed sees it; null for other names. */
export function cardOfName(state: State, name: string): HTMLElement | null {
  const { run, cursor, language } = state;
  if (!run || isStale(state)) return null;
  const { scopes } = frameAt(run, Math.floor(cursor));
  const { frame } = chosenCall(run, state).call;
  const bound = [frame, 0].flatMap((number) => bindingsOf(scopes, number))
    .find((one) => one.name === name);
  const id = bound?.tensor ?? null;
  const card = id === null ? null : cardOf(run, cursor, id, language);
  if (card) return cardElement(card, themeOf(state));
  return bound?.text == null ? null
    : cardElement({ title: name, kind: bound.type ?? "", picture: null,
      facts: [[say(language, "value"), bound.text]] }, themeOf(state));
}

/** Cards for all that tells its box, and for what the pointer is over on the stage. */
export function showHoverCards(store: Store, onStage: PlaceOnScreen): void {
  const cards = new CardHost(store);
  listen(cards, onStage);
  store.watch((s) => [s.hover], ({ hover }) => {
    if (hover === null) cards.leave();
    else cards.want({ id: hover, element: null, anchor: () => onStage(hover) });
  });
  store.watch((s) => [s.run, s.cursor, s.language], () => cards.leave());
}

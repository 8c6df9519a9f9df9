// The way into a room: open one, type the code of one, or go back to one of this browser's.

import { byId, el } from "../../app/dom.ts";
import { codeTitle, type State } from "../../app/state.ts";
import type { Store } from "../../app/store.ts";
import type { Why } from "../../room/enter.ts";
import { codeIn } from "../../room/model.ts";
import { NO_MEMORY, openForClass, roomPath } from "../../room/opening.ts";
import { noticeOf, wordsOf, type Refused } from "../../server/http.ts";
import type { Language } from "../../words/narration.ts";
import { say, type StringKey } from "../../words/strings.ts";
import { tokenAsker } from "../class-token.ts";
import { field, form, headed } from "./form.ts";
import { ownRoomsPart } from "./own-rooms.ts";

const OWN_WORDS: Readonly<Record<string, StringKey>> = {
  lost: "roomNotOpened", [NO_MEMORY]: "roomNeedsMemory",
};

function whyNot(refused: Refused, language: Language): string {
  const key = OWN_WORDS[refused.code];
  return key ? say(language, key) : wordsOf(noticeOf(refused), language);
}

/** What a room is, what it would open with, and the button that does. */
function openPart(store: Store, stays: () => boolean): HTMLElement {
  const { state } = store;
  const { language } = state;
  const about = el("p", { text: say(language, "roomAbout") });
  if (state.run === null) {
    return el("div", { class: "share-panel" }, about,
      el("p", { class: "share-note", text: say(language, "roomNeedsRun") }));
  }
  const open = async (): Promise<Why> => {
    const refused = await openForClass(store, tokenAsker(store), stays);
    return refused && whyNot(refused, language);
  };
  return form(say(language, "openRoom"), open, about,
    el("p", { text: say(language, "roomOpensWith", { title: codeTitle(state) }) }));
}

function codePart(language: Language, label: StringKey): HTMLElement {
  const input = el("input", {
    class: "share-text room-typed mono", autocomplete: "off", autocapitalize: "characters",
    spellcheck: "false", maxlength: 12,
  });
  const go = async (): Promise<Why> => {
    const code = codeIn(input.value);
    if (code) window.location.assign(roomPath(code));
    return code ? null : say(language, "notACode");
  };
  const part = form(say(language, "goToRoom"), go, field(say(language, label), input));
  part.classList.add("room-code-form");
  return part;
}

/** What stands in the box below its head. */
interface Parts {
  readonly parts: readonly HTMLElement[];
  /** Ask anew whether to open a room, when there is something to open it with. */
  ask(): void;
  /** The box is left. */
  stop(): void;
}

const NOTHING: Parts = { parts: [], ask: () => undefined, stop: () => undefined };

function partsOf(store: Store, isAlone: boolean): Parts {
  const { language } = store.state;
  const code = codePart(language, isAlone ? "joinCode" : "orCode");
  const own = ownRoomsPart(language, () => code.querySelector("input")?.focus());
  if (isAlone) return { ...NOTHING, parts: [code, own.part], stop: own.stop };
  const asked = (): HTMLElement => openPart(store, () => store.state.entrance);
  let opening = asked();
  const ask = (): void => {
    const next = asked();
    opening.replaceWith(next);
    opening = next;
  };
  return { parts: [opening, code, own.part], ask, stop: own.stop };
}

/** Show the box while the state has it; on the page that asks for a code it cannot be left. */
export function showEntrance(store: Store, isAlone: boolean): void {
  const dialog = byId("room-box", HTMLDialogElement);
  const close = (): void => store.send({ kind: "entranceToggled", entrance: false });
  let shown = NOTHING;
  const draw = ({ language }: State): void => {
    shown.stop();
    shown = partsOf(store, isAlone);
    dialog.replaceChildren(
      headed(language, "room-title", isAlone ? "joinTitle" : "room", isAlone ? null : close),
      ...shown.parts);
    if (!dialog.open) dialog.showModal();
    dialog.querySelector<HTMLElement>(isAlone ? "input" : "form button, input")?.focus();
  };
  store.watch((s) => [s.entrance, s.language], (state) => {
    if (state.entrance) {
      draw(state);
      return;
    }
    shown.stop();
    shown = NOTHING;
    dialog.close();
  });
  // The first run may come when the box is open already, and somebody types a code.
  store.watch((s) => [s.run !== null], () => shown.ask());
  dialog.addEventListener("close", () => {
    if (isAlone) draw(store.state);
    else if (store.state.entrance) close();
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog && !isAlone) close();
  });
}

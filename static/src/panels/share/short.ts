// Share, the short link: what is stored is said first, and its author may delete it.

import { el } from "../../app/dom.ts";
import { sendWithToken } from "../../server/class-token.ts";
import { noticeOf, wordsOf, type Refused } from "../../server/http.ts";
import { deleteShort, makeShort } from "../../server/sharing.ts";
import { linkMomentOf, titleNow, type State } from "../../app/state.ts";
import type { Store } from "../../app/store.ts";
import { say } from "../../words/strings.ts";
import { tokenAsker } from "../class-token.ts";
import { copyField } from "./copy.ts";

/** Why something did not come about, in a sentence; the page does not look for the server. */
export function whyNot({ language }: State, refused: Refused): string {
  return refused.code === "lost" ? say(language, "serverLostForThis")
    : wordsOf(noticeOf(refused), language);
}

function makerOf(store: Store, said: HTMLElement): readonly HTMLElement[] {
  const { state } = store;
  const { language } = state;
  const title = el("input", { type: "text", class: "share-text", maxlength: 200 });
  const story = el("textarea", { class: "share-text", rows: 3, maxlength: 16000 });
  title.value = titleNow(state) ?? "";
  story.value = state.told ?? "";
  const button = el("button", {
    type: "button", class: "share-do", text: say(language, "makeShort"),
  });
  button.addEventListener("click", () => {
    const { state: now } = store;
    const moment = { ...linkMomentOf(now), title: title.value || null };
    button.disabled = true;
    said.textContent = say(language, "makingShort");
    const make = (): ReturnType<typeof makeShort> => makeShort(moment, story.value, now.link);
    void sendWithToken(make, tokenAsker(store)).then((reply) => {
      button.disabled = false;
      said.textContent = reply.kind === "refused" ? whyNot(now, reply) : "";
      if (reply.kind === "done") store.send({ kind: "shortLinkChanged", short: reply.value });
    });
  });
  return [
    el("label", {}, say(language, "shortTitle"), title),
    el("label", {}, say(language, "shortStory"), story),
    button,
  ];
}

function madeOf(store: Store, url: string, id: string, said: HTMLElement): readonly HTMLElement[] {
  const { language } = store.state;
  const button = el("button", {
    type: "button", class: "share-plain", text: say(language, "deleteShort"),
  });
  button.addEventListener("click", () => {
    void deleteShort(id).then((reply) => {
      if (reply.kind === "refused") {
        said.textContent = whyNot(store.state, reply);
        return;
      }
      store.send({ kind: "shortLinkChanged", short: null });
      const words = say(language, reply.value ? "deletedShort" : "keptShort");
      store.send({ kind: "noticeShown", notice: { tone: "note", key: null, text: words } });
      store.send({ kind: "shareTabChanged", sharing: null });
    });
  });
  return [...copyField(language, say(language, "shareShort"), url), button];
}

export function shortTab(store: Store): readonly HTMLElement[] {
  const { language, short, link } = store.state;
  const said = el("span", { class: "share-said", role: "status" });
  const isMade = short !== null && short.link === link;
  const parts = isMade ? madeOf(store, short.url, short.id, said) : makerOf(store, said);
  return [el("p", { class: "share-note", text: say(language, "shortNote") }), ...parts, said];
}

// The box that asks for the class token, over whatever needs it.

import { byId, el } from "../app/dom.ts";
import type { Store } from "../app/store.ts";
import type { TokenAsker, Wanted } from "../server/class-token.ts";
import { noticeOf, wordsOf } from "../server/http.ts";
import { say } from "../words/strings.ts";
import { field, form, headed } from "./room/form.ts";

function boxOf(
  store: Store, why: Wanted, take: (token: string) => void, close: () => void,
): readonly HTMLElement[] {
  const { language } = store.state;
  const input = el("input", {
    class: "share-text mono", type: "password", autocomplete: "off", maxlength: 200,
    "aria-describedby": "class-token-why",
  });
  const words = wordsOf(noticeOf({ kind: "refused", code: why, sentence: null }), language);
  const isWrong = why === "wrong_token";
  const said = el("p", {
    id: "class-token-why", class: isWrong ? "share-note wrong" : "share-note", text: words,
    role: isWrong ? "alert" : null,
  });
  const go = async (): Promise<string | null> => {
    const token = input.value.trim();
    if (token === "") {
      input.focus();
      return say(language, "classTokenEmpty");
    }
    take(token);
    return null;
  };
  return [
    headed(language, "class-token-title", "classToken", close),
    form(say(language, "classTokenSend"), go, said,
      field(say(language, "classToken"), input, say(language, "classTokenNote"))),
  ];
}

/** What asks the viewer for the token, and gives it back; null when the box is closed. */
export function tokenAsker(store: Store): TokenAsker {
  const dialog = byId("class-token", HTMLDialogElement);
  return (why) => new Promise((resolve) => {
    let token: string | null = null;
    const close = (): void => dialog.close();
    const take = (given: string): void => {
      token = given;
      close();
    };
    dialog.replaceChildren(...boxOf(store, why, take, close));
    dialog.addEventListener("close", () => resolve(token), { once: true });
    dialog.showModal();
    dialog.querySelector("input")?.focus();
  });
}

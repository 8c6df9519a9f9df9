// A text with a button that copies it and says so.

import { el } from "../../app/dom.ts";
import type { Language } from "../../words/narration.ts";
import { say } from "../../words/strings.ts";

/** The clipboard; where the page is not on a safe origin, the old way over a selection. */
async function copied(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

/** Copy a text that stands nowhere on the page; whether the browser let that happen. */
export async function copyUnseen(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    let isCopied = false;
    document.addEventListener("copy", (event) => {
      event.clipboardData?.setData("text/plain", text);
      event.preventDefault();
      isCopied = true;
    }, { once: true });
    return document.execCommand("copy") && isCopied;
  }
}

/** A field that cannot be changed, a Copy button, and room for what came of it. */
export function copyField(
  language: Language, label: string, text: string, lines = 1,
): readonly HTMLElement[] {
  const shared = { readonly: true, "aria-label": label, class: "share-text", spellcheck: "false" };
  const field = lines > 1 ? el("textarea", { ...shared, rows: lines })
    : el("input", { ...shared, type: "text" });
  field.value = text;
  field.addEventListener("focus", () => field.select());
  const said = el("span", { class: "share-said", role: "status" });
  const button = el("button", { type: "button", class: "share-do", text: say(language, "copy") });
  button.addEventListener("click", () => {
    void copied(field).then((done) => {
      said.textContent = say(language, done ? "copied" : "notCopied");
    });
  });
  return [el("div", { class: "share-row" }, field, button), said];
}

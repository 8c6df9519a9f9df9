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

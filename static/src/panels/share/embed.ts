// Share, the embed: switches, and the HTML that shows the page in a frame of another.

import { el } from "../../dom.ts";
import type { State } from "../../state.ts";
import { say, type StringKey } from "../../strings.ts";
import { copyField } from "./copy.ts";
import { homePath } from "./link.ts";

const USUAL_HEIGHT = 480;

interface Switch {
  readonly name: string;
  readonly value: string;
  readonly label: StringKey;
}

/** As visit.ts reads them from the address of the frame. */
const SWITCHES: readonly Switch[] = [
  { name: "readonly", value: "1", label: "embedReadOnly" },
  { name: "code", value: "0", label: "embedHideCode" },
  { name: "autoplay", value: "1", label: "embedAutoplay" },
];

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) =>
    ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
}

/** The HTML of a frame; the short link's frame where one was made of this moment. */
function frameOf(state: State, query: string, height: number): string {
  const { short, link, title } = state;
  const search = query === "" ? "" : `?${query}`;
  const address = short !== null && short.link === link ? `${short.embed}${search}`
    : `${window.location.origin}${homePath()}embed${search}#${link}`;
  const name = title === null ? "Tapescope" : `${title} · Tapescope`;
  return `<iframe src="${escaped(address)}" title="${escaped(name)}" width="100%" `
    + `height="${height}" style="border:0" loading="lazy"></iframe>`;
}

export function embedTab(state: State): readonly HTMLElement[] {
  const { language } = state;
  const host = el("div", {});
  const boxes = SWITCHES.map(({ label }) =>
    ({ label, box: el("input", { type: "checkbox" }) }));
  const height = el("input", {
    type: "number", min: 240, max: 2000, step: 20, class: "share-number",
  });
  height.value = String(USUAL_HEIGHT);
  const renew = (): void => {
    const query = new URLSearchParams(SWITCHES.flatMap(({ name, value }, i) =>
      (boxes[i]?.box.checked ? [[name, value]] : [])));
    const high = Math.max(240, Math.min(2000, Math.round(Number(height.value)) || USUAL_HEIGHT));
    const html = frameOf(state, query.toString(), high);
    host.replaceChildren(...copyField(language, say(language, "shareEmbed"), html, 4));
  };
  for (const { box } of boxes) box.addEventListener("change", renew);
  height.addEventListener("change", renew);
  renew();
  return [
    el("p", { class: "share-note", text: say(language, "embedNote") }),
    el("div", { class: "share-switches" },
      ...boxes.map(({ label, box }) => el("label", {}, box, say(language, label))),
      el("label", {}, say(language, "embedHeight"), height)),
    host,
  ];
}

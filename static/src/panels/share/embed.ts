// Share, the embed: switches, and the HTML that shows the page in a frame of another.

import { el } from "../../app/dom.ts";
import { publicAt } from "../../server/http.ts";
import { titleNow, type State } from "../../app/state.ts";
import { say, type StringKey } from "../../words/strings.ts";
import { copyField } from "./copy.ts";

const USUAL_HEIGHT = 480;

interface Switch {
  readonly name: string;
  readonly value: string;
  readonly label: StringKey;
}

/** As embed.ts reads them from the address of the frame. */
const SWITCHES: readonly Switch[] = [
  { name: "readonly", value: "1", label: "embedReadOnly" },
  { name: "code", value: "0", label: "embedHideCode" },
  { name: "autoplay", value: "1", label: "embedAutoplay" },
];

/** A switch of several; the empty value says nothing, so that the link has its way. */
interface Choice {
  readonly name: string;
  readonly label: StringKey;
  readonly values: readonly (readonly [value: string, label: StringKey])[];
}

const CHOICES: readonly Choice[] = [
  {
    name: "theme", label: "embedTheme",
    values: [["", "asHere"], ["light", "light"], ["dark", "dark"], ["system", "asReader"]],
  },
  {
    name: "language", label: "embedLanguage",
    values: [["", "asHere"], ["en", "inEnglish"], ["zh", "inChinese"]],
  },
];

function chooserOf(language: State["language"], { values }: Choice): HTMLSelectElement {
  return el("select", { class: "share-choice" }, ...values.map(([value, label]) =>
    el("option", { value, text: say(language, label) })));
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) =>
    ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
}

/** The HTML of a frame; the short link's frame where one was made of this moment. */
function frameOf(state: State, query: string, height: number): string {
  const { short, link } = state;
  const title = titleNow(state);
  const search = query === "" ? "" : `?${query}`;
  const address = short !== null && short.link === link ? `${short.embed}${search}`
    : `${publicAt("embed")}${search}#${link}`;
  const name = title === null ? "Tapescope" : `${title} · Tapescope`;
  return `<iframe src="${escaped(address)}" title="${escaped(name)}" width="100%" `
    + `height="${height}" style="border:0" loading="lazy"></iframe>`;
}

export function embedTab(state: State): readonly HTMLElement[] {
  const { language } = state;
  const host = el("div", {});
  const boxes = SWITCHES.map((one) => ({ ...one, box: el("input", { type: "checkbox" }) }));
  const choosers = CHOICES.map((one) => ({ ...one, box: chooserOf(language, one) }));
  const height = el("input", {
    type: "number", min: 240, max: 2000, step: 20, class: "share-number",
  });
  height.value = String(USUAL_HEIGHT);
  const renew = (): void => {
    const query = new URLSearchParams([
      ...boxes.flatMap(({ name, value, box }) => (box.checked ? [[name, value]] : [])),
      ...choosers.flatMap(({ name, box }) => (box.value ? [[name, box.value]] : [])),
    ]);
    const high = Math.max(240, Math.min(2000, Math.round(Number(height.value)) || USUAL_HEIGHT));
    const html = frameOf(state, query.toString(), high);
    host.replaceChildren(...copyField(language, say(language, "shareEmbed"), html, 4));
  };
  for (const { box } of [...boxes, ...choosers, { box: height }]) {
    box.addEventListener("change", renew);
  }
  renew();
  return [
    el("p", { class: "share-note", text: say(language, "embedNote") }),
    el("div", { class: "share-switches" },
      ...boxes.map(({ label, box }) => el("label", {}, box, say(language, label)))),
    el("div", { class: "share-choices" },
      ...choosers.map(({ label, box }) => el("label", {}, say(language, label), box)),
      el("label", {}, say(language, "embedHeight"), height)),
    host,
  ];
}

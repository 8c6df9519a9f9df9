// The ? sheet: every key, read from the actions, and the legend of the picture.

import { ACTIONS, type Action, type ActionGroup } from "../app/actions.ts";
import { byId, el, icon } from "../app/dom.ts";
import type { Language } from "../words/narration.ts";
import type { Store } from "../app/store.ts";
import { say, type StringKey } from "../words/strings.ts";
import { keySign } from "./key-sign.ts";

const GROUPS: readonly (readonly [ActionGroup, StringKey])[] = [
  ["time", "groupTime"], ["code", "groupCode"], ["picture", "groupPicture"],
  ["page", "groupPage"],
];

const LEGEND: readonly (readonly [swatch: string, words: StringKey])[] = [
  ["leaf", "legendLeaf"], ["node", "legendNode"], ["accumulate", "legendAccumulate"],
  ["saved", "legendSaved"], ["root", "legendRoot"], ["flow", "legendFlow"],
  ["during", "legendDuring"], ["wrong", "legendError"],
];

/** `Shift+←`, `Shift+→`, ... as Shift and then the arrows. */
function shortened(keys: readonly string[]): readonly string[] {
  const [held] = /^\w+(?=\+.)/.exec(keys[0] ?? "") ?? [];
  const isShared = keys.length > 1 && keys.every((key) => key.startsWith(`${held}+`));
  return held !== undefined && isShared
    ? [held, ...keys.map((key) => key.slice(held.length + 1))] : keys;
}

function keyRow(
  language: Language, label: StringKey, keys: readonly string[],
): HTMLElement {
  return el("div", { class: "key-row" }, el("span", { text: say(language, label) }),
    el("span", { class: "keys" },
      ...shortened(keys).map((key) => el("kbd", { text: keySign(key) }))));
}

/** Actions that share a line stand next to each other. */
function rowsOf(actions: readonly Action[]): readonly (readonly Action[])[] {
  return actions.reduce<(readonly Action[])[]>((rows, action) => {
    const last = rows.at(-1);
    const isMore = last !== undefined && action.row !== undefined && last[0]?.row === action.row;
    return isMore ? [...rows.slice(0, -1), [...last, action]] : [...rows, [action]];
  }, []);
}

function keysOf(language: Language, group: ActionGroup, title: StringKey): HTMLElement {
  const rows = rowsOf(ACTIONS.filter((action) => action.keys.length > 0 && action.group === group));
  const lines = rows.map((row) => keyRow(language, row[0]?.row ?? row[0]!.label,
    row.flatMap(({ keys }) => keys.slice(0, 1))));
  const goesBack = rows.some(({ length }) => length === 2);
  const note = goesBack ? [el("p", { class: "help-note", text: say(language, "keysBack") })] : [];
  return el("section", {}, el("h3", { text: say(language, title) }), ...lines, ...note);
}

function legend(language: Language): HTMLElement {
  const rows = LEGEND.map(([swatch, words]) => el("div", { class: "legend-row" },
    el("span", {
      class: `swatch ${swatch}`, "aria-hidden": "true", text: swatch === "accumulate" ? "+" : "",
    }),
    el("span", { text: say(language, words) })));
  return el("section", {}, el("h3", { text: say(language, "legend") }),
    el("div", { class: "legend" }, ...rows));
}

const SIGNS: readonly (readonly [sign: string, words: StringKey])[] = [
  ["+", "signGrad"], ["○", "signZero"], ["▲", "signFail"], ["△", "signMistake"],
  ["◇", "signSmell"], ["■", "signFull"], ["①", "signMoment"],
];

/** The signs above the strip. */
function signs(language: Language): HTMLElement {
  const rows = SIGNS.map(([sign, words]) => el("div", { class: "legend-row" },
    el("span", { class: "strip-sign", "aria-hidden": "true", text: sign }),
    el("span", { text: say(language, words) })));
  return el("section", {}, el("h3", { text: say(language, "timeline") }),
    el("div", { class: "legend" }, ...rows));
}

/** Keys of one letter may be turned off: who speaks to a machine presses them unawares. */
function letterSwitch(store: Store): HTMLElement {
  const { language, letters } = store.state;
  const box = el("input", {
    type: "checkbox", checked: letters,
    change: () => store.send({ kind: "letterKeysToggled", letters: !store.state.letters }),
  });
  return el("label", { class: "help-note" }, box, ` ${say(language, "letterKeys")}`);
}

/** The tree of boxes and the list of steps have keys of their own. */
function treeKeys(language: Language): HTMLElement {
  return el("section", {}, el("h3", { text: say(language, "boxes") }),
    el("p", { text: say(language, "treeKeys") }));
}

function sheet(store: Store, close: () => void): readonly HTMLElement[] {
  const { language } = store.state;
  const button = el("button", {
    type: "button", class: "plain", "aria-label": say(language, "close"), click: close,
  }, icon("close", "icon small"));
  const [first, ...others] = GROUPS.map(([group, title]) => keysOf(language, group, title));
  const left = el("div", {}, ...(first ? [first] : []));
  const right = el("div", {}, ...others);
  const title = el("h2", { id: "help-title", text: say(language, "help") });
  return [
    el("div", { class: "help-head" }, title, button),
    el("div", { class: "help-body" }, legend(language), signs(language), left, right,
      treeKeys(language), letterSwitch(store),
      el("p", { class: "help-note", text: say(language, "keysNote") })),
  ];
}

export function showHelp(store: Store): void {
  const dialog = byId("help", HTMLDialogElement);
  const close = (): void => store.send({ kind: "helpToggled", help: false });
  store.watch((s) => [s.help, s.language], ({ help }) => {
    if (!help) {
      dialog.close();
      return;
    }
    dialog.replaceChildren(...sheet(store, close));
    if (!dialog.open) dialog.showModal();
  });
  // The browser tells late, and not always, that Esc closed a dialog; so Esc is ours.
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  });
  dialog.addEventListener("close", () => {
    if (!dialog.open) close(); // it may have been opened again meanwhile
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) close();
  });
}

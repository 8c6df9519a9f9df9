// The Share box: a link, a short one, an embed, files, and a code for cameras.

import { byId, el, icon } from "../app/dom.ts";
import type { ShareTab, State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say, type StringKey } from "../words/strings.ts";
import { embedTab } from "./share/embed.ts";
import { exportTab } from "./share/export.ts";
import { linkTab, qrTab } from "./share/link.ts";
import { shortTab } from "./share/short.ts";

const TABS: readonly (readonly [ShareTab, StringKey])[] = [
  ["link", "shareLink"], ["short", "shareShort"], ["embed", "shareEmbed"],
  ["export", "shareExport"], ["qr", "shareQr"],
];

function partsOf(store: Store, tab: ShareTab): readonly Node[] {
  switch (tab) {
    case "link": return linkTab(store);
    case "short": return shortTab(store);
    case "embed": return embedTab(store.state);
    case "export": return exportTab(store);
    case "qr": return qrTab(store);
  }
}

/** The tabs; arrows go round them. */
function tabsOf(store: Store, now: ShareTab): HTMLElement {
  const { language } = store.state;
  const open = (tab: ShareTab): void => {
    store.send({ kind: "shareTabChanged", sharing: tab });
    document.getElementById(`share-${tab}`)?.focus();
  };
  const buttons = TABS.map(([tab, label], i) => el("button", {
    type: "button", role: "tab", id: `share-${tab}`, class: "share-tab",
    "aria-selected": String(tab === now), "aria-controls": "share-panel",
    tabindex: tab === now ? 0 : -1, text: say(language, label),
    click: () => open(tab),
    keydown: (event) => {
      const key = event instanceof KeyboardEvent ? event.key : "";
      const way = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      const next = TABS[(i + way + TABS.length) % TABS.length];
      if (way !== 0 && next) open(next[0]);
    },
  }));
  const label = say(language, "shareTabs");
  return el("div", { class: "share-tabs", role: "tablist", "aria-label": label }, ...buttons);
}

function boxOf(store: Store, tab: ShareTab, close: () => void): readonly HTMLElement[] {
  const { language } = store.state;
  const button = el("button", {
    type: "button", class: "plain", "aria-label": say(language, "close"), click: close,
  }, icon("close", "icon small"));
  return [
    el("div", { class: "share-head" },
      el("h2", { id: "share-title", text: say(language, "share") }), button),
    tabsOf(store, tab),
    el("div", {
      id: "share-panel", class: "share-panel", role: "tabpanel", "aria-labelledby": `share-${tab}`,
    }, ...partsOf(store, tab)),
  ];
}

/** What the box is about: it is drawn anew, and what was typed is lost, when this is another. */
function subjectOf({ sharing, language, link, short, run }: State): readonly unknown[] {
  switch (sharing) {
    case null: return [null];
    case "short": return [sharing, language, short, short?.link === link];
    case "export": return [sharing, language, run];
    default: return [sharing, language, link, short];
  }
}

export function showShare(store: Store): void {
  const dialog = byId("share", HTMLDialogElement);
  const close = (): void => store.send({ kind: "shareTabChanged", sharing: null });
  store.watch(subjectOf, ({ sharing }) => {
    if (sharing === null) {
      dialog.close();
      return;
    }
    dialog.replaceChildren(...boxOf(store, sharing, close));
    if (dialog.open) return;
    dialog.showModal();
    // What one came for, rather than the way out, which stands first.
    dialog.querySelector<HTMLElement>("#share-panel button")?.focus();
  });
  dialog.addEventListener("close", () => {
    if (!dialog.open) close(); // it may be open again by now
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) close();
  });
}

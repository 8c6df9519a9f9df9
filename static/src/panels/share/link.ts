// Share, the link: everything is in it; and the same for cameras.

import { encode } from "uqr";
import { el } from "../../app/dom.ts";
import { COMFORTABLE_LINK } from "../../model/link.ts";
import { publicAt } from "../../server/http.ts";
import type { State } from "../../app/state.ts";
import { say } from "../../words/strings.ts";
import type { Store } from "../../app/store.ts";
import { copyField } from "./copy.ts";

/** Dots of a code with more modules than this are small from the back row (version 10). */
const DENSE = 57;
const QUIET_ZONE = 4;

/** The address of the page at the moment on stage. */
export function linkOf({ link }: State): string {
  return `${publicAt("")}#${link}`;
}

/** A way out of a link that is too long: the tab where a short one is made. */
function wayToShort(store: Store): HTMLElement {
  return el("button", {
    type: "button", class: "share-do plainer", text: say(store.state.language, "makeShort"),
    click: () => {
      store.send({ kind: "shareTabChanged", sharing: "short" });
      document.getElementById("share-short")?.focus();
    },
  });
}

export function linkTab(store: Store): readonly HTMLElement[] {
  const { language } = store.state;
  const link = linkOf(store.state);
  const isLong = link.length > COMFORTABLE_LINK;
  return [
    ...copyField(language, say(language, "shareLink"), link),
    el("p", {
      class: isLong ? "share-note wrong" : "share-note",
      text: say(language, isLong ? "linkTooLong" : "linkNote", { n: link.length }),
    }),
    ...isLong ? [wayToShort(store)] : [],
  ];
}

const SVG = "http://www.w3.org/2000/svg";

function drawn(rows: readonly (readonly boolean[])[], label: string): SVGElement {
  const size = rows.length + 2 * QUIET_ZONE;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("class", "share-qr");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  const path = document.createElementNS(SVG, "path");
  const dots = rows.flatMap((row, y) => row.flatMap((dark, x) =>
    (dark ? [`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`] : [])));
  path.setAttribute("d", dots.join(""));
  svg.append(path);
  return svg;
}

function codeOf(text: string): readonly (readonly boolean[])[] | null {
  try {
    return encode(text, { ecc: "L", border: 0 }).data;
  } catch {
    return null; // more than a code can hold
  }
}

/** The code that cameras read an address from; null when it is longer than any code holds. */
export function qrOf(url: string): SVGElement | null {
  const rows = codeOf(url);
  return rows && drawn(rows, url);
}

export function qrTab(store: Store): readonly Node[] {
  const { language, short, link } = store.state;
  const url = short !== null && short.link === link ? short.url : linkOf(store.state);
  const rows = codeOf(url);
  if (!rows) {
    const why = say(language, "qrImpossible");
    return [el("p", { class: "share-note wrong", text: why }), wayToShort(store)];
  }
  const isDense = rows.length > DENSE;
  return [
    drawn(rows, url),
    el("p", { class: "share-note", text: say(language, isDense ? "qrDense" : "qrNote") }),
    ...isDense ? [wayToShort(store)] : [],
  ];
}

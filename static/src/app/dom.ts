// Making and finding elements: the few lines that every panel needs of the document.

import { tonguesOf } from "../words/language-spans.ts";

type Attribute = string | number | boolean | null | undefined | ((event: Event) => void);

function give(element: Element, name: string, value: Attribute): void {
  if (typeof value === "function") element.addEventListener(name, value);
  else if (name === "text") element.textContent = String(value ?? "");
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined) {
    element.setAttribute(name, String(value));
  }
}

/** An element; `text` is its text, a function is a listener, null and false are left out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Readonly<Record<string, Attribute>> = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) give(element, name, value);
  element.append(...children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** One of the symbols of templates/icons.html. */
export function icon(name: string, kind = "icon"): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", kind);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

/** A sentence as it is to be read aloud: what is English is marked as such. */
export function spoken(text: string): readonly (Node | string)[] {
  return tonguesOf(text).map((part) =>
    (part.isEnglish ? el("span", { lang: "en", text: part.text }) : part.text));
}

/** The element with that id; the template and the page disagreeing is a mistake, so it throws. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} with id ${id}.`);
  return element;
}

/** Whether the element takes typed text, so that keys belong to it. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement
    && (target.isContentEditable || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName));
}

// A long table of which only the rows in sight are made; it opens at its end, which is now.

import { el } from "../../app/dom.ts";
import { isPointed } from "../../app/focus.ts";
import type { Row } from "../../model/ledger/groups.ts";
import type { Store } from "../../app/store.ts";

/** Heights in CSS pixels, as inspector.css has them. */
const HEIGHT: Readonly<Record<Row["kind"], number>> = { group: 28, line: 28, flag: 64 };
const SIGHT = 336;
const HEAD = 26;
/** Rows that are made beyond those in sight, in pixels. */
const BEYOND = 112;

export interface Rows {
  readonly label: string;
  /** All rows, with the groups that the viewer opened and closed. */
  rowsOf(turned: ReadonlyMap<string, boolean>): readonly Row[];
  element(row: Row): HTMLElement;
}

/** What is kept of a table while the inspector is drawn anew. */
interface Seat {
  readonly tensor: string;
  readonly turned: Map<string, boolean>;
  /** How far it is scrolled; null where it follows its end. */
  top: number | null;
  /** The row that the keyboard is at; null for the last. */
  row: string | null;
  /** Scroll a table that was just made, and give it the focus if the one before had it. */
  settle(hadFocus: boolean): void;
}

const seats = new WeakMap<Store, Seat>();

function seatOf(store: Store, tensor: string): Seat {
  let seat = seats.get(store);
  if (seat?.tensor !== tensor) {
    seat = { tensor, turned: new Map(), top: null, row: null, settle: () => undefined };
    seats.set(store, seat);
  }
  return seat;
}

/** Where each row begins, and at last where they end. */
function topsOf(rows: readonly Row[]): readonly number[] {
  const tops = [0];
  for (const { kind } of rows) tops.push(tops.at(-1)! + HEIGHT[kind]);
  return tops;
}

/** Room for rows that are not made. */
function gap(height: number): HTMLElement {
  const row = el("tr", { class: "account-gap", role: "presentation", "aria-hidden": "true" },
    el("td", { colspan: 3 }));
  row.style.height = `${height}px`;
  return row;
}

interface Table {
  readonly host: HTMLElement;
  readonly table: HTMLElement;
  readonly body: HTMLElement;
  readonly seat: Seat;
  readonly from: Rows;
  rows: readonly Row[];
  tops: readonly number[];
}

/** The row that a key or Tab comes to. */
function activeIn({ rows, seat }: Table): number {
  const at = rows.findIndex(({ key }) => key === seat.row);
  return at < 0 ? rows.length - 1 : at;
}

/** Make the rows that are in sight from `top` on. */
function fill(made: Table, top: number): void {
  const { body, table, rows, tops, from } = made;
  const first = Math.max(0, tops.findIndex((_, i) => (tops[i + 1] ?? Infinity) > top - BEYOND));
  const below = tops.findIndex((start) => start > top + SIGHT + BEYOND);
  const last = below < 0 ? rows.length : Math.min(below, rows.length);
  const active = Math.max(first, Math.min(activeIn(made), last - 1));
  const shown = rows.slice(first, last).map((row, i) => {
    const element = from.element(row);
    element.setAttribute("aria-rowindex", String(first + i + 2));
    element.setAttribute("aria-level", row.kind === "group" ? "1" : "2");
    element.dataset["row"] = row.key;
    element.tabIndex = first + i === active ? 0 : -1;
    // The row is worked by its own keys; a button in it would be a second stop for Tab.
    element.querySelector("button")?.setAttribute("tabindex", "-1");
    return element;
  });
  table.setAttribute("aria-rowcount", String(rows.length + 1));
  body.replaceChildren(gap(tops[first]!), ...shown, gap(tops.at(-1)! - tops[last]!));
}

function draw(made: Table): void {
  made.rows = made.from.rowsOf(made.seat.turned);
  made.tops = topsOf(made.rows);
  made.host.style.height = `${Math.min(made.tops.at(-1)! + HEAD, SIGHT)}px`;
}

function endOf({ tops }: Table): number {
  return Math.max(0, tops.at(-1)! + HEAD - SIGHT);
}

/** Scroll as far as needed to have a row in sight, make it and give it the focus. */
function focusRow(made: Table, at: number): void {
  const { host, seat, rows, tops } = made;
  const row = rows[at];
  if (!row) return;
  seat.row = row.key;
  const [top, bottom] = [tops[at]!, tops[at + 1]! + HEAD];
  if (top < host.scrollTop) host.scrollTop = top;
  else if (bottom > host.scrollTop + SIGHT) host.scrollTop = bottom - SIGHT;
  seat.top = host.scrollTop >= endOf(made) - 1 ? null : host.scrollTop;
  fill(made, host.scrollTop);
  made.body.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
}

function turn(made: Table, row: Row | undefined): void {
  if (row?.kind !== "group") return;
  made.seat.turned.set(row.key, !row.isOpen);
  draw(made);
  focusRow(made, made.rows.findIndex(({ key }) => key === row.key));
}

/** Where a key leads from row `at`. */
function aimOf(key: string, at: number, count: number): number | null {
  const page = Math.floor(SIGHT / HEIGHT.line) - 2;
  switch (key) {
    case "ArrowDown": return Math.min(at + 1, count - 1);
    case "ArrowUp": return Math.max(at - 1, 0);
    case "PageDown": return Math.min(at + page, count - 1);
    case "PageUp": return Math.max(at - page, 0);
    case "Home": return 0;
    case "End": return count - 1;
    default: return null;
  }
}

function listen(made: Table): void {
  const { host, body, seat } = made;
  const rowAt = (target: EventTarget | null): Row | undefined => {
    const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-row]") : null;
    return made.rows.find(({ key }) => key === row?.dataset["row"]);
  };
  host.addEventListener("scroll", () => {
    if (!host.isConnected) return;
    seat.top = host.scrollTop >= endOf(made) - 1 ? null : host.scrollTop;
    const hadFocus = body.contains(document.activeElement);
    fill(made, host.scrollTop);
    if (hadFocus) body.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
  }, { passive: true });
  body.addEventListener("click", ({ target }) => turn(made, rowAt(target)));
  body.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isPointed()) return;
    const row = rowAt(target);
    const to = aimOf(key, activeIn(made), made.rows.length);
    if (to === null && key !== "Enter" && key !== " ") return;
    event.preventDefault();
    if (to !== null) focusRow(made, to);
    else if (row?.kind === "group") turn(made, row);
    else if (target instanceof Element) target.querySelector<HTMLElement>("button")?.click();
  });
}

/** A table of the account's rows, as far as they are in sight; `settleRows` scrolls it. */
export function scrollRows(
  store: Store, tensor: string, head: HTMLElement, from: Rows,
): HTMLElement {
  const body = el("tbody", {});
  const table = el("table", { class: "account long", role: "treegrid", "aria-label": from.label },
    head, body);
  const host = el("div", { class: "account-rows" }, table);
  const seat = seatOf(store, tensor);
  const made: Table = { host, table, body, seat, from, rows: [], tops: [0] };
  draw(made);
  fill(made, Math.min(seat.top ?? Infinity, endOf(made)));
  listen(made);
  seat.settle = (hadFocus) => {
    host.scrollTop = seat.top ?? endOf(made);
    if (hadFocus) body.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
  };
  return host;
}

function rowsIn(host: HTMLElement): HTMLElement | null {
  return host.querySelector<HTMLElement>(".account-rows");
}

/**
 * To be called before the inspector is drawn anew; what it returns, after that: a table that is new
 * or back is scrolled to where the last one was, and gets the focus that it had.
 */
export function rowsBefore(store: Store, host: HTMLElement): () => void {
  const before = rowsIn(host);
  const hadFocus = before?.contains(document.activeElement) === true;
  return () => {
    const now = rowsIn(host);
    if (now !== null && now !== before) seats.get(store)?.settle(hadFocus);
  };
}

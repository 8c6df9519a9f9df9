// The window of a large value: rows and columns of its numbers, one of them in question.

import { el } from "../../app/dom.ts";
import type { Language } from "../../words/narration.ts";
import { compact } from "../../model/number.ts";
import {
  entryAt, indexAt, type Peek, planOf, seatOf, SIDE, windowOf,
} from "../../app/value-view.ts";
import { say } from "../../words/strings.ts";
import type { ThemeName } from "../../drawing/theme.ts";
import { shade } from "../shade.ts";

/** Every so many rows and columns have their number beside colours, where there is less room. */
const SPARSE = 8;

/** The greatest size of a finite entry of the whole value: where the scale ends. */
export function mostOf({ value: { stats } }: Peek): number {
  const ends = [stats?.min, stats?.max].map((end) => typeof end === "number" ? Math.abs(end) : 0);
  return Math.max(...ends);
}

/** What a row is called: its number, or where it begins in the one dimension that there is. */
function rowName({ value: { shape } }: Peek, row: number): string {
  return String(shape.length < 2 ? row * SIDE : row);
}

function colName({ value: { shape } }: Peek, col: number): string {
  return shape.length < 2 ? `+${col}` : String(col);
}

function headOf(name: string, number: number, attributes: Record<string, string>): HTMLElement {
  const kind = number % SPARSE === 0 ? "" : "between";
  return el("th", { class: kind, ...attributes }, el("span", { text: name }));
}

function cellOf(peek: Peek, row: number, col: number, theme: ThemeName): HTMLElement {
  const index = indexAt(peek, row, col);
  const entry = index && entryAt(peek, index);
  const text = entry === null ? "" : compact(entry, peek.value.dtype);
  const cell = el("td", { role: "gridcell", tabindex: -1, "aria-colindex": col + 1,
    "data-row": row, "data-col": col }, el("span", { text }));
  if (index === null) cell.className = "beyond";
  if (entry !== null) cell.style.setProperty("--shade", shade(entry, mostOf(peek), theme));
  return cell;
}

/** The window as a table that arrows walk (the dialog hears them). */
export function gridOf(peek: Peek, theme: ThemeName, language: Language): HTMLElement {
  const [rows, cols] = windowOf(peek);
  const plan = planOf(peek.value);
  const across = [...new Array(cols.size).keys()].map((i) => cols.from + i);
  const down = [...new Array(rows.size).keys()].map((i) => rows.from + i);
  const head = el("tr", { role: "row" }, el("td", { role: "presentation" }),
    ...across.map((col) => headOf(colName(peek, col), col, {
      scope: "col", role: "columnheader", "aria-colindex": String(col + 1) })));
  return el("table", {
    role: "grid", class: `peek-grid as-${peek.shows}`, "aria-label": say(language, "peekGrid"),
    "aria-rowcount": plan.rows, "aria-colcount": plan.cols, "aria-describedby": "peek-keys",
  },
  el("thead", { role: "rowgroup" }, head),
  el("tbody", { role: "rowgroup" }, ...down.map((row) =>
    el("tr", { role: "row", "aria-rowindex": row + 1 },
      headOf(rowName(peek, row), row, { scope: "row", role: "rowheader" }),
      ...across.map((col) => cellOf(peek, row, col, theme))))));
}

/** Let the cell of the entry in question be the one that has a place in the order of tabs. */
export function markCell(grid: HTMLElement, { at }: Peek): HTMLElement | null {
  const [row, col] = seatOf(at);
  for (const cell of grid.querySelectorAll<HTMLElement>("td[tabindex='0']")) {
    cell.tabIndex = -1;
    cell.removeAttribute("aria-selected");
  }
  const cell = grid.querySelector<HTMLElement>(`td[data-row="${row}"][data-col="${col}"]`);
  if (!cell) return null;
  cell.tabIndex = 0;
  cell.setAttribute("aria-selected", "true");
  return cell;
}

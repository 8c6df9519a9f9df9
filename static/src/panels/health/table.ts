// The table of health: a row for each layer, its numbers in one turn with bars, and its flags.

import { el, icon } from "../../app/dom.ts";
import type { Health, Layer, Measure } from "../../model/health.ts";
import { flagsOf, type Flag } from "../../model/health/flags.ts";
import { markOf, scaleOf, type Scale } from "../../model/health/scale.ts";
import type { Language } from "../../model/viewer-options.ts";
import { flagWords, measureWords, numberWords } from "../../words/health.ts";
import { say } from "../../words/strings.ts";

export type Column = "layer" | "flags" | Measure;

export interface Sort {
  readonly column: Column;
  readonly isDown: boolean;
}

interface Row {
  readonly i: number;
  readonly layer: Layer;
  readonly flags: readonly Flag[];
}

/** The measures that the run has anything of. */
export function columnsOf({ layers }: Health): readonly Measure[] {
  const has = (measure: Measure, isIt: (n: number) => boolean): boolean =>
    layers.some(({ cells }) => cells.some((cell) => isIt(cell?.[measure] ?? NaN)));
  return [
    "value", "grad", "update", ...(has("zeros", (n) => n >= 0) ? ["zeros"] as const : []),
    ...(has("bad", (n) => n > 0) ? ["bad"] as const : []),
  ];
}

/** By what a row is sorted; what is not told comes last, whichever way. */
function keyOf({ i, layer, flags }: Row, column: Column, turn: number): number | null {
  if (column === "layer") return i;
  return column === "flags" ? flags.length : layer.cells[turn]?.[column] ?? null;
}

function sorted(rows: readonly Row[], { column, isDown }: Sort, turn: number): readonly Row[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [keyOf(one, column, turn), keyOf(other, column, turn)];
    if (a === null || b === null) return Number(a === null) - Number(b === null) || one.i - other.i;
    return (isDown ? b - a : a - b) || one.i - other.i;
  });
}

/** What the table can do to the panel around it. */
export interface Hands {
  sort(column: Column): void;
  go(layer: number, measure: Measure): void;
}

function headOf(
  columns: readonly Column[], sort: Sort, language: Language, { sort: by }: Hands,
): HTMLElement {
  return el("tr", {}, ...columns.map((column) => {
    const words = column === "layer" ? say(language, "healthLayer")
      : column === "flags" ? say(language, "healthFlags") : measureWords(column, language);
    const isIt = sort.column === column;
    return el("th", { scope: "col",
      "aria-sort": isIt ? sort.isDown ? "descending" : "ascending" : null },
    el("button", { type: "button", "data-column": column,
      title: say(language, "healthSort", { column: words }), click: () => by(column) },
    words, el("span", { class: "health-way", "aria-hidden": "true",
      text: isIt ? sort.isDown ? "▾" : "▴" : "" })));
  }));
}

function numberCell(
  { layer, i }: Row, turn: number, measure: Measure, scale: Scale, hands: Hands,
): HTMLElement {
  const cell = layer.cells[turn] ?? null;
  const mark = markOf(scale, measure, cell);
  const words = mark === "bad" && measure !== "bad" ? "NaN, Inf"
    : numberWords(measure, cell?.[measure] ?? null);
  const at = cell?.at[measure] ?? null;
  const told = at === null || words === "–" ? el("span", { class: "quiet", text: words })
    : el("button", { type: "button", text: words, click: () => hands.go(i, measure) });
  const bar = el("i", { class: `health-bar ${typeof mark === "string" ? mark : ""}` });
  bar.style.width = typeof mark === "number" ? `${Math.max(2, mark * 100)}%` : "";
  return el("td", {}, told, bar);
}

/** A layer, and under it what stands out. */
function rowsOf(
  row: Row, turn: number, columns: readonly Measure[], scales: ReadonlyMap<Measure, Scale>,
  language: Language, hands: Hands,
): readonly HTMLElement[] {
  const { layer, flags, i } = row;
  const told = flags.map((flag) => el("p", { class: `health-flag ${flag.kind}` },
    icon("alert", "icon small"), flagWords(flag, language)));
  return [el("tr", { "data-layer": layer.name, class: flags.length > 0 ? "flagged" : "" },
    el("th", { scope: "row" },
      el("button", { type: "button", class: "health-name", text: layer.name,
        title: say(language, "healthGo", { layer: layer.name }),
        click: () => hands.go(i, "value") })),
    ...columns.map((measure) => numberCell(row, turn, measure, scales.get(measure)!, hands)),
    el("td", { class: "health-count", text: flags.length === 0 ? "" : String(flags.length) })),
  ...(told.length === 0 ? []
    : [el("tr", {}, el("td", { class: "health-flags", colspan: columns.length + 2 }, ...told))])];
}

/** The layers of a turn. */
export function tableOf(
  health: Health, turn: number, sort: Sort, language: Language, hands: Hands,
): HTMLElement {
  const columns = columnsOf(health);
  const scales = new Map(columns.map((one) => [one, scaleOf(health.layers, one)] as const));
  const flags = flagsOf(health.layers, turn);
  const rows = health.layers.map((layer, i) => ({ layer, i, flags: flags[i]! }));
  const title = say(language, "healthTable", { turn: turn + 1, all: health.turns.length });
  return el("table", { class: "health-table" }, el("caption", { text: title }),
    el("thead", {}, headOf(["layer", ...columns, "flags"], sort, language, hands)),
    el("tbody", {}, ...sorted(rows, sort, turn).flatMap((row) =>
      rowsOf(row, turn, columns, scales, language, hands))));
}

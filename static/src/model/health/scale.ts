// The scale of a measure: decades for sizes, 0 to 1 for shares. Pure.

import type { Cell, Layer, Measure } from "./cell.ts";

/** What a number is on a scale: a share of it, or one of the marks that have no place on it. */
export type Mark = number | "missing" | "zero" | "bad";

export interface Scale {
  readonly least: number;
  readonly most: number;
  readonly isLog: boolean;
  /** Which of the marks without a place there are. */
  readonly marks: ReadonlySet<Exclude<Mark, number>>;
}

/** How a layer stands in a turn; what is no finite number is trouble in every measure. */
export function markOf(scale: Scale, measure: Measure, cell: Cell | null): Mark {
  if (!cell) return "missing";
  const n = cell[measure];
  if (measure === "bad") return n === null ? "missing" : n > 0 ? "bad" : "zero";
  if (n === null) return (cell.bad ?? 0) > 0 && cell.at[measure] !== null ? "bad" : "missing";
  if (!scale.isLog) return n;
  if (n === 0) return "zero";
  const { least, most } = scale;
  return Math.min(1, Math.max(0, Math.log10(n / least) / Math.log10(most / least)));
}

/** The scale of a measure over all layers and turns, from power of ten to power of ten. */
export function scaleOf(layers: readonly Layer[], measure: Measure): Scale {
  const marks = new Set<Exclude<Mark, number>>();
  const isLog = measure !== "zeros" && measure !== "bad";
  let [least, most] = [Infinity, 0];
  const draft = { least: 1, most: 10, isLog, marks };
  for (const { cells } of layers) {
    for (const cell of cells) {
      const mark = markOf(draft, measure, cell);
      if (typeof mark === "string") marks.add(mark);
      else if (isLog) {
        least = Math.min(least, cell![measure]!);
        most = Math.max(most, cell![measure]!);
      }
    }
  }
  if (!isLog) return { least: 0, most: 1, isLog, marks };
  if (most === 0) return draft;
  const [low, high] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
  return { least: 10 ** low, most: 10 ** Math.max(high, low + 1), isLog, marks };
}

/** Of several turns the mark that is shown for all: trouble, else the largest. */
export function worstOf(marks: readonly Mark[]): Mark {
  if (marks.includes("bad")) return "bad";
  const numbers = marks.filter((mark) => typeof mark === "number");
  if (numbers.length > 0) return numbers.reduce((a, b) => Math.max(a, b));
  return marks.includes("zero") ? "zero" : "missing";
}

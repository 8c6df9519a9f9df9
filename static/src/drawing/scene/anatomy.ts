// The anatomy of a box: the numbers of docs/architecture.md, which the server counts with too.

import { isComplex } from "../../model/number.ts";
import type { Value } from "../../model/run.ts";

export const HEAD = 24;
export const FOOT = 18;
const SCALAR_BODY = 32;
const SCALAR_SLOT = 20;
export const CELL_WIDTH = 52;
export const CELL_HEIGHT = 20;
const MOST_CELLS = 6;
const BODY_MARGIN = 8;
const SLOT_MARGIN = 4;
export const MAP_WIDTH = 128;
export const MAP_HEIGHT = 72;
const MAP_BODY = 88;
const MAP_SLOT = 48;
export const LEDGER_LINE = 16;
/** The row of a folded group in which its ops are marks. */
export const INSIDES = 20;
/** A tab is as wide as its name, within what the gap before its box has room for. */
export const TAB_LEAST = 44;
export const TAB_MOST = 64;
export const TAB_HEIGHT = 16;
export const TAB_PITCH = 18;
export const TAB_FOOT = 4;
/** A box is as high as so many tabs need at most. */
export const MOST_TABS = 64;

/** Sizes of type on the stage. */
export const SMALL = 12;
export const NORMAL = 14;
export const LARGE = 20;

/** What lies over what. */
export const Z = {
  frame: -20, edge: 0, tab: 4, chip: 6, pulse: 8, box: 10, part: 12, mark: 20, select: 24, gate: 30,
  token: 40, bubble: 50,
} as const;

/** How a value is shown: as one number, as a table, or as a map of colours. */
export type Form =
  | { readonly kind: "scalar" }
  | { readonly kind: "table"; readonly rows: number; readonly cols: number }
  | { readonly kind: "map" };

/** A complex number takes two cells of a table; what is not there is shown as a scalar. */
export function formOf(value: Pick<Value, "shape" | "dtype"> | null): Form {
  const { shape, dtype } = value ?? { shape: [], dtype: "" };
  const count = shape.reduce((product, n) => product * n, 1);
  if (count <= 1) return { kind: "scalar" };
  const rows = count / shape.at(-1)!;
  const cols = shape.at(-1)! * (isComplex(dtype) ? 2 : 1);
  if (Math.max(rows, cols) > MOST_CELLS) return { kind: "map" };
  return { kind: "table", rows, cols };
}

export function bodyHeight(form: Form): number {
  if (form.kind === "scalar") return SCALAR_BODY;
  return form.kind === "map" ? MAP_BODY : BODY_MARGIN + form.rows * CELL_HEIGHT;
}

/** Height of the gradient's row; a leaf that holds no scalar has one more line for its ledger. */
export function slotHeight(form: Form, ledger: boolean): number {
  if (form.kind === "scalar") return SCALAR_SLOT;
  const height = form.kind === "map" ? MAP_SLOT : SLOT_MARGIN + form.rows * CELL_HEIGHT;
  return ledger ? height + LEDGER_LINE : height;
}

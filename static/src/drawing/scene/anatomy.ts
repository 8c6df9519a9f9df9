// The anatomy of a box: the numbers of docs/architecture.md, which the server counts with too.

import BOX from "../../../../server/graph/anatomy.json" with { type: "json" };
import { isComplex } from "../../model/number.ts";
import type { Value } from "../../model/run.ts";

export const HEAD = BOX.head;
export const FOOT = BOX.foot;
export const CELL_WIDTH = BOX.cell_width;
export const CELL_HEIGHT = BOX.cell_height;
export const MAP_WIDTH = BOX.map_width;
/** Of the map itself; the line of its range is below it. */
export const MAP_HEIGHT = BOX.map_body - 16;
export const LEDGER_LINE = BOX.ledger_line;
/** Of a folded group: what opens it, and the rows in which its ops are marks, its leaves chips. */
export const KNOB_ROOM = BOX.knob_room;
export const INSIDES = BOX.insides;
export const CHIPS = BOX.chips;
/** A tab is as wide as its name, within what the gap before its box has room for. */
export const TAB_LEAST = 44;
export const TAB_MOST = 64;
export const TAB_HEIGHT = 16;
export const TAB_PITCH = BOX.tab_pitch;
export const TAB_FOOT = BOX.tab_foot;
/** A box is as high as so many tabs need at most. */
export const MOST_TABS = BOX.most_tabs;

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
  if (Math.max(rows, cols) > BOX.most_cells) return { kind: "map" };
  return { kind: "table", rows, cols };
}

export function bodyHeight(form: Form): number {
  if (form.kind === "scalar") return BOX.scalar_body;
  return form.kind === "map" ? BOX.map_body : BOX.body_margin + form.rows * CELL_HEIGHT;
}

/** Height of the gradient's row; a leaf that holds no scalar has one more line for its ledger. */
export function slotHeight(form: Form, ledger: boolean): number {
  if (form.kind === "scalar") return BOX.scalar_slot;
  const height = form.kind === "map" ? BOX.map_slot : BOX.slot_margin + form.rows * CELL_HEIGHT;
  return ledger ? height + LEDGER_LINE : height;
}

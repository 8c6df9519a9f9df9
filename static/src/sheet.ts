// The sheet: what is on stage in a pass, box by box and line by line, as its viewer has laid it.

import { turned, type Bearing, type Layout, type Pass, type Run } from "./run.ts";

/** Boxes in their places, and what stands in each. */
export interface Sheet {
  readonly bearing: Bearing;
  /** Of one way to lay a layout always the same object. */
  readonly layout: Layout;
  /** What stands in each box: a tensor id or a node id. */
  readonly ids: readonly string[];
  /** What stands in a box -> index of the box. */
  readonly boxOf: ReadonlyMap<string, number>;
}

const sheets = new WeakMap<Layout, WeakMap<Pass, Sheet>>();

/** The sheet of a pass; of the same pass, laid in the same way, always the same object. */
export function sheetOf(run: Run, pass: Pass, bearing: Bearing): Sheet {
  const layout = turned(run.layouts[pass.layout]!, bearing);
  let known = sheets.get(layout);
  if (!known) sheets.set(layout, known = new WeakMap());
  let sheet = known.get(pass);
  if (!sheet) {
    const boxOf = new Map(pass.boxes.map((id, i) => [id, i]));
    known.set(pass, sheet = { bearing, layout, ids: pass.boxes, boxOf });
  }
  return sheet;
}

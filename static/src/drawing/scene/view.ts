// View: what the viewer brings to a picture: selection, dragged boxes, language, motion, zoom.

import type { Finding } from "../../findings/finding.ts";
import type { Bearing, Point } from "../../model/run.ts";
import { OPEN, type Folds, type StageSize } from "../sheet.ts";
import type { Scale } from "./value.ts";
import type { Language } from "../../words/narration.ts";

/** What stands in a box: a tensor id or a node id, as in `Pass.boxes`; null for nothing. */
export type Selection = string | null;

/** Box index -> how far it was dragged from where the server put it. */
export type Offsets = ReadonlyMap<number, Point>;

export interface View {
  readonly selection: Selection;
  readonly hover: Selection;
  /** The finding whose words are open: a ring is around what it is about. */
  readonly finding: Finding | null;
  readonly offsets: Offsets;
  readonly language: Language;
  /** `reduced`: nothing travels, states cross-fade. */
  readonly motion: "full" | "reduced";
  /** `far`: zoomed out so far that only few, large words can be read. */
  readonly detail: "near" | "far";
  /** Boxes are as low as the far view allows. */
  readonly compact: boolean;
  /** Pixels of the screen for each of the world, in steps; 1 from near. */
  readonly scale: number;
  /** How much larger than usual letters must be: by a projector they are read from far away. */
  readonly type: number;
  /** By what gradients are coloured: each by its own largest entry, or all by one log scale. */
  readonly gradients: Scale;
  /** The way the tape runs across the stage. */
  readonly bearing: Bearing;
  /** What is folded and what is open, where the viewer said so. */
  readonly folds: Folds;
  /** The stage that a long tape is wrapped for; null for one row, however long. */
  readonly stage: StageSize | null;
}

export const PLAIN_VIEW: View = {
  selection: null, hover: null, finding: null, offsets: new Map(),
  language: "en", motion: "full", detail: "near", compact: false, scale: 1, type: 1,
  gradients: "own", bearing: "right", folds: OPEN, stage: null,
};

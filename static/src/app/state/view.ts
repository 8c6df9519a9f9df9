// How the viewer looks at a moment, as scene and painter want it. Pure.

import type { Bearing, Pass, Run } from "../../model/run.ts";
import type { View } from "../../drawing/scene.ts";
import { sheetOf, type Sheet } from "../../drawing/sheet.ts";
import { isFarPart } from "../../drawing/stage/class-part.ts";
import { firstLevel, needsCompact } from "../../drawing/stage/first-level.ts";
import type { ThemeName } from "../../drawing/theme.ts";
import { passAt } from "../../model/timeline.ts";
import { findingOnStage } from "./findings.ts";
import type { State } from "./model.ts";

const UNMOVED = new Map();

/** By a projector all is half as large again, as `projector.css` has it. */
const PROJECTED = 1.5;

/** How much larger than usual letters must be. */
export function typeOf({ projector }: State): number {
  return projector ? PROJECTED : 1;
}

/** The way the tape runs: as the viewer wants it, else as suits the stage. */
export function bearingOf({ bearing, shape }: State): Bearing {
  return bearing ?? shape;
}

/** What is on stage; null as long as there is no run. */
export function sheetNow(state: State): Sheet | null {
  const { run, cursor } = state;
  const pass = run?.passes[passAt(run, cursor)];
  if (!run || !pass) return null;
  return sheetOf(run, pass, bearingOf(state), state.folds, state.stage,
    isCompact(state, run, pass));
}

/** Is the far view wanted? By hand it comes with the scale, else where numbers do not fit. */
function isCompact(state: State, run: Run, pass: Pass): boolean {
  const { sight, detail, folds, stage, led } = state;
  if (led?.view.part?.layout === pass.layout) {
    const sheet = sheetOf(run, pass, bearingOf(state), folds, stage);
    return isFarPart(sheet, led.view.part, { ...stage, type: typeOf(state) });
  }
  if (led === null && sight !== null && sight !== "whole") return detail === "far";
  const room = { ...stage, type: typeOf(state) };
  return needsCompact(run, pass, bearingOf(state), folds, room);
}

/** The state with the modules of a run folded that do not fit the stage when they are open. */
export function leveled(state: State, run: Run): State {
  const { w, h } = state.stage;
  const level = firstLevel(run, bearingOf(state), { w, h, type: typeOf(state) });
  const folds = { ...state.folds, level };
  const { led } = state;
  if (led !== null) return { ...state, led: { ...led, before: { ...led.before, folds } } };
  return { ...state, inside: null, folds };
}

export function viewOf(state: State): View {
  const { selection, hover, language, scale, gradients, calm } = state;
  const sheet = sheetNow(state);
  const compact = sheet?.compact === true;
  return {
    selection, hover, language, compact, scale, finding: findingOnStage(state),
    detail: compact ? "far" : state.detail, type: typeOf(state),
    gradients, motion: calm ? "reduced" : "full",
    bearing: bearingOf(state), folds: state.folds, stage: state.stage,
    offsets: sheet && state.offsets.get(sheet.plane) || UNMOVED,
  };
}

/** The theme that is seen; the machine's, where the viewer leaves it to that. */
export function themeOf({ theme, machine }: State): ThemeName {
  return theme === "system" ? machine : theme;
}

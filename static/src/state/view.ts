// How the viewer looks at a moment, as scene and painter want it. Pure.

import { passAt } from "../timeline.ts";
import type { View } from "../scene.ts";
import type { ThemeName } from "../theme.ts";
import type { State } from "./model.ts";

const UNMOVED = new Map();

/** The index of the layout on stage. */
export function layoutOf({ run, cursor }: State): number {
  return run?.passes[passAt(run, cursor)]?.layout ?? 0;
}

export function viewOf(state: State): View {
  const { selection, hover, language, detail, calm } = state;
  return {
    selection, hover, language, detail, motion: calm ? "reduced" : "full",
    offsets: state.offsets.get(layoutOf(state)) ?? UNMOVED,
  };
}

/** The theme that is seen; the machine's, where the viewer leaves it to that. */
export function themeOf({ theme, machine }: State): ThemeName {
  return theme === "system" ? machine : theme;
}

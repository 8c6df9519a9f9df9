// The colours and faces of the look, light and dark, as a canvas and an SVG want them.

// The table that style sheet and exported files are made of, too.
import LOOK from "../../../server/export/look.json" with { type: "json" };
import type { ThemeName } from "../model/viewer-options.ts";

export type { ThemeName } from "../model/viewer-options.ts";

export type ColorToken = keyof typeof LOOK.colors;

export type Theme = Readonly<Record<ColorToken, string>>;

function themeOf(name: ThemeName): Theme {
  return Object.fromEntries(
    Object.entries(LOOK.colors).map(([token, colors]) => [token, colors[name]]),
  ) as Theme;
}

export const THEMES: Readonly<Record<ThemeName, Theme>> = {
  light: themeOf("light"), dark: themeOf("dark"),
};

interface BoxColors {
  readonly fill: ColorToken;
  readonly line: ColorToken;
}

/** Fill and line of a box, by how it looks. */
export const BOXES = LOOK.boxes as Readonly<Record<keyof typeof LOOK.boxes, BoxColors>>;

export const FACES = { ui: LOOK.faces.ui.join(", "), mono: LOOK.faces.mono.join(", ") } as const;

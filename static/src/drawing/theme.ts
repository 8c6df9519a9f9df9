// The colour tokens of the look, light and dark: the painter's half of css/tokens.css.

import type { ThemeName } from "../model/viewer-options.ts";

export type { ThemeName } from "../model/viewer-options.ts";

export type ColorToken =
  | "paper" | "frame" | "ink" | "quiet" | "label" | "line" | "edge" | "hatch"
  | "leaf" | "leaf-line" | "node" | "node-line"
  | "saved" | "saved-ink" | "saved-line" | "root" | "root-line"
  | "backward" | "backward-ink"
  | "positive" | "zero" | "negative" | "error" | "error-ink";

export type Theme = Readonly<Record<ColorToken, string>>;

export const THEMES: Readonly<Record<ThemeName, Theme>> = {
  light: {
    paper: "#fbfbf9", frame: "#f3f4f3", ink: "#1c1f24", quiet: "#5f6773", label: "#555d68",
    line: "#d9dce1", edge: "#8b929d", hatch: "#c9cdd4", leaf: "#cfe8f7", "leaf-line": "#1f6f9f",
    node: "#ececef", "node-line": "#7a7f89", saved: "#ffd59e", "saved-ink": "#1c1f24",
    "saved-line": "#9a6a1d", root: "#dcefb4", "root-line": "#5d7f1c", backward: "#6d5bd0",
    "backward-ink": "#ffffff", positive: "#0877bd", zero: "#e8eaeb", negative: "#f59322",
    error: "#b3261e",
    "error-ink": "#ffffff",
  },
  dark: {
    paper: "#14161a", frame: "#1a1d22", ink: "#e8e9ec", quiet: "#9aa3af", label: "#b3bbc6",
    line: "#2c3138", edge: "#6d7480", hatch: "#3d434c", leaf: "#17394d", "leaf-line": "#6bb8e6",
    node: "#2f333a", "node-line": "#8a909b", saved: "#6a4a1c", "saved-ink": "#e8e9ec",
    "saved-line": "#c98f45", root: "#39491a", "root-line": "#b5d66a", backward: "#a79bff",
    "backward-ink": "#14161a", positive: "#0877bd", zero: "#3a3f46", negative: "#f59322",
    error: "#ff8a80",
    "error-ink": "#14161a",
  },
};

/** The faces of css/tokens.css, as a canvas and an SVG want them. */
export const FACES = {
  ui: '-apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Microsoft YaHei", ' +
    '"Noto Sans CJK SC", system-ui, sans-serif',
  mono: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", ' +
    '"Noto Sans Mono CJK SC", monospace',
} as const;

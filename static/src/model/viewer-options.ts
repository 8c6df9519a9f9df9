// What a viewer chooses: language, theme, how formulas are written, which tab and pane.

export type Language = "en" | "zh";

export type ThemeName = "light" | "dark";

/** How formulas are written: as in a book, with the user's names, or with numbers. */
export type Phrasing = "formal" | "named" | "numbers";

export type Tab = "code" | "graph" | "inspect";

/** What the pane under the editor shows. */
export type PaneName = "variables" | "console" | "findings" | "health";

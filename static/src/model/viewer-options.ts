// What a viewer chooses, and links keep: language, theme, how formulas are written, which tab.

export type Language = "en" | "zh";

export type ThemeName = "light" | "dark";

/** How formulas are written: as in a book, with the user's names, or with numbers. */
export type Phrasing = "formal" | "named" | "numbers";

export type Tab = "code" | "graph" | "inspect";

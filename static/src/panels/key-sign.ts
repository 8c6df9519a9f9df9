// How a key is written on buttons and in the sheet of keys.

const KEY_SIGNS: Readonly<Record<string, string>> = {
  ArrowRight: "→", ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓",
  PageDown: "Page ↓", PageUp: "Page ↑", Escape: "Esc",
};

/** A key as people read it: `→`, `Ctrl+S`. */
export function keySign(key: string): string {
  return key.replace(/(?<=\+)[a-z]$/, (letter) => letter.toUpperCase())
    .split(/(?<=.)\+/).map((part) => KEY_SIGNS[part] ?? part).join("+");
}

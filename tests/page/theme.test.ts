// Colours: every text of the stage is readable on everything that it stands on, in both themes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { THEMES, type ColorToken } from "../../static/src/theme.ts";

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const WRITTEN_ON: readonly (readonly [ColorToken, ColorToken])[] = [
  ["ink", "paper"], ["ink", "leaf"], ["ink", "node"], ["ink", "root"],
  ["quiet", "paper"], ["label", "leaf"], ["label", "node"], ["label", "root"], ["label", "paper"],
  ["saved-ink", "saved"], ["backward", "paper"], ["backward-ink", "backward"],
  ["error", "paper"], ["error-ink", "error"],
];

for (const [name, theme] of Object.entries(THEMES)) {
  for (const [text, ground] of WRITTEN_ON) {
    test(`${text} on ${ground} has at least 4.5 : 1 in ${name}`, () => {
      assert.ok(contrast(theme[text], theme[ground]) >= 4.5,
        `${contrast(theme[text], theme[ground])}`);
    });
  }
}

test("tokens that the stylesheet has too have the same colours there", () => {
  const css = readFileSync(new URL("../../static/css/tokens.css", import.meta.url), "utf8");
  for (const [, token, light, dark] of css.matchAll(
    /--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)) {
    const found = [THEMES.light[token as ColorToken], THEMES.dark[token as ColorToken]];
    if (found[0] !== undefined) assert.deepEqual(found, [light, dark], token);
  }
});

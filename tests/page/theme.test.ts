// Colours: every text of the stage is readable on everything that it stands on, in both themes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cellsOf, signOf } from "../../static/src/drawing/stage/parts.ts";
import { BOXES, THEMES, type ColorToken } from "../../static/src/drawing/theme.ts";

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
  ["label", "module"], ["label", "module-inner"], ["ink", "module"], ["quiet", "module"],
  ["saved-ink", "saved"], ["backward", "paper"], ["backward-ink", "backward"],
  ["error", "paper"], ["error-ink", "error"], ["root-line", "paper"], ["leaf-line", "paper"],
];

for (const [name, theme] of Object.entries(THEMES)) {
  for (const [text, ground] of WRITTEN_ON) {
    test(`${text} on ${ground} has at least 4.5 : 1 in ${name}`, () => {
      assert.ok(contrast(theme[text], theme[ground]) >= 4.5,
        `${contrast(theme[text], theme[ground])}`);
    });
  }
}

test("boxes are painted with colours of the table", () => {
  for (const [look, { fill, line }] of Object.entries(BOXES)) {
    assert.ok(THEMES.light[fill] && THEMES.light[line], look);
  }
});

test("the mark of the page has the colour of what comes back", () => {
  const mark = readFileSync(new URL("../../static/icons/mark.svg", import.meta.url), "utf8");
  assert.ok(mark.includes(`fill="${THEMES.light.backward}"`));
});

type Channels = readonly [number, number, number];

/** What a colour looks like to eyes without one kind of cone: Machado et al. 2009, severity 1. */
const EYES: Readonly<Record<string, readonly [Channels, Channels, Channels]>> = {
  "all cones": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039]],
};

function linear(hex: string): Channels {
  return [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
}

/** CIE lightness, 0..100, as eyes of that kind see a colour. */
function lightness(hex: string, eyes: string): number {
  const rgb = linear(hex);
  const [r, g, b] = EYES[eyes]!.map((row) =>
    Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])) as unknown as Channels;
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return y > 216 / 24389 ? 116 * Math.cbrt(y) - 16 : y * 24389 / 27;
}

/** Pairs that are told apart at a glance, and by how much lightness at least. */
const APART: readonly (readonly [ColorToken, ColorToken, number])[] = [
  ["leaf", "leaf-line", 25], ["node", "node-line", 25], ["root", "root-line", 25],
  ["saved", "saved-line", 15], ["backward", "paper", 30], ["backward", "backward-ink", 40],
  ["error", "paper", 30], ["error", "error-ink", 40], ["positive", "negative", 12],
  ["leaf-line", "paper", 30], ["node-line", "paper", 30], ["root-line", "paper", 30],
];

for (const [name, theme] of Object.entries(THEMES)) {
  for (const eyes of Object.keys(EYES)) {
    test(`in ${name} what must be told apart differs in lightness for ${eyes}`, () => {
      for (const [one, other, least] of APART) {
        const apart = Math.abs(lightness(theme[one], eyes) - lightness(theme[other], eyes));
        assert.ok(apart >= least, `${one} and ${other} are ${apart.toFixed(1)} apart`);
      }
    });
  }
}

test("what is below zero has a sign of its own in a map, and so has what is no number", () => {
  const map = { x: 0, y: 0, w: 80, h: 20, rows: 1, cols: 4, heat: [-1, 0, 1, null], size: 12 };
  const [below, zero, above, none] = cellsOf({ ...map, texts: null }).map(signOf);
  assert.ok(below && below.w > below.h && none && none.h > none.w);
  assert.deepEqual([zero, above], [null, null]);
  assert.ok(cellsOf({ ...map, texts: ["-1", "0", "1", "nan"] }).every((cell) => !signOf(cell)));
  assert.ok(cellsOf({ ...map, w: 12, texts: null }).every((cell) => !signOf(cell)));
});

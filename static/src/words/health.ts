// Words of the health of a run: numbers, flags, and what a cell of the picture says. Pure.

import type { Measure } from "../model/health.ts";
import type { Flag } from "../model/health/flags.ts";
import { compact, grouped } from "../model/number.ts";
import type { Language } from "../model/viewer-options.ts";
import { say, type StringKey } from "./strings.ts";

/** A number in three digits. */
function rounded(n: number): string {
  // With fewer than three zeros after the point; compact's digits are those after the point.
  const digits = n !== 0 && Math.abs(n) < 1e-3 ? 3 : 6;
  return compact(Number(n.toPrecision(3)), "float64", digits).replace(/\.0$/, "");
}

/** What a measure is: a share in percent, a count, or a size; a dash where it is not told. */
export function numberWords(measure: Measure, n: number | null): string {
  if (n === null) return "–";
  if (measure === "zeros") return `${Math.round(n * 1000) / 10} %`;
  return measure === "bad" ? grouped(n) : rounded(n);
}

/** `1/45` of a ratio below 1, `45` of one above. */
function ratioWords(ratio: number): string {
  const n = ratio < 1 ? 1 / ratio : ratio;
  const words = n >= 1e6 ? n.toExponential(0).replace("+", "") : grouped(Math.round(n));
  return ratio < 1 ? `1/${words}` : words;
}

export function flagWords(flag: Flag, language: Language): string {
  const n = "ratio" in flag ? ratioWords(flag.ratio) : "count" in flag ? grouped(flag.count) : "";
  const other = "other" in flag ? flag.other : "";
  return say(language, `flag_${flag.kind}`, { n, other });
}

export function measureWords(measure: Measure, language: Language): string {
  return say(language, `health_${measure}` as StringKey);
}

/** What a cell says: its layer, its turn and its number. */
export function cellWords(
  measure: Measure, n: number | null, layer: string, turn: number, all: number,
  language: Language,
): string {
  const told = n === null ? say(language, "healthMissing") : numberWords(measure, n);
  return say(language, "healthCell",
    { layer, turn: turn + 1, all, measure: measureWords(measure, language), n: told });
}

// Words of the numeric check of a node. Pure.

import {
  countsOf, type Checking, type GradientCheck, type Slope,
} from "../model/gradient-check.ts";
import { compact, placeOf } from "../model/number.ts";
import type { Entry } from "../model/run.ts";
import type { Language } from "../model/viewer-options.ts";
import { say } from "./strings.ts";

/** A slope in six digits. */
export function slopeNumber(entry: Entry): string {
  return typeof entry === "number" ? compact(Number(entry.toPrecision(6)), "float64", 6)
    : String(entry);
}

/** `∂y[1] / ∂x[0, 2]`; a scalar has no index. */
export function slopeName(
  { slot, index, output }: Slope, result: string, shape: readonly number[] | null,
): string {
  const place = output === null ? "" : shape ? placeOf(output, shape) : `[#${output}]`;
  return `∂${result}${place} / ∂${slot}${index.length > 0 ? `[${index.join(", ")}]` : ""}`;
}

/** Why the two numbers of a slope differ. */
export function reasonWords(slope: Slope, custom: boolean, language: Language): string {
  const { reason, slot } = slope;
  const key = reason === "other" && custom ? "reason_custom" : `reason_${reason}` as const;
  return say(language, key,
    { slot, left: slopeNumber(slope.left), right: slopeNumber(slope.right) });
}

function outcomeWords(check: GradientCheck, language: Language): string {
  if (check.refused !== null) {
    return say(language, `refused_${check.refused}`, { message: check.message ?? "" });
  }
  const { differing, kinks } = countsOf(check);
  if (differing > 0) {
    return say(language, differing === 1 ? "checkDiffersOne" : "checkDiffers", { n: differing });
  }
  return kinks > 0 ? say(language, "checkKinks", { n: kinks }) : say(language, "checkAgrees");
}

/** What came of a check, in a sentence. */
export function checkWords({ answer }: Checking, language: Language): string {
  if (answer === null) return say(language, "checkAsking");
  if (answer.kind === "gone") return say(language, "checkGone");
  return answer.kind === "refused" ? answer.sentence : outcomeWords(answer.check, language);
}

/** How it was checked, and what rounding does. */
export function howWords(
  check: GradientCheck, dtype: string, language: Language,
): readonly string[] {
  const { operands, eps, each, rounding, rows } = check;
  const tried = operands.map(({ slot, tried: n, entries }) =>
    say(language, "checkTried", { slot, tried: n, entries }));
  const { differing, kinks } = countsOf(check);
  return [
    ...(differing + kinks > rows.length ? [say(language, "checkMore", { n: rows.length })] : []),
    say(language, "checkHow",
      { eps: eps.toExponential(), slots: tried.join(language === "zh" ? "、" : ", ") }),
    ...(each ? [] : [say(language, "checkWeighted")]),
    ...(rounding === null || rounding === 0 ? []
      : [say(language, "checkRounding", { dtype, n: rounding.toExponential(1) })]),
  ];
}

// Words of the curves on the strip: what each is called, and what a point of it says. Pure.

import { compact } from "../model/number.ts";
import type { Curve, CurvePoint, Scale } from "../model/timeline.ts";
import type { Language } from "../model/viewer-options.ts";
import { say } from "./strings.ts";

/** What curves of one kind are called together: a loss by its variable, where all have one name. */
function curveName(all: readonly Curve[], language: Language): string {
  const [first] = all;
  if (first?.kind === "norm") return say(language, "curveNorm");
  const name = all.every((curve) => curve.name === first?.name) ? first?.name : undefined;
  return name ?? say(language, "curveLoss");
}

function rounded(value: number, digits: number): string {
  return Number.isFinite(value) ? compact(Number(value.toPrecision(digits)), "float64", 6)
    : String(value).replace("Infinity", "inf");
}

/** What the curves of one kind are called, and the ends of their scale. */
export interface ScaleWords {
  readonly name: string;
  readonly ends: string;
  readonly title: string;
}

/** The words beside the curves of one kind. */
export function scaleWords(
  all: readonly Curve[], { least, most, isLog }: Scale, language: Language,
): ScaleWords {
  const name = curveName(all, language);
  const ends = [...new Set([least, most].map((value) => rounded(value, 3)))].join(" … ");
  const title = say(language, all[0]?.kind === "norm" ? "normScale" : "lossScale", { name });
  return { name, ends: isLog ? `${ends} log` : ends, title };
}

/** The value at a point of a curve, and the backward that it is of. */
export function pointWords(curve: Curve, { call, value }: CurvePoint, language: Language): string {
  const number = rounded(value, 4);
  return curve.kind === "norm" ? say(language, "normAt", { n: number, call })
    : say(language, "lossAt", { name: curve.name ?? say(language, "curveLoss"), n: number, call });
}

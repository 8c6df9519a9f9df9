// Words of the curves on the strip: what each is called, and what a point of it says. Pure.

import { compact } from "../model/number.ts";
import type { Curve, CurvePoint } from "../model/timeline.ts";
import type { Language } from "../model/viewer-options.ts";
import { say } from "./strings.ts";

/** What curves of one kind are called together: a loss by its variable, where all have one name. */
export function curveName(all: readonly Curve[], language: Language): string {
  const [first] = all;
  if (first?.kind === "norm") return say(language, "curveNorm");
  const name = all.every((curve) => curve.name === first?.name) ? first?.name : undefined;
  return name ?? say(language, "curveLoss");
}

/** The value at a point of a curve, and the backward that it is of. */
export function pointWords(curve: Curve, { call, value }: CurvePoint, language: Language): string {
  const number = Number.isFinite(value) ? compact(Number(value.toPrecision(4)), "float64", 6)
    : String(value).replace("Infinity", "inf");
  return curve.kind === "norm" ? say(language, "normAt", { n: number, call })
    : say(language, "lossAt", { name: curve.name ?? say(language, "curveLoss"), n: number, call });
}

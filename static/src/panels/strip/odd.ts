// The band of numbers that are not finite: where they are born, carried on, and healed.

import type { Run } from "../../model/run.ts";
import { oddSpans, type OddSpan } from "../../model/odd-moments.ts";
import type { Language } from "../../model/viewer-options.ts";
import { say } from "../../words/strings.ts";
import type { Lane, Paint } from "./paint.ts";

/** Narrower than this a span would not be seen. */
const LEAST = 4;

/** Carried on first: births and healings lie over it. */
const ORDER = ["propagated", "healed", "birth"] as const;

const WORDS = { birth: "oddBirth", propagated: "oddPropagated", healed: "oddHealed" } as const;

function draw({ pen, theme, x }: Paint, { top, height }: Lane, span: OddSpan): void {
  const color = theme[span.isBackward ? "backward" : "error"];
  const left = x(span.at + 1);
  const wide = Math.max(LEAST, x(span.to + 1) - left);
  pen.fillStyle = color;
  pen.strokeStyle = color;
  if (span.what === "propagated") pen.fillRect(left, top + height / 2 - 1, wide, 2);
  else if (span.what === "birth") pen.fillRect(left - LEAST / 2, top, LEAST, height);
  else {
    pen.fillStyle = theme.paper;
    pen.fillRect(left - 2.5, top, 5, height);
    pen.lineWidth = 1;
    pen.strokeRect(left - 2.5, top + 0.5, 5, height - 1);
    pen.lineWidth = 1.5;
  }
}

/** A full block is a birth, a line what is carried on, an empty block a healing. */
export function drawOdd(paint: Paint, run: Run): void {
  const { odd } = paint.lanes;
  if (!odd) return;
  for (const what of ORDER) {
    for (const span of oddSpans(run)) if (span.what === what) draw(paint, odd, span);
  }
}

/** Nearer than this to where a span begins counts as on it. */
const NEAR = 12;

/** The span in the band whose beginning is nearest to the pointer; null for none. */
export function oddAt(
  { lanes: { odd }, x: xOf }: Pick<Paint, "lanes" | "x">, run: Run, x: number, y: number,
): OddSpan | null {
  if (!odd || y < odd.top || y > odd.top + odd.height) return null;
  const away = ({ at }: OddSpan): number => Math.abs(xOf(at + 1) - x);
  const [nearest] = oddSpans(run).toSorted((one, other) => away(one) - away(other));
  return nearest && away(nearest) <= NEAR ? nearest : null;
}

/** What happens to such numbers in a span. */
export function oddWords({ what, isBackward }: OddSpan, language: Language): string {
  const words = say(language, WORDS[what]);
  return isBackward ? say(language, "oddBackward", { what: words }) : words;
}

// Where numbers are that are not finite: births, spans that carry them on, and healings. Pure.

import type { OddMoment, Run } from "./run.ts";

/** What becomes of such numbers over events `at..to`, and whether in a backward. */
export interface OddSpan extends OddMoment {
  readonly isBackward: boolean;
}

const known = new WeakMap<Run, readonly OddSpan[]>();

/** All such spans of a run, in the order in which they begin. */
export function oddSpans(run: Run): readonly OddSpan[] {
  let spans = known.get(run);
  if (!spans) {
    spans = run.withheld ? [] : run.findings.flatMap(({ moments }) => moments)
      .map((moment) => {
        const kind = run.events[moment.at]?.kind;
        return { ...moment, isBackward: kind === "flow" || kind === "grad" };
      })
      .toSorted((one, other) => one.at - other.at);
    known.set(run, spans);
  }
  return spans;
}

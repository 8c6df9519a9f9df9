// Spans: the part of a run that the strip shows, 0..1 from end to end, and how it moves. Pure.

export interface Span {
  readonly from: number;
  readonly to: number;
}

export const WHOLE: Span = { from: 0, to: 1 };

/** So many steps are seen at the least. */
const LEAST_STEPS = 12;

/** A span of that width around a place, within the whole; `steps` are those of the run. */
function spanAt(from: number, width: number, steps: number): Span {
  const most = Math.max(Math.min(width, 1), Math.min(LEAST_STEPS / Math.max(steps, 1), 1));
  const start = Math.max(0, Math.min(from, 1 - most));
  return most >= 1 ? WHOLE : { from: start, to: start + most };
}

/** Closer by a factor above 1, wider below it; what is at `place` stays where it is. */
export function zoomed({ from, to }: Span, factor: number, place: number, steps: number): Span {
  const width = Math.max((to - from) / factor, Math.min(LEAST_STEPS / Math.max(steps, 1), 1));
  const share = (place - from) / (to - from);
  return spanAt(place - share * width, width, steps);
}

/** Along the run by a part of the whole. */
export function panned({ from, to }: Span, by: number, steps: number): Span {
  return spanAt(from + by, to - from, steps);
}

const EDGE = 0.1;

/** The span with a place in sight: itself where it has it, else moved as far as that needs. */
export function following(span: Span, place: number, steps: number): Span {
  const { from, to } = span;
  if (place >= from && place <= to) return span;
  const edge = (to - from) * EDGE;
  return panned(span, place < from ? place - edge - from : place + edge - to, steps);
}

// Steps and the cursor: the stops around a cursor, and the number of a step. Pure.

/** First index whose stop is not before `cursor`; `stops` ascend. */
function indexAtOrAfter(stops: readonly number[], cursor: number): number {
  let low = 0;
  let high = stops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stops[middle] ?? 0) < cursor) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of the step that a cursor is at, or on its way to: 0 .. stops.length - 1. */
export function stepOf(stops: readonly number[], cursor: number): number {
  return Math.min(indexAtOrAfter(stops, cursor), Math.max(stops.length - 1, 0));
}

/** The stop of step `number`; numbers out of range are the first and the last. */
export function stopOf(stops: readonly number[], number: number): number {
  return stops[Math.max(0, Math.min(number, stops.length - 1))] ?? 0;
}

/** The nearest stop after the cursor, or the last. */
export function stopAfter(stops: readonly number[], cursor: number): number {
  const at = indexAtOrAfter(stops, cursor);
  return stopOf(stops, stops[at] === cursor ? at + 1 : at);
}

/** The nearest stop before the cursor, or the first. */
export function stopBefore(stops: readonly number[], cursor: number): number {
  return stopOf(stops, indexAtOrAfter(stops, cursor) - 1);
}

/** The stop nearest to the cursor. */
export function stopNear(stops: readonly number[], cursor: number): number {
  const after = stopOf(stops, indexAtOrAfter(stops, cursor));
  const before = stopBefore(stops, cursor);
  return cursor - before < after - cursor ? before : after;
}

/** 0..1 along a strip that gives every step the same width, however many events it has. */
export function placeOf(stops: readonly number[], cursor: number): number {
  const last = stops.length - 1;
  if (last < 1) return 0;
  const at = indexAtOrAfter(stops, cursor);
  const [from, to] = [stopOf(stops, at - 1), stopOf(stops, at)];
  const part = to > from ? (cursor - from) / (to - from) : 1;
  return Math.max(0, Math.min(1, (at - 1 + part) / last));
}

/** The cursor at a place of the strip: the inverse of `placeOf`. */
export function cursorAt(stops: readonly number[], place: number): number {
  const along = Math.max(0, Math.min(1, place)) * (stops.length - 1);
  const at = Math.floor(along);
  const [from, to] = [stopOf(stops, at), stopOf(stops, at + 1)];
  return from + (to - from) * (along - at);
}

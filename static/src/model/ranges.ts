// Whole numbers in a row as text: `0~4,9` for 0, 1, 2, 3, 4 and 9. Pure.

/** Numbers, the least first, as ranges. */
export function ranged(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const n of numbers) {
    const last = ranges.at(-1);
    if (last && n === last[1] + 1) last[1] = n;
    else ranges.push([n, n]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}~${to}`)).join();
}

/** The numbers of ranges that are at least 0 and less than `end`. */
export function numbersIn(text: string, end: number): readonly number[] {
  return text.split(",").flatMap((range) => {
    const [from = 0, to = from] = range.split("~").map(Number);
    const count = Math.max(0, Math.min(to, end - 1) - from + 1);
    return Array.from({ length: count }, (_, i) => from + i);
  });
}

// How large values are: the Euclidean norm, the largest entry and the mean. Pure.

import { countOf, widened } from "./number.ts";
import type { Entry, Value } from "./run.ts";

export interface Norms {
  readonly l2: number;
  /** The largest size of an entry. */
  readonly max: number;
  /** NaN where there is none: of complex numbers, or of no entries. */
  readonly mean: number;
}

interface Sums {
  readonly squares: number;
  readonly most: number;
  readonly sum: number;
}

const NONE: Sums = { squares: 0, most: 0, sum: 0 };

function partOf(entry: Entry, dtype: string): Sums {
  if (Array.isArray(entry)) {
    const size = Math.hypot(...entry.map((part) => widened(part, "float64")));
    return { squares: size ** 2, most: size, sum: NaN };
  }
  const x = widened(entry, dtype);
  return { squares: x ** 2, most: Math.abs(x), sum: x };
}

/** Both together. Math.max answers NaN where one of the two is. */
function together(one: Sums, other: Sums): Sums {
  return {
    squares: one.squares + other.squares, most: Math.max(one.most, other.most),
    sum: one.sum + other.sum,
  };
}

function sumsOf({ shape, dtype, data, stats }: Value): Sums {
  if (data) return data.map((entry) => partOf(entry, dtype)).reduce(together, NONE);
  const isKnown = stats && stats.mean !== null && stats.nans + stats.infs === 0;
  if (!isKnown) return { squares: NaN, most: NaN, sum: NaN };
  const n = countOf(shape);
  const [mean, std, least, most] = [stats.mean, stats.std, stats.min, stats.max]
    .map((entry) => partOf(entry, "float64"));
  return {
    squares: n * (mean!.squares + std!.squares), most: Math.max(least!.most, most!.most),
    sum: n * mean!.sum,
  };
}

/** What is hidden from a class is not told by its norm either. */
function isHidden({ data, stats }: Value): boolean {
  return data?.includes("?") === true || stats?.mean === "?";
}

/** The norms of all entries of some values; null where one of them is hidden. */
export function normsOf(values: readonly Value[]): Norms | null {
  if (values.some(isHidden)) return null;
  const { squares, most, sum } = values.map(sumsOf).reduce(together, NONE);
  const n = values.reduce((count, { shape }) => count + countOf(shape), 0);
  return { l2: Math.sqrt(squares), max: most, mean: sum / n };
}

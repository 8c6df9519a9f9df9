// Stretching: making room along a line, so that nothing that was apart comes together. Pure.

/** From `from` to `to` there must be `more` than there is. */
interface Need {
  readonly from: number;
  readonly to: number;
  readonly more: number;
}

export type Stretch = (at: number) => number;

/**
 * A line stretched just as much as each need asks for. Needs at the same place share what is made.
 * Any two places are afterwards at least as far apart as before.
 */
export function stretched(needs: readonly Need[]): Stretch {
  const real = needs.filter(({ from, to, more }) => more > 0 && to > from);
  const marks = [...new Set(real.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const rates = marks.map((mark) => Math.max(0, ...real
    .filter(({ from, to }) => from <= mark && mark < to)
    .map(({ from, to, more }) => more / (to - from))));
  return (at) => {
    let moved = 0;
    for (let i = 0; i + 1 < marks.length && marks[i]! < at; i++) {
      moved += rates[i]! * (Math.min(at, marks[i + 1]!) - marks[i]!);
    }
    return Math.round(at + moved);
  };
}

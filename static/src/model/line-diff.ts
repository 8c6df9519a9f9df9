// Which lines of a text are others in a second one: taken out, or written in their place. Pure.

/** A line that only one of two texts has, and its number there, from 1. */
export interface ChangedLine {
  readonly side: "old" | "new";
  readonly line: number;
  readonly text: string;
}

/** How many lines of two texts are the same from the beginning on. */
function sharedStart(old: readonly string[], fresh: readonly string[]): number {
  const most = Math.min(old.length, fresh.length);
  for (let i = 0; i < most; i++) if (old[i] !== fresh[i]) return i;
  return most;
}

/** The lengths of the longest common subsequences of what follows each pair of lines. */
function lengths(old: readonly string[], fresh: readonly string[]): readonly Int32Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Int32Array(fresh.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      table[i]![j] = old[i] === fresh[j] ? table[i + 1]![j + 1]! + 1
        : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
    }
  }
  return table;
}

/** The lines that differ, in the order of the text; those taken out before those in their place. */
export function changedLines(before: string, after: string): readonly ChangedLine[] {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  const start = sharedStart(old, fresh);
  const rest = [old.slice(start), fresh.slice(start)] as const;
  const end = sharedStart(rest[0].toReversed(), rest[1].toReversed());
  const [gone, come] = rest.map((lines) => lines.slice(0, lines.length - end)) as
    [string[], string[]];
  const table = lengths(gone, come);
  const found: ChangedLine[] = [];
  let [i, j] = [0, 0];
  while (i < gone.length || j < come.length) {
    if (i < gone.length && j < come.length && gone[i] === come[j]) [i, j] = [i + 1, j + 1];
    else if (i < gone.length && (j === come.length || table[i + 1]![j]! >= table[i]![j + 1]!)) {
      found.push({ side: "old", line: start + i + 1, text: gone[i]! });
      i += 1;
    } else {
      found.push({ side: "new", line: start + j + 1, text: come[j]! });
      j += 1;
    }
  }
  return found;
}

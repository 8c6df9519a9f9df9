// A long account in groups: what was added, the update that used it, and what emptied it. Pure.

import type { LedgerLine, Read } from "../ledger.ts";
import type { Value } from "../run.ts";

/** The lines of one update of a tensor, or of a gradient that no update used. */
export interface Group {
  readonly lines: readonly LedgerLine[];
  /** How many backward calls added. */
  readonly count: number;
  /** The first update that used it, and its number among those of the tensor, from 1. */
  readonly read: Read | null;
  readonly number: number;
  /** What was used; where nothing was, what there was at last. */
  readonly balance: Value | null;
  /** An update in it used a gradient that was used already. */
  readonly isReuse: boolean;
}

function groupOf(lines: readonly LedgerLine[], number: number): Group {
  const reads = lines.filter((line) => line.kind === "read");
  const [read = null] = reads;
  const last = lines.findLast(({ kind }) => kind !== "reset") ?? lines.at(-1);
  return { lines, read, number, balance: (read ?? last)?.balance ?? null,
    count: lines.filter(({ kind }) => kind === "added" || kind === "kept").length,
    isReuse: reads.some(({ old }) => old !== null) };
}

/** The groups of a statement, oldest first: an addition after an update or a reset begins one. */
export function groupsOf(lines: readonly LedgerLine[]): readonly Group[] {
  const groups: Group[] = [];
  let from = 0;
  let number = 1;
  let isClosed = false;
  const close = (to: number): void => {
    const group = groupOf(lines.slice(from, to), number);
    groups.push(group);
    if (group.read !== null) number += 1;
    [from, isClosed] = [to, false];
  };
  lines.forEach(({ kind }, i) => {
    const isGrowth = kind === "added" || kind === "kept" || kind === "set";
    if (isClosed && isGrowth) close(i);
    if (kind === "read" || (kind === "reset" && i > from)) isClosed = true;
  });
  if (lines.length > from) close(lines.length);
  return groups;
}

/** A row of a long account: a group's heading, a line of it, or a word on the line above. */
export type Row =
  | { readonly kind: "group"; readonly key: string; readonly group: Group;
    readonly isOpen: boolean }
  | { readonly kind: "line"; readonly key: string; readonly line: LedgerLine }
  | { readonly kind: "flag"; readonly key: string; readonly line: Read };

/** A line and what is to be said of it. */
export function rowsOfLine(line: LedgerLine): readonly Row[] {
  const row: Row = { kind: "line", key: `line ${line.event}`, line };
  return line.kind === "read" && line.old !== null
    ? [row, { kind: "flag", key: `flag ${line.event}`, line }] : [row];
}

/** The rows of a long account: the last group is open unless it was closed, others if opened. */
export function rowsOf(
  lines: readonly LedgerLine[], turned: ReadonlyMap<string, boolean>,
): readonly Row[] {
  const groups = groupsOf(lines);
  return groups.flatMap((group, i): readonly Row[] => {
    const key = `group ${group.lines[0]?.event}`;
    const isOpen = turned.get(key) ?? i === groups.length - 1;
    const head: Row = { kind: "group", key, group, isOpen };
    return isOpen ? [head, ...group.lines.flatMap(rowsOfLine)] : [head];
  });
}

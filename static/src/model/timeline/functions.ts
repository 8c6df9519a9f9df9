// Which function of the program each line stands in, by indentation.

import type { Run } from "../run.ts";

/** What a notebook or a shell writes before a line. */
export const PROMPT = /^\s*(?:>>>|\.\.\.:?|In ?\[\d*\]:)[ \u00a0]?/;
const HEAD = /^\s*(?:async\s+)?def\s/;

/** For each line of a program, counted from 1, the `def` line of the function around it, or 0. */
export function functionsAround(code: string): readonly number[] {
  const open: { readonly indent: number; readonly head: number }[] = [];
  const around = [0];
  code.split("\n").forEach((line, i) => {
    const text = line.replace(PROMPT, "");
    const indent = text.search(/[^\s]/);
    const isEmpty = indent < 0 || text[indent] === "#";
    while (!isEmpty && open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
    around.push(open.at(-1)?.head ?? 0);
    if (!isEmpty && HEAD.test(text)) open.push({ indent, head: i + 1 });
  });
  return around;
}

interface Program {
  readonly lines: readonly string[];
  readonly around: readonly number[];
}

const known = new WeakMap<Run, Program>();

function programOf(run: Run): Program {
  let program = known.get(run);
  if (!program) {
    const { code } = run.snippet;
    known.set(run, program = { lines: code.split("\n"), around: functionsAround(code) });
  }
  return program;
}

/** The `def` line of the function that a call of that first line runs: below its decorators. */
export function headOf(run: Run, line: number | null): number {
  const { lines } = programOf(run);
  let head = line ?? 0;
  while (/^\s*@/.test(lines[head - 1] ?? "") && head < lines.length) head += 1;
  return head;
}

/** The `def` line of the function around the one (or the lambda) of that line; 0 for none. */
export function outerHead(run: Run, head: number): number {
  return programOf(run).around[head] ?? 0;
}

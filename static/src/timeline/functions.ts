// Which lines of a program stand in functions: names that are given there are not the program's.

import type { Run } from "../run.ts";

const PROMPT = /^\s*(?:>>>|\.\.\.:?|In ?\[\d*\]:)[ \u00a0]?/;

const known = new WeakMap<Run, ReadonlySet<number>>();

/** The lines of the bodies and of the heads of functions, by indentation, counted from 1. */
export function innerLines(run: Run): ReadonlySet<number> {
  let lines = known.get(run);
  if (!lines) known.set(run, lines = linesInside(run.snippet.code));
  return lines;
}

export function linesInside(code: string): ReadonlySet<number> {
  const inside = new Set<number>();
  const open: number[] = []; // how far the functions around a line are indented
  code.split("\n").forEach((line, i) => {
    const text = line.replace(PROMPT, "");
    const indent = text.search(/[^\s]/);
    if (indent < 0 || text[indent] === "#") return;
    while (open.length > 0 && open.at(-1)! >= indent) open.pop();
    const isHead = /^\s*(?:async\s+)?def\s/.test(text);
    if (isHead || open.length > 0) inside.add(i + 1);
    if (isHead) open.push(indent);
  });
  return inside;
}

// Which lines of a program are one loop, by indentation.

import type { Run } from "../run.ts";
import { PROMPT } from "./functions.ts";

/** Lines of the program, counted from 1, the first and the last among them. */
export interface Loop {
  readonly head: number;
  readonly end: number;
}

const HEAD = /^\s*(?:async\s+)?(?:for|while)\b/;

/** All `for` and `while` statements of a program, by their first lines. */
function loopsIn(code: string): readonly Loop[] {
  const open: { readonly indent: number; readonly loop: { head: number; end: number } }[] = [];
  const all: Loop[] = [];
  code.split("\n").forEach((line, i) => {
    const text = line.replace(PROMPT, "");
    const indent = text.search(/[^\s]/);
    if (indent < 0 || text[indent] === "#") return;
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
    for (const { loop } of open) loop.end = i + 1;
    if (!HEAD.test(text)) return;
    const loop = { head: i + 1, end: i + 1 };
    open.push({ indent, loop });
    all.push(loop);
  });
  return all;
}

const known = new WeakMap<Run, readonly Loop[]>();

/** The innermost loop with all of these lines in it; without one the lines themselves. */
export function loopAround(run: Run, lines: readonly number[]): Loop {
  let all = known.get(run);
  if (!all) known.set(run, all = loopsIn(run.snippet.code));
  const [first, last] = [Math.min(...lines), Math.max(...lines)];
  return all.findLast(({ head, end }) => head <= first && last <= end)
    ?? { head: first, end: last };
}

// What a line of the program says.

import type { Run } from "../../model/run.ts";

/** A line of the program without its comment; "" if there is none. */
export function lineText(run: Run, line: number | null): string {
  const text = line === null ? "" : run.snippet.code.split("\n")[line - 1] ?? "";
  return text.replace(/("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|#.*/g, (_, quoted = "") =>
    quoted as string);
}

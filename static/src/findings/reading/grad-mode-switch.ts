// What switched grad mode off, where the tape and the program's own text tell it.

import type { Run } from "../../model/run.ts";
import type { Off } from "./cause.ts";
import { lineText } from "./program-text.ts";

const SWITCH = /\b(?:no_grad|inference_mode|set_grad_enabled)\b/;
/** Calls that are known to switch it off inside. */
const QUIET = /\b(sample|sample_n|checkpoint|checkpoint_sequential)\s*\(/;

/** A decorator that switches grad mode off, on one of the functions that were running. */
function decoratorOf(run: Run, scope: readonly string[]): Off | null {
  const lines = run.snippet.code.split("\n");
  const running = new Set(scope.map((name) => name.replace(/^.*\./, "").replace(/\(\)$/, "")));
  for (const [i, text] of lines.entries()) {
    if (!/^\s*@/.test(text) || !SWITCH.test(text)) continue;
    const head = lines.slice(i + 1).find((line) => !/^\s*@/.test(line));
    const name = head?.match(/^\s*(?:async\s+)?def\s+(\w+)/)?.[1];
    if (name !== undefined && running.has(name)) {
      return { how: "decorator", by: text.trim(), of: name, line: i + 1 };
    }
  }
  return null;
}

/** Does a line stand in the block that begins at line `head`, or on that line itself? */
function isWithin(run: Run, line: number | null, head: number | null): boolean {
  if (line === null || head === null || line < head) return false;
  const depth = (text: string) => text.search(/\S/);
  const lines = run.snippet.code.split("\n").slice(head - 1, line);
  const least = depth(lines[0] ?? "");
  return lines.slice(1).every((text) => /^\s*(?:#|$)/.test(text) || depth(text) > least);
}

/** What switched grad mode off for the op at event `at`; null if the tape tells of no switch. */
export function switchOf(run: Run, at: number): Off | null {
  const event = run.events.slice(0, at).findLast((one) =>
    one.kind === "mode" && one.what === "grad_mode");
  if (event?.kind !== "mode" || event.what !== "grad_mode" || event.enabled) return null;
  const op = run.events[at];
  const text = lineText(run, event.line);
  if (/^\s*with\b/.test(text)) {
    const by = text.trim().replace(/\s+as\s+\w+/, "").replace(/:.*$/, "");
    const own = op && "line" in op ? op.line : null;
    const how = isWithin(run, own, event.line) ? "block" : "around";
    return { how, by, of: null, line: event.line };
  }
  if (SWITCH.test(text)) {
    return { how: "statement", by: text.trim(), of: null, line: event.line };
  }
  const decorator = op?.kind === "op" ? decoratorOf(run, op.scope) : null;
  if (decorator) return decorator;
  const by = text.match(QUIET)?.[1];
  return { how: "call", by: by === undefined ? "" : `${by}()`, of: null, line: event.line };
}

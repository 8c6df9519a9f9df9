// Which part of a tensor an op takes, as the program would say it: `:, 1`. Pure.

import type { OpEvent } from "../../model/run.ts";

const LONGEST_KEY = 24;

/** What stands for a parameter of an op that says a place in `rank` dimensions. */
export function placeTexts(event: OpEvent, rank: number): Readonly<Record<string, string>> {
  const { dim, index, start, end, step, key } = event.params;
  const before = typeof dim === "number" ? ":, ".repeat(dim < 0 ? dim + rank : dim) : "";
  if (/^select(_copy)?$/.test(event.op)) return { index: before + String(index) };
  if (/^slice(_copy)?$/.test(event.op)) {
    const stride = typeof step === "number" && step !== 1 ? `:${step}` : "";
    return { start: before + String(start ?? ""), end: String(end ?? "") + stride };
  }
  if (event.op !== "index" || !Array.isArray(key)) return {};
  const text = key.map(partText).join(", ");
  return { key: text.length <= LONGEST_KEY ? text : "…" };
}

/** A part of a key: arrays come as numpy writes them, slices as Python does. */
function partText(part: unknown): string {
  if (part === null || part === "slice(None, None, None)") return part === null ? "None" : ":";
  return String(part).replace(/\[\s+/g, "[").replace(/\s+/g, ", ");
}

// Sentences of optimizers: what one holds, and a step that finds no gradient. Pure.

import { compact } from "../../model/number.ts";
import type { OptimizerEvent, Run } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { nameAt } from "../../model/timeline/label.ts";
import { groupsAt } from "../../model/timeline/optimizers.ts";
import type { Phrases } from "./phrases.ts";

/** Of more parameters the number is said, not the names. */
const MOST_NAMES = 4;

/** What an optimizer holds, where that was told at event `i`. */
export function heldText(say: Phrases, run: Run, i: number, event: OptimizerEvent): string {
  const groups = groupsAt(run, event.optimizer, i + 1);
  const params = groups.flatMap((group) => group.params);
  const names = params.slice(0, MOST_NAMES + 1).map((tensor) => nameAt(run, tensor, i + 1));
  const isShort = params.length > 0 && params.length <= MOST_NAMES && !names.includes(null);
  const rates = new Set(groups.map(({ lr }) => lr));
  return say.library.holds(event.name, isShort ? names as string[] : null, params.length,
    [...rates].flatMap((rate) => (rate === null ? [] : [compact(rate, "float64")])));
}

/** A step that moves nothing, since no parameter that its optimizer holds has a gradient. */
export function idleText(
  say: Phrases, run: Run, at: number, name: string, optimizer: number | undefined,
): string | null {
  const held = groupsAt(run, optimizer ?? 0, at + 1).flatMap(({ params }) => params);
  const { tensors } = frameAt(run, at);
  return held.length > 0 && held.every((tensor) => !tensors.get(tensor)?.grad)
    ? say.library.idle(name) : null;
}

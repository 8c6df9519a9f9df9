// A graph that was used up and is asked to run again: what leads back into it.

import type { Run } from "../../../model/run.ts";
import { frameAt, type Frame } from "../../../model/timeline.ts";
import { labelOf } from "../../../model/timeline/label.ts";
import { nodeText } from "../../../words/narration/words.ts";
import { compact } from "../../../model/number.ts";
import type { Carrier, FreedFacts } from "./facts.ts";
import { ancestors } from "../lineage.ts";
import { calledOn } from "../program-text.ts";

/** The lines that ran on both sides of an event: those of a loop. */
function turnsAround(run: Run, at: number): ReadonlySet<number> {
  const linesOf = (events: typeof run.events) => new Set(events.flatMap((event) =>
    (event.kind === "op" && event.line !== null ? [event.line] : [])));
  const before = linesOf(run.events.slice(0, at));
  return new Set([...linesOf(run.events.slice(at))].filter((line) => before.has(line)));
}

/** A result of before a backward call that ops after it compute with, and that leads to a node. */
function carrierOf(run: Run, frame: Frame, node: string, begin: number): Carrier | null {
  const outputs = new Set(frame.nodes.get(node)?.outputs ?? []);
  for (let i = begin; i < frame.at; i++) {
    const event = run.events[i];
    if (event?.kind !== "op" || event.node === null) continue;
    for (const { tensor } of event.inputs) {
      const state = tensor === undefined ? undefined : frame.tensors.get(tensor);
      if (!state || state.is_leaf || state.made >= begin) continue;
      const isOver = [...ancestors(run, state.id)].some(([id, cut]) =>
        cut === null && outputs.has(id));
      if (!isOver) continue;
      const turns = turnsAround(run, begin);
      const made = run.events[state.made];
      const line = made && "line" in made ? made.line : null;
      return { name: calledOn(run, state.id, event.line, i) ?? labelOf(run, state.id, i),
        made: line, used: event.line, isTurn: line !== null && turns.has(line) };
    }
  }
  return null;
}

export function freedFacts(
  run: Run, frame: Frame, id: string,
): { readonly facts: FreedFacts; readonly lines: readonly (number | null)[] } {
  const { at } = frame;
  const node = frame.nodes.get(id);
  const letGo = run.events.slice(0, at).findLastIndex((event) =>
    event.kind === "free" && event.node === id);
  const call = letGo < 0 ? null : frameAt(run, letGo).backward;
  const begin = run.events.findIndex((event) =>
    event.kind === "backward" && event.phase === "begin" && event.call === call?.call);
  const saved = (node?.saved ?? []).map(({ tensor, number, name }) =>
    (number !== null ? compact(number, "float64")
      : tensor === null ? name : labelOf(run, tensor, at) ?? name));
  const carrier = begin < 0 ? null : carrierOf(run, frame, id, begin);
  const isStepped = begin >= 0 && run.events.slice(begin, at).some((event) =>
    event.kind === "write" && frame.tensors.get(event.tensor)?.requires_grad === true);
  const facts: FreedFacts = { id: "freed", node: node ? nodeText(run, frame, id) : "",
    saved: [...new Set(saved)], call: call?.call ?? null, line: call?.line ?? null, carrier,
    isStepped };
  const carried = carrier?.isTurn ? carrier.used : null;
  return { facts, lines: [node?.line ?? null, call?.line ?? null, carried] };
}

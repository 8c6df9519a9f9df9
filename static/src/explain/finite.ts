// Where a NaN or an infinity was born: the first number that is none, forward and backward.

import type { Entry, Run, Value } from "../run.ts";
import { frameAt } from "../timeline.ts";
import { labelOf } from "../timeline/label.ts";
import { nodeText } from "../narration/words.ts";
import type { Finding, SurpriseFacts } from "./finding.ts";
import { surprise } from "./surprise.ts";

function isFinite(entry: Entry): boolean {
  if (typeof entry === "object") return entry.every(isFinite);
  return typeof entry !== "string" || entry === "?";
}

function isWhole(value: Value | null | undefined): boolean {
  if (!value) return true;
  if (value.data) return value.data.every(isFinite);
  return value.stats === undefined || (value.stats.nans === 0 && value.stats.infs === 0);
}

/** A derivative that is no number although the gradient that came in was. */
function inBackward(run: Run): Finding<SurpriseFacts> | null {
  for (const [at, event] of run.events.entries()) {
    if (event.kind !== "flow" || isWhole(event.value)) continue;
    const frame = frameAt(run, at);
    const node = frame.nodes.get(event.node);
    if (!node || !node.incoming.every(isWhole)) return null;
    const output = node.outputs[0];
    const name = output === undefined ? null : labelOf(run, output, at);
    return surprise({ id: "nan", node: nodeText(run, frame, node.id), name, backward: true },
      "warning", at, { line: node.line, nodes: [node.id] });
  }
  return null;
}

/** A result that is no number although the inputs were. */
function inForward(run: Run): Finding<SurpriseFacts> | null {
  for (const [at, event] of run.events.entries()) {
    if (event.kind !== "op" || event.outputs.every(({ value }) => isWhole(value))) continue;
    const { tensors } = frameAt(run, at);
    const sound = event.inputs.every(({ tensor }) =>
      tensor === undefined || isWhole(tensors.get(tensor)?.value));
    if (!sound || event.during !== null) return null;
    const output = event.outputs[0]?.tensor;
    const name = output === undefined ? null : labelOf(run, output, at + 1);
    return surprise({ id: "nan", node: event.node?.name ?? event.op, name, backward: false },
      "warning", at, { line: event.line, nodes: event.node ? [event.node.id] : [],
        tensors: event.node || output === undefined ? [] : [output] });
  }
  return null;
}

export function notFinite(run: Run): readonly Finding<SurpriseFacts>[] {
  return [inForward(run), inBackward(run)].filter((found) => found !== null);
}

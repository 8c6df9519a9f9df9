// Where a NaN or an infinity was born: the first number that is none, forward and backward.

import { countOf } from "../../model/number.ts";
import type { OpEvent, Run, Value } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { nodeText } from "../narration/words.ts";
import type { Finding, SurpriseFacts } from "./finding.ts";
import { surprise } from "./surprise.ts";

/** What is wrong with a value, the worse first. */
type Flaw = "nan" | "inf" | null;

function flawOf(entry: unknown): Flaw {
  if (Array.isArray(entry)) return worst(entry.map(flawOf));
  return entry === "nan" ? "nan" : entry === "inf" || entry === "-inf" ? "inf" : null;
}

function worst(flaws: readonly Flaw[]): Flaw {
  return flaws.includes("nan") ? "nan" : flaws.includes("inf") ? "inf" : null;
}

function flawIn(value: Value | null | undefined): Flaw {
  if (!value) return null;
  if (value.data) return worst(value.data.map(flawOf));
  return value.stats?.nans ? "nan" : value.stats?.infs ? "inf" : null;
}

/** A derivative that is no number although the gradient that came in was. */
function inBackward(run: Run): Finding<SurpriseFacts> | null {
  for (const [at, event] of run.events.entries()) {
    const flaw = event.kind === "flow" ? flawIn(event.value) : null;
    if (event.kind !== "flow" || flaw === null) continue;
    const frame = frameAt(run, at);
    const node = frame.nodes.get(event.node);
    if (!node || worst(node.incoming.map(flawIn)) !== null) return null;
    const output = node.outputs[0];
    const name = output === undefined ? null : labelOf(run, output, at);
    return surprise({ id: "nan", node: nodeText(run, frame, node.id), name, backward: true,
      infinite: flaw === "inf", single: countOf(event.value.shape) === 1 },
    "warning", at, { line: node.line, nodes: [node.id] });
  }
  return null;
}

/** The worst that an op was given, by the program's own numbers too: a mask is of infinities. */
function given(run: Run, at: number, event: OpEvent): Flaw {
  const { tensors } = frameAt(run, at);
  return worst([
    ...event.inputs.map(({ tensor, number }) => tensor === undefined ? flawOf(number ?? 0)
      : flawIn(tensors.get(tensor)?.value)),
    ...Object.values(event.params).map(flawOf),
  ]);
}

/** A result that is no number although the inputs were. */
function inForward(run: Run): Finding<SurpriseFacts> | null {
  for (const [at, event] of run.events.entries()) {
    if (event.kind !== "op" || event.during !== null) continue;
    const flaw = worst(event.outputs.map(({ value }) => flawIn(value)));
    if (flaw === null) continue;
    const came = given(run, at, event);
    if (came === "nan" || (came === "inf" && flaw === "inf")) continue;
    const output = event.outputs.find(({ value }) => flawIn(value) === flaw)!;
    const name = labelOf(run, output.tensor, at + 1);
    return surprise({ id: "nan", node: event.node?.name ?? event.op, name, backward: false,
      infinite: flaw === "inf", single: countOf(output.value.shape) === 1 },
    "warning", at, { line: event.line, nodes: event.node ? [event.node.id] : [],
      tensors: event.node ? [] : [output.tensor] });
  }
  return null;
}

export function notFinite(run: Run): readonly Finding<SurpriseFacts>[] {
  return [inForward(run), inBackward(run)].filter((found) => found !== null);
}

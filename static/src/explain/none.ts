// Why a tensor's .grad is None: the causes, told apart by what the tape knows.

import type { BackwardBegin, Run } from "../run.ts";
import { statementOf } from "../ledger.ts";
import { frameAt, type Frame, type TensorState } from "../timeline.ts";
import { labelOf } from "../timeline/label.ts";
import { lookUp } from "../timeline/lookup.ts";
import type { Cause } from "./finding.ts";
import { ancestors, cutOf } from "./lineage.ts";

/** The backward calls so far that fill `.grad`, the latest first. */
function callsBefore(run: Run, at: number): readonly BackwardBegin[] {
  return run.events.slice(0, at).flatMap((event) =>
    (event.kind === "backward" && event.phase === "begin" && event.api === "backward"
      ? [event] : [])).reverse();
}

/** A call from whose roots a way without a cut leads to the leaf, and which gave it nothing. */
function causeOfReached(run: Run, at: number, begin: BackwardBegin, id: string): Cause | null {
  const isOver = run.events.slice(0, at).some((event) =>
    event.kind === "backward" && event.phase === "end" && event.call === begin.call);
  if (!isOver) return { kind: "under-way" };
  return begin.inputs !== null && !begin.inputs.includes(id) ? { kind: "left-out" } : null;
}

/** The line that gave this result its name, if that was a leaf's before: `w = w - ...`. */
function reboundAt(run: Run, frame: Frame, tensor: TensorState): number | null {
  const name = labelOf(run, tensor.id, frame.at);
  const event = run.events.slice(0, frame.at).findLast((one) =>
    one.kind === "name" && one.name === name && one.tensor === tensor.id);
  if (event?.kind !== "name") return null;
  const was = run.events.slice(0, tensor.made).some((one) =>
    one.kind === "name" && one.name === name && one.frame === event.frame
    && frame.tensors.get(one.tensor)?.is_leaf === true
    && frame.tensors.get(one.tensor)?.requires_grad === true);
  return was ? event.line : null;
}

function causeOfSource(run: Run, frame: Frame, { id }: TensorState): Cause {
  const origin = ancestors(run, id);
  const cut = [...origin].find(([from, link]) =>
    link !== null && frame.tensors.get(from)?.requires_grad === true)?.[1];
  return { kind: "asks-none", cut: cut ? cutOf(run, cut) : null };
}

/** Asked for, a leaf, and backward has run: no root leads here, or something is in the way. */
function causeOfLeaf(run: Run, frame: Frame, { id }: TensorState): Cause {
  const calls = callsBefore(run, frame.at);
  for (const call of calls) {
    for (const { tensor } of call.roots) {
      const cut = ancestors(run, tensor).get(id);
      const cause: Cause | null = cut ? { kind: "cut", cut: cutOf(run, cut) }
        : cut === null ? causeOfReached(run, frame.at, call, id) : null;
      if (cause) return cause;
    }
  }
  const latest = calls[0]?.roots.at(-1)?.tensor;
  return { kind: "not-reached",
    root: latest === undefined ? null : labelOf(run, latest, frame.at) };
}

/** Why the `.grad` of a tensor is None at frame `at`; null if it is not. */
export function whyNone(run: Run, id: string, at: number): Cause | null {
  const frame = frameAt(run, at);
  const tensor = frame.tensors.get(id);
  if (!tensor || tensor.grad !== null) return null;
  if (!tensor.is_leaf) {
    const node = tensor.grad_fn === null ? undefined : frame.nodes.get(tensor.grad_fn);
    return { kind: "not-leaf", node: node?.name ?? "", rebound: reboundAt(run, frame, tensor) };
  }
  if (!tensor.requires_grad) return causeOfSource(run, frame, tensor);
  const last = statementOf(run, id, at).at(-1);
  if (last) return { kind: "emptied", line: last.line };
  const calls = run.events.slice(0, at).filter((event) =>
    event.kind === "backward" && event.phase === "begin");
  const latest = calls.at(-1);
  if (latest?.kind !== "backward") return { kind: "no-backward" };
  const isOnlyReturned = calls.every((call) => call.kind === "backward" && call.phase === "begin"
    && call.api === "grad");
  if (isOnlyReturned) return { kind: "returned", call: latest.call };
  return causeOfLeaf(run, frame, tensor);
}

/** The tensors whose `.grad` a line of the program asks for, by the names that it uses. */
export function askedOn(run: Run, line: number | null, at: number): readonly string[] {
  if (line === null) return [];
  const text = run.snippet.code.split("\n")[line - 1]?.replace(/#.*/, "") ?? "";
  const frame = frameAt(run, at);
  return [...text.matchAll(/([A-Za-z_][\w.]*?)\.grad\b(?!_)/g)].flatMap(([, name = ""]) => {
    return lookUp(run, frame, name)?.tensor ?? [];
  });
}

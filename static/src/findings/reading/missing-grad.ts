// Why a tensor's .grad is None: the causes, told apart by what the tape knows.

import type { BackwardBegin, Run } from "../../model/run.ts";
import { statementOf } from "../../model/ledger.ts";
import { frameAt, type Frame, type TensorState } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { nodeText } from "../../words/narration/words.ts";
import type { Cause, Cut } from "./cause.ts";
import { ancestors, cutOf, departure, departures } from "./lineage.ts";
import { lineText } from "./program-text.ts";
import { isDone, leadsTo, silentOn } from "./ways.ts";

/** The backward calls so far that fill `.grad`, the latest first. */
function callsBefore(run: Run, at: number): readonly BackwardBegin[] {
  return run.events.slice(0, at).flatMap((event) =>
    (event.kind === "backward" && event.phase === "begin" && event.api === "backward"
      ? [event] : [])).reverse();
}

/** A call from whose roots a way without a cut leads to the leaf, and which gave it nothing. */
function causeOfReached(run: Run, at: number, begin: BackwardBegin, id: string): Cause | null {
  const last = run.events.slice(0, at).find((event) => event.kind === "fail"
    || event.kind === "backward" && event.phase === "end" && event.call === begin.call);
  if (!last) return { kind: "under-way" };
  if (begin.inputs !== null && !begin.inputs.includes(id)) {
    return { kind: "left-out", api: "backward" };
  }
  return last.kind === "fail" || last.kind === "backward" && last.phase === "end" && last.failed
    ? { kind: "failed", line: begin.line } : null;
}

/** The line that gave this result the name of a leaf that it was made of: `w = w - ...`. */
function reboundAt(run: Run, frame: Frame, tensor: TensorState): number | null {
  const name = labelOf(run, tensor.id, frame.at);
  const event = run.events.slice(0, frame.at).findLast((one) =>
    one.kind === "name" && one.name === name && one.tensor === tensor.id);
  if (event?.kind !== "name") return null;
  const origin = ancestors(run, tensor.id);
  const was = run.events.slice(0, tensor.made).some((one) =>
    one.kind === "name" && one.name === name && one.frame === event.frame && origin.has(one.tensor)
    && frame.tensors.get(one.tensor)?.is_leaf === true
    && frame.tensors.get(one.tensor)?.requires_grad === true);
  return was ? event.line : null;
}

function causeOfSource(run: Run, frame: Frame, { id }: TensorState): Cause {
  const set = run.events.slice(0, frame.at).findLast((event) => event.kind === "mode"
    && (event.what === "requires_grad_" || event.what === "detach") && event.tensor === id);
  if (set?.kind === "mode" && set.what === "requires_grad_" && !set.requires_grad) {
    return { kind: "asks-none", cut: null, off: set.line };
  }
  const origin = ancestors(run, id);
  const cuts = [...origin].flatMap(([from, link]) =>
    (link !== null && frame.tensors.get(from)?.requires_grad === true ? [cutOf(run, link)] : []));
  // A detach() inside a call of the library, as of state_dict(), is not the program's to leave out.
  const cut = cuts.find(({ how, line }) => how !== "detach" || /detach/.test(lineText(run, line)));
  return { kind: "asks-none", cut: cut ?? null, off: null };
}

/** Where numbers made of a leaf, or its own, went to Python or numpy; the latest such place. */
function departureOf(run: Run, id: string, at: number): Cut | null {
  const found = departures(run, at).findLast((i) => {
    const event = run.events[i];
    return event?.kind === "mode" && event.what === "convert"
      && ancestors(run, event.tensor).has(id);
  });
  return found === undefined ? null : departure(run, found);
}

/** Did `autograd.grad` go backward over what was made of a leaf, for other inputs than it? */
function isPassedByGrad(run: Run, id: string, at: number): boolean {
  return run.events.slice(0, at).some((event) => event.kind === "backward"
    && event.phase === "begin" && event.api === "grad" && event.inputs?.includes(id) === false
    && leadsTo(run, event, id));
}

/** A call in which a node on the way to the leaf sent no gradient on. */
function causeOfSilence(run: Run, at: number, begin: BackwardBegin, id: string): Cause | null {
  const silent = isDone(run, begin, at) ? silentOn(run, begin, id) : null;
  if (silent === null) return null;
  const frame = frameAt(run, at);
  const node = frame.nodes.get(silent);
  const isOwn = node?.op != null && node.name === `${node.op}Backward`
    && new RegExp(`\\bclass\\s+${node.op}\\b`).test(run.snippet.code);
  return { kind: "unsent", node: nodeText(run, frame, silent),
    of: isOwn ? node.op : null };
}

/** Only `autograd.grad` went backward to a leaf: it was asked for it, and gave none. */
function causeOfAsked(run: Run, at: number, id: string): Cause | null {
  const call = run.events.slice(0, at).findLast((event): event is BackwardBegin =>
    event.kind === "backward" && event.phase === "begin" && event.api === "grad"
    && event.inputs?.includes(id) === true && leadsTo(run, event, id));
  if (call === undefined) return null;
  return causeOfSilence(run, at, call, id) ?? { kind: "returned", call: call.call };
}

/** Asked for, a leaf, and backward has run: no root leads here, or something is in the way. */
function causeOfLeaf(run: Run, frame: Frame, { id }: TensorState): Cause {
  const calls = callsBefore(run, frame.at);
  for (const call of calls) {
    if (leadsTo(run, call, id)) {
      const reached = causeOfReached(run, frame.at, call, id)
        ?? causeOfSilence(run, frame.at, call, id);
      if (reached) return reached;
      continue;
    }
    for (const { tensor } of call.roots) {
      const cut = ancestors(run, tensor).get(id);
      if (cut) return { kind: "cut", cut: cutOf(run, cut) };
    }
  }
  const isLed = calls.some((call) => leadsTo(run, call, id));
  const asked = isLed ? null : causeOfAsked(run, frame.at, id);
  if (asked) return asked;
  if (isPassedByGrad(run, id, frame.at)) return { kind: "left-out", api: "grad" };
  const latest = calls[0]?.roots.at(-1)?.tensor;
  return { kind: "not-reached", left: departureOf(run, id, frame.at),
    root: latest === undefined ? null : labelOf(run, latest, frame.at) };
}

/** The call of `autograd.grad` that returned a gradient of a tensor, if one has. */
function returnedBy(run: Run, id: string, at: number): number | null {
  const event = run.events.slice(0, at).findLast((one) => one.kind === "backward"
    && one.phase === "end" && one.results.some(({ tensor, value }) =>
    tensor === id && value !== null));
  return event?.kind === "backward" ? event.call : null;
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
  if (calls.length === 0) return { kind: "no-backward" };
  const call = returnedBy(run, id, at);
  if (call !== null) return { kind: "returned", call };
  return causeOfLeaf(run, frame, tensor);
}

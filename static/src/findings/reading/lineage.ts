// Where numbers came from, with gradient or without: the way that a gradient would have gone back.

import type { ConvertEvent, OpEvent, Run, TapeEvent } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { labelOf, opWord } from "../../model/timeline/label.ts";
import type { Cut, Off } from "./cause.ts";
import { switchOf } from "./grad-mode-switch.ts";
import { lineText } from "./program-text.ts";

/** `to` was made of `from`; `cut` when no gradient comes back along this. */
export interface Link {
  readonly from: string;
  readonly to: string;
  readonly event: number;
  readonly cut: Cut["how"] | null;
  /** What was called, where `cut` asks for it. */
  readonly by: string | null;
}

type Links = ReadonlyMap<string, readonly Link[]>;

/** Comparisons, as they are written. */
const COMPARED: Readonly<Record<string, string>> =
  { gt: ">", ge: ">=", lt: "<", le: "<=", eq: "==", ne: "!=" };
/** What copies numbers, or gives them away, by the name of `convert` events. */
const COPYING: ReadonlySet<string> = new Set(["tensor", "data"]);
const FLOATING = /^(b?float|complex)/;

type Cutting = Pick<Link, "cut" | "by">;
const WHOLE: Cutting = { cut: null, by: null };

/** What the tape knows of tensors and of grad mode while its events are read one by one. */
class Reader {
  readonly asking = new Set<string>();
  records = true;
  /** Whether each backward call under way records its graph. */
  readonly backwards: boolean[] = [];
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  follow(event: TapeEvent): void {
    if (event.kind === "backward") {
      if (event.phase === "begin") this.backwards.push(event.create_graph);
      else this.backwards.pop();
    }
    if (event.kind === "leaf" && event.requires_grad) this.asking.add(event.tensor);
    if (event.kind === "op") {
      for (const output of event.outputs) this.ask(output.tensor, output.requires_grad);
    }
    if (event.kind !== "mode") return;
    if (event.what === "grad_mode") this.records = event.enabled;
    if (event.what === "requires_grad_") this.ask(event.tensor, event.requires_grad);
    if (event.what === "detach") this.asking.delete(event.tensor);
  }

  private ask(tensor: string, requires: boolean): void {
    if (requires) this.asking.add(tensor);
    else this.asking.delete(tensor);
  }

  /** What of an op keeps the gradient of output `nr` from the input of a slot. */
  cutting(event: OpEvent, nr: number, slot: string, from: string): Cutting {
    if (!this.asking.has(from)) return WHOLE;
    const { dtype } = event.outputs[nr]!.value;
    const by = COMPARED[event.op.replace(/_.*/, "")] ?? opWord(this.#run, event);
    if (!FLOATING.test(dtype)) {
      return event.op === "to_dtype" ? { cut: "cast", by: dtype }
        : { cut: event.outputs.length > 1 ? "indices" : "underived", by };
    }
    if (event.node === null) {
      return !this.records ? { cut: "no_grad", by: null }
        : event.grad_mode ? { cut: "underived", by }
        : { cut: "inside", by: this.whereIn(event) };
    }
    const edges = event.node.edges.filter((edge) => edge.slot === slot);
    const isOpen = edges.length === 0 || edges.some((edge) => edge.to !== null);
    return isOpen ? WHOLE : { cut: "underived", by };
  }

  /** In which backward an op puts nothing on the tape: one of a batch is told by its ops alone. */
  private whereIn({ during }: OpEvent): string | null {
    if (this.backwards.length === 0) return during === null ? null : "batched";
    return this.backwards.at(-1) === false ? "backward" : null;
  }

  links(event: TapeEvent, i: number): readonly Link[] {
    if (event.kind === "mode" && event.what === "detach") {
      return [{ from: event.of, to: event.tensor, event: i, cut: "detach", by: null }];
    }
    if (event.kind === "mode" && event.what === "convert" && event.to !== null) {
      const cut = COPYING.has(event.by) ? "copy" : "underived";
      return [{ from: event.tensor, to: event.to, event: i, cut, by: event.by }];
    }
    if (event.kind !== "op") return [];
    return event.outputs.flatMap(({ tensor: to }, nr) =>
      event.inputs.flatMap(({ tensor: from, slot }) => (from === undefined || from === to ? []
        : [{ from, to, event: i, ...this.cutting(event, nr, slot, from) }])));
  }
}

const kept = new WeakMap<Run, Links>();

function allLinks(run: Run): Links {
  let links = kept.get(run);
  if (!links) {
    const found = new Map<string, Link[]>();
    const reader = new Reader(run);
    run.events.forEach((event, i) => {
      for (const link of reader.links(event, i)) {
        // One function may call another: the last to tell of it is what the program called.
        const others = (found.get(link.to) ?? []).filter(({ from, by }) =>
          by === null || link.by === null || from !== link.from || event.kind !== "mode");
        found.set(link.to, [...others, link]);
      }
      reader.follow(event);
    });
    kept.set(run, links = found);
  }
  return links;
}

/** Every tensor that `to` was made of, each with the nearest cut on the way to it, if any. */
export function ancestors(run: Run, to: string): ReadonlyMap<string, Link | null> {
  const links = allLinks(run);
  const found = new Map<string, Link | null>([[to, null]]);
  const waiting = [to];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const cut = found.get(next) ?? null;
    for (const link of links.get(next) ?? []) {
      const stopped = link.cut === null ? cut : link;
      const known = found.get(link.from);
      // A way without a cut counts more than one that was found before it.
      if (known === null || (known !== undefined && stopped !== null)) continue;
      found.set(link.from, stopped);
      waiting.push(link.from);
    }
  }
  return found;
}

function lineAt(run: Run, at: number): number | null {
  const event = run.events[at];
  return event && "line" in event ? event.line : null;
}

/** What requires grad and is no result, among what a tensor was made of on the tape. */
function leavesOf(run: Run, tensor: string, at: number): readonly string[] {
  const { tensors } = frameAt(run, at);
  return [...ancestors(run, tensor)].flatMap(([id, link]) => {
    const state = tensors.get(id);
    return link === null && state?.is_leaf && state.requires_grad
      ? labelOf(run, id, at) ?? [] : [];
  });
}

/** The call of checkpoint() in which an op ran; its own op follows those that it runs. */
function checkpointOf(run: Run, at: number): Off | null {
  const outer = run.events.slice(at).find((event) => event.kind === "op" && event.grad_mode);
  return outer?.kind !== "op" || outer.op !== "CheckpointFunction" ? null
    : { how: "call", by: "checkpoint()", of: null, line: outer.line };
}

/** A cut in the user's terms. */
export function cutOf(run: Run, { from, to, event, cut, by }: Link): Cut {
  const copied = (allLinks(run).get(to) ?? []).filter((link) => link.cut === "copy");
  const text = lineText(run, lineAt(run, event));
  const checkpoint = cut === "inside" && by === null ? checkpointOf(run, event) : null;
  const isArgument = cut === "indices" && new RegExp(`\\barg${by}\\s*\\(`).test(text);
  return {
    how: isArgument ? "underived" : cut ?? "detach", line: lineAt(run, event),
    of: labelOf(run, from, event), by: checkpoint ? "checkpoint" : isArgument ? `arg${by}` : by,
    leaves: leavesOf(run, from, event),
    off: cut === "no_grad" ? switchOf(run, event) : checkpoint, many: copied.length > 1,
  };
}

/** Numbers that went to Python or to numpy, as a cut. */
export function departure(run: Run, at: number): Cut {
  const { tensor, by, line } = run.events[at] as ConvertEvent;
  return { how: "numbers", line, of: labelOf(run, tensor, at), by, off: null, many: false,
    leaves: leavesOf(run, tensor, at) };
}

/** The events at which numbers of a tensor went to Python or to numpy, before event `end`. */
export function departures(run: Run, end: number): readonly number[] {
  return run.events.slice(0, end).flatMap((event, i) =>
    (event.kind === "mode" && event.what === "convert" && event.to === null ? [i] : []));
}

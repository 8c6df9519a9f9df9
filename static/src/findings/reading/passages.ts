// Units whose slope is zero, or nearly: a gradient comes in and nothing goes on.

import type { Entry, FlowEvent, Run, Value } from "../../model/run.ts";
import { frameAt, type NodeState } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { nodeText } from "../../words/narration/words.ts";
import { compact } from "../../model/number.ts";
import { changedBehind } from "./saved-values.ts";

/** Ops with pieces on which they do not change. */
export const KINKED =
  /^(relu|relu6|clamp|clip|hardtanh|hardsigmoid|threshold|abs|sign|round|floor|ceil|trunc)/;
/** Of these, the ones whose slope is 0 wherever they have one. */
export const STEPS = /^(sign|round|floor|ceil|trunc)/;
/** Ops that flatten out far from zero, entry by entry. */
export const SQUASHING = /^(sigmoid|tanh|erf)(_|$)/;
function size(entry: Entry): number {
  return typeof entry === "number" ? Math.abs(entry) : Number.NaN;
}

/** The largest entry of a value, without its sign; NaN where there is one that is no number. */
export function largest(value: Value): number {
  if (value.data) return Math.max(0, ...value.data.map(size));
  if (!value.stats) return Number.NaN;
  return Math.max(size(value.stats.min), size(value.stats.max));
}

export function percent(share: number): string {
  return `${compact(100 * share, "float32", 3)} %`;
}

export interface Passage {
  readonly at: number;
  readonly event: FlowEvent;
  readonly node: NodeState;
  /** The gradient that came in, and what went on, by their largest entries. */
  readonly came: number;
  readonly went: number;
}

/** Nodes of ops that have flat pieces or ends. */
function bentNodes(run: Run): ReadonlySet<string> {
  return new Set(run.events.flatMap((event) => (event.kind === "op" && event.node
    && (KINKED.test(event.op) || SQUASHING.test(event.op)) ? [event.node.id] : [])));
}

const known = new WeakMap<Run, readonly Passage[]>();

/** Every flow out of such an op, with what had come in. Frames cost much: one walk for all. */
function allPassages(run: Run): readonly Passage[] {
  const before = known.get(run);
  if (before) return before;
  const bent = bentNodes(run);
  const found = run.events.flatMap((event, at): readonly Passage[] => {
    if (event.kind !== "flow" || !bent.has(event.node)) return [];
    const node = frameAt(run, at).nodes.get(event.node);
    if (!node || changedBehind(run, node, at) >= 0) return [];
    const [came] = node.incoming.filter((value) => value !== null);
    return came ? [{ at, event, node, came: largest(came), went: largest(event.value) }] : [];
  });
  known.set(run, found);
  return found;
}

/** Every flow out of an op of some kind. */
export function passagesOf(run: Run, kind: RegExp): readonly Passage[] {
  return allPassages(run).filter(({ node }) => node.op !== null && kind.test(node.op));
}

/** One finding for each node: the first time counts. */
export function firstOfEach(found: readonly Passage[]): readonly Passage[] {
  return found.filter(({ node }, i) =>
    found.findIndex((other) => other.node.line === node.line && other.node.op === node.op) === i);
}

/** What is said of where a passage is. */
export function placeOf(run: Run, { at, node }: Passage) {
  const output = node.outputs[0];
  return {
    node: nodeText(run, frameAt(run, at), node.id),
    name: output === undefined ? null : labelOf(run, output, at),
    where: { line: node.line, nodes: [node.id] },
  };
}

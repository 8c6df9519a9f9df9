// Units whose slope is zero, or nearly: a gradient comes in and nothing goes on.

import type { Entry, FlowEvent, Run, Value } from "../../model/run.ts";
import { frameAt, type NodeState } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { nodeText } from "../narration/words.ts";
import { compact } from "../../model/number.ts";
import type { Finding, SurpriseFacts } from "./finding.ts";
import { changedBehind } from "./stale.ts";
import { surprise } from "./surprise.ts";

/** Ops with pieces on which they do not change. */
const KINKED =
  /^(relu|relu6|clamp|clip|hardtanh|hardsigmoid|threshold|abs|sign|round|floor|ceil|trunc)/;
/** Of these, the ones whose slope is 0 wherever they have one. */
const STEPS = /^(sign|round|floor|ceil|trunc)/;
/** Ops that flatten out far from zero, entry by entry. */
const SQUASHING = /^(sigmoid|tanh|erf)(_|$)/;
/** Those that are counted in a chain. */
const CHAINED = /^(sigmoid|tanh)$/;
/** Less than this share of the gradient, and the unit counts as saturated. */
const SATURATED = 1e-3;
/** A chain of at least so many squashing ops that lets through less than this vanishes. */
const CHAIN = 4;
const VANISHED = 1e-2;

function size(entry: Entry): number {
  return typeof entry === "number" ? Math.abs(entry) : Number.NaN;
}

/** The largest entry of a value, without its sign; NaN where there is one that is no number. */
export function largest(value: Value): number {
  if (value.data) return Math.max(0, ...value.data.map(size));
  if (!value.stats) return Number.NaN;
  return Math.max(size(value.stats.min), size(value.stats.max));
}

function percent(share: number): string {
  return `${compact(100 * share, "float32", 3)} %`;
}

interface Passage {
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
function passages(run: Run, kind: RegExp): readonly Passage[] {
  return allPassages(run).filter(({ node }) => node.op !== null && kind.test(node.op));
}

/** One finding for each node: the first time counts. */
function first(found: readonly Passage[]): readonly Passage[] {
  return found.filter(({ node }, i) =>
    found.findIndex((other) => other.node.line === node.line && other.node.op === node.op) === i);
}

function placed(run: Run, { at, node }: Passage) {
  const output = node.outputs[0];
  return {
    node: nodeText(run, frameAt(run, at), node.id),
    name: output === undefined ? null : labelOf(run, output, at),
    where: { line: node.line, nodes: [node.id] },
  };
}

/** Is a flat unit flat everywhere, only at a kink where it stands, or on this piece? */
function flatness(run: Run, { at, node, event }: Passage): "everywhere" | "kink" | "here" {
  if (STEPS.test(node.op!)) return "everywhere";
  const made = run.events[node.made];
  const from = made?.kind === "op" ? made.inputs[event.edge]?.tensor : undefined;
  const value = from === undefined ? undefined : frameAt(run, at).tensors.get(from)?.value;
  return /^(abs|relu)(_|$)/.test(node.op!) && value && largest(value) === 0 ? "kink" : "here";
}

/** A gradient came into a piece where the op does not change: all of it is lost. */
export function flatUnits(run: Run): readonly Finding<SurpriseFacts>[] {
  return first(passages(run, KINKED).filter(({ came, went }) => came > 0 && went === 0))
    .map((passage) => {
      const { node, name, where } = placed(run, passage);
      const facts = { id: "flat", node, name, where: flatness(run, passage) } as const;
      return surprise(facts, "warning", passage.at, where);
    });
}

/** A gradient came into the flat end of a sigmoid or tanh: next to nothing goes on. */
export function saturatedUnits(run: Run): readonly Finding<SurpriseFacts>[] {
  return first(passages(run, SQUASHING).filter(({ came, went }) =>
    came > 0 && went / came < SATURATED)).map((passage) => {
    const { node, name, where } = placed(run, passage);
    const share = percent(passage.went / passage.came);
    return surprise({ id: "saturated", node, name, share }, "warning", passage.at, where);
  });
}

/** The way by which most of the gradient came to a node: what is left of it, through which ops. */
interface Way {
  readonly share: number;
  readonly through: readonly Passage[];
}

/** By node, the best way from a root; a shortcut around what squashes is the better way. */
function bestWays(run: Run, end: number): ReadonlyMap<string, Way> {
  const squashed = new Map(passages(run, CHAINED).map((one) => [one.event, one] as const));
  const ways = new Map<string, Way>();
  for (const event of run.events.slice(0, end)) {
    if (event.kind !== "flow") continue;
    const before = ways.get(event.node) ?? { share: 1, through: [] };
    const passage = squashed.get(event);
    const part = passage ? passage.went / passage.came : 1;
    const way = !passage || !(part >= SATURATED) ? before
      : { share: before.share * part, through: [...before.through, passage] };
    const known = ways.get(event.to);
    if (!known || way.share > known.share) ways.set(event.to, way);
  }
  return ways;
}

/** Many squashing ops in a row, each fine alone, that together let next to nothing through. */
export function vanishingChains(run: Run): readonly Finding<SurpriseFacts>[] {
  const call = run.events.findIndex((event) => event.kind === "backward" && event.phase === "end"
    && !event.failed);
  const ways = [...bestWays(run, call < 0 ? run.events.length : call).values()];
  const longest = ways.reduce((one, other) =>
    (other.through.length > one.through.length ? other : one), { share: 1, through: [] } as Way);
  const { through } = longest;
  const [head, last] = [through[0], through.at(-1)];
  if (!head || !last || through.length < CHAIN) return [];
  // What lies between them may make the gradient larger again.
  const share = last.went / head.came;
  if (!(share < VANISHED && longest.share < VANISHED)) return [];
  const facts = { id: "vanishing", count: through.length, share: percent(share) } as const;
  return [surprise(facts, "warning", last.at,
    { line: last.node.line, nodes: through.map(({ node }) => node.id) })];
}

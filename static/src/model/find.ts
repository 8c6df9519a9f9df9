// Finding: the boxes and groups of a run that a query means, by name, op, shape or line. Pure.

import type { OpEvent, Run, TapeEvent } from "./run.ts";
import { frameAt, passAt } from "./timeline.ts";
import { labelOf } from "./timeline/label.ts";

/** A box, and the pass in which it stands: that on stage, else the first that has it. */
export interface Found {
  readonly id: string;
  readonly pass: number;
  /** Number of the event that made it. */
  readonly made: number;
  /** Of a module's or function's group, by its number in the layout; `id` is its face then. */
  readonly group: number | null;
}

interface Entry extends Found {
  readonly words: readonly string[];
  readonly shape: string | null;
  readonly line: number | null;
}

const SHAPE = /^[[(]?\s*(\d+(?:\s*[x×,*]\s*\d+)+)\s*[\])]?$|^\[\s*(\d*)\s*\]$/i;
const LINE = /^(?:line|l|第|:)?\s*(\d+)\s*行?$/i;

function opOf(event: TapeEvent | undefined): OpEvent | null {
  return event?.kind === "op" ? event : null;
}

/** What can be said to find a box, as it is at the end of its pass. */
function entryOf(run: Run, id: string, pass: number): Entry | null {
  const end = run.passes[pass]!.last + 1;
  const frame = frameAt(run, end);
  const node = id.startsWith("n") ? frame.nodes.get(id) : undefined;
  const tensor = frame.tensors.get(node ? node.variable ?? node.outputs[0] ?? "" : id);
  const made = node?.made ?? tensor?.made;
  if (made === undefined) return null;
  const names = tensor ? [labelOf(run, tensor.id, end), ...tensor.names] : [];
  const op = opOf(run.events[made])?.op ?? null;
  const words = [id, node?.name, op, ...names, ...tensor?.is_leaf ? ["leaf"] : []];
  return {
    id, pass, made, group: null, line: node?.line ?? tensor?.line ?? null,
    shape: tensor?.value.shape.join("x") ?? null,
    words: words.flatMap((word) => word ? [word.toLowerCase()] : []),
  };
}

/** What folds has the name of its call; a line is found by what it made. */
function groupsIn(run: Run, pass: number): readonly Entry[] {
  const { layout, boxes } = run.passes[pass]!;
  return run.layouts[layout]!.groups.flatMap(({ kind, label, face }, group) => {
    const id = boxes[face]!;
    const made = kind === "line" ? undefined : entryOf(run, id, pass)?.made;
    if (made === undefined) return [];
    return [{ id, pass, made, group, line: null, shape: null, words: [label.toLowerCase()] }];
  });
}

const indices = new WeakMap<Run, readonly Entry[]>();

function indexOf(run: Run): readonly Entry[] {
  const known = indices.get(run);
  if (known) return known;
  const entries = run.passes.flatMap(({ boxes }, pass) =>
    [...groupsIn(run, pass), ...boxes.flatMap((id) => entryOf(run, id, pass) ?? [])]);
  indices.set(run, entries);
  return entries;
}

type Test = (entry: Entry) => boolean;

function testOf(query: string): Test {
  const text = query.trim().toLowerCase();
  const shape = SHAPE.exec(text);
  if (shape) {
    const wanted = (shape[1] ?? shape[2] ?? "").replace(/\s*[x×,*]\s*/gi, "x");
    return (entry) => entry.shape === wanted;
  }
  const line = LINE.exec(text)?.[1];
  const named: Test = ({ words }) => words.some((word) => word.includes(text));
  return line === undefined ? named
    : (entry) => entry.line === Number(line) || entry.words.includes(text);
}

/** Whole words before parts of words, so that `x` is first of all the tensor x. */
function nearness(entry: Entry, text: string): number {
  return entry.words.includes(text) ? 0 : 1;
}

/**
 * The boxes that a query means: `loss`, `MulBackward0`, `mul`, `2x3` or `[2, 3]`, `line 4`. Those
 * on stage at `cursor` come first; each box once.
 */
export function find(run: Run, cursor: number, query: string): readonly Found[] {
  const text = query.trim().toLowerCase();
  if (text === "") return [];
  const here = passAt(run, cursor);
  const seen = new Set<string>();
  const isNew = ({ id, group }: Entry): boolean => {
    const key = `${id} ${group}`;
    return !seen.has(key) && seen.add(key).has(key);
  };
  const test = testOf(query);
  const order = ({ pass }: Entry): number => pass === here ? -1 : pass;
  return indexOf(run).filter(test)
    .toSorted((a, b) => nearness(a, text) - nearness(b, text) || order(a) - order(b))
    .filter(isNew)
    .map(({ id, pass, made, group }) => ({ id, pass, made, group }));
}

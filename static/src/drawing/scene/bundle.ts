// Edges that run along one line to a folded group, as those of a weight that each step in it uses.

import type { Entry, Value } from "../../model/run.ts";
import type { Plane } from "../sheet.ts";

const bundles = new WeakMap<Plane, ReadonlyMap<number, readonly number[]>>();

/** The edges that lie on the same line as this one, itself among them. */
export function bundleOf(plane: Plane, index: number): readonly number[] {
  let known = bundles.get(plane);
  if (!known) bundles.set(plane, known = bundlesOf(plane));
  return known.get(index) ?? [index];
}

function bundlesOf(plane: Plane): ReadonlyMap<number, readonly number[]> {
  const lines = new Map<string, number[]>();
  plane.edges.forEach((edge, i) => {
    const isFolded = [edge.from, edge.to].some((box) => plane.boxes[box]!.group !== null);
    if (!isFolded || edge.edge === null) return;
    const line = JSON.stringify([edge.from, edge.to, edge.producer, edge.kind, edge.points]);
    lines.set(line, [...lines.get(line) ?? [], i]);
  });
  return new Map([...lines.values()].flatMap((line) => line.map((i) => [i, line] as const)));
}

/** The sum of values of one shape; null where their numbers are not all known. */
export function sumOf(values: readonly Value[]): Value | null {
  const [first] = values;
  if (!first) return null;
  const all = values.map(({ data }) => data);
  const isKnown = all.every((data) => data?.length === first.data?.length
    && data?.every((entry) => typeof entry === "number"));
  if (!isKnown || !first.data) return null;
  const data = first.data.map((_, i): Entry =>
    all.reduce((sum, each) => sum + (each![i] as number), 0));
  return { ...first, data };
}

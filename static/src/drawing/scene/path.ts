// The path of what is chosen: all that it was made of, and all that was made of it. Pure.

import { edgeIn } from "../../model/edges.ts";
import type { Plane, Sheet } from "../sheet.ts";
import type { Selection } from "./view.ts";

/** Indices of the lines and boxes that a chosen box is made of or leads to; null for none. */
export interface LitPath {
  readonly edges: ReadonlySet<number>;
  readonly boxes: ReadonlySet<number>;
}

/** The lines that begin (or end) at each box. */
function linesBy(plane: Plane, end: "from" | "to"): ReadonlyMap<number, readonly number[]> {
  const lines = new Map<number, number[]>();
  plane.edges.forEach((edge, i) => {
    const known = lines.get(edge[end]);
    if (known) known.push(i);
    else lines.set(edge[end], [i]);
  });
  return lines;
}

/** Follow lines from boxes, in one direction only. */
function follow(
  plane: Plane, begin: readonly number[], end: "from" | "to", edges: Set<number>,
  boxes: Set<number>,
): void {
  const lines = linesBy(plane, end);
  const other = end === "from" ? "to" : "from";
  const seen = new Set(begin);
  const open = [...begin];
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    boxes.add(box);
    for (const line of lines.get(box) ?? []) {
      edges.add(line);
      const next = plane.edges[line]![other];
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
}

const kept = new WeakMap<Plane, Map<string, LitPath | null>>();

function pathFrom({ plane, cast, boxOf }: Sheet, selection: string): LitPath | null {
  const edges = new Set<number>();
  const boxes = new Set<number>();
  const name = edgeIn(selection);
  const line = name === null ? undefined : plane.edges.findIndex((edge) =>
    edge.edge === name.edge && cast[edge.consumer] === name.node);
  const chosen = line === undefined ? null : plane.edges[line];
  const box = boxOf.get(selection);
  if (!chosen && box === undefined) return null;
  if (chosen) edges.add(line!);
  follow(plane, [chosen ? chosen.from : box!], "to", edges, boxes);
  follow(plane, [chosen ? chosen.to : box!], "from", edges, boxes);
  return { edges, boxes };
}

/** The path of a selection on a sheet; null where nothing that is on stage is chosen. */
export function pathOf(sheet: Sheet, selection: Selection): LitPath | null {
  if (selection === null) return null;
  let known = kept.get(sheet.plane);
  if (!known) kept.set(sheet.plane, known = new Map());
  const key = `${sheet.boxOf.get(selection) ?? ""} ${selection}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const path = pathFrom(sheet, selection);
  known.set(key, path);
  return path;
}

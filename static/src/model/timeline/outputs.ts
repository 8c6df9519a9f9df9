// Outputs: what the results of an op with several are called, and which of them is looked at.

import { edgeIn } from "../edges.ts";
import type { Run } from "../run.ts";
import type { Frame, NodeState } from "./frame.ts";
import { labelOf } from "./label.ts";

/** What torch calls output `nr` of a node: `indices`; null for one that is only numbered. */
export function fieldName({ ops }: Run, { op }: NodeState, nr: number): string | null {
  const fields = op === null ? [] : ops[op]?.outputs ?? [];
  return fields.length > 1 ? fields[nr] ?? null : null;
}

/** Output `nr` of a node by its variable, by torch's name of the field, or by its number. */
export function outputName(
  run: Run, node: NodeState, nr: number, at: number,
): string {
  const tensor = node.outputs[nr];
  const name = tensor === undefined ? null : labelOf(run, tensor, at);
  return name ?? fieldName(run, node, nr) ?? `${nr}`;
}

/** The output of a node that is selected, itself or by an edge that leaves from it; else 0. */
export function outputShown(frame: Frame, node: NodeState, selection: string | null): number {
  if (selection === null || node.outputs.length < 2) return 0;
  const own = node.outputs.indexOf(selection);
  if (own >= 0) return own;
  const edge = edgeIn(selection);
  const next = edge && frame.nodes.get(edge.node)?.edges[edge.edge];
  return next?.to === node.id && next.nr < node.outputs.length ? next.nr : 0;
}

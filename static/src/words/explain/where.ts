// Where findings show: at which box, and at which moment of the tape. Pure.

import type { Run } from "../../model/run.ts";
import type { Frame } from "../../model/timeline.ts";
import { errorOf } from "./errors.ts";
import type { Finding } from "./finding.ts";
import { surprises } from "./surprises.ts";

/** Everything about a run that is worth explaining, in the order in which it comes to light. */
export function findings(run: Run): readonly Finding[] {
  const failure = errorOf(run);
  return failure ? [...surprises(run), failure] : surprises(run);
}

/** The boxes that a finding is about, its nodes first; a result stands in that of its grad_fn. */
export function boxesOf(frame: Frame, { nodes, tensors }: Finding): readonly string[] {
  const homes = tensors.map((id) => frame.tensors.get(id)?.grad_fn ?? id);
  return [...new Set([...nodes, ...homes])];
}

/** What has come to light by a frame about the box of a tensor or a node, errors first. */
export function findingsAbout(run: Run, frame: Frame, box: string): readonly Finding[] {
  const variable = box.startsWith("n") ? frame.nodes.get(box)?.variable ?? null : null;
  return findings(run).filter((finding) => {
    if (finding.at >= frame.at) return false;
    const boxes = boxesOf(frame, finding);
    return boxes.includes(box) || (variable !== null && boxes.includes(variable));
  }).toReversed();
}

/** The findings that come to light in the step from..to-1. */
export function findingsIn(run: Run, from: number, to: number): readonly Finding[] {
  return findings(run).filter(({ at }) => at >= from && at < to);
}

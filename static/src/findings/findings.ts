// The findings of a run, and where they show: at which box, and at which moment of the tape. Pure.

import type { Frame } from "../model/timeline.ts";
import type { Run, ServerFinding } from "../model/run.ts";
import { say } from "../words/strings.ts";
import type { Finding, Grave } from "./finding.ts";

const kept = new WeakMap<Run, readonly Finding[]>();

/** Python's own words of the exception that ended a run; null if none did. */
function wordsOfTorch(run: Run): string | null {
  const fail = run.events.at(-1);
  if (fail?.kind !== "fail") return null;
  return fail.message === "" ? fail.type : `${fail.type}: ${fail.message}`;
}

/** What the server has found in a run, as it came in the document. */
function told(run: Run, one: ServerFinding): Finding {
  return { ...one, torch: one.severity === "error" ? wordsOfTorch(run) : null,
    explained: (language) => one.words[language] };
}

/** An error while a class is asked about the run: that there is one, and where. */
function withoutWords(finding: Finding): Finding {
  return { ...finding, torch: null, explained: (language) => ({
    title: say(language, "errorWithheld"), what: say(language, "findingsWithheld"), why: "",
    change: "" }) };
}

/** Everything about a run that is worth explaining, in the order in which it comes to light. */
export function findings(run: Run): readonly Finding[] {
  let found = kept.get(run);
  if (!found) {
    found = run.findings.map((one) => told(run, one));
    if (run.withheld) {
      found = found.filter(({ severity }) => severity === "error").map(withoutWords);
    }
    kept.set(run, found);
  }
  return found;
}

/** The explanation of the exception that ended the run; null if none did. */
export function errorOf(run: Run): Finding | null {
  return run.events.at(-1)?.kind !== "fail" ? null
    : findings(run).find(({ severity }) => severity === "error") ?? null;
}

/** Whether a finding is more than a note: what lists, signs and counts show. */
export function isGrave(finding: Finding): finding is Grave {
  return finding.severity !== "note";
}

/** Whether a finding is no exception, and more than a note. */
export function isSilent(finding: Finding): boolean {
  return isGrave(finding) && finding.severity !== "error";
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

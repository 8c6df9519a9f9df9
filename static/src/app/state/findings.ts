// The findings as the page's state has them: listed, opened, gone to. Pure.

import { frameAt } from "../../model/timeline.ts";
import type { Finding, Grave } from "../../findings/finding.ts";
import { boxesOf, findings, findingsIn, isGrave, isSilent } from "../../findings/findings.ts";
import type { Run } from "../../model/run.ts";
import { stepOf, stopBefore, stopOf } from "../../model/step-navigation.ts";
import type { PaneName } from "../../model/viewer-options.ts";
import type { State } from "./model.ts";

const listed = new WeakMap<Run, readonly Grave[]>();

/** What the list of findings shows: what is probably a mistake, and the error. */
export function findingsListed({ run, unread }: State): readonly Grave[] {
  const from = unread ?? run;
  if (!from) return [];
  let found = listed.get(from);
  if (!found) listed.set(from, found = findings(from).filter(isGrave));
  return found;
}

/** What is probably a mistake and comes to light in the step that the cursor is at. */
export function surpriseNow({ run, stops, cursor }: State): Finding | null {
  if (run === null) return null;
  const here = stopOf(stops, stepOf(stops, cursor));
  return findingsIn(run, stopBefore(stops, here), here).find(isSilent)
    ?? null;
}

/** The finding that is opened in the list; null for none. */
export function findingOpen(state: State): Finding | null {
  return findingsListed(state)[state.finding ?? -1] ?? null;
}

/** The finding that is opened, if it is about what is on stage. */
export function findingOnStage(state: State): Finding | null {
  return state.unread ? null : findingOpen(state);
}

/** Whether the list shows the words of a finding, where there is room for a list. */
export function isRead(state: State, finding: Finding): boolean {
  return state.pane === "findings" && findingOnStage(state) === finding;
}

/** The cursor at which a finding comes to light. */
export function stopOfFinding({ stops }: Pick<State, "stops">, { at }: Finding): number {
  return stopOf(stops, stepOf(stops, at + 1));
}

/** What the author cannot have meant: it opens the list. */
function isWrong({ severity }: Finding): boolean {
  return severity === "error" || severity === "mistake";
}

/**
 * The pane for a fresh run: the one that the viewer chose while it ran; else its findings, if
 * something is wrong, or what cut it short; else what the viewer had last.
 */
function paneAfter(state: State, chosen: PaneName | null): PaneName {
  if (chosen !== null) return chosen;
  const found = findingsListed(state);
  if (found.some(isWrong)) return "findings";
  if (state.run?.outcome.kind !== "finished") return "console";
  return state.paneChosen === "findings" && found.length === 0 ? "variables" : state.paneChosen;
}

/** The state with the findings of a fresh run: the gravest is open, the first of several. */
export function withFindings(state: State, chosen: PaneName | null): State {
  const found = findingsListed(state);
  const gravest = (["error", "mistake", "smell"] as const)
    .map((grade) => found.findIndex(({ severity }) => severity === grade))
    .find((i) => i >= 0);
  return { ...state, pane: paneAfter(state, chosen), finding: gravest ?? null, sought: null };
}

/** The numbers of the findings in the order in which they come to light on the strip. */
function inOrder(state: State): readonly number[] {
  const stops = findingsListed(state).map((finding) => stopOfFinding(state, finding));
  return stops.map((_, i) => i).toSorted((one, other) => stops[one]! - stops[other]!);
}

/** The finding after (way 1) or before a cursor: of those at one step the one beside the open. */
export function findingBeside(state: State, cursor: number, way: 1 | -1): number | null {
  const found = findingsListed(state);
  const order = inOrder(state);
  const stop = (i: number): number => stopOfFinding(state, found[i]!);
  const open = state.finding === null ? -1 : order.indexOf(state.finding);
  if (open >= 0 && stop(order[open]!) === cursor) return order[open + way] ?? null;
  return (way === 1 ? order.find((i) => stop(i) > cursor)
    : order.findLast((i) => stop(i) < cursor)) ?? null;
}

/** Which of the findings that share a mark it leads to: the one after that which is open. */
export function findingOfMark({ finding }: State, numbers: readonly number[]): number {
  return numbers[(numbers.indexOf(finding ?? -1) + 1) % numbers.length]!;
}

/** The first box on stage that a finding is about, once it has come to light. */
export function boxOfFinding(run: Run, finding: Finding): string | null {
  return boxesOf(frameAt(run, finding.at + 1), finding)[0] ?? null;
}

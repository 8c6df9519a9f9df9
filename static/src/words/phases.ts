// Words of the phases of a run: in full, and in short where there is little room. Pure.

import type { Phase, PhaseKind } from "../model/timeline.ts";
import type { Language } from "../model/viewer-options.ts";
import { say, type StringKey } from "./strings.ts";

const KEYS: Readonly<Record<PhaseKind, readonly StringKey[]>> = {
  setup: ["phaseSetup"],
  forward: ["phaseForward", "phaseForwardShort"],
  backward: ["phaseBackward", "phaseBackwardShort", "phaseBackwardNumber"],
  update: ["phaseUpdate", "phaseUpdateShort"],
  evaluation: ["phaseEvaluation", "phaseEvaluationShort"],
};

/** What a phase is called, the longest words first; a stretch of no kind is not called anything. */
export function phaseForms({ kind, call }: Phase, language: Language): readonly string[] {
  return kind === null ? [] : KEYS[kind].map((key) => say(language, key, { n: call ?? 1 }));
}

/** What a phase is called in full. */
export function phaseWords(phase: Phase | null, language: Language): string | null {
  return phase === null ? null : phaseForms(phase, language)[0] ?? null;
}

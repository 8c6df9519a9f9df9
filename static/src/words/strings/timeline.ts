// The words of the strip and of what moves along it.

export const TIMELINE_STRINGS = {
  phaseSetup: ["setup", "准备"],
  phaseForward: ["forward", "前向"],
  phaseForwardShort: ["fwd", "前"],
  phaseBackward: ["backward {n}", "反向 {n}"],
  phaseBackwardShort: ["bwd {n}", "反{n}"],
  phaseBackwardNumber: ["{n}", "{n}"],
  phaseUpdate: ["update", "更新"],
  phaseUpdateShort: ["upd", "更"],
  phaseEvaluation: ["evaluation", "评估"],
  phaseEvaluationShort: ["eval", "评"],
  inPhase: ["{phase}: {sentence}", "{phase}：{sentence}"],
} as const;

// Words about steps, hints and what is worth knowing, in English and 中文; strings.ts has them.

export const UNDERSTANDING_STRINGS = {
  parts: ["Parts of the page", "页面各部分"],
  stepList: ["List of steps", "步骤列表"],
  searchSteps: ["Search the steps", "搜索步骤"],
  sortOfStep: ["Kind of step", "步骤种类"],
  noStep: ["No step says that.", "没有这样的步骤。"],
  stepCount: ["{n} of {all} steps", "{all} 步中的 {n} 步"],
  sort_any: ["Every kind", "所有种类"],
  sort_op: ["Operations", "运算"],
  sort_run: ["Nodes that run", "运行的节点"],
  sort_grad: ["Additions to .grad", "累加到 .grad"],
  sort_zero: ["Resets of .grad", "重置 .grad"],
  sort_write: ["Writes in place", "原地写入"],
  sort_print: ["Output", "输出"],
  sort_hook: ["Hooks", "钩子"],
  sort_fail: ["The error", "出错"],
  sort_surprise: ["Worth knowing", "值得注意"],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>;

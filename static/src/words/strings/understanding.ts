// Words about steps, hints and what is worth knowing, in English and 中文; strings.ts has them.

export const UNDERSTANDING_STRINGS = {
  hints: ["First hints", "入门提示"],
  hintsOff: ["No more hints", "不再提示"],
  hintNext: ["Next", "下一条"],
  hintDone: ["Got it", "知道了"],
  hintRun: [
    "Change the code as you like, then run it: here, or with Ctrl+Enter.",
    "随意修改代码，然后运行：点这里，或按 Ctrl+Enter。",
  ],
  hintPlay: [
    "Space plays the tape. The arrow keys step, forward and back.",
    "按空格键播放，用左右方向键前进或后退一步。",
  ],
  hintRunTouch: [
    "Change the code as you like, then tap here to run it.",
    "随意修改代码，然后点这里运行。",
  ],
  hintPlayTouch: [
    "Tap here to play the tape. The arrows beside it step, forward and back.",
    "点这里播放，用旁边的箭头前进或后退一步。",
  ],
  hintBoxTouch: [
    "Each box is a tensor or an operation. Tap one to see everything about it.",
    "每个方框是一个张量或一次运算。点一下，查看全部细节。",
  ],
  hintBox: [
    "Each box is a tensor or an operation. Choose one to see everything about it.",
    "每个方框是一个张量或一次运算。选中它，查看全部细节。",
  ],
  hintShare: [
    "Share gives you a link to this exact step.",
    "分享会给你一个链接，打开就是这一步。",
  ],
  letterKeys: ["Single-key shortcuts", "启用单键快捷键"],
  treeKeys: [
    "Tab reaches the list of boxes in words. ↑ and ↓ move between boxes, → opens what leads to a "
      + "box and where it leads, → again goes there, ← goes back.",
    "按 Tab 进入方框的文字列表。↑ 和 ↓ 在方框之间移动，→ 展开它的来源和去向，再按 → 跳到那里，← 返回。",
  ],
  signGrad: ["something was added to a .grad", "累加到 .grad"],
  signZero: ["a .grad was reset", ".grad 被重置"],
  signFail: ["the error", "出错"],
  signFull: ["the tape is full", "记录已满"],
  signMistake: ["probably a mistake", "很可能写错了"],
  signSmell: ["a weak spot: training may suffer", "隐患：训练可能受影响"],
  signMoment: ["a marked moment of the lesson", "课程标记的时刻"],
  parts: ["Parts of the page", "页面各部分"],
  stepList: ["List of steps", "步骤列表"],
  searchSteps: ["Search the steps", "搜索步骤"],
  sortOfStep: ["Kind of step", "步骤种类"],
  noStep: ["No step matches.", "没有这样的步骤。"],
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

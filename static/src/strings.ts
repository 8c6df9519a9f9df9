// Every word of the page's frame, in English and 中文; sentences about a run are narration.ts's.

import type { Language } from "./narration.ts";

/** key: [English, 中文]. `{name}` is filled in by `say`. */
export const STRINGS = {
  // header
  tagline: ["A visual debugger for autograd", "autograd 的可视化调试器"],
  skip: ["Skip to the steps", "跳到步骤"],
  lessons: ["Lessons", "课程"],
  lesson: ["Lesson", "课程"],
  yourCode: ["Your code", "你的代码"],
  run: ["Run", "运行"],
  stop: ["Stop", "停止"],
  otherLanguage: ["Switch to 中文", "切换到 English"],
  otherLanguageShort: ["中文", "EN"],
  theme: ["Light or dark", "浅色或深色"],
  help: ["Keys and legend", "按键与图例"],
  close: ["Close", "关闭"],
  dismiss: ["Dismiss", "知道了"],
  // panes
  code: ["Code", "代码"],
  graph: ["Graph", "计算图"],
  inspect: ["Inspect", "查看"],
  editor: ["Python code; Esc leaves it", "Python 代码；按 Esc 离开"],
  console: ["Console", "控制台"],
  variables: ["Variables", "变量"],
  inspector: ["Inspector", "查看器"],
  stage: ["Computation graph", "计算图"],
  timeline: ["Timeline", "时间轴"],
  divideLeft: ["Width of the code", "代码区宽度"],
  divideBelow: ["Height of console and variables", "控制台与变量区高度"],
  // time
  play: ["Play", "播放"],
  pause: ["Pause", "暂停"],
  forward: ["Step forward", "前进一步"],
  back: ["Step back", "后退一步"],
  first: ["First step", "第一步"],
  last: ["Last step", "最后一步"],
  tenForward: ["Ten steps forward", "前进十步"],
  tenBack: ["Ten steps back", "后退十步"],
  nextBackward: ["Next backward call", "下一次 backward"],
  previousBackward: ["Previous backward call", "上一次 backward"],
  faster: ["Faster", "加快"],
  slower: ["Slower", "减慢"],
  speed: ["Speed", "速度"],
  stride: ["Step size", "步长"],
  everyEvent: ["Every event", "每个事件"],
  lessonStride: ["Key steps", "关键步骤"],
  step: ["step", "第"],
  ofSteps: ["of {n}", "/ {n} 步"],
  stepField: ["Number of the step, of {n}", "步骤编号，共 {n} 步"],
  phaseForward: ["forward", "前向"],
  phaseBackward: ["backward {n}", "反向 {n}"],
  beforeAll: ["Nothing has run yet. Step forward, or press Space.", "还没有开始。前进一步，或按空格键播放。"],
  // picture
  fit: ["Fit the graph", "适应窗口"],
  zoomIn: ["Zoom in", "放大"],
  zoomOut: ["Zoom out", "缩小"],
  deselect: ["Close the inspector", "关闭查看器"],
  boxes: ["Boxes of the graph", "图中的方框"],
  noGraph: [
    "No gradient graph: no tensor here asks for one. Create a tensor with "
      + "requires_grad=True, and the operations on it are put on the tape.",
    "没有梯度图：这里没有张量需要梯度。用 requires_grad=True 创建张量，对它的运算就会记录下来。",
  ],
  nothingMade: [
    "This code made no tensors, so there is no graph to show. Its output is in the "
      + "console.",
    "这段代码没有创建张量，所以没有图。输出见控制台。",
  ],
  leftOut: [
    "{n} boxes are not drawn: too many for one picture. The latest ones are.",
    "有 {n} 个方框没有画出：一张图容纳不下，只画最新的。",
  ],
  // console and variables
  quietConsole: ["What the code prints appears here.", "代码的输出显示在这里。"],
  printsNothing: ["The code prints nothing.", "这段代码没有输出。"],
  earlierLines: ["{n} earlier lines are not listed.", "另有 {n} 行较早的输出未列出。"],
  variableName: ["Name", "名称"],
  noVariables: ["No variable holds a tensor yet.", "还没有变量指向张量。"],
  goToLine: ["Go to line {n}", "转到第 {n} 行"],
  goToOutput: ["Go to the moment of line {n}", "转到第 {n} 行的时刻"],
  warning: ["Warning", "警告"],
  error: ["Error", "错误"],
  value: ["Value", "值"],
  gradient: ["Gradient", "梯度"],
  // inspector
  nothingSelected: ["Select a box of the graph, or a variable.", "请选择图中的方框或一个变量。"],
  following: ["Following the tape", "跟随当前步骤"],
  notYet: ["Not made yet at this step.", "这一步时还没有创建。"],
  leaf: ["leaf", "叶子"],
  parameter: ["parameter", "参数"],
  input: ["no gradient", "不求梯度"],
  result: ["result", "结果"],
  gradFn: ["grad_fn", "grad_fn"],
  accumulate: ["adds into .grad", "累加到 .grad"],
  tensor: ["Tensor", "张量"],
  shape: ["Shape", "形状"],
  dtype: ["dtype", "dtype"],
  scalar: ["scalar", "标量"],
  version: ["Version", "版本"],
  madeDuring: ["Made while this ran", "产生于其运行时"],
  madeAt: ["Made at", "创建于"],
  line: ["line {n}", "第 {n} 行"],
  viewOf: ["View of", "视图，源自"],
  detachedFrom: ["Detached from", "分离自"],
  tooLarge: ["{n} numbers: too many to list.", "共 {n} 个数，不逐一列出。"],
  statistics: [
    "min {min} · max {max} · mean {mean} · std {std}",
    "最小 {min} · 最大 {max} · 均值 {mean} · 标准差 {std}",
  ],
  oddities: ["{zeros} zeros · {nans} nan · {infs} inf", "{zeros} 个零 · {nans} 个 nan · {infs} 个 inf"],
  saved: ["Saved for backward", "为反向保存"],
  savedVersion: ["v{n}", "v{n}"],
  savedChanged: ["saved at v{saved}, now v{now}", "保存时 v{saved}，现在 v{now}"],
  bytes: ["{n} bytes", "{n} 字节"],
  freed: ["freed", "已释放"],
  formulas: ["Formula", "公式"],
  formal: ["Formal", "形式"],
  named: ["Names", "变量名"],
  numbers: ["Numbers", "数值"],
  forwardFormula: ["forward", "前向"],
  gradientOf: ["gradient of {name}", "{name} 的梯度"],
  noNumbers: ["The numbers are too large to write out here.", "数值过大，无法在此写出。"],
  cameIn: ["Gradients in", "传入的梯度"],
  wentOut: ["Gradients out", "传出的梯度"],
  from: ["from {name}", "来自 {name}"],
  to: ["to {name}", "到 {name}"],
  outputNr: ["output {n}", "第 {n} 个输出"],
  gate: ["{arrived} of {needed} are in", "已到 {arrived} / {needed}"],
  sum: ["sum", "和"],
  waiting: ["waiting", "等待中"],
  noGradNeeded: ["no gradient needed", "不需要梯度"],
  phase_made: ["on the tape", "已记录"],
  phase_waiting: ["waiting", "等待中"],
  phase_running: ["running", "运行中"],
  phase_done: ["done", "已完成"],
  phase_freed: ["freed", "已释放"],
  phase_blamed: ["to blame", "出错处"],
  hooks: ["Hooks", "钩子"],
  ledger: ["Ledger of .grad", ".grad 的账本"],
  emptyLedger: ["Nothing has been added yet: .grad is None.", "还没有累加：.grad 是 None。"],
  by_accumulate: ["backward {n}", "反向 {n}"],
  by_retain_grad: ["retain_grad, backward {n}", "retain_grad，反向 {n}"],
  by_zero_grad: ["zero_grad", "zero_grad"],
  by_user: ["set by the code", "由代码设置"],
  by_write: ["written in place", "原地写入"],
  // the mirror of the stage in words
  mirrorValue: ["value {value}", "值 {value}"],
  mirrorGradient: ["gradient {gradient}", "梯度 {gradient}"],
  mirrorNoGradient: ["no gradient yet", "还没有梯度"],
  mirrorWaiting: ["{arrived} of {needed} gradients in", "已到 {arrived} / {needed} 个梯度"],
  mirrorSaved: ["saved {names}", "保存了 {names}"],
  mirrorFreed: ["saved tensors freed", "保存的张量已释放"],
  unnamed: ["unnamed", "未命名"],
  // waiting, trouble
  running: ["Running your code, {n} s", "正在运行代码，{n} 秒"],
  stillRunning: ["An endless loop stops by itself at the time limit.", "死循环到达时限后会自动停止。"],
  cancel: ["Cancel", "取消"],
  opening: ["Opening the first lesson", "正在打开第一课"],
  stale: [
    "The picture shows an older version of the code. Run again to see this one.",
    "图中显示的是旧版本的代码。重新运行以查看现在的代码。",
  ],
  lost: [
    "The server does not answer. The page keeps the run it has; your code is safe. "
      + "Trying again.",
    "服务器没有响应。页面保留已有的运行结果，代码不会丢失。正在重试。",
  ],
  found: ["The server is back.", "服务器已恢复。"],
  empty: ["There is no code to run. Write some, or choose a lesson.", "没有可运行的代码。请写一些，或选择一个课程。"],
  too_long: [
    "The code is too long: 64 KB is the limit. Shorten it and run again.",
    "代码太长：上限为 64 KB。请缩短后再运行。",
  ],
  busy: ["The server is busy with other runs. Try again in a moment.", "服务器正忙。请稍后再试。"],
  broken: [
    "The server's answer cannot be shown: {why} The code is untouched; try to run it "
      + "again.",
    "无法显示服务器的回答：{why} 代码没有改变，请再运行一次。",
  ],
  serverFault: [
    "The server failed while running this ({status}). The code is untouched; try again.",
    "服务器运行时出错（{status}）。代码没有改变，请重试。",
  ],
  pageFault: [
    "The page met a mistake of its own: {why} Reload it; the code is kept.",
    "页面自身出错：{why} 请刷新，代码会保留。",
  ],
  unnamedError: ["The run failed.", "运行失败。"],
  stopped: ["Stopped", "已停止"],
  limit_wall: [
    "Stopped: the code ran longer than it may. The tape up to there is kept. Look for a "
      + "loop that does not end.",
    "已停止：运行时间超出上限。此前的记录都保留。请检查是否有死循环。",
  ],
  limit_cpu: [
    "Stopped: the code used more processor time than it may. The tape up to there is "
      + "kept. Use a smaller example.",
    "已停止：处理器时间超出上限。此前的记录都保留。请改用更小的例子。",
  ],
  limit_memory: [
    "Stopped: the code needed more memory than it may have. The tape up to there is "
      + "kept. Use smaller tensors.",
    "已停止：内存超出上限。此前的记录都保留。请改用更小的张量。",
  ],
  limit_output: [
    "Stopped: the code printed more than fits. The tape up to there is kept. Print less.",
    "已停止：输出超出上限。此前的记录都保留。请减少输出。",
  ],
  limit_events: [
    "Stopped: the tape is full. What fits on it is kept. Use fewer steps.",
    "已停止：记录已满。能容纳的部分都保留。请减少步数。",
  ],
  // help
  keys: ["Keys", "按键"],
  legend: ["Legend", "图例"],
  keysNote: [
    "Keys rest while you type in the editor; Esc leaves it.",
    "在编辑器中输入时按键不起作用；按 Esc 离开编辑器。",
  ],
  groupCode: ["Code", "代码"],
  groupTime: ["Time", "时间"],
  groupPicture: ["Picture", "图"],
  groupPage: ["Page", "页面"],
  legendLeaf: ["leaf: a tensor you made", "叶子：你创建的张量"],
  legendNode: ["grad_fn: an operation on the tape", "grad_fn：记录下来的运算"],
  legendAccumulate: ["AccumulateGrad: adds into .grad", "AccumulateGrad：累加到 .grad"],
  legendSaved: ["saved tensor; dashed when freed", "保存的张量；释放后为虚线"],
  legendRoot: ["root of a backward", "backward 的起点"],
  legendFlow: ["gradient on its way", "传递中的梯度"],
  legendError: ["to blame for an error", "出错处"],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>;

export type StringKey = keyof typeof STRINGS;

/** The words of a key in a language, with each `{name}` filled in. */
export function say(
  language: Language, key: StringKey, filling: Readonly<Record<string, string | number>> = {},
): string {
  const words: string = STRINGS[key][language === "en" ? 0 : 1];
  return words.replace(/\{(\w+)\}/g, (slot, name: string) => String(filling[name] ?? slot));
}

// Every word of the page's frame, in English and 中文; sentences about a run are narration.ts's.

import type { Language } from "./narration.ts";
import { INSPECTOR_STRINGS } from "./strings/inspector.ts";
import { ROOM_STRINGS } from "./strings/room.ts";
import { SHARE_STRINGS } from "./strings/share.ts";
import { UNDERSTANDING_STRINGS } from "./strings/understanding.ts";

/** key: [English, 中文]. `{name}` is filled in by `say`. */
export const STRINGS = {
  ...INSPECTOR_STRINGS,
  ...ROOM_STRINGS,
  ...SHARE_STRINGS,
  ...UNDERSTANDING_STRINGS,
  // header
  tagline: ["A visual debugger for autograd", "autograd 的可视化调试器"],
  skip: ["Skip to the steps", "跳到步骤"],
  lessons: ["Lessons", "课程"],
  searchLessons: ["Search the lessons", "搜索课程"],
  noLesson: ["No lesson says that. Try fewer words.", "没有找到这样的课程。试试少输入几个词。"],
  lessonsFirst: ["First steps", "入门"],
  lessonsSums: ["Sums and resets", "累加与清零"],
  lessonsPaths: ["Paths: cut, tied, changed", "路径：切断、相连、改变"],
  lessonsErrors: ["Errors, on purpose", "故意出错"],
  lessonsTrouble: ["Trouble without an error", "不报错的麻烦"],
  lessonsTraining: ["Training", "训练"],
  lessonsDeeper: ["Deeper", "深入"],
  lessonsChinese: ["With comments in Chinese", "中文笔记"],
  story: ["Story of the lesson", "课程说明"],
  foldStory: ["Hide the story", "收起说明"],
  unfoldStory: ["Show the story", "展开说明"],
  moments: ["Marked moments", "标记的时刻"],
  moment: ["Moment {n}", "时刻 {n}"],
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
  nextMoment: ["Next marked moment", "下一个标记的时刻"],
  previousMoment: ["Previous marked moment", "上一个标记的时刻"],
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
  emptyTape: ["The tape is empty: no tensor was made.", "记录是空的：没有创建张量。"],
  nextHere: ["Next event of the selected box", "所选方框的下一个事件"],
  previousHere: ["Previous event of the selected box", "所选方框的上一个事件"],
  nextOnLine: ["Next event of this line", "本行的下一个事件"],
  previousOnLine: ["Previous event of this line", "本行的上一个事件"],
  nextGrad: ["Next addition to a .grad", "下一次累加到 .grad"],
  previousGrad: ["Previous addition to a .grad", "上一次累加到 .grad"],
  nextZero: ["Next reset of a .grad", "下一次重置 .grad"],
  previousZero: ["Previous reset of a .grad", "上一次重置 .grad"],
  nextWrite: ["Next write in place", "下一次原地写入"],
  previousWrite: ["Previous write in place", "上一次原地写入"],
  nextPrint: ["Next output", "下一次输出"],
  previousPrint: ["Previous output", "上一次输出"],
  // picture
  find: ["Find a box", "查找方框"],
  findHint: ["name, op, 2x3 or line 4", "名称、运算、2x3 或 line 4"],
  findCount: ["{i} of {n}", "{i} / {n}"],
  findNone: ["none", "无"],
  bearing: ["From top to bottom, or from left to right", "从上到下，或从左到右"],
  moduleCall: ["module", "模块"],
  functionCall: ["function", "函数"],
  lineCall: ["line {n}", "第 {n} 行"],
  fold: ["Fold or open: the selection, or everything", "折叠或展开：选中项，或全部"],
  fit: ["Fit the graph", "适应窗口"],
  follow: ["Follow the action", "跟随当前步骤"],
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
  // the mirror of the stage in words
  mirrorValue: ["value {value}", "值 {value}"],
  mirrorGradient: ["gradient {gradient}", "梯度 {gradient}"],
  mirrorNoGradient: ["no gradient yet", "还没有梯度"],
  mirrorWaiting: ["{arrived} of {needed} gradients in", "已到 {arrived} / {needed} 个梯度"],
  mirrorSaved: ["saved {names}", "保存了 {names}"],
  mirrorFreed: ["saved tensors freed", "保存的张量已释放"],
  mirrorInput: ["input {slot}: {name}", "输入 {slot}：{name}"],
  mirrorFrom: ["from {name}", "来自 {name}"],
  mirrorTo: ["leads to {name}", "通向 {name}"],
  mirrorView: ["a view", "视图"],
  mirrorCut: ["cut off", "已切断"],
  mirrorCame: ["gradient {gradient} came back", "传回梯度 {gradient}"],
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
  legendDuring: ["put on the tape by a backward", "由反向过程记录"],
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

// Every word of the page's frame, in English and 中文; sentences about a run are narration.ts's.

import type { Language } from "./narration.ts";
import { FIX_STRINGS } from "./strings/fixes.ts";
import { CHECK_STRINGS } from "./strings/gradient-check.ts";
import { FRAME_STRINGS } from "./strings/frame.ts";
import { HEALTH_STRINGS } from "./strings/health.ts";
import { INSPECTOR_STRINGS } from "./strings/inspector.ts";
import { OUTLINE_STRINGS } from "./strings/outline.ts";
import { PEEK_STRINGS } from "./strings/peek.ts";
import { REFUSAL_STRINGS } from "./strings/refusals.ts";
import { ROOM_STRINGS } from "./strings/room.ts";
import { SCALE_STRINGS } from "./strings/scale.ts";
import { SHARE_STRINGS } from "./strings/share.ts";
import { TIMELINE_STRINGS } from "./strings/timeline.ts";
import { UNDERSTANDING_STRINGS } from "./strings/understanding.ts";

/** key: [English, 中文]. `{name}` is filled in by `say`. */
export const STRINGS = {
  ...FIX_STRINGS,
  ...CHECK_STRINGS,
  ...FRAME_STRINGS,
  ...HEALTH_STRINGS,
  ...INSPECTOR_STRINGS,
  ...OUTLINE_STRINGS,
  ...PEEK_STRINGS,
  ...REFUSAL_STRINGS,
  ...ROOM_STRINGS,
  ...SCALE_STRINGS,
  ...SHARE_STRINGS,
  ...TIMELINE_STRINGS,
  ...UNDERSTANDING_STRINGS,
  // header
  skip: ["Skip to the steps", "跳到步骤"],
  lessons: ["Lessons", "课程"],
  searchLessons: ["Search the lessons", "搜索课程"],
  noLesson: [
    "No lesson matches. Try fewer words.",
    "没有找到这样的课程。试试少输入几个词。",
  ],
  lessonsFirst: ["First steps", "入门"],
  lessonsSums: ["Sums and resets", "累加与清零"],
  lessonsPaths: ["Cutting, sharing and changing tensors", "切断、共用与改写"],
  lessonsErrors: ["Errors, on purpose", "故意出错"],
  lessonsTrouble: ["Mistakes without an error", "不报错的错误"],
  lessonsTraining: ["Training", "训练"],
  lessonsDeeper: ["Advanced", "进阶"],
  lessonsChinese: ["With comments in Chinese", "中文注释"],
  story: ["Story of the lesson", "课程说明"],
  foldStory: ["Close the story", "收起说明"],
  unfoldStory: ["The whole story", "展开全部说明"],
  moments: ["Marked moments", "标记的时刻"],
  moment: ["Moment {n}", "时刻 {n}"],
  backToYours: ["Back to your code", "回到你的代码"],
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
  seedIs: ["seed {n}", "种子 {n}"],
  seedDrawn: [
    "This run used random seed {n}. Press to use the same seed in later runs.",
    "本次运行的随机种子是 {n}。点击可在后续运行中沿用。",
  ],
  seedKept: [
    "Every run uses random seed {n}. Press to draw a new seed for each run.",
    "每次运行都使用随机种子 {n}。点击后每次另取一个。",
  ],
  console: ["Console", "控制台"],
  variables: ["Variables", "变量"],
  inspector: ["Inspector", "查看器"],
  stage: ["Computation graph", "计算图"],
  timeline: ["Timeline", "时间轴"],
  divideLeft: ["Width of the code", "代码区宽度"],
  divideBelow: ["Height of the pane under the code", "代码下方面板的高度"],
  divideRight: ["Width of the inspector", "查看器宽度"],
  panes: ["Variables, console and findings", "变量、控制台与发现"],
  findings: ["Findings", "发现"],
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
  paceBox: ["Speed, step size and zoom", "速度、步长与缩放"],
  everyEvent: ["Every event", "每个事件"],
  lessonStride: ["Key steps", "关键步骤"],
  everyLine: ["Every line", "每一行"],
  byLine: ["Line by line", "逐行"],
  over: ["Next line, over its calls", "下一行（跳过调用）"],
  backOver: ["Previous line, over its calls", "上一行（跳过调用）"],
  into: ["Next line, into its calls", "下一行（进入调用）"],
  backInto: ["Previous line, into its calls", "上一行（进入调用）"],
  out: ["Out of this call", "跳出当前调用"],
  backOut: ["Back to before this call", "回到当前调用之前"],
  noLineAfter: ["No further line runs.", "后面没有再运行的行。"],
  noLineBefore: ["No line ran before this one.", "前面没有运行过的行。"],
  noCall: ["The module is running, and no call: there is nothing to leave.",
    "正在运行的是模块本身，没有可跳出的调用。"],
  step: ["step", "第"],
  ofSteps: ["of {n}", "/ {n} 步"],
  stepField: ["Number of the step, of {n}", "步骤编号，共 {n} 步"],
  beforeAll: [
    "Nothing has run yet. Step forward, or play.",
    "还没有开始。前进一步，或播放。",
  ],
  emptyTape: ["The tape is empty: no tensor was made.", "记录是空的：没有创建张量。"],
  noneAfter: ["{what}: none after this step.", "{what}：此步之后没有了。"],
  noneBefore: ["{what}: none before this step.", "{what}：此步之前没有。"],
  noneSelected: ["{what}: no box is selected.", "{what}：没有选中方框。"],
  nextHere: ["Next event of the selected box", "所选方框的下一个事件"],
  previousHere: ["Previous event of the selected box", "所选方框的上一个事件"],
  nextOnLine: ["Next event of this line", "本行的下一个事件"],
  previousOnLine: ["Previous event of this line", "本行的上一个事件"],
  nextGrad: ["Next addition to a .grad", "下一次累加到 .grad"],
  previousGrad: ["Previous addition to a .grad", "上一次累加到 .grad"],
  nextZero: ["Next reset of a .grad", "下一次重置 .grad"],
  previousZero: ["Previous reset of a .grad", "上一次重置 .grad"],
  nextWrite: [
    "Next write in place (no reset of a .grad)",
    "下一次原地写入（不含重置 .grad）",
  ],
  previousWrite: [
    "Previous write in place (no reset of a .grad)",
    "上一次原地写入（不含重置 .grad）",
  ],
  nextOp: ["Next recorded op", "下一个被记录的运算"],
  previousOp: ["Previous recorded op", "上一个被记录的运算"],
  nextNodeRun: ["Next node that runs", "下一个运行的节点"],
  previousNodeRun: ["Previous node that runs", "上一个运行的节点"],
  nextHook: ["Next hook", "下一个 hook"],
  previousHook: ["Previous hook", "上一个 hook"],
  nextFail: ["The error", "跳到错误"],
  previousFail: ["Back to the error", "回到错误"],
  nextPrint: ["Next output", "下一次输出"],
  previousPrint: ["Previous output", "上一次输出"],
  // picture
  find: ["Find a box", "查找方框"],
  findHint: ["name, op, 2x3 or line 4", "名称、运算、2x3 或 line 4"],
  findCount: ["{i} of {n}", "{i} / {n}"],
  findNone: ["none", "无"],
  findOpened: ["{name} was opened to show it.", "已展开 {name} 以显示它。"],
  findGroup: ["{name} is a group of {n} ops.", "{name} 是含 {n} 个运算的组。"],
  bearing: ["Direction of the graph: down or to the right", "图的方向：向下或向右"],
  moduleCall: ["module", "模块"],
  functionCall: ["function", "函数"],
  lineCall: ["line {n}", "第 {n} 行"],
  edge: ["Edge", "边"],
  nextEdge: ["The next edge of the selected box", "选中方框的下一条边"],
  edgeContribution: ["Gradient that comes back along it", "沿它传回的梯度"],
  edgeNothing: ["No gradient has come along it yet.", "还没有梯度沿它传回。"],
  edgeSum: ["Sum where it arrives", "汇合处之和"],
  edgeEnds: ["Its ends", "两端"],
  edgeFrom: ["Comes from", "来自"],
  edgeTo: ["Goes to", "去往"],
  edgeSlot: ["Input", "输入"],
  edgeSteps: ["Step by step", "逐步"],
  edgeStep: ["step {n}, backward {call}", "第 {n} 步，backward {call}"],
  edgeStepAlone: ["step {n}, node called directly", "第 {n} 步，直接调用节点"],
  fold: ["Fold or unfold the selection, or everything", "折叠或展开选中项，或全部"],
  moveBox: ["Move the selected box", "移动选中的方框"],
  boxLeft: ["Selected box to the left", "选中的方框左移"],
  boxRight: ["Selected box to the right", "选中的方框右移"],
  boxUp: ["Selected box up", "选中的方框上移"],
  boxDown: ["Selected box down", "选中的方框下移"],
  boxesBack: ["Put moved boxes back", "移动过的方框归位"],
  fit: ["Fit the graph", "适应窗口"],
  follow: ["Follow the current step", "跟随当前步骤"],
  zoomIn: ["Zoom in", "放大"],
  zoomOut: ["Zoom out", "缩小"],
  deselect: ["Close the inspector, or leave the module", "关闭查看器，或离开模块"],
  boxes: ["Boxes of the graph", "图中的方框"],
  noGraph: [
    "No gradient graph: no tensor here asks for one. Create a tensor with "
      + "requires_grad=True, and the operations on it are put on the tape.",
    "没有梯度图：这里没有张量需要梯度。"
      + "用 requires_grad=True 创建张量，对它的运算就会记录下来。",
  ],
  noGraphUntaped: [
    "No gradient graph: some tensors here require grad, but no operation on them was put on the "
      + "tape.",
    "没有梯度图：这里有张量需要梯度，但对它们"
      + "的运算都没有记入计算图。",
  ],
  noGraphFunc: [
    "No gradient graph: torch.func returns gradients but keeps no graph. The picture shows what "
      + "it computed.",
    "没有梯度图：torch.func 只给出梯度，不保留图。图中是它所做的运算。",
  ],
  nothingMade: [
    "This code made no tensors, so there is no graph to show. Its output is in the "
      + "console.",
    "这段代码没有创建张量，所以没有图。输出见控制台。",
  ],
  leftOut: [
    "{n} older boxes are not drawn: there are too many for one picture.",
    "有 {n} 个较早的方框没有画出：一张图容纳不下。",
  ],
  edgesLeftOut: [
    "{n} lines between boxes are not drawn: there are too many for one picture.",
    "方框之间有 {n} 条线没有画出：一张图容纳不下。",
  ],
  notDrawn: [
    "From here on the graph is not drawn: the picture would be too large. You can still step "
      + "through every value, gradient and print.",
    "从这里起不再画图：图会太大。仍可逐步查看每个数值、梯度和输出。",
  ],
  tapeFull: [
    "The tape was full at line {line}: after that the code was not recorded, and only what "
      + "it printed is shown.",
    "运行到第 {line} 行时记录已满：此后代码继续运行但不再记录，"
      + "只显示它之后的输出。",
  ],
  unread: [
    "Python cannot read this code. {what} The picture still shows the code that ran before.",
    "Python 读不懂这段代码。{what}图中仍是之前运行的代码。",
  ],
  showLine: ["Show the line", "查看这一行"],
  // the mirror of the stage in words
  mirrorValue: ["value {value}", "值 {value}"],
  mirrorGradient: ["gradient {gradient}", "梯度 {gradient}"],
  mirrorNoGradient: ["no gradient yet", "还没有梯度"],
  mirrorWaiting: [
    "{arrived} of {needed} gradients have arrived",
    "已到 {arrived} / {needed} 个梯度",
  ],
  mirrorSaved: ["saved {names}", "保存了 {names}"],
  mirrorFreed: ["saved tensors freed", "保存的张量已释放"],
  mirrorInput: ["input {slot}: {name}", "输入 {slot}：{name}"],
  mirrorFrom: ["from {name}", "来自 {name}"],
  mirrorTo: ["leads to {name}", "通向 {name}"],
  mirrorView: ["a view", "视图"],
  mirrorCut: ["cut off", "已切断"],
  mirrorCame: ["gradient {gradient} came back", "传回梯度 {gradient}"],
  unnamed: ["unnamed", "未命名"],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>;

export type StringKey = keyof typeof STRINGS;

/** The words of a key in a language, with each `{name}` filled in. */
export function say(
  language: Language, key: StringKey, filling: Readonly<Record<string, string | number>> = {},
): string {
  const words: string = STRINGS[key][language === "en" ? 0 : 1];
  return words.replace(/\{(\w+)\}/g, (slot, name: string) => String(filling[name] ?? slot));
}

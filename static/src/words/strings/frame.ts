// Words of the frame: console, variables, findings, waiting, trouble, help, in English and 中文.

/** key: [English, 中文]. */
export const FRAME_STRINGS = {
  // console and variables
  quietConsole: ["What the code prints appears here.", "代码的输出显示在这里。"],
  printsNothing: ["The code prints nothing.", "这段代码没有输出。"],
  earlierLines: ["{n} earlier lines are not listed.", "另有 {n} 行较早的输出未列出。"],
  variableName: ["Name", "名称"],
  noVariables: ["No variable is bound yet.", "还没有变量。"],
  noLocals: ["This call has no variables yet.", "这次调用还没有变量。"],
  callStack: ["Call stack, the running call last", "调用栈，正在运行的在最后"],
  globals: ["Globals", "全局变量"],
  moduleFrame: ["module", "模块"],
  calledFromHere: ["{name}, on line {n}", "{name}，第 {n} 行"],
  callsBetween: ["{n} more", "另 {n} 层"],
  pathsOf: ["{n} tensors", "{n} 个张量"],
  norm: ["norm {n}", "范数 {n}"],
  rowsLeft: ["{n} more are not listed.", "另有 {n} 个未列出。"],
  noFindings: [
    "No error, and nothing that looks like a mistake.",
    "没有报错，也没有看起来像错误的地方。",
  ],
  findingsWithheld: [
    "What was found is shown with the answer.", "发现的问题与答案一起显示。",
  ],
  errorWithheld: ["The run ended with an error", "运行以错误结束"],
  findingsCounted: ["Findings: {n} ({parts})", "发现 {n} 个问题（{parts}）"],
  findingOf: ["Finding {n} of {all}: {title}", "第 {n} 个问题，共 {all} 个：{title}"],
  findingOfLine: [
    "Finding {n} of {all}, line {line}: {title}", "第 {n} 个问题，共 {all} 个，第 {line} 行：{title}",
  ],
  showMoment: ["Show the moment", "转到这一刻"],
  mistake: ["Mistake", "失误"],
  smell: ["Weak spot", "隐患"],
  note: ["Note", "说明"],
  goToOutput: ["Go to the step of line {n}", "转到第 {n} 行的步骤"],
  warning: ["Warning", "警告"],
  error: ["Error", "错误"],
  value: ["Value", "值"],
  // waiting, trouble
  isRunning: ["Running your code", "正在运行代码"],
  running: ["Running: {events} events, {n} s", "正在运行：{events} 个事件，{n} 秒"],
  runningAt: [
    "Running line {line}: {events} events, {n} s",
    "正在运行第 {line} 行：{events} 个事件，{n} 秒",
  ],
  waitsForTurn: [
    "Waiting for a place: other runs go first",
    "等待空位：其他运行排在前面",
  ],
  waitsInQueue: [
    "Waiting for a turn: {place} in the queue",
    "等待运行：排在第 {place} 位",
  ],
  busyAgain: [
    "The server is busy. Trying again in {n} s",
    "服务器正忙，{n} 秒后自动重试",
  ],
  lostAgain: [
    "The server does not answer. Trying again in {n} s",
    "服务器没有响应，{n} 秒后自动重试",
  ],
  oftenAgain: [
    "You have run code very often. Trying again in {n} s",
    "运行过于频繁，{n} 秒后自动重试",
  ],
  drawingRun: ["Drawing the run", "正在绘制运行"],
  stopping: ["Stopping", "正在停止"],
  outputSoFar: ["Output so far", "目前的输出"],
  nothingSoFar: ["No output so far.", "目前没有输出。"],
  stale: [
    "The picture shows an older version of the code. Run again to see this one.",
    "图中显示的是旧版本的代码。重新运行以查看现在的代码。",
  ],
  found: ["The server is back.", "服务器已恢复。"],
  pageFault: [
    "The page itself failed: {why} Reload it; your code is kept.",
    "页面自身出错：{why} 请刷新，代码会保留。",
  ],
  unnamedError: ["The run failed.", "运行失败。"],
  stopped: ["Stopped", "已停止"],
  // help
  legend: ["Legend", "图例"],
  keysNote: [
    "Keys do not work as shortcuts while you type in the editor; press Esc to leave it.",
    "在编辑器中输入时快捷键不起作用；按 Esc 离开编辑器。",
  ],
  keysBack: [
    "Where two keys are listed, the second one goes back.",
    "列出两个键时，第二个是往回。",
  ],
  groupCode: ["Code", "代码"],
  groupTime: ["Time", "时间"],
  groupPicture: ["Picture", "图"],
  groupPage: ["Page", "页面"],
  legendLeaf: ["leaf: a tensor that you created", "叶子：你创建的张量"],
  legendNode: ["grad_fn: an operation on the tape", "grad_fn：记录下来的运算"],
  legendAccumulate: ["AccumulateGrad: adds into .grad", "AccumulateGrad：累加到 .grad"],
  legendSaved: ["saved tensor; dashed when freed", "保存的张量；释放后为虚线"],
  legendRoot: ["where a backward starts", "反向传播的起点"],
  legendFlow: ["gradient being sent", "传递中的梯度"],
  legendDuring: ["put on the tape by a backward", "由反向过程记录"],
  legendError: ["cause of an error", "出错处"],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>;

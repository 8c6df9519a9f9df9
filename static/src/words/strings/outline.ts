// Every word of the outline and of the path to where the viewer is, in English and 中文.

export const OUTLINE_STRINGS = {
  outline: ["Outline of the modules", "模块大纲"],
  outlineEmpty: [
    "This part of the run calls no module, and no function with several ops.",
    "这一段没有调用模块，也没有包含多个运算的函数。",
  ],
  outlineOps: ["{n} ops", "{n} 个运算"],
  outlineGrad: ["gradient of norm {n}", "梯度范数 {n}"],
  enter: ["Go into the selected module", "进入选中的模块"],
  path: ["Where you are", "当前位置"],
  wholeGraph: ["Whole graph", "整张图"],
  repeatLast: ["× {times}, shown: the last", "× {times}，显示最后一个"],
  repeatNth: ["× {times}, shown: no. {n}", "× {times}，显示第 {n} 个"],
  module: ["Module", "模块"],
  inModule: ["in {name}", "位于 {name}"],
  repeatCall: ["modules of one shape", "相同的模块"],
} as const;

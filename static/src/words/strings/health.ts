// Every word of the health of a run, in English and 中文.

/** key: [English, 中文]. */
export const HEALTH_STRINGS = {
  health: ["Health", "健康"],
  healthEmpty: [
    "Nothing here yet: no gradient was computed for a layer in this run.",
    "这里还没有内容：本次运行没有为任何层计算梯度。",
  ],
  healthMeasure: ["What the picture shows", "图中显示什么"],
  health_value: ["‖value‖", "‖值‖"],
  health_grad: ["‖grad‖", "‖梯度‖"],
  health_update: ["update/weight", "更新/权重"],
  health_zeros: ["zeros", "零的占比"],
  health_bad: ["NaN, Inf", "NaN、Inf"],
  healthAbout_value: [
    "Norm of the value: of a parameter as the iteration begins, of an output when it was made.",
    "值的范数：参数取该次迭代开始时的值，输出取产生时的值。",
  ],
  healthAbout_grad: [
    "Norm of the gradient: of a parameter its .grad after the backward, of an output what came in.",
    "梯度的范数：参数取反向之后的 .grad，输出取传入的梯度。",
  ],
  healthAbout_update: [
    "How far the iteration moved a parameter: norm of the change divided by the norm before.",
    "该次迭代把参数移动了多少：变化的范数除以之前的范数。",
  ],
  healthAbout_zeros: [
    "Share of zeros in what relu and its kin put out: units that are off.",
    "relu 一类运算的输出中零的占比：即未激活的单元。",
  ],
  healthAbout_bad: [
    "How many entries of value and gradient are NaN or infinite.",
    "值和梯度中有多少个 NaN 或无穷。",
  ],
  healthPicture: ["Layers by iteration, {measure}", "各层随迭代的变化，{measure}"],
  healthCell: [
    "{layer}, iteration {turn} of {all}: {measure} {n}",
    "{layer}，第 {turn} / {all} 次迭代：{measure} {n}",
  ],
  healthKeys: [
    "Arrow keys walk the picture, Enter goes to the moment.",
    "方向键在图中移动，Enter 跳到那一刻。",
  ],
  healthTap: ["Tap a cell or a layer to go there.", "点按格子或层即可前往。"],
  healthLog: ["log", "对数"],
  healthMissing: ["not told", "无记录"],
  healthZero: ["exactly 0", "恰为 0"],
  healthTrouble: ["NaN or Inf", "NaN 或 Inf"],
  healthGrouped: [
    "Each column is {n} iterations: the largest of them.",
    "每列为 {n} 次迭代，取其中最大值。",
  ],
  healthTable: ["Layers in iteration {turn} of {all}", "第 {turn} / {all} 次迭代的各层"],
  healthLayer: ["Layer", "层"],
  healthFlags: ["Flags", "标记"],
  healthGo: ["Go to {layer}", "前往 {layer}"],
  healthSort: ["Sort by {column}", "按{column}排序"],
  healthLeftOut: [
    "{n} more layers are not listed.",
    "另有 {n} 层未列出。",
  ],
  flag_bad: ["{n} entries are NaN or Inf", "有 {n} 个数是 NaN 或 Inf"],
  flag_noGrad: ["gradient exactly 0, and that of {other} is not", "梯度恰为 0，而 {other} 的不是"],
  flag_gradLess: [
    "gradient {n} of that of {other}, entry for entry",
    "按每个元素计，梯度是 {other} 的 {n}",
  ],
  flag_gradMore: [
    "gradient {n} × that of {other}, entry for entry",
    "按每个元素计，梯度是 {other} 的 {n} 倍",
  ],
  flag_updateLess: [
    "moves {n} as far as the middle of all weights",
    "移动幅度是各权重中位数的 {n}",
  ],
  flag_updateMore: [
    "moves {n} × as far as the middle of all weights",
    "移动幅度是各权重中位数的 {n} 倍",
  ],
  flag_valueGrew: ["value {n} × that of its first iteration", "值是首次迭代的 {n} 倍"],
  flag_gradGrew: ["gradient {n} × that of its first iteration", "梯度是首次迭代的 {n} 倍"],
  flag_allOff: ["every output is 0", "全部输出都是 0"],
  flag_lessOn: [
    "{n} of the units that were on in its first iteration are on",
    "首次迭代激活的单元中只剩 {n} 仍然激活",
  ],
} as const;

// Every word of the numeric check of a node, in English and 中文.

/** key: [English, 中文]. */
export const CHECK_STRINGS = {
  check: ["Numeric check", "数值检验"],
  checkDo: ["Check the backward", "检验反向"],
  checkAbout: [
    "Runs the program again as far as this op, and holds its backward against central " +
    "differences of its forward, in float64.",
    "把程序重新运行到这个运算，用 float64 的中心差分检验它的反向。",
  ],
  checkAsking: ["Running the program again …", "正在重新运行程序……"],
  checkGone: [
    "The node did not come again: the program did something else this time.",
    "这个节点没有再次出现：程序这次的执行不同。",
  ],
  checkAgrees: [
    "The backward has the slopes of the forward at all entries that were tried.",
    "在所有检验过的元素上，反向与前向的斜率一致。",
  ],
  checkKinks: [
    "The backward has the slopes of the forward, but for {n} at kinks.",
    "除 {n} 个折点处之外，反向与前向的斜率一致。",
  ],
  checkDiffers: [
    "{n} slopes of the backward are not what central differences give.",
    "反向有 {n} 个斜率与中心差分不符。",
  ],
  checkDiffersOne: [
    "1 slope of the backward is not what central differences give.",
    "反向有 1 个斜率与中心差分不符。",
  ],
  checkTried: ["{slot}: {tried} of {entries} entries", "{slot}：{entries} 个元素中的 {tried} 个"],
  checkHow: [
    "Central differences in float64, eps = {eps}; tried {slots}.",
    "float64 中心差分，eps = {eps}；检验了 {slots}。",
  ],
  checkWeighted: [
    "The op has many results: they were summed with fixed weights.",
    "该运算的结果很多：按固定权重求和后再比较。",
  ],
  checkRounding: [
    "In {dtype} the same backward is at most {n} away from that in float64: rounding.",
    "在 {dtype} 下，同一反向与 float64 的结果最多相差 {n}，这是舍入误差。",
  ],
  checkSlope: ["Slope", "斜率"],
  checkAnalytic: ["backward", "反向"],
  checkNumeric: ["difference", "差分"],
  checkMore: ["The {n} largest are listed.", "列出其中最大的 {n} 个。"],
  reason_kink: [
    "A kink: the slope is {left} before the entry and {right} after it, and any number between " +
    "will do.",
    "折点：该处左侧斜率为 {left}，右侧为 {right}，两者之间的任何数都可以。",
  ],
  reason_jump: [
    "The forward jumps here, so that it has no slope: the difference grows as the step shrinks.",
    "前向在此处跳变，没有斜率：步长越小，差分越大。",
  ],
  reason_nonfinite: [
    "Not all numbers are finite here: at the edge of where the op is defined, or beyond it.",
    "这里有的数不是有限的：位于该运算定义域的边缘或之外。",
  ],
  reason_missing: [
    "The backward returns no gradient for {slot}, though the forward depends on it.",
    "反向没有为 {slot} 返回梯度，而前向依赖于它。",
  ],
  reason_other: [
    "The formula of the op gives another number than its forward has.",
    "该运算的公式给出的数与前向的斜率不同。",
  ],
  reason_custom: [
    "The backward that the program defines is not the slope of its forward here. A " +
    "straight-through estimator means that; else it is wrong.",
    "程序自己定义的反向在此处不是前向的斜率。若是直通估计则本意如此，否则就是写错了。",
  ],
  refused_nothing: [
    "It cannot be checked: no operand of real floating numbers requires a gradient here, or no " +
    "result of it is one.",
    "无法检验：没有需要梯度的实浮点操作数，或没有这样的结果。",
  ],
  refused_complex: [
    "It cannot be checked: complex numbers have no one slope.",
    "无法检验：复数没有单一的斜率。",
  ],
  refused_in_place: [
    "It cannot be checked: the Function writes in place, and its operand is gone.",
    "无法检验：该 Function 原地写入，原来的操作数已经没有了。",
  ],
  refused_transform: [
    "It cannot be checked: it ran under a transform or without numbers (vmap, the meta device).",
    "无法检验：它在变换之下运行，或者没有数值（vmap、meta 设备）。",
  ],
  refused_large: [
    "It cannot be checked: it has more than a million entries.",
    "无法检验：元素超过一百万个。",
  ],
  refused_random: [
    "It cannot be checked: run twice with the same operands, it gives two results.",
    "无法检验：用同样的操作数运行两次，结果不同。",
  ],
  refused_narrow: [
    "It cannot be checked: given float64, it still computes in fewer digits.",
    "无法检验：给它 float64，它仍以更低的精度计算。",
  ],
  refused_forward: [
    "It cannot be checked: in float64 its forward raises {message}",
    "无法检验：在 float64 下它的前向抛出 {message}",
  ],
  refused_backward: [
    "Its backward raises {message}",
    "它的反向抛出 {message}",
  ],
  refused_failed: [
    "It cannot be checked: {message}",
    "无法检验：{message}",
  ],
} as const;

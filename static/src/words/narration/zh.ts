// The sentences in Chinese: the same grammar, the same numbers, torch's own words left as they are.

import { grouped, plus, shapeWords } from "../../model/number.ts";
import type { Call, LibraryPhrases, Part, Phrases, ProgramPhrases, Sweep } from "./phrases.ts";
import type { Size } from "./size.ts";

function callName({ number, api }: Call): string {
  return api === "grad" ? `autograd.grad（第 ${number} 次调用）` : `第 ${number} 次反向传播`;
}

function shaped({ shape, norm, nans, infs }: Size): string {
  const [rows, columns] = shape;
  if (rows === undefined) return "一个数";
  if (shape.includes(0)) return "一个空张量";
  const odd = [nans > 0 ? `${nans} 个 nan` : "", infs > 0 ? `${infs} 个 inf` : ""].filter(Boolean);
  const more = norm === "0" ? "全为零" : norm !== null ? `范数为 ${norm}`
    : odd.length > 0 ? `含有 ${odd.join("和 ")}` : "";
  if (columns === undefined) return `一个${more}${more && "、"}有 ${rows} 个数的向量`;
  const what = `${shapeWords(shape)} ${shape.length === 2 ? "矩阵" : "张量"}`;
  return more === "" ? `一个 ${what}` : `一个${more} 的 ${what}`;
}

function partText({ part, numbers, size: { shape, norm } }: Part): string {
  if (numbers !== null) return `${part} ${numbers}`;
  const size = norm === null ? "" : norm === "0" ? "（全为零）" : `（范数 ${norm}）`;
  return `${part} ${shapeWords(shape)}${size}`;
}

function asking(asks: boolean | null): string {
  return asks === null ? "" : asks ? "它们需要梯度。" : "它们不需要梯度。";
}

function sweptText({ optimizer, count, moves, largest, still, isZero }: Sweep): string {
  const [one] = still;
  const few = moves !== null && moves.length > 0;
  const moved = few
    ? `${optimizer} 把 ${moves.map(({ name, before, after }) =>
      `${name} 从 ${before} 更新为 ${after}`).join("、")}。`
    : count === 0 ? "" : `${optimizer} 更新了 ${grouped(count)} 个参数`
      + `${largest ? `；变化最大的是 ${largest.name}，变化 ${largest.change}` : ""}。`;
  if (!one) return moved;
  const why = isZero ? "：梯度为零" : "";
  const what = still.length > 1 ? `${grouped(still.length)} 个参数没有改变`
    : one.value === null ? `${one.name} 没有改变` : `${one.name} 仍为 ${one.value}`;
  return `${moved === "" ? `${optimizer} 运行后` : moved}${what}${why}。`;
}

const library: LibraryPhrases = {
  called: (name) => `调用 ${name}。`,
  done: (name) => `${name} 结束。`,
  failed: (name) => `${name} 抛出了异常。`,
  swept: sweptText,
  zeroed: (name, count, isNone) =>
    `${name} 把 ${count} 个参数的梯度${isNone ? "设为 None" : "清零"}。`,
  clipped: (before, after, order) => `clip_grad_norm_ 把梯度的总范数`
    + `${order === null ? "" : `（${order} 阶）`}从 ${before} 裁剪到 ${after}。`,
  notClipped: (norm, bound, order) => `clip_grad_norm_ 没有改变梯度的总范数`
    + `${order === null ? "" : `（${order} 阶）`} ${norm}：上限是 ${bound}。`,
  clippedEntries: (count, bound) =>
    `clip_grad_value_ 把 ${count} 个梯度的各元素裁剪到 -${bound} 至 ${bound}。`,
  checked: (name, agrees) => `${name} 把梯度与有限差分比较：${agrees ? "一致" : "不一致"}。`,
  converted: (name, count, dtype) => dtype === null ? `${name} 没有改变 ${count} 个参数。`
    : dtype === "" ? `${name} 改变了 ${count} 个参数的 dtype。`
    : `${name} 把 ${count} 个参数转为 ${dtype}。`,
  required: (name, count, requires) =>
    `${name}：${count} 个参数${requires ? "从现在起需要梯度" : "不再需要梯度"}。`,
  filled: (by, name, value) => `${by} 填充 ${name}：现在是 ${value}。`,
  loaded: (name, count) => `${name} 把数值复制到 ${count} 个张量。`,
  holds: (optimizer, names, count, rates) =>
    `${optimizer} 管理 ${names ? names.join("、") : `${grouped(count)} 个参数`}`
    + (rates.length === 0 ? "。" : `；学习率为 ${rates.join("、")}。`),
  idle: (optimizer) => `${optimizer} 没有改变任何参数：它管理的参数都没有梯度。`,
};

const HOW = { return: "返回后", yield: "产出后", raise: "因异常结束后" } as const;

const program: ProgramPhrases = {
  comprehension: "推导式",
  tensor: (shape) => `形状为 ${shape} 的张量`,
  lambda: "lambda",
  called: (name) => `调用 ${name}。`,
  left: (name, how, result) => how === "raise" ? `${name} 因异常结束。`
    : `${name} ${how === "return" ? "返回" : "产出"}${result === null ? "" : ` ${result}`}。`,
  bound: (name, text) => `${name} 是 ${text}。`,
  unbound: (name) => `变量名 ${name} 已解除绑定。`,
  named: (call, how, names) => `${call} ${HOW[how]}，`
    + `${names.map(({ name, value }) => `${name} 是 ${value}`).join("，")}。`,
  namedMany: (call, how, names, count) => `${call} ${HOW[how]}，${count} 个张量有了名字：`
    + `${names.join("、")}${count > names.length ? `，另有 ${count - names.length} 个` : ""}。`,
  took: (by, name, value, to) => `${by} ${to === null ? "取出" : "把"} ${name} 的数值`
    + `${value === null ? "" : ` ${value}`}${to === null ? "" : ` 复制到 ${to}`}；`
    + "autograd 不再跟踪这些数值。",
};

const UNTAPED = {
  off: "梯度模式已关闭，所以不记入计算图。",
  inputs: "输入都不需要梯度，所以不记入计算图。",
  comparison: "比较运算没有导数，所以结果不需要梯度。",
  integer: "结果是整数，没有导数，所以不需要梯度。",
  bool: "结果是布尔值，没有导数，所以不需要梯度。",
  unknown: "它不记入计算图。",
} as const;

export const zh: Phrases = {
  language: "zh",
  leaf: (name, value, tracked, parameter) => {
    const what = tracked ? parameter ? "参数" : "叶子" : "张量";
    return `${name ? `${name} 是${what}` : `这是一个${what}`}：${value}。` +
      (tracked ? "它需要梯度。" : "它不需要梯度。");
  },
  madeBefore: (name, value) => `${name ? `${name} 是` : "这是一个"}运算结果：${value}。它要求梯度。`,
  takenIn: (value, tracked) => tracked ? `这次反向传播的计算图读取保存的张量：${value}。`
    : `这次反向传播的计算图接入一个常量：${value}。`,
  given: (value) => `程序自己的代码在这次反向传播中运行，拿到的是 ${value}。`,
  plain: (name, shape) => `${name === null ? "这" : `${name} `}是${shape}。它不需要梯度。`,
  reads: (name, value) => `程序读取 ${name}：${value}。`,
  result: (name, formula, value, size) =>
    `${name ? `${name} = ` : ""}${formula}${value === null ? `：${size}` : ` = ${value}`}。`,
  taped: (node, saved) => saved.length === 0 ? `${node} 记入计算图。`
    : `${node} 记入计算图，并保存 ${saved.join("、")}。`,
  untaped: (why) => UNTAPED[why],
  ownResult: "自己的结果",
  tensors: (count) => `${count} 个张量`,
  layer: (name, parts, asks) => `${name} 带来 ${parts.length} 个参数：`
    + `${parts.map(partText).join("、")}。${asking(asks)}`,
  layers: (name, count, numbers, asks) => `${name} 带来 `
    + `${count} 个参数，共 ${grouped(numbers)} 个数。${asking(asks)}`,
  library,
  program,
  named: (name, value) => value === null ? `它叫 ${name}。` : `${name} 现在是 ${value}。`,
  inPlace: (name, version) => `${name} 被原地写入，现在是版本 ${version}。`,
  written: (name, by, before, after, version) => (before === null
    ? `${by} 原地改写 ${name}，得到 ${after}` : `${by} 原地改写 ${name}：${before} 变为 ${after}`)
    + `，现在是版本 ${version}。`,
  unmoved: (by, name, value, isZero) =>
    `${by}${by === "优化器" ? "" : " "}没有改变 ${name}，仍为 ${value}${isZero ? "：梯度为零" : ""}。`,
  theOptimizer: "优化器",
  stepped: (name, before, after) => before === null
    ? `优化器更新 ${name}，现在是 ${after}。`
    : `优化器把 ${name} 从 ${before} 更新为 ${after}。`,
  past: (name, before, after) => (before === null
    ? `${name}.data 被改写，现在是 ${after}`
    : `${name}.data 被改写：${before} 变为 ${after}`) + "，autograd 并不知道。",
  outside: (name, before, after) => `${name} 的内存在 autograd 看不到的地方被改写：` +
    `${before === null ? `${name} 现在是 ${after}` : `${before} 变为 ${after}`}。`,
  gradMode: (enabled) => enabled ? "梯度模式重新打开。" : "梯度模式关闭：从这里起不再记录。",
  detached: (name, of, cut) => `${name ? `${name} ` : "结果"}与 ${of} ` +
    (cut ? "数值相同，但已从计算图上切断。" : "共用同样的数值。"),
  required: (name, requires) => requires ? `${name} 从现在起需要梯度。` : `${name} 不再需要梯度。`,
  began: (call, root, seed, outer) => `${outer ? `在${callName(outer)}之内，` : ""}` +
    `${callName(call)}从 ${root} 开始，梯度为 ${seed}。`,
  alsoBegan: (root, seed) => `它也从 ${root} 开始，那里的梯度为 ${seed}。`,
  ended: (call, failed, outer) => `${callName(call)}${failed ? "失败" : "结束"}` +
    `${outer ? `，${callName(outer)}继续` : ""}。`,
  answered: (name, value) => `${name} 的梯度是 ${value}。`,
  runs: (node, grad) => `${node} 得到了它的梯度：${grad}。`,
  complete: (node, count, sum) => `${node} 的 ${count} 个梯度都到齐了${sum ? `：${sum}` : ""}。`,
  sends: (value, target) => `它把 ${value} 送给 ${target}。`,
  sendsAll: (sent) =>
    `它把 ${sent.map(({ value, target }) => `${value} 送给 ${target}`).join("，把 ")}。`,
  passesOn: (value, target) => `它把 ${value} 原样传给 ${target}。`,
  spreads: (came, value, target) => `它沿求和的方向重复 ${came}，把 ${value} 送给 ${target}。`,
  waits: (target, missing) => `${target} 还在等 ${missing} 个梯度。`,
  looked: (hook, at, value) => `${at} 上的钩子 ${hook} 看到 ${value}。`,
  hooked: (hook, at, before, after) => `${at} 上的钩子 ${hook} 把 ${before} 变为 ${after}。`,
  reworked: (hook, at, value) => `${at} 上的钩子 ${hook} 改变了 ${value}。`,
  ranAfter: (hook, leaf) => `${leaf}.grad 已写好，钩子 ${hook} 随即运行。`,
  first: ({ name, after }) => `${name}.grad 原来是 None，现在是 ${after}。`,
  adds: ({ name, before, added, after, brief }) => brief
    ? `${name}.grad 累加：加上${added}，得到${after}。`
    : `${name}.grad 累加：${plus(before ?? "", added ?? "")} = ${after}。`,
  retained: ({ name, after }) => `${name} 保留了自己的梯度：${name}.grad 是 ${after}。`,
  reset: ({ name, before, after, brief }) => brief
    ? `${name}.grad 被${after === null ? "设为 None" : "清零"}。`
    : `${name}.grad 被${after === null ? "重置" : "清零"}：${before} 变为 ${after ?? "None"}。`,
  set: ({ name, before, after, brief }) => brief || before === null
    ? `程序把 ${name}.grad 设为 ${after ?? "None"}。`
    : `程序设置 ${name}.grad：${before} 变为 ${after ?? "None"}。`,
  rewritten: ({ name, before, after, brief }) => brief || before === after
    ? `${name}.grad 被原地写入，现在是 ${after}。` : `${name}.grad 被原地改写：${before} 变为 ${after}。`,
  freed: (node) => `${node} 释放了它保存的张量。`,
  printed: (text, how) => how === "warning" ? `警告：${text}`
    : how === "value" ? `值为 ${text}` : text === "" ? "打印一个空行。" : `打印：${text}`,
  full: (count, line) => `记录已满，共 ${grouped(count)} 个事件。`
    + `${line === null ? "从这里" : `从第 ${line} 行`}起，代码继续运行但不再记录，之后只显示它的输出。`,
  shaped,
  unnamed: "结果",
  gap: "",
  tidy: (text) => text.replace(/([\u4e00-\u9fff]) (?=[\u4e00-\u9fff])|([）]) /g, "$1$2"),
};

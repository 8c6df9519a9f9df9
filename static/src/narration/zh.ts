// The sentences in Chinese: the same grammar, the same numbers, torch's own words left as they are.

import { grouped, plus, shapeWords } from "../number.ts";
import type { Call, Phrases } from "./phrases.ts";

function callName({ number, api }: Call): string {
  return api === "grad" ? `autograd.grad（第 ${number} 次调用）` : `第 ${number} 次反向传播`;
}

function shaped(shape: readonly number[]): string {
  const [rows, columns] = shape;
  if (rows === undefined) return "一个数";
  if (shape.includes(0)) return "一个空张量";
  if (columns === undefined) return `一个有 ${rows} 个数的向量`;
  return `一个 ${shapeWords(shape)} 的${shape.length === 2 ? "矩阵" : "张量"}`;
}

export const zh: Phrases = {
  language: "zh",
  leaf: (name, value, tracked, parameter) => {
    const what = tracked ? parameter ? "参数" : "叶子" : "张量";
    return `${name ? `${name} 是${what}` : `这是一个${what}`}：${value}。` +
      (tracked ? "它需要梯度。" : "它不需要梯度。");
  },
  takenIn: (value, tracked) => tracked ? `这次反向传播的计算图读取保存的张量：${value}。`
    : `这次反向传播的计算图接入一个常量：${value}。`,
  given: (value) => `程序自己的代码在这次反向传播中运行，拿到的是 ${value}。`,
  plain: (name, shape) => `${name === null ? "这" : `${name} `}是${shape}。它不需要梯度。`,
  reads: (name, value) => `程序读取 ${name}：${value}。`,
  result: (name, formula, value) =>
    `${name ? `${name} = ` : ""}${formula}${value === null ? "" : ` = ${value}`}。`,
  taped: (node, saved) => saved.length === 0 ? `${node} 记入计算图。`
    : `${node} 记入计算图，并保存 ${saved.join("、")}。`,
  untaped: (gradMode) => gradMode ? "其中没有需要梯度的张量，所以不记入计算图。"
    : "梯度模式已关闭，所以不记入计算图。",
  named: (name) => `它叫 ${name}。`,
  inPlace: (name, version) => `${name} 被原地改写，现在是版本 ${version}。`,
  written: (name, by, before, after, version) => (before === null
    ? `${by} 原地改写 ${name}（${after}）` : `${by} 原地改写 ${name}：${before} 变为 ${after}`)
    + `，现在是版本 ${version}。`,
  stepped: (name, before, after) => before === null ? `优化器更新 ${name}（${after}）。`
    : `优化器把 ${name} 从 ${before} 更新为 ${after}。`,
  past: (name, before, after) => (before === null ? `${name}.data（${after}）被改写`
    : `${name}.data 被改写：${before} 变为 ${after}`) + "，autograd 并不知道。",
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
  passesOn: (value, target) => `它把 ${value} 原样传给 ${target}。`,
  spreads: (came, value, target) => `它沿求和的方向重复 ${came}，把 ${value} 送给 ${target}。`,
  waits: (target, missing) => `${target} 还在等 ${missing} 个梯度。`,
  looked: (hook, at, value) => `${at} 上的钩子 ${hook} 看到 ${value}。`,
  hooked: (hook, at, before, after) => `${at} 上的钩子 ${hook} 把 ${before} 变为 ${after}。`,
  reworked: (hook, at, value) => `${at} 上的钩子 ${hook} 改变了 ${value}。`,
  ranAfter: (hook, leaf) => `${leaf}.grad 已写好，钩子 ${hook} 随即运行。`,
  first: ({ name, after }) => `${name}.grad 原来是 None，现在是 ${after}。`,
  adds: ({ name, before, added, after, brief }) => brief
    ? `${name}.grad 累加：在原有的值上加了${added}。`
    : `${name}.grad 累加：${plus(before ?? "", added ?? "")} = ${after}。`,
  retained: ({ name, after }) => `${name} 保留了自己的梯度：${name}.grad 是 ${after}。`,
  reset: ({ name, before, after, brief }) => brief
    ? `${name}.grad 被${after === null ? "设为 None" : "清零"}。`
    : `${name}.grad 被${after === null ? "重置" : "清零"}：${before} 变为 ${after ?? "None"}。`,
  set: ({ name, before, after, brief }) => brief || before === null
    ? `程序把 ${name}.grad 设为 ${after ?? "None"}。`
    : `程序设置 ${name}.grad：${before} 变为 ${after ?? "None"}。`,
  rewritten: ({ name, before, after, brief }) => brief
    ? `${name}.grad 被原地改写。` : `${name}.grad 被原地改写：${before} 变为 ${after}。`,
  freed: (node) => `${node} 释放了它保存的张量。`,
  printed: (text, how) => how === "warning" ? `警告：${text}`
    : how === "value" ? `值为 ${text}` : `打印：${text}`,
  full: (count, line) => `记录已满，共 ${grouped(count)} 个事件。`
    + `${line === null ? "从这里" : `从第 ${line} 行`}起，代码继续运行但不再记录，之后只显示它的输出。`,
  shaped,
  unnamed: "结果",
  gap: "",
  tidy: (text) => text.replace(/([\u4e00-\u9fff]) (?=[\u4e00-\u9fff])/g, "$1"),
};

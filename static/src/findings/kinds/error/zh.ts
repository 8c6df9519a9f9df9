// The explanations in Chinese: what happened, why, and what to change; torch's words stay torch's.

import { byForm } from "../../finding.ts";
import { at, cutBy, listed, several, uncut } from "../../phrases/zh.ts";
import { explainNone } from "../../phrases/reasons.ts";
import type { ErrorFacts, Rewrite } from "../../reading/failure/facts.ts";

/** The subject of a sentence: a name, and a space behind it. */
function called(name: string | null): string {
  return name === null ? "这个张量" : `${name} `;
}

/** What to write, so that what was saved stays. */
function kept(change: Rewrite, line: number | null): string {
  switch (change.how) {
    case "later": return `在${at(line) || "这次写入"}改变它之前运行这次反向传播，或者在那之后重新计算结果。`;
    case "option": return `去掉${at(change.line)}的 inplace=True。`;
    case "rewrite": return `在${at(line) || "那里"}新建张量：写 ${change.to}，不要写 ${change.from}。`;
    case "clone": return `写入副本：在${at(line) || "写入"}之前加上 ` +
      `${change.name} = ${change.name}.clone()。`;
    case "unknown": return "写入 clone() 得到的副本，或者新建张量。";
  }
}

/** The explanations of exceptions. */
export const zh = byForm<ErrorFacts>({
  freed: (facts) => ({
    title: "这张图已经用过了",
    what: `${facts.node} 不能再运行一次：` + (facts.call === null ? "之前的反向传播"
      : `${at(facts.line)}的第 ${facts.call} 次反向传播`) + "已释放它保存的张量" +
      (facts.saved.length > 0 ? `（${listed(facts.saved)}）。` : "。"),
    why: "节点运行完就会释放保存的张量，以节省内存。",
    change: facts.carrier?.isTurn
      ? `${facts.carrier.name ?? "有一个结果"} 来自上一轮循环，又用在${at(facts.carrier.used) || "这一轮"}。` +
        `在两轮之间切断它：${facts.carrier.name ?? "h"} = ${facts.carrier.name ?? "h"}.detach()。`
      : facts.isStepped ? "在第二次反向传播之前重新计算结果：参数已经变了，原来的值也不在了。"
      : `在${at(facts.line) || "之前那次 backward"}加上 retain_graph=True，或者在第二次反向传播之前重新计算结果。` }),
  written: (facts) => ({
    title: "保存的张量被原地修改了",
    what: `${facts.node} 保存了版本 ${facts.saved} 的${facts.name ? ` ${facts.name}` : "张量"}` +
      `${facts.isView && facts.name !== null ? " 的视图" : ""}；` +
      `${at(facts.line)}的 ${facts.by ?? "写入"} 改变了它，现在是版本 ${facts.now}。`,
    why: "求导需要原来的数值，而它们已经不在了。",
    change: kept(facts.change, facts.line) }),
  "not-scalar": (facts) => ({
    title: "反向传播要从一个数开始",
    what: `${called(facts.name)}的形状是 [${facts.shape}]，而 backward() 不知道每个元素占多大分量。`,
    why: "梯度总是针对一个数的。",
    change: "请先调用 .sum() 或 .mean()，或者传入同样形状的 gradient=。" }),
  untracked: (facts) => ({
    title: "从这里没有回去的路",
    what: facts.left === null ? `${called(facts.name)}没有 grad_fn：它的来源都不要求梯度。`
      : `${called(facts.name)}没有 grad_fn：它由普通的数得到，并且${cutBy(facts.left)}。`,
    why: "只有对要求梯度的张量所做的运算才会记入计算图。",
    change: facts.left === null ? "创建输入时加上 requires_grad=True。"
      : `${uncut(facts.left)}。` }),
  cut: (facts) => ({
    title: "回去的路被切断了",
    what: `${called(facts.name)}没有 grad_fn，因为${cutBy(facts.cut)}。`,
    why: facts.cut.leaves.length === 0 ? "切口后面有要求梯度的张量，但梯度到不了那里。"
      : `切口后面的 ${several(facts.cut.leaves)} 要求梯度，但梯度到不了那里。`,
    change: `${uncut(facts.cut)}。` }),
  integers: (facts) => ({
    title: "整数没有梯度",
    what: `${called(facts.name)}里是整数，却要求梯度。`,
    why: "梯度说的是微小的变化会带来什么，而整数没有微小的变化。",
    change: "把数写成小数，如 [1., 2.]，或者加上 dtype=torch.float32。" }),
  "seed-shape": (facts) => ({
    title: "梯度与结果的形状不同",
    what: `${facts.name ?? "结果"} 的形状是 ${facts.shape}，传入的梯度是 ${facts.given}。`,
    why: "结果的每个元素都需要自己的权重。",
    change: `传入形状为 ${facts.shape} 的梯度：torch.ones_like(${facts.name ?? "result"}) 表示每个元素各算一次。` }),
  numpy: (facts) => ({
    title: "NumPy 不能记录历史",
    what: `${called(facts.name)}要求梯度，交给 NumPy 就会丢掉历史。`,
    why: "在 NumPy 里算的东西不能求导，所以 torch 要你说明这没有关系。",
    change: `写 ${facts.name ?? "tensor"}.detach().numpy()。` }),
  "leaf-written": (facts) => ({
    title: "不能写入叶子",
    what: `${called(facts.name)}是要求梯度的叶子，却被${facts.view ? "通过视图" : ""}写入了。`,
    why: "用过的叶子和将要得到梯度的叶子就不再是同一个了。",
    change: "如果是更新，请放在 torch.no_grad() 里；否则新建张量，或者先 clone()。" }),
  unused: (facts) => ({
    title: "结果不依赖这个输入",
    what: `计算 ${facts.root ?? "结果"} 时没有用到 ${facts.name ?? "这个输入"}，所以没有它的梯度。`,
    why: "除非另有说明，torch 把这看作错误。",
    change: "把它从输入中去掉，或者加上 allow_unused=True，得到 None。" }),
  "none-used": (facts) => {
    const { why, change } = explainNone(facts.name, facts.cause, "zh");
    return { title: `${facts.name}.grad 是 None`, why, change,
      what: `这一行要用 ${facts.name}.grad，而它没有值。` };
  },
  sizes: (facts) => ({
    title: "形状对不上",
    what: `一个张量在这一维有 ${facts.one} 个元素，另一个有 ${facts.other} 个。`,
    why: "逐元素运算时，两个大小要么相等，要么其中一个是 1。",
    change: "打印两个形状，改变其中一个的形状、转置，或者加一个大小为 1 的维。" }),
  matrices: (facts) => ({
    title: "这两个矩阵不能相乘",
    what: `左边是 ${facts.left}，右边是 ${facts.right}。`,
    why: "左边的一行必须和右边的一列一样长。",
    change: facts.fits === null ? "转置或者交换都对不上：改变其中一个的形状，或者换一个大小。"
      : facts.fits === "swapped" ? "交换顺序，就对得上了。"
      : `转置${facts.fits === "left" ? "左" : "右"}边的一个（.T），就对得上了。` }),
  layer: (facts) => ({
    title: "输入与这一层对不上",
    what: `${facts.layer ?? "这一层"} 的 in_features=${facts.wanted}，而输入的最后一维是 ${facts.given}。`,
    why: "线性层用权重去乘输入的每一行，所以两者必须一样长。",
    change: `把这一层写成 nn.Linear(${facts.given}, ${facts.out})，或者让输入的最后一维是 ` +
      `${facts.wanted}。` }),
  misspelled: (facts) => ({
    title: `你要写的是 ${facts.near[0]} 吗？`,
    what: `程序停在${at(facts.line) || "这里"}：${facts.message}。`,
    why: `写法相近的有：${listed(facts.near)}。`,
    change: `把 ${facts.name} 写成 ${facts.near[0]}。` }),
  "no-cuda": () => ({
    title: "这里没有显卡",
    what: "程序要使用 CUDA 设备。",
    why: "这里用处理器计算，梯度是一样的。",
    change: '写 device = "cuda" if torch.cuda.is_available() else "cpu"。' }),
  unreadable: (facts) => ({
    title: "Python 读不懂这段代码",
    what: `它停在${at(facts.line) || "某处"}：${facts.message.replace(/\.$/, "")}。`,
    why: "程序要先整个读完才开始运行，所以什么都还没有运行。",
    change: "请修改这一行或上一行，然后再运行。" }),
  other: (facts) => ({
    title: facts.type,
    what: (facts.line === null ? "程序停下了" : `程序停在${at(facts.line)}`) +
      (facts.message === "" ? "。" : `：${facts.message.replace(/\.$/, "")}。`),
    why: facts.isFirst ? "在那之前还没有创建过张量。" : "在那之前的一切都有记录。",
    change: facts.isFirst ? "修改这一行，然后再运行。" : "从这里往回走，看看当时的数值。" }),
});

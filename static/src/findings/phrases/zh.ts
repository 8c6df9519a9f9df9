// In Chinese: what cut a gradient off, why a .grad is None, and what to change.

import type { Cut, Off, Reasons } from "../reading/cause.ts";

const MOST_NAMES = 4;

export function listed(items: readonly (string | number)[]): string {
  return items.join("、");
}

/** Names of which there may be many. */
export function several(names: readonly string[]): string {
  if (names.length === 0) return "输入";
  return names.length <= MOST_NAMES ? listed(names)
    : `${listed(names.slice(0, MOST_NAMES - 1))} 等 ${names.length} 个张量`;
}

export function at(line: number | null): string {
  return line === null ? "" : `第 ${line} 行`;
}

/** Where something stands, before what it is: 第 3 行的. */
function of(line: number | null): string {
  return line === null ? "" : `第 ${line} 行的 `;
}

function called(by: string | null): string {
  const name = by ?? "";
  return /^\w+$/.test(name) ? name === "data" ? ".data" : name === "tensor" ? "torch.tensor()"
    : `${name}()` : `比较运算 ${name}`;
}

function switchedBy({ how, by, of: name, line }: Off): string {
  switch (how) {
    case "block": case "around": case "statement": return `由${at(line)}的“${by}”关闭`;
    case "decorator": return `${at(line)}的“${by}”为 ${name}() 关闭了它`;
    case "call": return by === "" ? `${at(line)}调用的函数在运行时关闭了它`
      : `${of(line)}${by} 在运行时关闭了它`;
  }
}

/** What cut a gradient off, as a clause. */
export function cutBy({ how, line, of: name, by, off, leaves }: Cut): string {
  const what = name !== null ? ` ${name} `
    : leaves.length > 0 ? `由 ${several(leaves)} 得到的结果` : "它的输入";
  switch (how) {
    case "detach": return `${of(line)}detach() 把${what}切断了`;
    case "no_grad": return `${at(line) || "程序"}用${what}计算时梯度模式是关闭的` +
      (off ? `（${switchedBy(off)}）` : "");
    case "underived": return `${of(line)}${called(by)} 没有导数，因此${what}被切断了`;
    case "indices": return `${of(line)}${called(by)} 返回的索引没有导数，因此${what}被切断了`;
    case "cast": return `${at(line)}把${what}转换成 ${by}，而` +
      `${by === "bool" ? "布尔值" : "整数"}没有梯度`;
    case "copy": return `${of(line)}${called(by)} 只取了${what}的数值，没有带上历史`;
    case "numbers": return `${of(line)}${called(by)} 把${what}的数值带出了 torch，` +
      "autograd 跟不到那里";
    case "inside": return by === "checkpoint"
      ? `${at(line) || "程序"}在 checkpoint() 里用${what}计算，而它的输入都不要求梯度，所以没有记录`
      : by === "backward" || by === "batched" ? `${at(line) || "程序"}在反向传播运行时用${what}计算，` +
        "没有 create_graph=True 时那里的梯度模式是关闭的"
      : `${at(line) || "程序"}在 Function 的 forward 里用${what}计算，那里不做记录`;
  }
}

const SMOOTH: Readonly<Record<string, string>> = {
  argmax: "softmax()", argmin: "softmax()", topk: "softmax()", sort: "softmax()",
  argsort: "softmax()", max: "softmax()", min: "softmax()",
  ">": "差的 sigmoid()", "<": "差的 sigmoid()", ">=": "差的 sigmoid()", "<=": "差的 sigmoid()",
  "==": "差的平方", "!=": "差的平方",
};

function smooth({ by, of: name, leaves }: Cut): string {
  if (by === "multinomial") {
    return "用抽到的结果的对数概率给损失加权，或者用 gumbel_softmax() 抽样";
  }
  const instead = by === null ? undefined : SMOOTH[by];
  return `用有导数的函数从 ${name ?? several(leaves)} 计算损失` +
    (instead === undefined ? "" : `，例如用${instead.startsWith("s") ? " " : ""}${instead} ` +
      `代替${/^\w/.test(called(by)) ? " " : ""}${called(by)}`);
}

function recorded(line: number | null, off: Off | null): string {
  switch (off?.how) {
    case "block": return `把${at(line)}的运算移出${at(off.line)}的“${off.by}”`;
    case "around": return `在${at(off.line)}的“${off.by}”之外运行${at(line)}`;
    case "statement": return `在${at(line)}之前重新打开梯度模式：torch.set_grad_enabled(True)`;
    case "decorator": return `去掉${at(off.line)}的装饰器`;
    case "call": return off.by.startsWith("sample") ? `在${at(off.line)}改用 rsample()`
      : off.by.startsWith("checkpoint") ? `给${of(off.line)}${off.by} 传入 use_reentrant=False`
      : `把${at(off.line)}的调用换成保持梯度模式的函数`;
    default: return `在打开梯度模式时做${at(line)}的运算`;
  }
}

/** What to change, so that the gradient gets through; without a full stop. */
export function uncut(cut: Cut): string {
  const { how, line, of: name, by, off, many } = cut;
  switch (how) {
    case "detach": return `去掉${at(line)}的 detach()`;
    case "no_grad": return recorded(line, off);
    case "underived": case "indices": return smooth(cut);
    case "cast": return `一直使用浮点数：去掉${at(line)}的转换`;
    case "copy": return by === "data" ? `去掉${at(line)}的 .data`
      : many ? `在${at(line)}用 torch.stack() 代替 torch.tensor()`
      : `在${at(line)}直接使用${name === null ? "这个张量" : ` ${name}`}，不要用 torch.tensor() 复制`;
    case "numbers": return `留在 torch 里：直接用${name === null ? "这个张量" : ` ${name} `}计算，不要用` +
      `${of(line) || " "}${called(by)} 给出的数`;
    case "inside": return by === "checkpoint"
      ? `给${of(off?.line ?? line)}checkpoint() 传入 use_reentrant=False`
      : by === "backward" ? `把${at(line) || "这个"}的计算放进 torch.enable_grad()`
      : by === "batched" ? `在${at(line) || "调用时"}传入 create_graph=True`
      : "把需要梯度的张量作为 apply() 的参数交给 Function";
  }
}

/** Why the `.grad` of a tensor is None, and what to change. */
export const reasons: Reasons = {
  "no-backward": () => ({
    why: "还没有运行过 backward()：.grad 是由它填写的。",
    change: "先对某个结果调用 backward()。" }),
  "not-leaf": (name, cause) => (cause.rebound === null ? {
    why: `${name} 不是叶子${cause.node === "" ? "" : `：它由 ${cause.node} 得到`}，` +
      "梯度只是经过，不会留下。",
    change: `在反向传播之前调用 ${name}.retain_grad()，或者查看叶子的 .grad。` } : {
    why: `${name} 原来是叶子，但第 ${cause.rebound} 行把这个名字给了一个新的运算结果，结果不保留梯度。`,
    change: `放在 torch.no_grad() 里原地修改：写 ${name} -= ...，不要写 ${name} = ${name} - ...。` }),
  "asks-none": (name, cause) => (cause.cut ? {
    why: `${name} 不要求梯度，因为${cutBy(cause.cut)}。`,
    change: `${uncut(cause.cut)}，或者查看切断之前的张量。` } : {
    why: cause.off === null ? `${name} 不要求梯度：它的 requires_grad 是 False。`
      : `${name} 不要求梯度：第 ${cause.off} 行把它的 requires_grad 设成了 False。`,
    change: cause.off === null ? `创建 ${name} 时加上 requires_grad=True。`
      : `如果 ${name} 应该得到梯度，去掉第 ${cause.off} 行。` }),
  "not-reached": (name, cause) => (cause.left ? {
    why: `计算图上没有从 ${cause.root ?? "反向传播的起点"} 到 ${name} 的路，并且${cutBy(cause.left)}。`,
    change: `${uncut(cause.left)}。` } : {
    why: `计算图上没有从 ${cause.root ?? "反向传播的起点"} 到 ${name} 的路。`,
    change: `让 ${name} 参与计算${cause.root === null ? "" : ` ${cause.root}`}，或者去掉它。` }),
  "under-way": (name) => ({
    why: `反向传播还没有到达 ${name}。`,
    change: `在 backward() 结束之后再读取 ${name}.grad。` }),
  failed: (name, { line }) => ({
    why: `${of(line).trim()}反向传播在填写 ${name}.grad 之前失败了。`,
    change: `在成功的反向传播之后再读取 ${name}.grad。` }),
  "left-out": (name, { api }) => (api === "grad" ? {
    why: `autograd.grad() 的 inputs 里没有 ${name}，它也不写入 .grad。`,
    change: `把 ${name} 加入 inputs，或者调用 backward()。` } : {
    why: `backward(inputs=...) 只给了别的张量，所以不会累加到 ${name}。`,
    change: `把 ${name} 加入 inputs，或者不写 inputs。` }),
  unsent: (name, { node, of }) => ({
    why: `有路通向 ${name}，但 ${node} 没有送出通向它的梯度。`,
    change: of === null ? `不经过 ${node} 使用 ${name}，或者去掉它。`
      : `让 ${of} 的 backward 返回梯度。` }),
  cut: (name, cause) => ({
    why: `通向 ${name} 的路断了：${cutBy(cause.cut)}。`,
    change: `${uncut(cause.cut)}。` }),
  emptied: (name, cause) => ({
    why: `${name}.grad 曾经有值，在${at(cause.line) || "后来"}被清空了。`,
    change: "在清空之前读取它：在 backward() 之后、zero_grad() 之前。" }),
  returned: () => ({
    why: "torch.autograd.grad() 会返回梯度，但不写入 .grad。",
    change: "使用它返回的结果，或者改用 backward()。" }),
};

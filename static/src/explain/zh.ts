// The explanations in Chinese: what happened, why, and what to change; torch's words stay torch's.

import { reasonOf, sums, type Book, type Reason, type Reasons, type Tongue } from "./book.ts";
import type { Cause, Cut } from "./finding.ts";
import { reusedWords } from "./reused.ts";

function listed(items: readonly (string | number)[]): string {
  return items.join("、");
}

function at(line: number | null): string {
  return line === null ? "" : `第 ${line} 行`;
}

function cutBy({ how, line, of }: Cut): string {
  return how === "detach" ? `${at(line)}的 detach() 把${of === null ? "它" : ` ${of} `}切断了`
    : `${at(line)}的运算是在关闭梯度模式时做的`;
}

function uncut({ how, line }: Cut): string {
  return how === "detach" ? `去掉${at(line)}的 detach()` : `把${at(line)}移出 torch.no_grad()`;
}

const reasons: Reasons = {
  "no-backward": () => ({
    why: "还没有运行过 backward()：.grad 是由它填写的。",
    change: "先对某个结果调用 backward()。" }),
  "not-leaf": (name, cause) => (cause.rebound === null ? {
    why: `${name} 不是叶子：它由 ${cause.node} 得到，梯度只是经过，不会留下。`,
    change: `在反向传播之前调用 ${name}.retain_grad()，或者查看叶子的 .grad。` } : {
    why: `${name} 原来是叶子，但第 ${cause.rebound} 行把这个名字给了一个新的运算结果，结果不保留梯度。`,
    change: `放在 torch.no_grad() 里原地修改：写 ${name} -= ...，不要写 ${name} = ${name} - ...。` }),
  "asks-none": (name, cause) => (cause.cut ? {
    why: `${name} 不要求梯度，因为${cutBy(cause.cut)}。`,
    change: `${uncut(cause.cut)}，或者查看切断之前的张量。` } : {
    why: `${name} 从没要求过梯度：它的 requires_grad 是 False。`,
    change: `创建 ${name} 时加上 requires_grad=True。` }),
  "not-reached": (name, cause) => ({
    why: `${cause.root ?? "反向传播的起点"} 不依赖 ${name}，所以没有梯度到这里。`,
    change: `让 ${name} 参与计算${cause.root === null ? "" : ` ${cause.root}`}，或者去掉它。` }),
  "under-way": (name) => ({
    why: `反向传播还没有到达 ${name}。`,
    change: `在 backward() 结束之后再读取 ${name}.grad。` }),
  "left-out": (name) => ({
    why: `backward(inputs=...) 只要求了别的梯度，所以不会累加到 ${name}。`,
    change: `把 ${name} 加入 inputs，或者不写 inputs。` }),
  cut: (name, cause) => ({
    why: `通向 ${name} 的路断了：${cutBy(cause.cut)}。`,
    change: `${uncut(cause.cut)}，让梯度能够通过。` }),
  emptied: (name, cause) => ({
    why: `${name}.grad 曾经有值，在${at(cause.line) || "后来"}被清空了。`,
    change: "在清空之前读取它：在 backward() 之后、zero_grad() 之前。" }),
  returned: () => ({
    why: "torch.autograd.grad() 会返回梯度，但不写入 .grad。",
    change: "使用它返回的结果，或者改用 backward()。" }),
};

function reason(name: string, cause: Cause): Reason {
  return reasonOf(reasons, name, cause);
}

const words: Book = {
  freed: (facts) => ({
    title: "这张图已经用过了",
    what: `${facts.node} 不能再运行一次：` + (facts.call === null ? "之前的反向传播"
      : `${at(facts.line)}的第 ${facts.call} 次反向传播`) + "已释放它保存的张量" +
      (facts.saved.length > 0 ? `（${listed(facts.saved)}）。` : "。"),
    why: "节点运行完就会释放保存的张量，以节省内存。",
    change: `在${at(facts.line) || "之前那次 backward"}加上 retain_graph=True，或者在第二次反向传播之前重新计算结果。` }),
  written: (facts) => ({
    title: "保存的张量被原地修改了",
    what: `${facts.node} 保存了版本 ${facts.saved} 的${facts.name ? ` ${facts.name}` : "张量"}；` +
      `${at(facts.line)}的 ${facts.by ?? "写入"} 改变了它，现在是版本 ${facts.now}。`,
    why: "求导需要原来的数值，而它们已经不在了。",
    change: `在${at(facts.line) || "那里"}新建张量，不要写入${facts.name ? ` ${facts.name}` : "原来的张量"}` +
      `：写 ${sums(facts.name ?? "y").join("，不要写 ")}。` }),
  "not-scalar": (facts) => ({
    title: "反向传播要从一个数开始",
    what: `${facts.name ?? "这个张量"} 的形状是 [${facts.shape}]，而 backward() 不知道每个元素占多大分量。`,
    why: "梯度总是针对一个数的。",
    change: "请先调用 .sum() 或 .mean()，或者传入同样形状的 gradient=。" }),
  untracked: (facts) => ({
    title: "从这里没有回去的路",
    what: `${facts.name ?? "这个张量"} 没有 grad_fn：它的来源都不要求梯度。`,
    why: "只有对 requires_grad=True 的张量所做的运算才会记入计算图。",
    change: "创建输入时加上 requires_grad=True。" }),
  cut: (facts) => ({
    title: "回去的路被切断了",
    what: `${facts.name ?? "这个张量"} 没有 grad_fn，因为${cutBy(facts.cut)}。`,
    why: "切口后面有要求梯度的张量，但梯度到不了那里。",
    change: `${uncut(facts.cut)}。` }),
  integers: (facts) => ({
    title: "整数没有梯度",
    what: `${facts.name ?? "这个张量"} 里是整数，却要求梯度。`,
    why: "梯度说的是微小的变化会带来什么，而整数没有微小的变化。",
    change: "把数写成小数，如 [1., 2.]，或者加上 dtype=torch.float32。" }),
  "seed-shape": (facts) => ({
    title: "梯度与结果的形状不同",
    what: `${facts.name ?? "结果"} 的形状是 ${facts.shape}，传入的梯度是 ${facts.given}。`,
    why: "结果的每个元素都需要自己的权重。",
    change: `传入形状为 ${facts.shape} 的梯度：torch.ones_like(${facts.name ?? "result"}) 表示每个元素各算一次。` }),
  numpy: (facts) => ({
    title: "NumPy 不能记录历史",
    what: `${facts.name ?? "这个张量"} 要求梯度，交给 NumPy 就会丢掉历史。`,
    why: "在 NumPy 里算的东西不能求导，所以 torch 要你说明这没有关系。",
    change: `写 ${facts.name ?? "tensor"}.detach().numpy()。` }),
  "leaf-written": (facts) => ({
    title: "不能写入叶子",
    what: `${facts.name ?? "这个张量"} 是要求梯度的叶子，却被${facts.view ? "通过视图" : ""}写入了。`,
    why: "用过的叶子和将要得到梯度的叶子就不再是同一个了。",
    change: "如果是更新，请放在 torch.no_grad() 里；否则新建张量，或者先 clone()。" }),
  unused: (facts) => ({
    title: "结果不依赖这个输入",
    what: `计算 ${facts.root ?? "结果"} 时没有用到 ${facts.name ?? "这个输入"}，所以没有它的梯度。`,
    why: "除非另有说明，torch 把这看作错误。",
    change: "把它从输入中去掉，或者加上 allow_unused=True，得到 None。" }),
  "none-used": (facts) => {
    const { why, change } = reason(facts.name, facts.cause);
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
    change: "转置其中一个（.T），或者交换顺序。" }),
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
    why: "在那之前的一切都有记录。",
    change: "从这里往回走，看看当时的数值。" }),
  none: (facts) => {
    const { why, change } = reason(facts.name, facts.cause);
    return { title: `${facts.name}.grad 为什么是 None`, what: `打印 ${facts.name}.grad 得到 None。`,
      why, change };
  },
  double: ({ reuse, others, times }) => ({
    title: "旧梯度又被用了一次：这是你要的吗？",
    what: reusedWords(reuse, "zh") + (others === 0 ? "" : `另有 ${others} 个张量也是如此。`) +
      (times > 1 ? `这一行上共有 ${times} 次。` : ""),
    why: reuse.all ? "其间没有新的反向传播重新填充它。"
      : "backward() 会加到 .grad 上，而其间没有人清空它。",
    change: "每一步之后调用一次 optimizer.zero_grad()（或者把 .grad 设为 None）。" }),
  "never-reached": (facts) => ({
    title: `没有梯度到达 ${listed(facts.names)}`,
    what: `反向传播已经运行，${listed(facts.names)} 什么也没得到：没有梯度，优化器就永远不会更新它。`,
    why: "结果不依赖它，或者路被 detach() 或 no_grad() 切断了。",
    change: "让它参与前向计算，或者去掉它。" }),
  flat: (facts) => ({
    title: `${facts.name ?? facts.node} 不让梯度通过`,
    what: `有梯度到达 ${facts.node}，传出去的却是零。`,
    why: "函数在这里是平的：斜率为 0。",
    change: "换一个初值，或者换成处处有斜率的函数，如 leaky_relu。" }),
  saturated: (facts) => ({
    title: `${facts.name ?? facts.node} 饱和了`,
    what: `到达 ${facts.node} 的梯度，只有 ${facts.share} 传了下去。`,
    why: "离零很远时，sigmoid 和 tanh 几乎是平的。",
    change: "缩小它的输入，或者换成不会变平的函数。" }),
  vanishing: (facts) => ({
    title: "梯度在途中消失了",
    what: `连续经过 ${facts.count} 个激活函数之后，只剩下 ${facts.share}。`,
    why: "每一个都让它乘以小于 1 的斜率。",
    change: "层与层之间用 relu，减少层数，或者加上残差连接。" }),
  broadcast: (facts) => ({
    title: `${facts.name} 的梯度是一个和`,
    what: `${facts.name} ${facts.shape === "[]" ? "是一个数"
      : `的形状是 ${facts.shape}`}，被用于 ${facts.wide} 个元素。`,
    why: "用了多次的东西，得到的是所有梯度之和。",
    change: "如果这就是你要的，不用改；否则给它完整的形状。" }),
  "broadcast-both": (facts) => ({
    title: "两边都被扩展了：这是你要的吗？",
    what: `${facts.one} 与 ${facts.other} 得到 ${facts.wide}：每个元素都与每个元素相遇。`,
    why: "大小为 1 的维，或者缺少的维，会被扩展到一样大。",
    change: "让两边形状相同，例如用 .squeeze() 或 .unsqueeze(1)。" }),
  nan: (facts) => {
    const born = facts.infinite ? "无穷大" : "NaN ";
    const thing = facts.backward ? `${facts.node} 的导数` : `${facts.name ?? facts.node} `;
    const flaw = facts.single ? facts.infinite ? "是无穷大" : "不是数"
      : facts.infinite ? "中有无穷大" : "中有不是数的元素";
    return {
      title: `${born}产生于${facts.backward ? "反向传播" : "这里"}`,
      what: `${thing}${flaw}，而${facts.backward ? "传入的梯度" : "它的输入"}没有问题。`,
      why: facts.infinite ? "1 / 0、根号在 0 处的斜率、超出 dtype 范围的数都是无穷大；"
        + "再往后，0 × inf 和 inf - inf 就不是数了。"
        : "0 / 0、0 × inf、inf - inf、负数的对数都没有值；数值有限的地方，斜率也可能是无穷大。",
      change: facts.infinite ? "避开那里：加上一个很小的数，先 clamp，或者缩小数值。"
        : "让输入离开那里：加上一个很小的数，或者先 clamp。" };
  },
};

export const zh: Tongue = { words, reason };

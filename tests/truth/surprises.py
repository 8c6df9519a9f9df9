"""Explanations of what looks like a mistake, or is worth knowing, without an exception."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from tests.truth.causes import names_of
from tests.truth.numbers import array, is_size, norm
from tests.truth.reasons import every
from tests.truth.moment import Moment
from tests.truth.table import explains, truths

truths(
    ("Call optimizer.zero_grad() (or set .grad to None) after each step.",
     "每一步之后调用一次 optimizer.zero_grad()（或者把 .grad 设为 None）。"),
    ("An old gradient is used again: was that meant?", "旧梯度又被用了一次：这是你要的吗？"),
    ("backward() adds to .grad, and nothing emptied it in between.",
     "backward() 会加到 .grad 上，而其间没有人清空它。"),
    ("No backward has filled it anew in between.", "其间没有新的反向传播重新填充它。"),
    ("An optimizer holds tensors, not names: the new one gets gradients, and no step moves it.",
     "优化器记住的是张量，不是名字：新的张量得到梯度，却没有哪一步会更新它。"),
    ("Make the optimizer after the last of these assignments, or change the tensor in place.",
     "在最后一次赋值之后再创建优化器，或者原地改变这个张量。"),
    ("Saved numbers were changed behind autograd's back", "保存的数值在 autograd 不知道的时候变了"),
    ("The derivative is computed from the new numbers, and no error says so.",
     "导数是用新的数值算的，也没有报错。"),
    ("Write into a copy (clone()), or use detach() instead of .data: then torch raises an error.",
     "写入 clone() 得到的副本，或者用 detach() 代替 .data：那样 torch 会报错。"),
    ("Let torch have memory of its own: clone() before numpy(), torch.tensor() instead of "
     "from_numpy().",
     "让 torch 用自己的内存：在 numpy() 之前先 clone()，用 torch.tensor() 代替 from_numpy()。"),
    ("It is a function of steps: its slope is 0 everywhere.", "它是阶梯函数：斜率处处为 0。"),
    ("It stands on a kink, where torch takes the slope to be 0.",
     "它正好在折点上，torch 在那里把斜率当作 0。"),
    ("Where it stands, the function is flat: its slope is 0.", "函数在这里是平的：斜率为 0。"),
    ("Leave it out, or pass the gradient by: x + (f(x) - x).detach() has the values of f(x) and "
     "the "
     "slope 1.", "去掉它，或者让梯度绕过它：x + (f(x) - x).detach() 的值是 f(x)，斜率是 1。"),
    ("Start from other values.", "换一个初值。"),
    ("Start from other values, or use a function that slopes everywhere, as leaky_relu.",
     "换一个初值，或者换成处处有斜率的函数，如 leaky_relu。"),
    ("Far from zero a sigmoid or tanh is almost flat.", "离零很远时，sigmoid 和 tanh 几乎是平的。"),
    ("Scale its input down, or use a function that does not flatten.",
     "缩小它的输入，或者换成不会变平的函数。"),
    ("The gradient vanishes on its way", "梯度在途中消失了"),
    ("Each op multiplies the gradient by its slope: that of sigmoid is at most 0.25, and small "
     "weights shrink it, too.",
     "每个运算都把梯度乘以自己的斜率：sigmoid 的斜率最大是 0.25，很小的权重也会缩小它。"),
    ("Use relu between layers, larger weights at the start, fewer layers, or residual "
     "connections.", "层与层之间用 relu，初始权重大一些，减少层数，或者加上残差连接。"),
    ("The gradient explodes on its way", "梯度在途中爆炸了"),
    ("Each layer multiplies the gradient by its weights: large ones make it grow with every layer.",
     "每一层都把梯度乘以自己的权重：权重大，梯度就一层一层地变大。"),
    ("Start from smaller weights (for a layer of n inputs of about 1 / sqrt(n)), normalize between "
     "layers, or clip the gradients.",
     "从小一些的权重开始（n 个输入的层大约 1 / sqrt(n)），在层之间做归一化，或者裁剪梯度。"),
    ("The gradient of a factor is multiplied by the other factors: of two layers of zeros in a row "
     "each keeps the gradient of the other at 0.",
     "一个因子的梯度要乘以别的因子：连续两层都是 0 时，每一层都让另一层的梯度停在 0。"),
    ("Leave only the last of them at 0, and start the other from random numbers.",
     "只让其中最后一层是 0，另一层用随机数开始。"),
    ("What is used many times gets the sum of all the gradients.", "用了多次的东西，"
                                                                   "得到的是所有梯度之和。"),
    ("Nothing, if that was meant; else give it the full shape.",
     "如果这就是你要的，不用改；否则给它完整的形状。"),
    ("Both were stretched: was that meant?", "两边都被扩展了：这是你要的吗？"),
    ("A dimension of 1, or one that is missing, is stretched to fit.",
     "大小为 1 的维，或者缺少的维，会被扩展到一样大。"),
    ("Give both the same shape, e.g. with .squeeze() or .unsqueeze(1).",
     "让两边形状相同，例如用 .squeeze() 或 .unsqueeze(1)。"),
)


# -- gradients that are None ----------------------------------------------------------------------


@explains("Why {name}.grad is None", "{name}.grad 为什么是 None")
@explains("It prints None for {name}.grad.", "打印 {name}.grad 得到 None。")
def prints_none(at: Moment, name) -> bool:
    """There was a moment at which there was no gradient, and None was printed."""
    return any(e["kind"] == "print" and "None" in e["text"] for e in at.tape.events) and every(
        at, name, lambda t: None in (at.tape.grad[t].at(at.end), *at.tape.grad[t].states)
        or not at.tape.grad[t].states)


@explains("So it is for {names}.", "{names} 也是如此。")
def so_it_is(at: Moment, names) -> bool:
    """These have no gradient, either."""
    return every(at, names, lambda t: at.tape.grad[t].at(at.end) is None)


def has_gradient(at: Moment, tensor: str) -> bool:
    """Whether any gradient ever came to a tensor: into its `.grad`, or as a result."""
    return any(
        e["kind"] == "grad" and e["tensor"] == tensor and e["by"] in ("accumulate", "retain_grad")
        or e["kind"] == "backward" and any(
            one["tensor"] == tensor and one["value"] is not None for one in e.get("results", ()))
        for e in at.tape.events)


@explains("No gradient ever reaches {names}", "没有梯度到达 {names}")
@explains("Backward has run, and {names} got no gradient.", "反向传播已经运行，{names} "
                                                            "没有得到梯度。")
def never_reached(at: Moment, names) -> bool:
    """A backward ran, and no event brought these a gradient."""
    return bool(at.tape.begins) and every(
        at, names, lambda t: True in at.tape.requires[t].states
        and not has_gradient(at, t))


@explains("The optimizer has an older {names}", "优化器里的是旧的 {names}")
def older(at: Moment, names) -> bool:
    """The name meant another tensor before."""
    return all(len({e["tensor"] for e in at.tape.events
                    if e["kind"] == "name" and e["name"] == name}) > 1 for name in names_of(names))


@explains("The optimizer made on line {held} was given {names}; after that, line {line} made a new "
      "{same}.", "第 {held} 行的优化器得到了 {names}；此后，第 {line} 行又新建了 {same}。")
@explains("The optimizer made on line {held} was given the {names} that had been there before line "
          "{line} made a new {same}.",
          "第 {held} 行的优化器得到的 {names}，是第 {line} 行新建 {same} 之前的那些。")
@explains("The optimizer made on line {held} was given {names}; after that, the same line made a "
          "new "
      "{same}.", "第 {held} 行的优化器得到了 {names}；此后，同一行又新建了 {same}。", line=None)
def replaced(at: Moment, held, names, line, same) -> bool:
    """The optimizer's line, and a later one that gave the name to another tensor."""
    code = at.tape.text(int(held))
    given = [e for e in at.tape.events if e["kind"] == "name" and e["name"] in names_of(names)]
    return names == same and "(" in code and older(at, names) and any(
        str(e["line"]) == (line or held) for e in given[1:])


# -- gradients that are used again ----------------------------------------------------------------

CALLS_EN = r"backward (\d+)(?: (and|to) (\d+))?"
CALLS_ZH = r"第 (\d+) (?:次)?(?:(和|到)(?:第)? ?(\d+) 次)?(?:次)?反向传播"


def calls_of(text: str) -> list[int]:
    """The numbers of the calls in `backward 1`, `backward 1 and 2`, `backward 1 to 3`."""
    numbers = [int(n) for n in re.findall(r"\d+", text)]
    if len(numbers) == 2 and re.search(r"\bto\b|到", text):
        return list(range(numbers[0], numbers[1] + 1))
    return numbers


def used_on(at: Moment, tensor: str, line: str, by: str) -> list[int]:
    """The writes to a tensor on a line, by an optimizer or by hand."""
    return [i for i, e in at.on_line(line) if e["kind"] == "write" and e["tensor"] == tensor
            and (e["by"] == "step") is (by == "step")]


def is_reused(at: Moment, tensor: str, calls: str, line: str, by: str) -> bool:
    """Whether gradients of those calls were in `.grad` when the tensor was updated on the line."""
    numbers = calls_of(calls)
    added = {e["call"]: i for i, e in enumerate(at.tape.events)
             if e["kind"] == "grad" and e["tensor"] == tensor and e["by"] == "accumulate"}
    if len(numbers) == 3:
        numbers = numbers[1:]
    return all(n in added for n in numbers) and any(
        used > added[numbers[0]] for used in used_on(at, tensor, line, by))


AGAIN = (
    ("is {whole}: all of it is from {calls} and was already used by the {by} on line {line}.",
     "是 {whole}：全部来自{calls}，第 {line} 行的{by}已经用过它。", None, False),
    ("is {whole}: {part} of it is from {calls} and was used by the {by} on line {line}.",
     "是 {whole}：其中的 {part} 来自{calls}，第 {line} 行的{by}已经用过它。", "part", False),
    ("is {whole}: a part of it is from {calls} and was used by the {by} on line {line}.",
     "是 {whole}：其中一部分来自{calls}，第 {line} 行的{by}已经用过它。", None, False),
    ("has norm {whole}: a part of norm {part} is from {calls} and was used by the {by} on line "
     "{line}.", "的范数是 {whole}：其中范数为 {part} 的一部分来自{calls}，第 {line} "
                "行的{by}已经用过它。",
     "part", True),
    ("has norm {whole}: all of it is from {calls} and was already used by the {by} on line {line}.",
     "的范数是 {whole}：全部来自{calls}，第 {line} 行的{by}已经用过它。", None, True),
    ("has norm {whole}: a part of it is from {calls} and was used by the {by} on line {line}.",
     "的范数是 {whole}：其中一部分来自{calls}，第 {line} 行的{by}已经用过它。", None, True),
)


def again(at: Moment, name, whole, calls, by, line, norms, part=None) -> bool:
    """An old gradient is used again: how much, of which calls, and what had used it."""
    kind = "step" if by in ("step", "优化步") else "hand"
    return any(is_whole(at, whole, t, norms) and is_reused(at, t, calls, line, kind)
               and (part is None or is_part(at, part, t, calls, norms)) for t in at.tensors(name))


def is_whole(at: Moment, text: str, tensor: str, norms: bool) -> bool:
    """Whether a text was the gradient at some moment, or its norm."""
    return any(grad is not None and (close_norm(text, grad) if norms else at.shows(text, grad))
               for grad in at.tape.grad[tensor].states)


def close_norm(text: str, grad: dict) -> bool:
    """Whether a text is the norm of a value, to three digits or four."""
    x = norm(grad)
    return x is not None and (is_size(text, x) or abs(float(text) - x) <= 6e-5)


def is_part(at: Moment, text: str, tensor: str, calls: str, norms: bool) -> bool:
    """Whether a text is what those calls added, as far as these are numbers."""
    parts = [array(e["added"]) for e in at.tape.events if e["kind"] == "grad"
             and e["tensor"] == tensor and e["call"] in calls_of(calls) and e["added"]]
    if not parts or any(one is None for one in parts):
        return bool(parts)
    total = np.sum(parts, axis=0)
    if norms:
        return is_size(text, float(np.linalg.norm(total.ravel()))) or abs(
            float(text) - float(np.linalg.norm(total.ravel()))) < 1e-3
    told = [float(x) for x in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?|-?inf|nan", text)]
    return len(told) == total.size and np.allclose(told, total.ravel(), rtol=6e-3, atol=1e-4)


for en, zh, _, is_norms in AGAIN:
    explains(f"{{name}}.grad {en}", f"{{name}}.grad {zh}", norms=is_norms)(again)


@explains("The same goes for {count} more tensors.", "另有 {count} 个张量也是如此。")
@explains("The same goes for one more tensor.", "另有 1 个张量也是如此。")
def the_same(at: Moment, count="1") -> bool:
    """So many other tensors were updated."""
    return len({e["tensor"] for e in at.tape.events if e["kind"] == "write"}) > int(count)


@explains("It happens {count} times on this line.", "这一行上共有 {count} 次。")
def times(at: Moment, count) -> bool:
    """The line updates a tensor so often."""
    line = at.finding["line"] if at.finding else None
    updates = Counter(e["tensor"] for _, e in at.on_line(str(line)) if e["kind"] == "write")
    return 1 < int(count) <= max(updates.values(), default=0)

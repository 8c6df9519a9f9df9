"""Explanations of errors: what happened, why, and what to change, held against the tape."""

from __future__ import annotations

import re

from tests.truth.numbers import is_shape
from tests.truth.reasons import every, is_unreached
from tests.truth.moment import Moment
from tests.truth.table import explains, truths

truths(
    ("This graph was used up", "这张图已经用过了"),
    ("A node lets go of its saved tensors as soon as it has run, to save memory.",
     "节点运行完就会释放保存的张量，以节省内存。"),
    ("A saved tensor was changed in place", "保存的张量被原地修改了"),
    ("The derivative needs the old numbers, and they are gone.", "求导需要原来的数值，"
                                                                 "而它们已经不在了。"),
    ("Write into a copy, which clone() makes, or make a new tensor.",
     "写入 clone() 得到的副本，或者新建张量。"),
    ("Backward starts from one number", "反向传播要从一个数开始"),
    ("A gradient is always of a single number.", "梯度总是针对一个数的。"),
    ("Call .sum() or .mean() first, or pass gradient= of the same shape.",
     "请先调用 .sum() 或 .mean()，或者传入同样形状的 gradient=。"),
    ("There is no way back from here", "从这里没有回去的路"),
    ("Only operations on tensors that require grad are put on the tape.",
     "只有对要求梯度的张量所做的运算才会记入计算图。"),
    ("Create an input with requires_grad=True.", "创建输入时加上 requires_grad=True。"),
    ("The way back is cut", "回去的路被切断了"),
    ("What lies behind the cut requires grad, but no gradient can get there.",
     "切口后面有要求梯度的张量，但梯度到不了那里。"),
    ("Integers have no gradient", "整数没有梯度"),
    ("A gradient says what a very small change does, and integers have no small changes.",
     "梯度说的是微小的变化会带来什么，而整数没有微小的变化。"),
    ("Write the numbers with a point, [1., 2.], or say dtype=torch.float32.",
     "把数写成小数，如 [1., 2.]，或者加上 dtype=torch.float32。"),
    ("The gradient has another shape than the result", "梯度与结果的形状不同"),
    ("Each element of the result needs its own weight.", "结果的每个元素都需要自己的权重。"),
    ("NumPy cannot follow the tape", "NumPy 不能记录历史"),
    ("What is computed in NumPy cannot be differentiated, so torch wants you to say that it does "
     "not matter.", "在 NumPy 里算的东西不能求导，所以 torch 要你说明这没有关系。"),
    ("A leaf may not be written into", "不能写入叶子"),
    ("The leaf that was used and the leaf that gets the gradient would no longer be the same.",
     "用过的叶子和将要得到梯度的叶子就不再是同一个了。"),
    ("For an update, do it inside torch.no_grad(); else make a new tensor, or clone() first.",
     "如果是更新，请放在 torch.no_grad() 里；否则新建张量，或者先 clone()。"),
    ("The result does not depend on this input", "结果不依赖这个输入"),
    ("torch takes this for a mistake unless it is told otherwise.", "除非另有说明，torch "
                                                                    "把这看作错误。"),
    ("Leave it out of the inputs, or say allow_unused=True and expect None.",
     "把它从输入中去掉，或者加上 allow_unused=True，得到 None。"),
    ("These shapes do not fit together", "形状对不上"),
    ("Entry by entry, two sizes must be equal, or one of them 1.",
     "逐元素运算时，两个大小要么相等，要么其中一个是 1。"),
    ("Print both shapes, and reshape one, transpose it, or give it a dimension of 1.",
     "打印两个形状，改变其中一个的形状、转置，或者加一个大小为 1 的维。"),
    ("These matrices cannot be multiplied", "这两个矩阵不能相乘"),
    ("A row of the left one must be as long as a column of the right one.",
     "左边的一行必须和右边的一列一样长。"),
    ("The input does not fit the layer", "输入与这一层对不上"),
    ("A linear layer multiplies each row of its input by its weight, so the two must be equally "
     "long.", "线性层用权重去乘输入的每一行，所以两者必须一样长。"),
    ("There is no graphics card here", "这里没有显卡"),
    ("This page computes on the processor; gradients are the same.",
     "这里用处理器计算，梯度是一样的。"),
    ("Say device = \"cuda\" if torch.cuda.is_available() else \"cpu\".",
     "写 device = \"cuda\" if torch.cuda.is_available() else \"cpu\"。"),
    ("Python cannot read this", "Python 读不懂这段代码"),
    ("Mend that line, or the one above it, and run again.", "请修改这一行或上一行，然后再运行。"),
    ("Change that line, and run again.", "修改这一行，然后再运行。"),
)


def fail(at: Moment) -> dict:
    """The exception that ended the run."""
    return next((e for e in at.tape.events[at.first :] if e["kind"] == "fail"),
                {"message": "", "type": "", "line": None})


def nodes(at: Moment, text: str) -> list[dict]:
    """The nodes that a text says."""
    return [node for node in at.tape.nodes.values() if at.is_node(text, node["id"], at.end - 1)]


@explains("{name} has the shape [{shape}], and backward() was not told how much each element "
          "counts.",
      "{name} 的形状是 [{shape}]，而 backward() 不知道每个元素占多大分量。")
def not_scalar(at: Moment, name, shape) -> bool:
    """The root has several elements."""
    return any(is_shape(shape, value["shape"]) for value in values(at, name))


def values(at: Moment, name: str) -> list[dict]:
    """The values of the tensors that a name may mean; of no name all."""
    unnamed = name in ("This tensor", "这个张量", "The result", "结果", "The tensor")
    owners = list(at.tape.value) if unnamed else at.tensors(name)
    found = [at.tape.value[t].at(at.end) for t in owners]
    return [value for value in found if value is not None]


@explains("{name} has no grad_fn: no tensor that it was made of requires grad.",
      "{name} 没有 grad_fn：它的来源都不要求梯度。")
@explains("{name} has no grad_fn: it was made of plain numbers, and {cut}.",
      "{name} 没有 grad_fn：它由普通的数得到，并且{cut}。")
@explains("{name} has no grad_fn, because {cut}.", "{name} 没有 grad_fn，因为{cut}。")
def untracked(at: Moment, name, cut=None) -> bool:
    """The root is on no tape."""
    unnamed = name in ("This tensor", "这个张量")
    return (unnamed or every(at, name, lambda t: at.tape.maker[t].at(at.end) is None)) \
        and (cut is None or at.fits("cut", cut))


@explains("Behind the cut lie {names}, where no gradient can get to.",
      "切口后面的 {names} 要求梯度，但梯度到不了那里。")
@explains("Behind the cut lies {names}, where no gradient can get to.",
      "切口后面的 {names} 要求梯度，但梯度到不了那里。")
def behind(at: Moment, names) -> bool:
    """What lies behind the cut requires grad."""
    return every(at, names, lambda t: bool(at.tape.requires[t].at(at.end)))


@explains("{name} holds integers, and was to require grad.", "{name} 里是整数，却要求梯度。")
def integers(at: Moment, name) -> bool:
    """A tensor of integers, if it is on the tape at all."""
    known = values(at, name) if at.tensors(name) else []
    if not known and name not in ("The tensor", "这个张量"):
        return False
    return not known or any(re.match("u?int|bool", value["dtype"]) for value in known)


@explains("{name} has the shape {shape}, and the gradient that was passed has {given}.",
      "{name} 的形状是 {shape}，传入的梯度是 {given}。")
@explains("Pass a gradient of the shape {shape}: torch.ones_like({name}) counts each element once.",
      "传入形状为 {shape} 的梯度：torch.ones_like({name}) 表示每个元素各算一次。")
def seed_shape(at: Moment, name, shape, given=None) -> bool:
    """The root's shape, and the one in torch's words."""
    known = name in ("result", "The result", "结果") or any(
        is_shape(shape, value["shape"]) for value in values(at, name))
    message = fail(at)["message"].replace("torch.Size", "")
    return known and (given is None or given.strip("[]") in message)


@explains("{name} requires grad, and NumPy would lose its history.",
      "{name} 要求梯度，交给 NumPy 就会丢掉历史。")
@explains("Say {name}.detach().numpy().", "写 {name}.detach().numpy()。")
def numpy(at: Moment, name) -> bool:
    """A tensor that requires grad."""
    return name in ("The tensor", "tensor", "这个张量") or every(
        at, name, lambda t: bool(at.tape.requires[t].at(at.end)))


@explains("{name} is a leaf that requires grad, and was written into.",
      "{name} 是要求梯度的叶子，却被写入了。")
@explains("{name} is a leaf that requires grad, and was written into through a view.",
      "{name} 是要求梯度的叶子，却被通过视图写入了。")
def leaf_written(at: Moment, name) -> bool:
    """A leaf that requires grad."""
    return name in ("The tensor", "这个张量") or every(
        at, name, lambda t: t in at.tape.accumulate and bool(at.tape.requires[t].at(at.end)))


@explains("{root} was computed without {name}, so there is no gradient for it.",
      "计算 {root} 时没有用到 {name}，所以没有它的梯度。")
def unused(at: Moment, root, name) -> bool:
    """The call's inputs have what the root does not depend on."""
    root = "the result" if root in ("The result", "结果") else root
    return name in ("this input", "这个输入") or is_unreached(at, root, name)


@explains("{name}.grad is None", "{name}.grad 是 None")
@explains("The line works with {name}.grad, and there is none.",
      "这一行要用 {name}.grad，而它没有值。")
def none_used(at: Moment, name) -> bool:
    """There is no gradient at that moment, and the code asks for it on the line that failed."""
    return ".grad" in at.tape.text(fail(at)["line"]) and every(
        at, name, lambda t: at.tape.grad[t].at(at.end) is None)

"""Explanations of gradients that are missing: why no gradient passes, where grad mode is off."""

from __future__ import annotations

from tests.truth.moment import Moment
from tests.truth.table import clause, truths

truths(
    ("A gradient says how a result moves with a small change of the input.",
     "梯度说的是输入有微小变化时结果怎样变化。"),
    ("A choice, a comparison or an index does not move with it: it stays, or it jumps.",
     "选择、比较、索引不随它变化：要么不变，要么跳变。"),
    ("Autograd follows tensors from op to op.", "autograd 跟着张量从一个运算走到下一个运算。"),
    ("Numbers that were taken out have no history, and neither has a tensor that is made of them.",
     "取出来的数没有历史，用它们新建的张量也没有。"),
    ("While grad mode is off, nothing is put on the tape, so no gradient comes back along it.",
     "梯度模式关闭时什么都不记入计算图，梯度也就回不来。"),
    ("detach() gives the same numbers without their history, so no gradient passes.",
     "detach() 给出同样的数，但不带历史，所以梯度过不去。"),
    ("A gradient says what a very small change does, and whole numbers and truth values have no "
     "small changes.", "梯度说的是微小的变化会带来什么，而整数和布尔值没有微小的变化。"),
    ("Only what is put on the tape can send a gradient back.",
     "只有记入计算图的运算才能把梯度送回去。"),
)


@clause("fix", "Weight the loss by log_prob() of what sample() drew on line {line}",
        "用第 {line} 行的 sample() 抽到的结果的 log_prob() 给损失加权")
def was_drawn(at: Moment, line) -> bool:
    """A call of the library on that line switched grad mode off to draw."""
    return any(e.get("what") == "grad_mode" and (e["within"] or "").endswith(".sample")
               for _, e in at.on_line(line))

"""Explanations of gradients that are missing: why no gradient passes, where grad mode is off."""

from __future__ import annotations

import ast
import re

from tests.truth.moment import Moment
from tests.truth.table import clause, explains, truths

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
    ("By the chain rule a backward multiplies the slope of its forward by the gradient that comes "
     "in.", "按链式法则，backward 要把前向的斜率乘以传进来的梯度。"),
    ("Without it, all that was computed after the forward is left out.",
     "不乘的话，forward 之后的一切计算都没有算进去。"),
    ("torch may hand the same tensor to other nodes as well, and they would see the changed "
     "numbers.", "torch 可能把同一个张量也交给别的节点，它们就会看到改过的数。"),
)


@clause("fix", "Weight the loss by log_prob() of what sample() drew on line {line}",
        "用第 {line} 行的 sample() 抽到的结果的 log_prob() 给损失加权")
def was_drawn(at: Moment, line) -> bool:
    """A call of the library on that line switched grad mode off to draw."""
    return any(e.get("what") == "grad_mode" and (e["within"] or "").endswith(".sample")
               for _, e in at.on_line(line))


@explains("{name} is added on line {line}, and no gradient goes back through it: {cut}.",
          "第 {line} 行加上了{name}，但没有梯度从它那里回去：{cut}。")
def added_without(at: Moment, name, line, cut) -> bool:
    """An op on that line sums the term, its result requires grad, and what is cut off is true."""
    sums = [e for _, e in at.on_line(line) if e["kind"] == "op" and e["node"] is not None
            and e["op"] in ("add", "sub", "stack")]
    text = at.tape.code.split("\n")[int(line) - 1]
    is_there = name in ("A term", "一项") or name.strip() in re.findall(r"[\w.]+", text)
    return bool(sums) and is_there and at.fits("cut", cut)


@explains("{name} brings no gradient", "{name} 不带梯度")
def brings_none(at: Moment, name) -> bool:
    """What has a name, or a term without one."""
    return name in ("A term", "一项") or bool(at.tensors(name))


def backward_of(at: Moment, owner: str) -> ast.FunctionDef | None:
    """The backward of a class of the program."""
    return next((node for each in ast.walk(at.tape.tree) if isinstance(each, ast.ClassDef)
                 and each.name == owner for node in each.body
                 if isinstance(node, ast.FunctionDef) and node.name == "backward"), None)


def never_reads(at: Moment, owner: str, name: str) -> bool:
    """Whether a backward takes a gradient of that name, and reads it nowhere."""
    node = backward_of(at, owner)
    return node is not None and name in {one.arg for one in ast.walk(node.args)
                                         if isinstance(one, ast.arg)} and not any(
        isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Load)
        for part in node.body for one in ast.walk(part))


def came(at: Moment, owner: str, call: str | None = None) -> list[bool]:
    """For each gradient that came to such a node, in that call or any: whether it is 1 everywhere.
    """
    found: list[bool] = []
    for i, event in enumerate(at.tape.events):
        node = at.tape.nodes.get(event["node"]) if event["kind"] == "run" else None
        if node is not None and node["name"] == f"{owner}Backward" \
                and call in (None, str(at.tape.calls[i])):
            found += [all(x == 1 for x in grad["data"]) for grad in event["grads"]
                      if grad is not None and "data" in grad]
    return found


@explains("{owner}.backward ignores {name}", "{owner}.backward 忽略了 {name}")
@explains("Multiply what is returned by {name}.", "把返回的结果乘以 {name}。")
def ignores(at: Moment, name, owner=None) -> bool:
    """A backward never reads it."""
    owners = [each.name for each in ast.walk(at.tape.tree) if isinstance(each, ast.ClassDef)]
    return any(never_reads(at, one, name) for one in ([owner] if owner else owners))


@explains("{owner}.backward on line {line} never uses {name}, and what comes in there in backward "
          "{call} is not 1 everywhere.",
          "第 {line} 行的 {owner}.backward 没有用到 {name}，"
          "而第 {call} 次反向传播传到那里的不全是 1。")
def ignores_numbers(at: Moment, owner, line, name, call) -> bool:
    """It stands there, never reads it, and some entry is another number."""
    node = backward_of(at, owner)
    return node is not None and str(node.lineno) == line and never_reads(at, owner, name) \
        and not all(came(at, owner, call))


@explains("{owner}.backward on line {line} never uses {name}; what came in there was 1 everywhere.",
          "第 {line} 行的 {owner}.backward 没有用到 {name}；传到那里的都是 1。")
def ignores_ones(at: Moment, owner, line, name) -> bool:
    """It stands there, never reads it, and all entries are 1."""
    node = backward_of(at, owner)
    return node is not None and str(node.lineno) == line and never_reads(at, owner, name) \
        and all(came(at, owner))


@explains("{owner}.backward changes {name} in place", "{owner}.backward 原地修改了 {name}")
@explains("Line {line} writes into {name}, the gradient that comes in.",
          "第 {line} 行写入了传进来的梯度 {name}。")
@explains("Make a new tensor, or write into {name}.clone().", "新建张量，或者写入 {name}.clone()。")
def written_into(at: Moment, name, owner=None, line=None) -> bool:
    """A write of a tensor that had this name, on that line or within the backward."""
    node = None if owner is None else backward_of(at, owner)
    named = {e["tensor"] for e in at.tape.events if e["kind"] == "name" and e["name"] == name}
    if owner is not None and node is None:
        return False
    return any(e["kind"] == "write" and e["tensor"] in named
               and line in (None, str(e["line"]))
               and (node is None or node.lineno <= (e["line"] or 0) <= (node.end_lineno or 0))
               for e in at.tape.events)

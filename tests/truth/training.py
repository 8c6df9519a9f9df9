"""Explanations of how a net is trained: what a loss is given, and gradients that no step uses."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from tests.truth.causes import names_of
from tests.truth.moment import Moment
from tests.truth.numbers import array
from tests.truth.table import explains, truths

truths(
    ("Softmax is taken twice", "softmax 做了两次"),
    ("Leave out the softmax: cross_entropy expects the scores before it.",
     "去掉 softmax：cross_entropy 要的是它之前的分数。"),
    ("Sigmoid is taken twice", "sigmoid 做了两次"),
    ("The loss takes the sigmoid of its input itself.", "这个损失自己会对输入取 sigmoid。"),
    ("The sigmoid of a probability lies between 0.5 and 0.73, so the loss cannot come near 0.",
     "概率的 sigmoid 在 0.5 与 0.73 之间，所以损失到不了 0 附近。"),
    ("Leave out the sigmoid, or use binary_cross_entropy, which expects probabilities.",
     "去掉 sigmoid，或者改用 binary_cross_entropy，它要的就是概率。"),
    ("nll_loss expects log-probabilities", "nll_loss 要的是概率的对数"),
    ("The logarithm of a probability is never above 0.", "概率的对数不会大于 0。"),
    ("nll_loss takes no logarithm itself: it picks an entry of each row and changes its sign.",
     "nll_loss 自己不取对数：它只取出每行的一个元素，再变号。"),
    ("Give it log_softmax of the scores, or use cross_entropy, which takes that itself.",
     "给它分数的 log_softmax，或者改用 cross_entropy，它自己会取。"),
    ("cross_entropy takes log_softmax of its input itself.", "cross_entropy 自己会对输入做 "
                                                             "log_softmax。"),
    ("Gradients are emptied before a step uses them", "梯度还没有被用过就清空了"),
    ("step() uses what is in .grad at that moment.", "step() 使用的是那一刻 .grad 里的数。"),
    ("Gradients of several batches add up only while nothing empties them.",
     "只有中途不清空，几个批次的梯度才会加起来。"),
    ("Empty the gradients only after a step: put zero_grad() under the same condition as step().",
     "只在优化步之后清空梯度：把 zero_grad() 与 step() 放在同一个条件下。"),
)

RESHAPED = {"view", "reshape", "squeeze", "squeeze_dim", "unsqueeze", "_unsafe_view"}


def ops_on(at: Moment, line: str, op: str) -> Iterator[dict[str, Any]]:
    """The ops of a name on a line."""
    return (event for _, event in at.on_line(line) if event["kind"] == "op" and event["op"] == op)


def is_taken_of(at: Moment, outer: str, line: str, inner: str, made: str) -> bool:
    """Whether an op on a line took what another one on another line had made."""
    of = {out["tensor"] for event in ops_on(at, made, inner) for out in event["outputs"]}
    for event in at.tape.events:
        if event["kind"] == "op" and event["op"] in RESHAPED and event["inputs"][0]["tensor"] in of:
            of.update(out["tensor"] for out in event["outputs"])
    return any(event["inputs"][0]["tensor"] in of for event in ops_on(at, line, outer))


@explains("log_softmax on line {line} is taken of what softmax on line {made} returned.",
          "第 {line} 行的 log_softmax 的输入是第 {made} 行的 softmax 的结果。")
def softmax_twice(at: Moment, line: str, made: str) -> bool:
    """The input came from softmax, at most reshaped."""
    return is_taken_of(at, "log_softmax", line, "softmax", made)


@explains("binary_cross_entropy_with_logits on line {line} takes the sigmoid of what sigmoid on "
          "line {made} returned.",
          "第 {line} 行的 binary_cross_entropy_with_logits 对第 {made} 行的 sigmoid 的结果又取 "
          "sigmoid。")
def sigmoid_twice(at: Moment, line: str, made: str) -> bool:
    """The input came from sigmoid, at most reshaped."""
    return is_taken_of(at, "binary_cross_entropy_with_logits", line, "sigmoid", made)


@explains("Probabilities differ by 1 at most, so for {count} classes such a loss never falls below "
          "{floor}.",
          "概率之间最多相差 1，所以 {count} 个类别时这样的损失不会低于 {floor}。")
def has_floor(at: Moment, count: str, floor: str) -> bool:
    """The right class has the probability 1, and all others 0."""
    rows = at.event["outputs"][0]["value"]["shape"]
    return int(count) in rows and floor == f"{-math.log(math.e / (math.e + int(count) - 1)):.2f}"


@explains("The largest entry that nll_loss on line {line} is given is {most}.",
          "第 {line} 行的 nll_loss 得到的最大元素是 {most}。")
def is_above_zero(at: Moment, line: str, most: str) -> bool:
    """An op of the line was given such a value."""
    given = [at.tape.value[event["inputs"][0]["tensor"]].at(at.i)
             for event in ops_on(at, line, "nll_loss")]
    whole = [array(value) for value in given]
    return any(x is not None and f"{x.max():.4g}" == most for x in whole)


@explains("Of the {count} backward calls on line {line}, {lost} fill the gradients of {names}, and "
          "these are emptied on line {by} before a step has used them.",
          "第 {line} 行的 {count} 次反向传播中，有 {lost} 次填好了 {names} 的梯度，而第 {by} "
          "行在优化步使用它们之前就清空了。")
def is_lost(
    at: Moment, count: str, line: str, lost: str, names: str, by: str
) -> bool:
    """So many calls; of so many each gradient was emptied before the next write of a step."""
    calls = [e["call"] for _, e in at.on_line(line)
             if e["kind"] == "backward" and e["phase"] == "begin"]
    for name in names_of(names):
        tensors = set(at.tensors(name))
        events = [e for e in at.tape.events
                  if e.get("tensor") in tensors and e["kind"] in ("grad", "write")]
        thrown = 0
        for i, event in enumerate(events):
            if event["kind"] == "grad" and event["call"] in calls:
                following = next((e for e in events[i + 1:]), None)
                thrown += (following is not None and following["kind"] == "grad"
                           and following["by"] != "accumulate")
        if thrown != int(lost):
            return False
    return len(calls) == int(count) and any(
        e["kind"] == "grad" and e["by"] in ("zero_grad", "user") for _, e in at.on_line(by))


truths(
    ("parameters() lists Parameters and modules that are attributes of a module, or are in a "
     "ModuleList, ModuleDict or ParameterList.",
     "parameters() 列出的是模块属性里的 Parameter 和模块，以及 ModuleList、ModuleDict、"
     "ParameterList 里的；它不看普通的列表和字典，也不看后来才加上的。"),
    ("It does not look into plain lists and dicts, and not at what is added later.",
     "它不看普通的列表和字典，也不看后来才加上的。"),
    ("Make them part of the module before the optimizer is made: nn.ModuleList([...]) instead of a "
     "plain list.",
     "在创建优化器之前让它们成为模块的一部分：用 nn.ModuleList([...]) 代替普通列表。"),
    ("To train a part of a net only is often meant.", "只训练网络的一部分常常是有意的。"),
    ("Then the gradients of the rest are computed for nothing.", "那样的话，其余的梯度就白算了。"),
    ("If they are to learn, give them to an optimizer; else freeze them with "
     "requires_grad_(False).",
     "如果它们也要学习，就把它们交给优化器；否则用 requires_grad_(False) 冻结它们。"),
)


def is_unheld(at: Moment, name: str) -> bool:
    """A gradient came to the tensor of that name, and no optimizer ever held it or moved it."""
    held = {tensor for e in at.tape.events if e["kind"] == "optimizer"
            for group in e["groups"] for tensor in group["params"]}
    tensors = set(at.tensors(name))
    return bool(tensors) and not tensors & held and not any(
        e["kind"] == "write" and e["by"] == "step" and e["tensor"] in tensors
        for e in at.tape.events) and any(
        e["kind"] == "grad" and e["by"] == "accumulate" and e["tensor"] in tensors
        for e in at.tape.events)


@explains("No optimizer holds {names}", "没有优化器管理 {names}")
@explains("Backward fills the gradients of {names}, and no optimizer holds them, so no step moves "
          "them.",
          "反向传播填好了 {names} 的梯度，但没有优化器管理它们，所以优化步不会更新它们。")
def none_holds(at: Moment, names: str) -> bool:
    """None of them was ever held."""
    return all(is_unheld(at, name) for name in names_of(names))


@explains("Backward fills the gradients of {names}, and {kind} on line {line}, which was given "
          "{owner}.parameters(), does not hold them.",
          "反向传播填好了 {names} 的梯度，而第 {line} 行的 {kind} 得到的是 {owner}.parameters()，"
          "其中没有它们。")
def lists_not(at: Moment, names: str, kind: str, line: str, owner: str) -> bool:
    """An optimizer of the line was given all that the object lists."""
    told = [e for _, e in at.on_line(line) if e["kind"] == "optimizer"]
    return none_holds(at, names) and f"{owner}.parameters()" in at.tape.text(int(line)) and any(
        e["name"] == kind for e in told)

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

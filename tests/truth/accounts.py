"""Sentences of a `.grad` that changes: filled, added to, reset, set, written."""

from __future__ import annotations

from tests.truth.arithmetic import agrees
from tests.truth.formulas import evaluate
from tests.truth.numbers import array
from tests.truth.moment import Moment
from tests.truth.table import says


def of_name(at: Moment, name, by) -> bool:
    """Whether the event changed the `.grad` of what is named, in that way."""
    return at.event["by"] == by and at.said(name, at.event["tensor"])


@says("{name}.grad was None; now it is {after}.", "{name}.grad 原来是 None，现在是 {after}。",
      on="grad")
def first(at: Moment, name, after) -> bool:
    """The first gradient of a tensor."""
    event = at.event
    return of_name(at, name, "accumulate") and event["before"] is None \
        and event["after"] is not None and at.shows(after, event["after"])


@says("{name}.grad adds up: {added} is added, which makes {after}.",
      "{name}.grad 累加：加上{added}，得到{after}。", on="grad")
def adds(at: Moment, name, added, after) -> bool:
    """A gradient is added, in words."""
    event = at.event
    return of_name(at, name, "accumulate") and event["before"] is not None \
        and at.shows(added, event["added"]) and at.shows(after, event["after"])


@says("{name}.grad adds up: {sum} = {after}.", "{name}.grad 累加：{sum} = {after}。", on="grad")
def adds_up(at: Moment, name, sum, after) -> bool:
    """A gradient is added, in numbers."""
    event = at.event
    result = evaluate(sum, lambda name: None)
    before = sum.startswith(tuple("-[0123456789in")) and event["before"] is not None
    return of_name(at, name, "accumulate") and before and at.shows(after, event["after"]) \
        and is_first(at, sum) and (result is None or agrees(result, array(event["after"])))


def is_first(at: Moment, sum: str) -> bool:
    """Whether a sum begins with what the gradient was."""
    return any(at.shows(sum[:n], at.event["before"]) for n in range(1, len(sum))
               if sum[n : n + 3] in (" + ", " - "))


@says("{name} keeps its gradient: {of}.grad is {after}.",
      "{name} 保留了自己的梯度：{of}.grad 是 {after}。", on="grad")
def retained(at: Moment, name, of, after) -> bool:
    """A tensor that is no leaf keeps its gradient."""
    return of == name and of_name(at, name, "retain_grad") and at.shows(after, at.event["after"])


@says("{name}.grad is reset: {before} becomes {after}.",
      "{name}.grad 被重置：{before} 变为 {after}。", on="grad", by="zero_grad")
@says("{name}.grad is reset: {before} becomes {after}.",
      "{name}.grad 被清零：{before} 变为 {after}。", on="grad", by="zero_grad")
@says("The program sets {name}.grad: {before} becomes {after}.",
      "程序设置 {name}.grad：{before} 变为 {after}。", on="grad", by="user")
@says("{name}.grad is changed in place: {before} becomes {after}.",
      "{name}.grad 被原地改写：{before} 变为 {after}。", on="grad", by="write")
@says("The program sets {name}.grad to {after}.", "程序把 {name}.grad 设为 {after}。", on="grad",
      by="user", before=None)
@says("{name}.grad is written in place: it is {after} now.",
      "{name}.grad 被原地写入，现在是 {after}。", on="grad", by="write", before=None)
def changed(at: Moment, name, after, by, before=None) -> bool:
    """The program reset, set or wrote a `.grad`."""
    event = at.event
    return of_name(at, name, by) and at.shows(after, event["after"]) \
        and (before is None or at.shows(before, event["before"]))


@says("{name}.grad is reset to None.", "{name}.grad 被设为 None。", on="grad", none=True)
@says("{name}.grad is reset to zeros.", "{name}.grad 被清零。", on="grad", none=False)
def reset(at: Moment, name, none) -> bool:
    """A large `.grad` was reset."""
    after = at.event["after"]
    return of_name(at, name, "zero_grad") and (after is None) is none \
        and (none or at.is_norm("0", after))

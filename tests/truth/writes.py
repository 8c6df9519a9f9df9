"""Sentences of writes, of modes, and of numbers that are taken out of autograd."""

from __future__ import annotations

import numpy as np

from tests.truth.moment import Moment
from tests.truth.numbers import array
from tests.truth.table import says


@says("{name} is written in place and is at version {version} now.",
      "{name} 被原地写入，现在是版本 {version}。", on="write")
def in_place(at: Moment, name, version) -> bool:
    """A write that the op before it told."""
    return at.said(name, at.event["tensor"]) and version == str(at.event["version"])


@says("{by} writes into {name}: {before} becomes {after}. It is now at version {version}.",
      "{by} 原地改写 {name}：{before} 变为 {after}，现在是版本 {version}。", on="write")
@says("{by} writes into {name}: it is {after} now, at version {version}.",
      "{by} 原地改写 {name}，得到 {after}，现在是版本 {version}。", on="write", before=None)
def written(at: Moment, by, name, before, after, version) -> bool:
    """A write with no op of its own."""
    return by == at.event["by"] and version == str(at.event["version"]) \
        and moved(at, name, before, after)


def moved(at: Moment, name, before, after) -> bool:
    """Whether a write turned one value into another."""
    tensor = at.event["tensor"]
    return at.said(name, tensor) and at.shows(after, at.event["value"]) and (
        before is None or before != after and at.shows(before, at.tape.value[tensor].at(at.i)))


@says("The optimizer moves {name} from {before} to {after}.",
      "优化器把 {name} 从 {before} 更新为 {after}。", on="write", by="step")
@says("The optimizer moves {name}: it is {after} now.",
      "优化器更新 {name}，现在是 {after}。", on="write", by="step", before=None)
@says("{name}.data is written: {before} becomes {after}, and autograd does not see it.",
      "{name}.data 被改写：{before} 变为 {after}，autograd 并不知道。", on="write", by="data")
@says("{name}.data is written: it is {after} now, and autograd does not see it.",
      "{name}.data 被改写，现在是 {after}，autograd 并不知道。", on="write", by="data", before=None)
def stepped(at: Moment, by, name, before, after) -> bool:
    """A write by an optimizer or through `.data`: it has changed something."""
    was = at.tape.value[at.event["tensor"]].at(at.i)
    return at.event["by"] == by and moved(at, name, before, after) \
        and (by == "data" or was != at.event["value"])


@says("The memory of {name} was written where autograd does not see it: {before} became {after}.",
      "{name} 的内存在 autograd 看不到的地方被改写：{before} 变为 {after}。", on="write")
@says("The memory of {name} was written where autograd does not see it: {again} is {after} now.",
      "{name} 的内存在 autograd 看不到的地方被改写：{again} 现在是 {after}。",
      on="write", before=None)
def from_outside(at: Moment, name, before, after, again=None) -> bool:
    """A write that the engine did not see."""
    return at.event["by"] == "outside" and again in (None, name) and moved(at, name, before, after)


@says("The optimizer leaves {name} at {value}: its gradient is zero.",
      "优化器没有改变 {name}，仍为 {value}：梯度为零。", on="write", zero=True)
@says("The optimizer leaves {name} at {value}.",
      "优化器没有改变 {name}，仍为 {value}。", on="write", zero=False)
def unmoved(at: Moment, name, value, zero) -> bool:
    """A step that changed nothing."""
    tensor, was = at.event["tensor"], at.tape.value[at.event["tensor"]].at(at.i)
    still = array(was) is None or np.array_equal(array(was), array(at.event["value"]), True)
    return at.event["by"] == "step" and still and at.said(name, tensor) \
        and at.shows(value, at.event["value"]) and (not zero or has_zero_gradient(at, tensor))


def has_zero_gradient(at: Moment, tensor: str) -> bool:
    """Whether all of a tensor's `.grad` is zero."""
    grad = at.tape.grad[tensor].at(at.i)
    if grad is None:
        return False
    entries = array(grad)
    return bool((entries == 0).all()) if entries is not None else grad["stats"]["max"] == 0


# -- modes ----------------------------------------------------------------------------------------


@says("Grad mode is on again.", "梯度模式重新打开。", on="mode", enabled=True)
@says("Grad mode is off: no tape from here.",
      "梯度模式关闭：从这里起不再记录。", on="mode", enabled=False)
def grad_mode(at: Moment, enabled) -> bool:
    """Grad mode was switched."""
    return at.event["what"] == "grad_mode" and at.event["enabled"] is enabled


@says("{name} has the numbers of {of}, but is cut from the tape.",
      "{name} 与 {of} 数值相同，但已从计算图上切断。", on="mode", cut=True)
@says("{name} shares its numbers with {of}.",
      "{name} 与 {of} 共用同样的数值。", on="mode", cut=False)
def detached(at: Moment, name, of, cut) -> bool:
    """A tensor was detached from another, which required grad or not."""
    event = at.event
    return event["what"] == "detach" and at.said(name, event["tensor"]) \
        and at.said(of, event["of"]) and bool(at.tape.requires[event["of"]].at(at.i)) is cut


@says("{name} asks for a gradient from now on.", "{name} 从现在起需要梯度。", on="mode", asks=True)
@says("{name} asks for no gradient any more.", "{name} 不再需要梯度。", on="mode", asks=False)
def required(at: Moment, name, asks) -> bool:
    """`requires_grad` was changed."""
    event = at.event
    return event["what"] == "requires_grad_" and event["requires_grad"] is asks \
        and at.said(name, event["tensor"])


@says("{by} copies the numbers {value} of {name} into {to}; autograd does not follow them there.",
      "{by} 把 {name} 的数值 {value} 复制到 {to}；autograd 不再跟踪这些数值。", on="mode")
@says("{by} copies the number {value} into {to}; autograd does not follow it there.",
      "{by} 把 {name} 的数值 {value} 复制到 {to}；autograd 不再跟踪这些数值。", on="mode")
@says("{by} copies the numbers of {name} into {to}; autograd does not follow them there.",
      "{by} 把 {name} 的数值复制到 {to}；autograd 不再跟踪这些数值。", on="mode", value=None)
@says("{by} takes the numbers {value} of {name}; autograd does not follow them there.",
      "{by} 取出 {name} 的数值 {value}；autograd 不再跟踪这些数值。", on="mode", to=None)
@says("{by} takes the number {value} out of {name}; autograd does not follow it there.",
      "{by} 取出 {name} 的数值 {value}；autograd 不再跟踪这些数值。", on="mode", to=None)
@says("{by} takes the numbers of {name}; autograd does not follow them there.",
      "{by} 取出 {name} 的数值；autograd 不再跟踪这些数值。", on="mode", value=None, to=None)
def took(at: Moment, by, name=None, value=None, to=None) -> bool:
    """Numbers left autograd."""
    event = at.event
    if event["what"] != "convert" or event["by"] not in by:
        return False
    return (name is None or at.said(name, event["tensor"])) \
        and (value is None or at.shows(value, at.tape.value[event["tensor"]].at(at.i))) \
        and (event["to"] is None if to is None else at.said(to, event["to"]))

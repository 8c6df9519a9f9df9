"""Sentences of calls of the library that are one step: optimizers, clipping, conversions."""

from __future__ import annotations

import math
import re

import numpy as np

from tests.truth.writes import has_zero_gradient
from tests.truth.numbers import array, count_of, is_size, norm
from tests.truth.moment import Moment
from tests.truth.table import says

# -- optimizers -----------------------------------------------------------------------------------


def is_library(at: Moment, name: str) -> bool:
    """Whether the step has a call of the library of that name."""
    return any(event["kind"] == "enter" and event["of"] == "library" and event["name"] == name
               for event in at.events)


def writes(at: Moment, by: str | None = None) -> dict[str, tuple[dict, dict]]:
    """What the step wrote: each tensor's value before and after."""
    found = {}
    for i in range(at.first, at.end):
        event = at.tape.events[i]
        if event["kind"] == "write" and event["via"] is None and by in (None, event["by"]):
            before, _ = found.get(event["tensor"], (at.tape.value[event["tensor"]].at(i), None))
            found[event["tensor"]] = before, event["value"]
    return found


def same(before: dict | None, after: dict) -> bool:
    """Whether two values are the same, as far as the tape tells."""
    keys = ("shape", "dtype", "data", "stats", "picture")
    return before is not None and all(before.get(key) == after.get(key) for key in keys)


def sweep(at: Moment, optimizer) -> tuple[dict, dict] | None:
    """What a step of that optimizer moved, and what it left; None where there is none."""
    if not is_library(at, f"{optimizer}.step"):
        return None
    all_ = writes(at, "step")
    return ({t: pair for t, pair in all_.items() if not same(*pair)},
            {t: pair for t, pair in all_.items() if same(*pair)})


MOVE = re.compile(r"(\S+) from (.+?) to ((?:\[.*?\]+|\S+?))(?=, \S+ from | and \S+ from |$)")
MOVE_ZH = re.compile(r"、?(\S+?) 从 (.+?) 更新为 ((?:\[.*?\]+|\S+?))(?=、\S+ 从 |$)")


def is_moves(at: Moment, moves: str, moved: dict) -> bool:
    """Whether `w from 1.0 to 0.9 and b from 0.0 to 0.1` tells all that moved."""
    pieces = (MOVE_ZH if " 从 " in moves else MOVE).findall(moves)
    return len(pieces) == len(moved) and all(any(
        at.said(name, t, at.end - 1) and at.shows(before, was) and at.shows(after, now)
        for t, (was, now) in moved.items()) for name, before, after in pieces)


@says("{optimizer} moves {moves}.", "{optimizer} 把 {moves}。")
def steps(at: Moment, optimizer, moves) -> bool:
    """An optimizer moves a few small parameters."""
    found = sweep(at, optimizer)
    return found is not None and not found[1] and is_moves(at, moves, found[0])


def many(at: Moment, optimizer, count="1", change=None, name=None, still=False) -> bool:
    """An optimizer moves many parameters; the largest change is in one of them."""
    found = sweep(at, optimizer)
    if found is None or len(found[0]) != count_of(count) or bool(found[1]) != still:
        return False
    return change is None or is_largest(at, change, name, found[0])


def is_largest(at: Moment, change: str, name: str, moved: dict) -> bool:
    """Whether the largest change of an entry is this one, in the tensor of that name."""
    changes = {t: float(np.max(np.abs(array(now) - array(was))))
               for t, (was, now) in moved.items() if array(now) is not None}
    told = [e["result"].get("largest") for e in at.events
            if e["kind"] == "leave" and isinstance(e["result"], dict)]
    changes |= {one["tensor"]: one["change"] for one in told if one}
    most = max(changes.values(), default=math.nan)
    return is_size(change, most) and any(
        at.said(name, t, at.end - 1) for t, one in changes.items() if one >= most * 0.99)


MANY = (
    ("{optimizer} moves one parameter", "{optimizer} 更新了 1 个参数"),
    ("{optimizer} moves {count} parameters", "{optimizer} 更新了 {count} 个参数"),
)
LARGEST = ("; the largest change is {change} in {name}", "；变化最大的是 {name}，变化 {change}")
for en_, zh_ in MANY:
    says(f"{en_}.", f"{zh_}。")(many)
    says(f"{en_}{LARGEST[0]}.", f"{zh_}{LARGEST[1]}。")(many)


def leaves_still(at: Moment, optimizer=None, name=None, value=None, count="1", zero=False,
                 alone=True) -> bool:
    """An optimizer leaves parameters as they are: whose gradients may all be zero."""
    calls = [e["name"] for e in at.events if e["kind"] == "enter" and e["of"] == "library"]
    optimizer = optimizer or next((c.removesuffix(".step") for c in calls), "")
    found = sweep(at, optimizer)
    if found is None or len(found[1]) != count_of(count) or bool(found[0]) is alone:
        return False
    is_zero = all(has_zero_gradient(at, t) for t in found[1])
    return zero <= is_zero and (name is None or any(
        at.said(name, t, at.end - 1) and (value is None or at.shows(value, now))
        for t, (_, now) in found[1].items()))


WHY = (("", "", False), (": its gradient is zero", "：梯度为零", True),
       (": their gradients are zero", "：梯度为零", True))
for why_en, why_zh, is_zero_ in WHY:
    for head_en, head_zh, is_alone in (("{optimizer} leaves", "{optimizer} 运行后", True),
                                       ("It leaves", "", False)):
        says(f"{head_en} {{name}} at {{value}}{why_en}.", f"{head_zh}{{name}} 仍为 "
                                                          f"{{value}}{why_zh}。",
             zero=is_zero_, alone=is_alone)(leaves_still)
        says(f"{head_en} {{name}} unchanged{why_en}.", f"{head_zh}{{name}} 没有改变{why_zh}。",
             zero=is_zero_, alone=is_alone)(leaves_still)
        says(f"{head_en} {{count}} parameters unchanged{why_en}.",
             f"{head_zh}{{count}} 个参数没有改变{why_zh}。", zero=is_zero_,
             alone=is_alone)(leaves_still)


def moves_some(at: Moment, optimizer, moves=None, count="1", change=None, name=None) -> bool:
    """The same, where other parameters stay as they are."""
    found = sweep(at, optimizer)
    if found is None or not found[1]:
        return False
    if moves is not None:
        return is_moves(at, moves, found[0])
    return many(at, optimizer, count, change, name, still=True)


says("{optimizer} moves {moves}.", "{optimizer} 把 {moves}。")(moves_some)
for en_, zh_ in MANY:
    says(f"{en_}.", f"{zh_}。")(moves_some)
    says(f"{en_}{LARGEST[0]}.", f"{zh_}{LARGEST[1]}。")(moves_some)

# -- other calls ----------------------------------------------------------------------------------


@says("{call} resets the gradients of {count} parameters to None.",
      "{call} 把 {count} 个参数的梯度设为 None。", none=True)
@says("{call} resets the gradients of {count} parameters to zeros.",
      "{call} 把 {count} 个参数的梯度清零。", none=False)
def zeroed(at: Moment, call, count, none) -> bool:
    """`zero_grad` of many parameters."""
    grads = {e["tensor"]: e["after"] for e in at.events
             if e["kind"] == "grad" and e["by"] == "zero_grad"}
    return is_library(at, call) and len(grads) == count_of(count) \
        and none is all(after is None for after in grads.values())


def total_norm(at: Moment, end: int, order: float = 2) -> float | None:
    """The norm of all gradients that the step writes or that there are; None where not known."""
    parts = []
    for history in at.tape.grad.values():
        grad = history.at(end)
        if grad is None:
            continue
        entries = array(grad)
        if entries is None and order != 2:
            return None
        part = norm(grad) if order == 2 else float(np.linalg.norm(entries.ravel(), order))
        if part is None:
            return None
        parts.append(part)
    return float(np.linalg.norm(parts, order)) if parts else None


def result_of(at: Moment, call: str) -> dict:
    """What the call of the library says that it did."""
    frames = [e["frame"] for e in at.events if e["kind"] == "enter" and e["name"] == call]
    return next((e["result"] for e in at.events if e["kind"] == "leave"
                 and e["frame"] in frames and isinstance(e["result"], dict)), {})


CLIP = "clip_grad_norm_"


@says("clip_grad_norm_ clips the total norm of the gradients from {before} to {after}.",
      "clip_grad_norm_ 把梯度的总范数从 {before} 裁剪到 {after}。", order="2")
@says("clip_grad_norm_ clips the total norm of the gradients (of order {order}) from {before} to "
      "{after}.", "clip_grad_norm_ 把梯度的总范数（{order} 阶）从 {before} 裁剪到 {after}。")
def clipped(at: Moment, before, after, order) -> bool:
    """Clipping has shortened the gradients: the tape's own norms bear it out."""
    result = result_of(at, CLIP)
    if not result or not is_size(before, result["before"]) or float(after) >= float(before):
        return False
    was, now = (total_norm(at, end, float(order)) for end in (at.first, at.end))
    all_of = was is None or not math.isclose(was, result["before"], rel_tol=1e-3)
    return is_size(after, result["after"]) and float(order) == float(result["norm_type"]) \
        and (all_of or now is None or math.isclose(now, result["after"], rel_tol=1e-2))


@says("clip_grad_norm_ leaves the total norm of the gradients at {norm}: the bound is {bound}.",
      "clip_grad_norm_ 没有改变梯度的总范数 {norm}：上限是 {bound}。", order="2")
@says("clip_grad_norm_ leaves the total norm of the gradients (of order {order}) at {norm}: the "
      "bound is {bound}.",
      "clip_grad_norm_ 没有改变梯度的总范数（{order} 阶） {norm}：上限是 {bound}。")
def not_clipped(at: Moment, norm, bound, order) -> bool:
    """Clipping has left the gradients as they were."""
    result = result_of(at, CLIP)
    return bool(result) and is_size(norm, result["before"]) and is_size(bound, result["max_norm"]) \
        and float(order) == float(result["norm_type"]) \
        and result["after"] >= result["before"] * (1 - 1e-5)


@says("clip_grad_value_ clips the entries of {count} gradients to the range from -{low} to "
      "{bound}.",
      "clip_grad_value_ 把 {count} 个梯度的各元素裁剪到 -{low} 至 {bound}。")
@says("clip_grad_value_ clips the entries of one gradient to the range from -{low} to {bound}.",
      "clip_grad_value_ 把 1 个梯度的各元素裁剪到 -{low} 至 {bound}。")
def clipped_entries(at: Moment, low, bound, count="1") -> bool:
    """Every entry of the gradients is within the bound."""
    grads = [e["after"] for e in at.events if e["kind"] == "grad"]
    entries = [array(grad) for grad in grads]
    return is_library(at, "clip_grad_value_") and low == bound and len(grads) == count_of(count) \
        and all(x is None or np.abs(x).max() <= float(bound) * 1.001 for x in entries) \
        and math.isclose(float(bound), result_of(at, "clip_grad_value_")["bound"], rel_tol=1e-3)


@says("{call} compares gradients with finite differences: they agree.",
      "{call} 把梯度与有限差分比较：一致。", agrees=True)
@says("{call} compares gradients with finite differences: they do not agree.",
      "{call} 把梯度与有限差分比较：不一致。", agrees=False)
def checked(at: Moment, call, agrees) -> bool:
    """gradcheck."""
    return is_library(at, call) and result_of(at, call).get("agrees") is agrees


@says("{call} leaves {count} parameters as they are.", "{call} 没有改变 {count} 个参数。",
      dtype=None)
@says("{call} leaves one parameter as it is.", "{call} 没有改变 1 个参数。", dtype=None)
@says("{call} makes {count} parameters {dtype}.", "{call} 把 {count} 个参数转为 {dtype}。")
@says("{call} makes one parameter {dtype}.", "{call} 把 1 个参数转为 {dtype}。")
@says("{call} changes the dtypes of {count} parameters.", "{call} 改变了 {count} 个参数的 dtype。",
      dtype="")
def converted(at: Moment, call, dtype, count="1") -> bool:
    """`.to(dtype)` and its like."""
    all_ = writes(at)
    turned = [now["dtype"] for was, now in all_.values() if was and was["dtype"] != now["dtype"]]
    wanted = len(all_) if dtype is None else len(turned)
    return is_library(at, call) and wanted == count_of(count) and (
        not turned if dtype is None else len(set(turned)) > 1 if dtype == ""
        else set(turned) == {dtype})


@says("{call}: {count} parameters ask for gradients from now on.",
      "{call}：{count} 个参数从现在起需要梯度。", asks_=True)
@says("{call}: {count} parameters ask for no gradients any more.",
      "{call}：{count} 个参数不再需要梯度。", asks_=False)
def required(at: Moment, call, count, asks_) -> bool:
    """`requires_grad_` of a module."""
    modes = [e for e in at.events if e.get("what") == "requires_grad_"]
    return is_library(at, call) and len(modes) == count_of(count) \
        and all(e["requires_grad"] is asks_ for e in modes)


@says("{call} fills {name}: it is {value} now.", "{call} 填充 {name}：现在是 {value}。")
def filled(at: Moment, call, name, value) -> bool:
    """An initialisation."""
    return is_library(at, call) and any(
        at.said(name, t, at.end - 1) and at.shows(value, now)
        for t, (_, now) in writes(at).items())


@says("{call} copies values into {count} tensors.", "{call} 把数值复制到 {count} 个张量。")
@says("{call} copies values into one tensor.", "{call} 把数值复制到 1 个张量。")
def loaded(at: Moment, call, count="1") -> bool:
    """`load_state_dict`."""
    return is_library(at, call) and len(writes(at)) == count_of(count)

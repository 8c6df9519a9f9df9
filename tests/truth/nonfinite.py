"""Explanations of numbers that are not finite: where they are born, and what becomes of them."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from itertools import product
from typing import Any

import numpy as np

from server.findings.nonfinite.words import RULES
from tests.truth.arithmetic import FUNCTIONS, worked
from tests.truth.causes import names_of
from tests.truth.moment import Moment
from tests.truth.numbers import array
from tests.truth.slopes import flows
from tests.truth.table import explains, truths

for (why, change), (why_zh, change_zh) in RULES.values():
    truths(*[pair for pair in ((why, why_zh), (change, change_zh)) if pair[0]])
truths(
    ("A branch that is not taken gets a gradient of 0, and 0 times an infinite slope is no number.",
     "没有选中的分支得到的梯度是 0，而 0 乘以无穷大的斜率不是数。"),
    ("Make the argument safe first: torch.where(mask, x, 1.0) inside the function, and the mask "
     "outside as it is.",
     "先让输入安全：函数里面用 torch.where(mask, x, 1.0)，外面的遮挡保持不变。"),
)

Value = dict[str, Any]
IS = {"A NaN": math.isnan, "An infinity": math.isinf}


def odds(value: Value) -> list[tuple[tuple[int, ...], float]]:
    """The entries that are not finite; of a large value, as many without a place."""
    entries = array(value)
    if entries is not None:
        sizes = np.abs(entries) if np.iscomplexobj(entries) else entries
        return [(tuple(int(n) for n in at), float(sizes[tuple(at)]))
                for at in np.argwhere(~np.isfinite(sizes))]
    stats = value.get("stats", {"nans": 0, "infs": 0})
    return [((-1,), math.nan)] * stats["nans"] + [((-1,), math.inf)] * stats["infs"]


def born(at: Moment, backward: bool, op: str | None = None):
    """What an op, or its derivative, gave that is not finite: value, tensor, op and line."""
    if not backward:
        for event in at.tape.events:
            if event["kind"] in ("op", "write"):
                outs = event.get("outputs", [event])
                found = [(out["value"], out["tensor"], event.get("op", "The step"), event["line"])
                         for out in outs if odds(out["value"])]
                yield from (one for one in found if op in (None, one[2]))
        return
    for node in at.tape.nodes.values():
        made = at.tape.events[node["made"]]
        if node["op"] is not None and op in (None, node["op"]):
            for came, sent in flows(at, node["id"]):
                if not any(odds(grad) for grad in came):
                    yield from ((value, None, node["op"], made["line"]) for value in sent
                                if odds(value))


PLACE = re.compile(r"(?:(\S+) )?(\[\d+(?:, \d+)*\])(?: of (\S+))?")


def place_of(text: str | None) -> tuple[int, ...]:
    """The numbers of an index."""
    found = PLACE.fullmatch(text or "")
    return tuple(int(n) for n in re.findall(r"\d+", found[2])) if found else ()


def fits(at: Moment, value: Value, tensor: str | None, odd: str, name=None, place=None,
         many=None, size=None) -> bool:
    """Whether a value is as a sentence says: the number at an entry, the count, the name."""
    own = PLACE.fullmatch(place or "")  # of a name, where a row takes both for the place
    if place is not None and own is None:
        return False
    name = name or (own and (own[1] or own[3]))
    found = odds(value)
    told = float(odd)
    is_there = [one for where, one in found if place is None or where == place_of(place)]
    return (any(one == told or math.isnan(one) and math.isnan(told)
                or where == (-1,) and math.isinf(one) and math.isinf(told)
                for where, one in found if one in is_there or math.isnan(one))
            and bool(is_there)
            and (name is None or at.said(name, tensor, at.end - 1)
                 or name in [n for _, _, n in at.tape.called.get(tensor or "", ())])
            and (many is None or len(found) == count_of(many))
            and (size is None or str(math.prod(value["shape"])) == size))


def count_of(text: str) -> int:
    """The number in `one of 3 such entries`."""
    return 1 if text == "the only one" else int((re.findall(r"\d+", text) or [-1])[0])


def is_born(at: Moment, backward, odd, line=None, op=None, formula=None, **more) -> bool:
    """An op on the line, or its derivative, gave the number, which a formula also gives."""
    if odd not in ("nan", "inf", "-inf"):
        return False
    op = {"优化步": "The step"}.get(op or "", op)
    return any((line is None or str(where) == line) and fits(at, value, tensor, odd, **more)
               and (formula is None or is_same(worked(formula, value["dtype"]), float(odd)))
               for value, tensor, _, where in born(at, backward, op))


def is_same(one: float | None, other: float) -> bool:
    """Whether two numbers are equal, or both are none."""
    return one is not None and (one == other or math.isnan(one) and math.isnan(other))


HEADS = (
    ("{formula} on line {line} is {odd}", "第 {line} 行的 {formula} 是 {odd}", False),
    ("{op} on line {line} gives {odd}", "第 {line} 行的 {op} 得到 {odd}", False),
    ("The derivative of {op} on line {line} is {formula} = {odd}",
     "第 {line} 行的 {op} 的导数是 {formula} = {odd}", True),
    ("The derivative of {op} on line {line} is {odd}", "第 {line} 行的 {op} 的导数是 {odd}", True),
)
TAILS = (
    (".", "。"), (", and so is {name}.", "，{name} 也是。"),
    (" at entry {place} of {name}, {many} among {size}.",
     "，在 {name} {place} 处，{size} 个元素中这样的有 {many} 个。"),
    (" at entry {place}, {many} among {size}.",
     "，在 {place} 处，{size} 个元素中这样的有 {many} 个。"),
    (" in {name}, {many} among {size}.", "，在 {name} 中，{size} 个元素中这样的有 {many} 个。"),
    (", {many} among {size}.", "，{size} 个元素中这样的有 {many} 个。"),
)
for (en, zh, is_backward), (tail, tail_zh) in product(HEADS, TAILS):
    explains(en + tail, zh + tail_zh, backward=is_backward)(is_born)


def has_title(at: Moment, formula: str, what: str, backward: bool) -> bool:
    """A formula gives such a number, or an op of that name, or a step."""
    if worked(formula) is not None:
        return any(IS[what](worked(formula, value["dtype"]) or 0)
                   for value, *_ in born(at, backward))
    op = "The step" if formula in ("the step", "优化步") else formula
    return any(any(IS[what](one) for _, one in odds(value)) for value, *_ in born(at, backward, op))


for what, what_zh in (("A NaN", "NaN "), ("An infinity", "无穷大")):
    for place, place_zh, is_backward in (("here", "这里", False),
                                         ("in the backward", "反向传播", True)):
        explains(f"{what} is born {place}: {{formula}}", f"{what_zh}产生于{place_zh}：{{formula}}",
                 what=what, backward=is_backward)(has_title)


@explains("A NaN comes in with {name}", "NaN 由 {name} 带入")
@explains("An infinity comes in with {name}", "无穷大由 {name} 带入")
@explains("A NaN comes in", "NaN 被带入")
@explains("An infinity comes in", "无穷大被带入")
@explains("{name} on line {line} is not finite in {count} of {size} entries.",
          "第 {line} 行的 {name} 的 {size} 个元素中有 {count} 个不是有限的数。")
@explains("A tensor on line {line} is not finite in {count} of {size} entries.",
          "第 {line} 行的一个张量的 {size} 个元素中有 {count} 个不是有限的数。")
def comes_in(at: Moment, name=None, line=None, count=None, size=None) -> bool:
    """A leaf, or what a number of the program made, has such entries."""
    tensors = None if name is None else at.tape.named.get(name, ())
    return any(odds(value) and (line is None or str(e["line"]) == line)
               and (count is None or len(odds(value)) == int(count))
               and (size is None or math.prod(value["shape"]) == int(size))
               for e in at.tape.events for value in values_for(e, tensors))


def values_for(event: Value, tensors: Collection[str] | None) -> list[Value]:
    """What an event says that some tensors are; of None, what it says of any."""
    if event["kind"] in ("leaf", "write"):
        return [event["value"]] if tensors is None or event["tensor"] in tensors else []
    return [out["value"] for out in event.get("outputs", ())
            if tensors is None or out["tensor"] in tensors]


@explains("This happens {count} times.", "一共发生 {count} 次。")
def happens(at: Moment, count) -> bool:
    """So many times a line gave such numbers."""
    line = at.finding["line"] if at.finding else None
    return 1 < int(count) <= max(sum(where == line for *_, where in born(at, False)),
                                 sum(where == line for *_, where in born(at, True)))


@explains("It comes into {names}.", "它进入 {names}。")
@explains("It comes into {names}, and no step uses its gradients.",
          "它进入 {names}，而没有优化步使用它的梯度。", skipped=True)
def comes_into(at: Moment, names, skipped=False) -> bool:
    """Each had such a value, or such a gradient; no parameter if steps are skipped."""
    moved = any(e["kind"] == "write" and e["by"] == "step" and odds(e["value"])
                for e in at.tape.events)
    return not (skipped and moved) and all(has_got(at, name) for name in names_of(names))


def has_got(at: Moment, name: str) -> bool:
    """Whether a tensor of that name, or its gradient, was not finite at some time."""
    if name in ("the loss", "a gradient", "a parameter", "损失", "某个梯度", "某个参数"):
        return True
    name = re.sub(r" 等 \d+ 个$", "", name)
    plain, is_grad = name.removesuffix(".grad"), name.endswith(".grad")
    for tensor in at.tape.named.get(plain, ()):
        states = at.tape.grad[tensor].states if is_grad else at.tape.value[tensor].states
        results = [one["value"] for e in at.tape.events if e["kind"] == "backward"
                   for one in e.get("results", ()) if one["tensor"] == tensor]
        if any(state is not None and odds(state) for state in [*states, *results]):
            return True
    return False


@explains("No backward starts from it, and no gradient or step gets it.",
          "没有反向传播从它开始，也没有梯度或优化步得到它。")
def is_lost(at: Moment) -> bool:
    """Nothing that is made of it and is not finite is the root of a backward."""
    found = set(at.finding["tensors"]) if at.finding else set()
    found |= {out["tensor"] for out in at.event.get("outputs", ())}
    for event in at.tape.events[at.i :]:
        if event["kind"] == "op" and found & {x.get("tensor") for x in event["inputs"]}:
            found |= {out["tensor"] for out in event["outputs"] if odds(out["value"])}
    roots = {root["tensor"] for e in at.tape.events for root in e.get("roots", ())}
    return not any(odds(at.tape.value[root].at(at.end) or {}) for root in found & roots)


@explains("All numbers of the run were checked: these are the first that are not finite.",
          "检查了这次运行的所有数：这是最先出现的不是有限的数。", first=True)
@explains("All numbers of the run were checked.", "检查了这次运行的所有数。", first=False)
def is_first(at: Moment, first) -> bool:
    """The tape is not full, and no earlier event brings such a number."""
    if any(e["kind"] == "full" for e in at.tape.events):
        return False
    return not first or not any(odds(value) for e in at.tape.events[: at.i] for value in (
        *(out["value"] for out in e.get("outputs", ())),
        *([e["value"]] if e["kind"] in ("leaf", "write", "flow") else ())))


@explains("The tape is full from line {line} on: later numbers were not checked.",
          "从第 {line} 行起记录已满：之后的数没有检查。")
def is_full(at: Moment, line) -> bool:
    """The tape ended at that line."""
    return any(e["kind"] == "full" and str(e["line"]) == line for e in at.tape.events)


@explains("{dtype} ends at {top}: what lies beyond is infinite.",
          "{dtype} 到 {top} 为止：超出的就是无穷大。")
def ends_at(at: Moment, dtype, top) -> bool:
    """The largest number of a dtype."""
    known = {"float16": 65504, "bfloat16": 3.39e38, "float32": 3.4028e38, "float64": 1.7977e308}
    return dtype in known and math.isclose(float(top), known[dtype], rel_tol=1e-3)


@explains("{count} more places of birth are not listed.", "另有 {count} 个产生的地方没有列出。")
def are_left(at: Moment, count) -> bool:
    """More than those that are listed."""
    places = {(op, line) for backward in (False, True) for _, _, op, line in born(at, backward)}
    return 0 < int(count) <= len(places)


@explains("{mask} does not keep NaN out of the gradient", "{mask} 没有把 NaN 挡在梯度之外")
def is_mask(at: Moment, mask) -> bool:
    """There is such an op, and a gradient that is no number."""
    return any(e["kind"] == "op" and e["op"] == mask for e in at.tape.events) and any(
        e["kind"] == "grad" and e["after"] and odds(e["after"]) for e in at.tape.events)


MASKED = ("{mask} on line {by} leaves out {call} of line {line}",
          "第 {by} 行的 {mask} 去掉了第 {line} 行的 {call}")
for (spot, spot_zh), (end, end_zh) in product(
        (("", ""), (" at entry {place}", "（位于 {place}）")),
        ((".", "。"), (", which comes into {names}.", "，进入了 {names}。"))):
    @explains(f"{MASKED[0]}{spot}, but its gradient there is 0 × inf = nan{end}",
              f"{MASKED[1]}{spot_zh}，但它在那里的梯度是 0 × inf = nan{end_zh}")
    def is_masked(at: Moment, mask, by, call, line, place=None, names=None) -> bool:
        """The mask ran on its line; a function there sent nan where the gradient was 0."""
        formula, _, told = call.partition(" = ")
        op = formula.partition("(")[0]
        if not re.fullmatch(r"-?(\d[\d.e+-]*|inf|nan)?", told):
            return False
        given = worked(formula) if told and op in FUNCTIONS else None
        is_value = given is None or math.isclose(given, float(told), rel_tol=1e-3) \
            or math.isnan(given)
        ran = any(e["kind"] == "op" and e["op"] == mask for _, e in at.on_line(by))
        sent = [(came, value) for node in at.tape.nodes.values() if node["op"] == op
                and str(at.tape.events[node["made"]]["line"]) == line
                for came, values in flows(at, node["id"]) for value in values]
        return ran and is_value and any(
            array(value) is not None and came and is_zero_times(came[0], value, place)
            for came, value in sent) and (names is None or all(
                has_got(at, name) for name in names_of(names)))


def is_zero_times(came: Value, sent: Value, place: str | None) -> bool:
    """Whether a gradient of 0 came in at an entry where nan goes on."""
    grads, found = array(came), array(sent)
    if grads is None or found is None:
        return False
    return any(math.isnan(one) and np.broadcast_to(grads, found.shape)[at] == 0
               and (place is None or at == place_of(place)) for at, one in odds(sent))

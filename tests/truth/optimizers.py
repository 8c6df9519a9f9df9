"""Sentences of what an optimizer holds, and of a step that finds no gradient."""

from __future__ import annotations

import re
from functools import partial

import numpy as np

from tests.truth.library import sweep
from tests.truth.moment import Moment
from tests.truth.numbers import count_of
from tests.truth.table import says


def held(at: Moment, optimizer: int) -> list[tuple[list[str], float | None]]:
    """The parameters and the rate of each group that an optimizer has after the moment's event."""
    groups: list[tuple[list[str], float | None]] = []
    for event in at.tape.events[: at.i + 1]:
        if event.get("optimizer") != optimizer:
            continue
        if event["kind"] == "optimizer":
            groups[event["first"] :] = [(group["params"], group["lr"]) for group in event["groups"]]
        elif "rates" in event:
            groups = [(params, lr) for (params, _), lr in zip(groups, event["rates"])]
    return groups


def has_rates(groups, rates) -> bool:
    """Whether a text lists the different learning rates of groups, in order."""
    told = [float(each) for each in re.findall(r"[\d.]+(?:e-?\d+)?", rates or "")]
    wanted = list(dict.fromkeys(lr for _, lr in groups if lr is not None))
    return len(told) == len(wanted) and np.allclose(told, wanted, rtol=1e-2)


def holds(at: Moment, optimizer, names=None, count="", rates=None) -> bool:
    """The optimizer holds these parameters, or so many."""
    groups = held(at, at.event["optimizer"])
    params = [tensor for group, _ in groups for tensor in group]
    if at.event["name"] != optimizer or not has_rates(groups, rates):
        return False
    if names is None:
        return len(params) == count_of(count)
    pieces = re.split(r", | and |、", names)
    return len(pieces) == len(params) and all(map(at.called, pieces, params, [at.i + 1] * 9))


for what_en, what_zh in (("{names}", "{names}"), ("one parameter", "1 个参数"),
                         ("{count} parameters", "{count} 个参数")):
    of_one = partial(holds, count="1") if what_en[0] == "o" else holds
    says(f"{{optimizer}} holds {what_en}.", f"{{optimizer}} 管理 {what_zh}。",
         on="optimizer")(of_one)
    for rates_en in ("rate is", "rates are"):
        says(f"{{optimizer}} holds {what_en}; the learning {rates_en} {{rates}}.",
             f"{{optimizer}} 管理 {what_zh}；学习率为 {{rates}}。", on="optimizer")(of_one)


@says("{optimizer} changes nothing: no parameter that it holds has a gradient.",
      "{optimizer} 没有改变任何参数：它管理的参数都没有梯度。")
def idle(at: Moment, optimizer) -> bool:
    """A step writes nothing, and no parameter of its optimizer has a gradient."""
    found = sweep(at, optimizer)
    return found == ({}, {}) and all(
        at.tape.grad[tensor].at(at.first) is None
        for event in at.events if event["kind"] == "enter" and "optimizer" in event
        for group, _ in held(at, event["optimizer"]) for tensor in group)

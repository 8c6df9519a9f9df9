"""Sentences of layers that are made: the parameters that a step shows for the first time."""

from __future__ import annotations

import re
from math import prod

from tests.truth.forward import whole_lists
from tests.truth.numbers import count_of, is_shape
from tests.truth.moment import Moment
from tests.truth.table import says

ASKING = (("", "", None), (" They ask for gradients.", "它们需要梯度。", True),
          (" They need no gradients.", "它们不需要梯度。", False))


def born(at: Moment, owner: str) -> list[dict]:
    """The parameters of an owner that the step shows first, by the names that they have."""
    return [event for event in at.events if event["kind"] == "leaf" and event["parameter"]
            and any(name.startswith(f"{plain(owner)}.")
                    for _, _, name in at.tape.called.get(event["tensor"], ()))]


def plain(name: str) -> str:
    """A path in one form."""
    return re.sub(r"\[['\"]?([^\]'\"]*)['\"]?\]", r".\1", name)


def asks(leaves: list[dict], wanted: bool | None) -> bool:
    """Whether all of some leaves ask for gradients, none, or only some."""
    found = {leaf["requires_grad"] for leaf in leaves}
    return found == ({True, False} if wanted is None else {wanted})


def layer(at: Moment, name, parts, asking, count="1") -> bool:
    """A layer has parameters, each told by its last name with numbers or shape and norm."""
    leaves = born(at, name)
    told = whole_lists(re.split(r", | and |、", parts))
    return bool(leaves) and asks(leaves, asking) and len(told) == count_of(count) \
        and all(any(is_part(at, text, name, leaf) for leaf in leaves) for text in told)


def is_part(at: Moment, text: str, owner: str, leaf: dict) -> bool:
    """Whether `weight 3 × 4 (norm 0.8)` tells a parameter."""
    part, _, value = text.partition(" ")
    known = {name for _, _, name in at.tape.called.get(leaf["tensor"], ())}
    if plain(f"{owner}.{part}") not in known:
        return False
    sized = re.fullmatch(r"([\d ×]+?) ?(?:[(（](?:(?:norm|范数) (\S+)|zeros|全为零)[)）])?", value)
    if sized is None:
        return at.shows(value, leaf["value"])
    size = "0" if value.endswith(("(zeros)", "（全为零）")) else sized[2]
    return is_shape(sized[1], leaf["value"]["shape"]) \
        and (size is None or at.is_norm(size, leaf["value"])) or at.shows(value, leaf["value"])


def layers(at: Moment, name, count, numbers, asking) -> bool:
    """Several layers have so many parameters."""
    leaves = born(at, name)
    return len(leaves) == count_of(count) and asks(leaves, asking) \
        and sum(prod(leaf["value"]["shape"]) for leaf in leaves) == count_of(numbers)


for text_en, text_zh, wanted in ASKING:
    says(f"{{name}} brings one parameter: {{parts}}.{text_en}",
         f"{{name}} 带来 1 个参数：{{parts}}。{text_zh}", asking=wanted)(layer)
    says(f"{{name}} brings {{count}} parameters: {{parts}}.{text_en}",
         f"{{name}} 带来 {{count}} 个参数：{{parts}}。{text_zh}", asking=wanted)(layer)
    says(f"{{name}} brings {{count}} parameters with {{numbers}} numbers in all.{text_en}",
         f"{{name}} 带来 {{count}} 个参数，共 {{numbers}} 个数。{text_zh}", asking=wanted)(layers)

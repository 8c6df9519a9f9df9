"""Formulas of the inspector: what they say in numbers is what the tape has."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np

from tests.truth.arithmetic import agrees
from tests.truth.numbers import number
from tests.truth.symbols import wrong_by_names
from tests.truth.tape import Tape
from tests.truth.tex import Setting, worked_tex

MATRICES = re.compile(r"(b?add)?(mm|mv|bmm)|matmul|product|outer|linalg_.*|cholesky.*")
# How many equations could be worked out, and how many could not.
TRIED: Counter[bool] = Counter()


def shown_part(value: dict[str, Any], is_cut: bool, like: np.ndarray) -> np.ndarray | None:
    """The entries of a value that an equation shows, as an array; None where it has not all."""
    entries = value.get("data", value.get("head"))
    if entries is None or "?" in entries or value["dtype"].startswith("complex"):
        return None
    flat = np.array([number(one) for one in entries], float)
    columns = value["shape"][-1] if value["shape"] else 1
    if is_cut or "data" not in value:
        return flat[: min(columns, like.size)]
    return flat.reshape(value["shape"])


def is_shown(value: dict[str, Any], text: str, is_row: bool) -> bool:
    """Whether the right side of an equation is what the tape has."""
    setting = Setting()
    told = worked_tex(text, setting)
    if told is None:
        first = re.match(r"-?[\d.]+(?:e-?\d+)?", re.sub(r"\\begin\{bmatrix\} ?", "", text))
        if first is None:
            return True
        told = np.array([float(first[0])])
        if r"\times" in text:
            return True
        is_row = True
    part = shown_part(value, is_row or r"\cdots" in text, told)
    return part is None or agrees(told, part)


def answer_of(tape: Tape, formula: dict[str, Any]) -> dict[str, Any] | None:
    """What the tape has for the left side: the result of the op, or the gradient that was sent."""
    made = tape.events[formula["made"]]
    if formula["slot"] is None:
        return tape.whole(made["outputs"][0]["value"])
    sent = [event["value"] for event in tape.events if event["kind"] == "flow"
            and event["node"] == formula["node"] and event["edge"] == formula["edge"]]
    value = tape.whole(sent[-1]) if sent else None
    return turned(value) if value is not None and formula["isTurned"] else value


def turned(value: dict[str, Any]) -> dict[str, Any]:
    """A value with its last two dimensions swapped."""
    shape = [*value["shape"][:-2], *reversed(value["shape"][-2:])]
    found = {key: one for key, one in value.items() if key not in ("data", "head")} | {
        "shape": shape}
    if "data" in value:
        whole = np.array(value["data"], object).reshape(value["shape"])
        found["data"] = np.swapaxes(whole, -1, -2).ravel().tolist()
    return found


def rank_of(tape: Tape, formula: dict[str, Any]) -> int:
    """How many dimensions the operand of a sum has: the input, or the gradient that came."""
    made = tape.events[formula["made"]]
    first = next((one["tensor"] for one in made["inputs"] if "tensor" in one), None)
    if formula["slot"] is None and first is not None:
        value = tape.value[first].at(formula["made"])
        return 2 if value is None else len(value["shape"])
    return len(made["outputs"][0]["value"]["shape"])


def wrong_in(tape: Tape, formula: dict[str, Any]) -> str | None:
    """What is wrong with an equation in numbers; None where nothing is, or nothing is known."""
    tex = formula["numbers"]
    if tex is None or " = " not in tex:
        return None
    left, _, right = tex.rpartition(" = ")
    if r"\right]" in right and r"\left[" not in right:
        return None  # the sign belongs to a comparison
    value = answer_of(tape, formula)
    if value is not None and not is_shown(value, right, formula["isRow"]):
        return f"shows {right}, and the tape has {value.get('data', value.get('head'))}"
    made = tape.events[formula["made"]]
    setting = Setting(MATRICES.fullmatch(made["op"]) is not None, made["params"].get("dim"),
                      formula["isRow"], rank_of(tape, formula))
    found, shown = worked_tex(left, setting), worked_tex(right, setting)
    by_names = True if value is None else wrong_by_names(tape, formula, value)
    is_worked = found is not None and shown is not None
    TRIED[is_worked or by_names is not True] += 1
    if isinstance(by_names, str):
        return f"of {made['op']} {by_names}: {formula['formal']}"
    if found is None or shown is None:
        return None
    if r"\mathbf{1}" in left and found.ndim > 0:
        found = found.reshape(-1, found.shape[-1])[: len(shown), : shown.shape[-1]]
    if agrees(found, shown):
        return None
    return f"of {made['op']} gives {found.tolist()}"


def check_written(tape: Tape, formulas: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """The equations that are wrong, with what is wrong."""
    steps = {one["node"]: one["formal"].split(r"\newline") for one in formulas
             if one["slot"] is None}
    found = [(one["numbers"], wrong_in(tape, one | {"steps": steps.get(one["node"], [])}))
             for one in formulas]
    return [(tex, wrong) for tex, wrong in found if wrong is not None]

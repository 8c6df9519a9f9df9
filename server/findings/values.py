"""Numbers of values of the run document: which are not finite, what they are at an entry."""

from __future__ import annotations

from math import prod
from typing import Any

Value = dict[str, Any]
# Strings that stand for what JSON has no number for.
ODD = frozenset({"nan", "inf", "-inf"})
LARGEST = {"float16": 65504.0, "bfloat16": 3.39e38, "float32": 3.403e38, "float64": 1.798e308}


def is_odd(value: Value | None, ids: set[int]) -> bool:
    """Whether a value has an entry that is NaN or infinite; `ids` are those of which it is known.
    """
    if value is None:
        return False
    data = value.get("data")
    if data is not None:
        return not is_plain(data) and odd_of(data) is not None
    stats = value.get("stats")
    return stats["nans"] + stats["infs"] > 0 if stats else value.get("same") in ids


def is_plain(data: list[Any]) -> bool:
    """Whether entries are numbers, all finite: adding them up is the fastest way to know."""
    try:
        sum(data)
    except TypeError:
        return False
    return True


def odd_of(entries: list[Any]) -> str | None:
    """Return the worst of some entries: `nan`, `inf`, `-inf`, or None if all are finite."""
    flat = {part for entry in entries
            for part in (entry if isinstance(entry, list) else (entry,)) if part in ODD}
    return next((odd for odd in ("nan", "inf", "-inf") if odd in flat), None)


def worst(value: Value) -> str | None:
    """Return the worst number of a whole value: `nan`, `inf`, `-inf` or None."""
    if "data" in value:
        return odd_of(value["data"])
    stats = value["stats"]
    return "nan" if stats["nans"] else "inf" if stats["infs"] else None


def odd_entries(value: Value, odd: str) -> list[int]:
    """Return the places of the entries that are `odd`; none of a value of statistics only."""
    return [i for i, entry in enumerate(value.get("data", ()))
            if entry == odd or isinstance(entry, list) and odd in entry]


def odd_count(value: Value) -> int:
    """Return how many entries are not finite."""
    if "data" not in value:
        return value["stats"]["nans"] + value["stats"]["infs"]
    return sum(odd_of([entry]) is not None for entry in value["data"])


def size(value: Value) -> int:
    """Return the number of entries."""
    return prod(value["shape"])


def index(value: Value, place: int) -> tuple[int, ...]:
    """Return the index of an entry by its place in row-major order."""
    found: list[int] = []
    for length in reversed(value["shape"]):
        place, at = divmod(place, length)
        found.append(at)
    return tuple(reversed(found))


def entry(value: Value | None, at: tuple[int, ...]) -> float | None:
    """Return the number that a value, stretched to fit, has at an index; None if not known."""
    if value is None or "data" not in value or len(value["shape"]) > len(at):
        return None
    place = 0
    for length, i in zip(value["shape"], at[len(at) - len(value["shape"]) :], strict=True):
        if i >= length and length != 1:
            return None
        place = place * length + (0 if length == 1 else i)
    return number(value["data"][place]) if place < len(value["data"]) else None


def number(told: Any) -> float | None:
    """Return an entry of the document as a float; None for a complex or an unknown one."""
    if isinstance(told, (bool, int, float)):
        return float(told)
    return float(told) if isinstance(told, str) and told in ODD else None


def largest(value: Value) -> float | None:
    """Return the largest size of an entry; None if one is not finite or not known."""
    if "data" in value:
        try:
            return max(max(value["data"]), -min(value["data"]), 0.0) if value["data"] else 0.0
        except TypeError:
            return None
    stats = value["stats"]
    if stats["nans"] or stats["infs"] or not isinstance(stats["min"], float):
        return None
    return max(abs(stats["min"]), abs(stats["max"]))


def shown(number: float) -> str:
    """Return a number as a sentence has it."""
    return f"{number + 0.0:.4g}"


def indexed(at: tuple[int, ...]) -> str:
    """Return an index as Python writes it: `[1, 0]`."""
    return f"[{', '.join(map(str, at))}]"

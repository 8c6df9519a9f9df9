"""Values and the words for them: whether a text says what a value of the document is."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
from ml_dtypes import bfloat16

FLOATS = ("float", "bfloat")
# Half of the last of four digits, and a little for what a float32 is beside its decimals.
HALF = 5.01e-5


COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "both": 2}


def count_of(text: str) -> int:
    """`two` and `1,024` as numbers; -1 where it is none."""
    return COUNTS.get(text, int(text.replace(",", "")) if text.replace(",", "").isdigit() else -1)


NARROW = {"float32": np.float32, "float16": np.float16, "bfloat16": bfloat16}


def is_float(dtype: str) -> bool:
    """Whether a dtype is of real floating-point numbers."""
    return dtype.startswith(FLOATS)


def number(entry: Any) -> complex:
    """An entry of the document as a number of Python's."""
    if isinstance(entry, str):
        return float(entry)
    if isinstance(entry, list):
        real, imaginary = (number(part).real for part in entry)
        return complex(real, imaginary)
    return entry


def array(value: dict) -> np.ndarray | None:
    """A value as an array; None where the document has not all of its entries."""
    if "data" not in value or "?" in value["data"]:
        return None
    kind = np.complex128 if value["dtype"].startswith("complex") else np.float64
    entries = np.array([number(x) for x in value["data"]], kind).reshape(value["shape"])
    # A document has the shortest decimals that give an entry back in its own dtype.
    return narrowed(entries, value["dtype"])


def narrowed(entries: np.ndarray, dtype: str) -> np.ndarray:
    """Numbers as a floating-point dtype holds them."""
    narrow = NARROW.get(dtype)
    return entries if narrow is None else entries.astype(narrow).astype(np.float64)


def norm(value: dict) -> float | None:
    """The Euclidean norm of a value of finite floats; else None."""
    if not (is_float(value["dtype"]) or value["dtype"].startswith("complex")):
        return None
    if "?" in value.get("data", ()):
        return None
    entries = array(value)
    if entries is not None:
        found = float(np.linalg.norm(entries.ravel()))
        return found if math.isfinite(found) else None
    stats = value["stats"]
    if stats["nans"] or stats["infs"] or isinstance(stats["mean"], str) or stats["mean"] is None:
        return None
    return math.sqrt(math.prod(value["shape"]) * (stats["std"] ** 2 + stats["mean"] ** 2))


def is_number(text: str, entry: Any, dtype: str) -> bool:
    """Whether a text is the number, to the digits that the page shows; `?` where it has none."""
    if "?" in (text, entry):
        return text == entry
    if isinstance(entry, bool):
        return text == str(entry)
    if isinstance(entry, list):
        parts = re.fullmatch(r"(.+?)([+-][^+-]+(?:e-?\d+)?)j", text)
        return parts is not None and all(
            is_number(part.lstrip("+"), x, "float32") for part, x in zip(parts.groups(), entry))
    try:
        shown = float(text)
    except ValueError:
        return False
    x = number(entry)
    if not math.isfinite(x):
        return text == str(entry).replace("nan", "nan")
    if not is_float(dtype) and abs(x) < 1e9:
        return text == str(entry)
    if "e" in text:
        return math.isclose(shown, x, rel_tol=5.1e-3) and (abs(x) >= 9e5 or abs(x) < 1.1e-4)
    return abs(shown - x) <= HALF + 1e-7 * abs(x)


def flat(text: str) -> tuple[list[str], list[int]] | None:
    """The entries of `[[1, 2], [3, 4]]` and its shape; None where it is no such list."""
    if not text.startswith("["):
        return ([text], []) if re.fullmatch(r"\S+", text) else None
    depth = len(text) - len(text.lstrip("["))
    shape: list[int] = []
    inner = text
    for _ in range(depth):
        if not (inner.startswith("[") and inner.endswith("]")):
            return None
        parts = split(inner[1:-1])
        shape.append(len(parts))
        inner = parts[0]
    entries = [x.strip() for x in re.sub(r"[\[\]]", "", text).split(",")]
    return (entries, shape) if len(entries) == math.prod(shape) else None


def split(text: str) -> list[str]:
    """Split at the commas that are in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def is_size(shown: str, x: float) -> bool:
    """Whether a text is a number to three digits, as norms are said."""
    try:
        return (shown == "0") == (x == 0) and math.isclose(float(shown), x, rel_tol=6e-3)
    except ValueError:
        return False


KINDS = {"vector": 1, "matrix": 2, "向量": 1, "矩阵": 2}
SIZE_EN = re.compile(
    r"an? (?P<what>vector|matrix|tensor) of (?:(?P<zeros>zeros)|norm (?P<norm>\S+)|"
    r"(?P<odd>[\d ×]+) numbers(?: \(with (?P<which>.+?)\))?)(?: \((?P<size>[\d× "
    r"]+(?:numbers)?)\))?")
SIZE_ZH = re.compile(
    r"一个 ?(?:(?P<zeros>全为零)|范数为 (?P<norm>\S+?)|含有 (?P<which>.+?))?"
    r"(?:、?有 (?P<count>\d+) 个数的|(?: ?的)? ?(?P<size>\d[\d ×]*) )(?P<what>向量|矩阵|张量)")


def is_shape(text: str, shape: list[int]) -> bool:
    """Whether `2 × 3`, `[2, 3]`, `4 numbers` or `4` is the shape."""
    return [int(n) for n in re.findall(r"\d+", text)] == list(shape)


def is_sized(text: str, value: dict) -> bool:
    """Whether words of shape and norm are those of a value."""
    shape = value["shape"]
    if text in ("an empty tensor", "一个空张量"):
        return 0 in shape
    if text in ("a number", "一个数"):
        return shape == []
    found = SIZE_EN.fullmatch(text) or SIZE_ZH.fullmatch(text)
    if found is None:
        return False
    parts = found.groupdict()
    rank = KINDS.get(parts["what"])
    size = parts.get("size") or parts.get("odd") or parts.get("count") or ""
    if (rank or len(shape)) != len(shape) or rank is None and len(shape) < 3:
        return False
    if not is_shape(size, shape):
        return False
    x = norm(value)
    if parts["zeros"]:
        return x == 0
    if parts["norm"]:
        return x is not None and x != 0 and is_size(parts["norm"], x)
    return x is None and has_odd(parts.get("which"), value)


def has_odd(words: str | None, value: dict) -> bool:
    """Whether `1 nan and 2 inf` counts what a value has of these."""
    entries = array(value)
    if entries is None and "data" in value:
        nans = infs = 0
    elif entries is None:
        nans, infs = value["stats"]["nans"], value["stats"]["infs"]
    else:
        nans, infs = int(np.isnan(entries).sum()), int(np.isinf(entries).sum())
    said = {kind: int(n) for n, kind in re.findall(r"(\d+) (?:个 )?(nan|inf)", words or "")}
    return said == {kind: n for kind, n in (("nan", nans), ("inf", infs)) if n}


def shows(text: str, value: dict | None) -> bool:
    """Whether a text says a value: in numbers, or by shape and norm, or `None`."""
    if value is None:
        return text == "None"
    if re.match(r"an? |一个", text):
        return is_sized(text, value)
    if re.fullmatch(r"\[\d+(?: × \d+)*\]", text) and is_shape(text, value["shape"]):
        return True
    found = None if "data" not in value else flat(text)
    if found is None:
        return False
    entries, shape = found
    return shape == value["shape"] and all(
        is_number(x, entry, value["dtype"]) for x, entry in zip(entries, value["data"]))

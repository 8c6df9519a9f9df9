"""The arithmetic of formulas: functions by their names, dtypes, and how near is near enough."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.truth.numbers import NARROW, narrowed

# Integers from here on are said in three digits.
WIDE = 1e9
# Functions of two operands.
BOTH = {"max": np.maximum, "min": np.minimum, "atan2": np.arctan2, "copysign": np.copysign}


FUNCTIONS = {
    "log": np.log, "log2": np.log2, "log10": np.log10, "log1p": np.log1p, "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x), "exp": np.exp, "expm1": np.expm1, "exp2": np.exp2,
    "acos": np.arccos, "asin": np.arcsin, "atanh": np.arctanh, "acosh": np.arccosh, "tan": np.tan,
    "cosh": np.cosh, "sinh": np.sinh, "square": np.square,
    "logit": lambda x: np.log(x / (1 - x)), "lgamma": lambda x: np.float32(np.inf * (x <= 0)),
    "digamma": lambda x: np.float32(-np.inf if x == 0 else np.nan),
}  # fmt: skip


class Unknown(Exception):
    """A part of the formula stands for no number that is known."""


def sigmoid(x: np.ndarray) -> np.ndarray:
    """The logistic function."""
    return 1 / (1 + np.exp(-x))


def dims(dim: Any) -> Any:
    """Dimensions as numpy wants them."""
    return tuple(dim) if isinstance(dim, list | tuple) else dim


def reduced(function: Callable) -> Callable:
    """A reduction that takes `dim` and `keepdim`."""

    def reduce(x: np.ndarray, dim: Any = None, keepdim: bool = False) -> np.ndarray:
        return function(np.asarray(x), axis=dims(dim), keepdims=keepdim)

    return reduce


def kthvalue(x: np.ndarray, k: float, dim: int, keepdim: bool = False) -> np.ndarray:
    """The kth smallest along a dimension."""
    found = np.sort(np.asarray(x), axis=dim).take(int(k) - 1, axis=dim)
    return np.expand_dims(found, dim) if keepdim else found


WORDS: dict[str, Callable] = {
    "max": reduced(np.max), "min": reduced(np.min),
    "sum": reduced(np.sum), "mean": reduced(np.mean), "prod": reduced(np.prod),
    "exp": np.exp, "ln": np.log, "log": np.log, "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos,
    "tan": np.tan, "tanh": np.tanh, "sigmoid": sigmoid, "sgn": np.sign, "trunc": np.trunc,
    "sinh": np.sinh, "cosh": np.cosh, "abs": np.abs, "neg": np.negative,
    "signbit": np.signbit,
}


def whole(found: np.ndarray) -> np.ndarray:
    """Numbers as integers that wrap around; raises Unknown where they are none."""
    if np.iscomplexobj(found) or not np.all(found == np.trunc(found)):
        raise Unknown
    return np.asarray(found).astype(np.int64)


def cast(found: np.ndarray, dtype: str) -> np.ndarray:
    """Numbers as those of another dtype."""
    if dtype == "bool":
        return (found != 0).astype(float)
    if re.fullmatch(r"u?int\d+", dtype):
        return found.astype(np.int64).astype(dtype).astype(float)
    return narrowed(found, dtype)


def gives(result: np.ndarray, shown: np.ndarray | None, dtype: str) -> bool:
    """Whether what a formula gives is what is shown, once it is put into a dtype."""
    if shown is None or dtype == "bool":
        return shown is None or agrees(cast(result, dtype), shown)
    if agrees(result, shown):
        return True
    bits = re.fullmatch(r"u?int(\d+)", dtype)
    if bits is None or result.dtype != np.int64 and np.abs(shown).max() < WIDE \
            or result.shape != shown.shape:
        return False
    # Integers are equal but for whole turns; wide ones are said in three digits.
    size = 2.0 ** int(bits[1])
    off = np.abs((result.astype(float) - shown + size / 2) % size - size / 2)
    is_near = (np.abs(shown) >= WIDE) & (off <= 1e-2 * np.abs(shown))
    return bool(np.all(is_near | (cast(result, dtype) == shown)))


def agrees(result: np.ndarray, shown: np.ndarray | None) -> bool:
    """Whether what a formula gives is what is shown, as far as rounded operands allow."""
    if shown is None or result.size == shown.size == 0:
        return True
    try:
        result, shown = np.broadcast_arrays(result.squeeze(), shown.squeeze())
    except ValueError:
        return False
    known = np.isfinite(shown) & np.isfinite(result)
    if not known.any():
        return True
    slack = 2e-3 + 2e-2 * float(np.abs(shown[known]).max())
    return bool(np.allclose(result[known], shown[known], rtol=2e-2, atol=slack))


def worked(formula: str, dtype: str = "float32") -> float | None:
    """What a formula with numbers gives in a dtype; None if it is none."""
    kind = NARROW.get(dtype, np.float64)
    text = re.sub(r"(?<![\w.])(-?\d[\d.]*(?:e[+-]?\d+)?)", r"F('\1')", formula.replace("×", "*"))
    names = {**FUNCTIONS, "F": kind, "inf": kind("inf"), "nan": kind("nan")}
    with np.errstate(all="ignore"):
        try:
            return float(eval(text, {"__builtins__": {}}, names))
        except (SyntaxError, NameError, TypeError):
            return None

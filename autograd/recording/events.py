"""Records of infrequent events, which hold ids instead of objects, with their JSON form.

Frequent events are tuples, see `deferred_events.py`. `to_json` gives the form that
docs/run-document.md describes; arrays become values there, whole up to `LIMIT` entries, beyond it
statistics, a small picture, and the first entries of row 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autograd.recording import json_numbers
from autograd.recording.json_numbers import float_to_number, array_to_numbers

if TYPE_CHECKING:
    from autograd.recording.source_lines import Place

LIMIT = 256  # most entries of a value that is sent whole
FEW = 16  # most entries of a value that is sent whole every time; larger ones only once
HEAD = 4  # entries of the first row that are sent of every larger value
PICTURE = 16  # most rows or columns of a downsampled picture
BINS = 24  # bars of a histogram
SAMPLED = 4096  # most entries that a histogram counts


class Name(NamedTuple):
    """A name of a call frame was bound to a tensor; frame 0 is the module."""

    tensor: str
    name: str
    frame: int
    line: Place | int | None


class Mode(NamedTuple):
    """Grad mode changed, a tensor was detached, or a leaf's `requires_grad` changed."""

    what: str
    detail: dict[str, Any]
    line: Place | int | None


class Backward(NamedTuple):
    """A backward call began or ended."""

    phase: str
    call: int
    detail: dict[str, Any]
    line: Place | int | None


class Hook(NamedTuple):
    """A hook ran."""

    where: str
    node: str | None
    tensor: str | None
    name: str
    before: Any
    after: Any


class Optimizer(NamedTuple):
    """What an optimizer holds from here on: its groups from number `first` on."""

    optimizer: int
    name: str
    first: int
    groups: list[dict[str, Any]]
    line: Place | int | None


class Full(NamedTuple):
    """The recording is full: later calls of the engine were not recorded."""

    line: Place | int | None


class Print(NamedTuple):
    """Text was written, or a bare expression shown."""

    text: str
    how: str
    line: Place | int | None


class Fail(NamedTuple):
    """An exception ended the run."""

    type: str
    message: str
    line: Place | int | None
    blame: dict[str, Any]
    traceback: list[Any]


class LazyValue:
    """A value of an event that is computed when the event is handed out."""

    __slots__ = ()

    def value(self) -> dict[str, Any]:
        """Return the value of the run document."""
        raise NotImplementedError


def to_json(event: Any, line_of: Callable[[Any], int | None]) -> dict[str, Any]:
    """Return an event in the form of the run document; `line_of` turns a place into a line."""
    made: dict[str, Any] = {"kind": type(event).__name__.lower()}
    for name, content in zip(event._fields, event):
        if name == "line":
            made[name] = line_of(content)
        elif name == "detail":
            made.update(encode(content))
        else:
            made[name] = encode(content)
    return made


def encode(content: Any) -> Any:
    """Return `content` with every array as a value; what is already JSON stays."""
    if isinstance(content, (np.ndarray, np.generic)):
        return array_to_value(np.asarray(content))
    if isinstance(content, LazyValue):
        return content.value()
    if isinstance(content, (list, tuple)):
        return [encode(each) for each in content]
    if isinstance(content, dict):
        return {key: encode(each) for key, each in content.items()}
    if isinstance(content, float) and not math.isfinite(content):
        return float_to_number(content)
    return content


# --- Values ------------------------------------------------------------------------------------


def value_without_numbers(shape: tuple[int, ...], dtype: np.dtype) -> dict[str, Any]:
    """Return a value of the run document without numbers: each is `?`."""
    made = {"shape": list(shape), "dtype": dtype_name(dtype)}
    if math.prod(shape) <= LIMIT:
        return made | {"data": ["?"] * math.prod(shape)}
    sides = dict.fromkeys(("min", "max", "mean", "std"), "?")
    return made | {
        "stats": sides | {"zeros": 0, "nans": 0, "infs": 0, "histogram": None},
        "picture": {"rows": 1, "cols": 1, "data": ["?"]},
        "head": ["?"] * min(HEAD, shape[-1]),
    }


def array_to_value(array: np.ndarray) -> dict[str, Any]:
    """Return an array as a value of the run document."""
    made: dict[str, Any] = {"shape": list(array.shape), "dtype": dtype_name(array.dtype)}
    shown = cut_expanded(array)
    if array.dtype.kind == "V":
        shown = shown.astype(np.float32)
    if array.size <= LIMIT:
        made["data"] = array_to_numbers(shown)
    else:
        made["stats"] = statistics(shown)
        made["picture"] = downsample(shown)
        made["head"] = array_to_numbers(shown[(0,) * (array.ndim - 1)][:HEAD])
        for key in ("zeros", "nans", "infs"):
            made["stats"][key] = made["stats"][key] * array.size // shown.size
    return made


@cache
def dtype_name(dtype: np.dtype) -> str:
    """Return `dtype.name`, which numpy computes anew each time."""
    return dtype.name


def cut_expanded(array: np.ndarray) -> np.ndarray:
    """Return `array` with expanded dimensions cut to a few entries.

    A huge meta tensor is one entry, and a copy of all of it would fill the memory.
    """
    if array.size <= SAMPLED or 0 not in array.strides:
        return array
    return array[tuple(slice(None if step else PICTURE) for step in array.strides)]


def statistics(array: np.ndarray) -> dict[str, Any]:
    """Return minimum, maximum, mean and deviation of the finite entries, and counts of others."""
    flat = (np.abs(array) if array.dtype.kind == "c" else array).ravel()
    low, high = flat.min(), flat.max()
    nans = infs = 0
    zeros = flat.size - int(np.count_nonzero(flat))
    if not (np.isfinite(low) and np.isfinite(high)):  # one NaN makes both NaN
        nans, infs = int(np.isnan(flat).sum()), int(np.isinf(flat).sum())
        flat = flat[np.isfinite(flat)]
        if not flat.size:
            return {"min": None, "max": None, "mean": None, "std": None,
                    "zeros": zeros, "nans": nans, "infs": infs, "histogram": None}
        low, high = flat.min(), flat.max()
    mean = np.add.reduce(flat, dtype=np.float64) / flat.size
    apart = flat - mean
    return {
        "min": float(low), "max": float(high),
        "mean": float(mean), "std": math.sqrt(np.add.reduce(apart * apart) / flat.size),
        "zeros": zeros, "nans": nans, "infs": infs,
        "histogram": histogram(flat, float(low), float(high)),
    }


def histogram(flat: np.ndarray, low: float, high: float) -> list[int]:
    """Count the finite entries in each of BINS equal parts of low..high; of many, a sample."""
    if flat.size > SAMPLED:
        # Multiples of the golden ratio: evenly spread, with no period that a row length shares.
        flat = flat[(np.arange(SAMPLED) * 0.6180339887498949 % 1.0 * flat.size).astype(np.intp)]
    half = (high / 2 - low / 2) / BINS or 1.0  # of a bin; halves, since high - low may overflow
    bins = ((flat.astype(np.float64) / 2 - low / 2) / half).astype(np.intp)
    return np.bincount(np.minimum(bins, BINS - 1), minlength=BINS).tolist()


def downsample(array: np.ndarray) -> dict[str, Any]:
    """Return the array as a small matrix of averages, leading dimensions folded into rows."""
    real = np.abs(array) if array.dtype.kind == "c" else array
    last = array.shape[-1] if array.ndim > 1 else min(array.size, math.isqrt(array.size))
    flat = real.ravel()
    rows = -(-flat.size // last)
    if rows * last != flat.size:
        flat = np.pad(flat, (0, rows * last - flat.size))
    (tops, heights), (lefts, widths) = cut_blocks(rows), cut_blocks(last)
    down = np.add.reduceat(flat.reshape(rows, last), tops, axis=0, dtype=np.float64)
    small = np.add.reduceat(down, lefts, axis=1)
    small /= heights[:, None] * widths
    return {"rows": len(tops), "cols": len(lefts), "data": round_digits(small.ravel())}


def round_digits(flat: np.ndarray) -> list[Any] | np.ndarray:
    """Round floats to four significant digits, which is more than a colour shows."""
    sizes = np.abs(flat)
    usual = (sizes > 1e-30) & (sizes < 1e30)
    scale = 10.0 ** (3 - np.floor(np.log10(np.where(usual, sizes, 1.0))))
    short = np.where(usual, np.round(flat * scale) / scale, flat)
    if not np.isfinite(short).all():
        return [float_to_number(x) for x in short.tolist()]
    return short if json_numbers.arrays_too else short.tolist()


@lru_cache(maxsize=64)
def cut_blocks(length: int) -> tuple[np.ndarray, np.ndarray]:
    """Cut `length` entries into at most PICTURE blocks; return their starts and sizes."""
    count = min(PICTURE, length)
    starts = np.arange(count) * length // count
    return starts, np.diff(starts, append=length)

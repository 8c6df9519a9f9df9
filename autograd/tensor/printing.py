"""Print tensors as torch does: its `repr`, the options of it, ATen's format in errors.

`tensor_repr` cuts a big array down to its corners, writes each element, aligns all of them to one
width, breaks the rows into lines, then appends the suffixes. Follows torch/_tensor_str.py, and
aten/src/ATen/core/Formatting.cpp for errors.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Any

import numpy as np

from autograd.tensor.dtype import (
    aten_type, bool_, default_complex_dtype, get_default_dtype, int64, dtype_of_array)


# -- options --------------------------------------------------------------------------------


class PrintOptions:
    """Options of printing: digits, notation and line width; `edgeitems` is how many entries a
    summary shows at each end of a dimension, `threshold` the largest tensor that is not summarised.

    Without a `sci_mode` the notation is decided by the range of the values.
    """

    def __init__(
            self, precision: int = 4, threshold: float = 1000, edgeitems: int = 3,
            linewidth: int = 80, sci_mode: bool | None = None):
        self.precision, self.threshold, self.edgeitems = precision, threshold, edgeitems
        self.linewidth, self.sci_mode = linewidth, sci_mode

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({options})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


_PROFILES = {
    "default": PrintOptions(),
    "short": PrintOptions(precision=2, edgeitems=2),
    "full": PrintOptions(threshold=inf),
}

print_options = PrintOptions()  # the one that is read, which programs know as `PRINT_OPTS`
PrintOptions.__name__ = PrintOptions.__qualname__ = "__PrinterOptions"


def set_printoptions(
        precision: float | str | None = None, threshold: int | None = None,
        edgeitems: int | None = None, linewidth: int | None = None, profile: Any = None,
        sci_mode: Any = None) -> None:
    """Change how tensors print from now on; as in torch, every call sets `sci_mode`."""
    asked = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    given = {name: value for name, value in asked.items() if value is not None}
    base = vars(_PROFILES.get(profile, print_options))
    vars(print_options).update({**base, **given, "sci_mode": sci_mode})


def get_printoptions() -> dict:
    """Return the current options as keywords of `set_printoptions`."""
    return dict(vars(print_options))


@contextmanager
def printoptions(**options: int) -> Iterator[None]:
    """Print with other options inside of a `with` block."""
    before = get_printoptions()
    set_printoptions(**options)
    try:
        yield
    finally:
        set_printoptions(**before)


# -- repr -----------------------------------------------------------------------------------


def tensor_repr(
    array: np.ndarray,
    requires_grad: bool = False,
    grad_fn_name: str | None = None,
    *,
    prefix: str = "tensor",
    tangent: str | None = None,
    is_meta: bool = False,
    contents: str | None = None,
) -> str:
    """Return the repr of a tensor with this data, e.g. `tensor([1., 2.], requires_grad=True)`.

    `prefix` is the class name of a subclass, `tangent` the repr of the forward-mode tangent. A meta
    tensor has no elements to show; `contents` replaces the elements.
    """
    suffixes = _meta_suffixes(array) if is_meta else _suffixes(array)
    if grad_fn_name is not None:
        suffixes.append(f"grad_fn=<{grad_fn_name}>")
    elif requires_grad:
        suffixes.append("requires_grad=True")
    if tangent is not None:
        suffixes.append(f"tangent={tangent}")
    opening = f"{prefix}("
    if contents is None:
        contents = "..." if is_meta else format_array(array, len(opening))
    return append_suffixes(opening + contents, suffixes, len(opening))


def format_array(array: np.ndarray, indent: int = 0) -> str:
    """Return the elements of `array` in brackets, later lines indented by `indent` columns."""
    if array.size == 0:
        return "[]"
    if array.dtype.kind == "V":  # bfloat16, which Python has no number for
        array = array.astype(np.float32)
    cut = [False] * array.ndim
    if array.size > print_options.threshold:
        array, cut = _corners(array)
    texts, width = _element_texts(array)
    return _join_rows(np.array(texts, dtype=object).reshape(array.shape), cut, width, indent)


def _suffixes(array: np.ndarray) -> list[str]:
    """Return the suffixes for what the elements do not show: an empty shape, an unusual dtype."""
    dtype = dtype_of_array(array)
    facts = []
    if array.size == 0:
        obvious = (get_default_dtype(),)
        if array.ndim != 1:
            facts.append(f"size={array.shape}")
    else:
        obvious = (get_default_dtype(), default_complex_dtype(), int64, bool_)
        if not print_options.edgeitems:
            facts.append(f"size={array.shape}")
    if dtype not in obvious:
        facts.append(f"dtype={dtype}")
    return facts


def _meta_suffixes(array: np.ndarray) -> list[str]:
    """Return the suffixes of a meta tensor: its device, its size and an unusual dtype."""
    dtype = dtype_of_array(array)
    unusual = dtype is not get_default_dtype()
    return ["device='meta'", f"size={array.shape}"] + [f"dtype={dtype}"] * unusual


def append_suffixes(text: str, suffixes: list[str], indent: int, broken: bool = False) -> str:
    """Append suffixes to `text`, each on a new line where the last one is full.

    If `broken`, the first one is on a new line too.
    """
    parts = [text]
    column = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if broken or column + len(suffix) + 2 > print_options.linewidth:
            parts.append(f",\n{' ' * indent}{suffix}")
            column, broken = indent + len(suffix), False
        else:
            parts.append(f", {suffix}")
            column += len(suffix) + 2
    return "".join(parts) + ")"


# -- summarising -----------------------------------------------------------------------------


def _corners(array: np.ndarray) -> tuple[np.ndarray, list[bool]]:
    """Return the part of `array` that a summary shows, and which dimensions are cut."""
    edge = print_options.edgeitems
    cut = [length > 2 * edge for length in array.shape]
    for axis, (length, is_cut) in enumerate(zip(array.shape, cut, strict=True)):
        if is_cut:
            ends = [*range(edge), *range(length - edge, length)]
            array = np.take(array, ends, axis=axis)
    return array, cut


# -- writing the elements --------------------------------------------------------------------


def _element_texts(array: np.ndarray) -> tuple[list[str], int]:
    """Return each element as text, row-major, and the width reserved for one."""
    if array.dtype.kind == "c":
        reals, width = _column(array.real)
        imaginaries, width_of_imaginary = _column(array.imag)
        return list(map(_complex, reals, imaginaries)), width + width_of_imaginary + 1
    return _column(array)


def _complex(real: str, imaginary: str) -> str:
    imaginary = imaginary.lstrip()
    sign = "" if imaginary[0] in "+-" else "+"
    return f"{real}{sign}{imaginary}j"


def _column(array: np.ndarray) -> tuple[list[str], int]:
    """Return real elements as texts of one width; zeros and non-finite floats may be wider."""
    if array.dtype.kind != "f":
        texts = [str(value) for value in array.ravel().tolist()]
        width = max(map(len, texts), default=1)
    else:
        texts, width = _float_texts(array.ravel())
    return [text.rjust(width) for text in texts], width


def _float_texts(flat: np.ndarray) -> tuple[list[str], int]:
    # torch measures only what is neither zero nor infinite nor NaN.
    ordinary = np.isfinite(flat) & (flat != 0)
    measured = np.abs(flat[ordinary])
    integral = bool((measured == np.ceil(measured)).all())
    digits = print_options.precision
    if _is_scientific(measured):
        texts = [f"{value:.{digits}e}" for value in flat.tolist()]
    elif integral:
        texts = [f"{value:.0f}{'.' * math.isfinite(value)}" for value in flat.tolist()]
    else:
        texts = [f"{value:.{digits}f}" for value in flat.tolist()]
    widths = (len(text) for text, counts in zip(texts, ordinary.tolist(), strict=True) if counts)
    return texts, max(widths, default=1)


def _is_scientific(measured: np.ndarray) -> bool:
    if measured.size == 0:
        return False
    if print_options.sci_mode is not None:
        return print_options.sci_mode
    smallest, largest = float(measured.min()), float(measured.max())
    return largest / smallest > 1000.0 or largest > 1.0e8 or smallest < 1.0e-4


# -- laying them out -------------------------------------------------------------------------


def _join_rows(texts: np.ndarray, cut: list[bool], width: int, indent: int) -> str:
    """Return nested brackets around an array of texts; `indent` is the column of the outer one."""
    if texts.ndim == 0:
        return texts.item()
    if texts.ndim == 1:
        return _row(texts.tolist(), cut[0], width, indent)
    parts = [_join_rows(part, cut[1:], width, indent + 1) for part in texts]
    if cut[0]:
        parts.insert(len(parts) // 2, "...")
    between = "," + "\n" * (texts.ndim - 1) + " " * (indent + 1)
    return f"[{between.join(parts)}]"


def _row(texts: list[str], is_cut: bool, width: int, indent: int) -> str:
    if is_cut:
        middle = len(texts) // 2
        texts = [*texts[:middle], " ..." if texts else "...", *texts[middle:]]
    room = print_options.linewidth - indent
    a_line = max(1, math.floor(room / (width + 2)))
    lines = [", ".join(texts[start : start + a_line]) for start in range(0, len(texts), a_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


# -- ATen's format in errors -----------------------------------------------------------------

ATEN_LINE_WIDTH = 80


def aten_repr(array: np.ndarray) -> str:
    """Return an array of two or more dimensions as ATen's C++ prints a tensor."""
    head = "[ " + aten_type(array) + "{" + ",".join(map(str, array.shape)) + "} ]"
    if not array.size or array.dtype.kind == "c":
        return head
    numbers = array.astype(np.float64)
    if numbers.ndim == 2:
        return format_matrix(numbers, 0) + head
    parts = []
    for place in itertools.product(*map(range, reversed(numbers.shape[:-2]))):
        at = place[::-1]  # the first dimension runs fastest
        names = ",".join(str(i + 1) for i in at)
        parts.append(f"({names},.,.) = \n{format_matrix(numbers[at], 1)}")
    return "\n".join(parts) + head


def format_matrix(rows: np.ndarray, indent: int) -> str:
    """Return the rows in blocks of columns that fit a line of 80; `indent` is for all but the
    first.
    """
    scale, width, form = choose_format(rows)
    count, columns, margin = (ATEN_LINE_WIDTH - indent) // (width + 1), rows.shape[1], " " * indent
    pieces = []
    for first in range(0, columns, count):
        last = min(first + count, columns)
        lead = f"Columns {first + 1} to {last}{margin}" if count < columns else ""
        lead += "" if scale == 1 else f"{repr(scale).removesuffix('.0')} *\n{margin}"
        lines = [" ".join((form % (x / scale)).rjust(width) for x in row[first:last])
                 for row in rows]
        pieces.append(lead + ("\n" + margin + (" " if scale != 1 else "")).join(lines) + "\n")
    return "\n".join(pieces)


def choose_format(rows: np.ndarray) -> tuple[float, int, str]:
    """Return the common factor of the numbers, the width of each, and its printf format."""
    finite = np.abs(rows[np.isfinite(rows)])
    whole = bool((finite == np.ceil(finite)).all())
    low, high = (math.floor(math.log10(x)) + 1 if x else 1 for x in (
        (finite.min(), finite.max()) if finite.size else (1, 1)))
    if whole:
        return (1, 11, "%.4e") if high > 9 else (1, high + 1, "%g")
    if high - low > 4:
        return 1, 11 + (abs(high) > 99 or abs(low) > 99), "%.4e"
    if high > 5 or high < 0:
        return 10.0 ** (high - 1), 7, "%.4f"
    return 1, 7 if high == 0 else high + 6, "%.4f"

"""How tensors print: torch's text for an array, to the last character.

Every function is pure but for the options in `print_options.py`. The order of the work: cut a big
array down to its corners, write each element, align all of them to one width, break the rows into
lines, and append the suffixes. Follows torch/_tensor_str.py of torch 2.13.
"""

from __future__ import annotations

import math

import numpy as np

from autograd.tensor import print_options
from autograd.tensor.dtype import bool_, complex_of_default, get_default_dtype, int64, of_array


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
    """What `repr` of a tensor with this data says, e.g. `tensor([1., 2.], requires_grad=True)`.

    `prefix` is the name of the tensor's class for a subclass, `tangent` the repr of its
    forward-mode tangent. A tensor that `is_meta` has no elements to show; `contents` are shown in
    the place of elements.
    """
    suffixes = _facts_of_meta(array) if is_meta else _facts(array)
    if grad_fn_name is not None:
        suffixes.append(f"grad_fn=<{grad_fn_name}>")
    elif requires_grad:
        suffixes.append("requires_grad=True")
    if tangent is not None:
        suffixes.append(f"tangent={tangent}")
    opening = f"{prefix}("
    if contents is None:
        contents = "..." if is_meta else format_array(array, len(opening))
    return append(opening + contents, suffixes, len(opening))


def format_array(array: np.ndarray, indent: int = 0) -> str:
    """The elements of `array` in brackets, later lines indented by `indent` columns."""
    if array.size == 0:
        return "[]"
    if array.dtype.kind == "V":  # bfloat16, which Python has no number for
        array = array.astype(np.float32)
    cut = [False] * array.ndim
    if array.size > print_options.current.threshold:
        array, cut = _corners(array)
    texts, width = _element_texts(array)
    return _lay_out(np.array(texts, dtype=object).reshape(array.shape), cut, width, indent)


def _facts(array: np.ndarray) -> list[str]:
    """The suffixes that tell what the elements do not show: an empty shape, an unusual dtype."""
    dtype = of_array(array)
    facts = []
    if array.size == 0:
        obvious = (get_default_dtype(),)
        if array.ndim != 1:
            facts.append(f"size={array.shape}")
    else:
        obvious = (get_default_dtype(), complex_of_default(), int64, bool_)
        if not print_options.current.edgeitems:
            facts.append(f"size={array.shape}")
    if dtype not in obvious:
        facts.append(f"dtype={dtype}")
    return facts


def _facts_of_meta(array: np.ndarray) -> list[str]:
    """The suffixes of a tensor without numbers: its device, its size, and an unusual dtype."""
    dtype = of_array(array)
    unusual = dtype is not get_default_dtype()
    return ["device='meta'", f"size={array.shape}"] + [f"dtype={dtype}"] * unusual


def append(text: str, suffixes: list[str], indent: int, broken: bool = False) -> str:
    """`text` with its suffixes, each on a new line where the last one is full; the first one is
    on a new line, too, if `broken`."""
    parts = [text]
    column = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if broken or column + len(suffix) + 2 > print_options.current.linewidth:
            parts.append(f",\n{' ' * indent}{suffix}")
            column, broken = indent + len(suffix), False
        else:
            parts.append(f", {suffix}")
            column += len(suffix) + 2
    return "".join(parts) + ")"


# -- summarising -----------------------------------------------------------------------------


def _corners(array: np.ndarray) -> tuple[np.ndarray, list[bool]]:
    """What a summary shows of `array`, and which of its dimensions lost their middle."""
    edge = print_options.current.edgeitems
    cut = [length > 2 * edge for length in array.shape]
    for axis, (length, is_cut) in enumerate(zip(array.shape, cut, strict=True)):
        if is_cut:
            ends = [*range(edge), *range(length - edge, length)]
            array = np.take(array, ends, axis=axis)
    return array, cut


# -- writing the elements --------------------------------------------------------------------


def _element_texts(array: np.ndarray) -> tuple[list[str], int]:
    """Each element as text, row-major, and the width that a line reserves for one."""
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
    """Real elements as texts of one width; zeros and non-finite floats may overhang it."""
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
    digits = print_options.current.precision
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
    if print_options.current.sci_mode is not None:
        return print_options.current.sci_mode
    smallest, largest = float(measured.min()), float(measured.max())
    return largest / smallest > 1000.0 or largest > 1.0e8 or smallest < 1.0e-4


# -- laying them out -------------------------------------------------------------------------


def _lay_out(texts: np.ndarray, cut: list[bool], width: int, indent: int) -> str:
    """Nested brackets around an array of texts; `indent` is the column of the outer bracket."""
    if texts.ndim == 0:
        return texts.item()
    if texts.ndim == 1:
        return _row(texts.tolist(), cut[0], width, indent)
    parts = [_lay_out(part, cut[1:], width, indent + 1) for part in texts]
    if cut[0]:
        parts.insert(len(parts) // 2, "...")
    between = "," + "\n" * (texts.ndim - 1) + " " * (indent + 1)
    return f"[{between.join(parts)}]"


def _row(texts: list[str], is_cut: bool, width: int, indent: int) -> str:
    if is_cut:
        middle = len(texts) // 2
        texts = [*texts[:middle], " ..." if texts else "...", *texts[middle:]]
    room = print_options.current.linewidth - indent
    a_line = max(1, math.floor(room / (width + 2)))
    lines = [", ".join(texts[start : start + a_line]) for start in range(0, len(texts), a_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"

"""The pairs of values that `assert_close` finds in two nests, and how each is compared."""

from __future__ import annotations

import cmath
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.testing.mismatch import Mismatch, at, of_scalars, of_tensors

from autograd.transforms.forward_ad import pause_observer

TOLERANCES = {  # relative and absolute, by dtype; everything else must be equal
    "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7), "complex64": (1.3e-6, 1e-5), "complex128": (1e-7, 1e-7),
}  # fmt: skip
TRUTH, NUMBER = bool | np.bool_, int | float | complex | np.number
KINDS = {int: torch.int64, float: torch.float64, complex: torch.complex128}
WIDE = {torch.uint16: torch.int64, torch.uint32: torch.int64, torch.uint64: torch.int64}
COMPRESSED = {  # the methods for the two kinds of indices
    torch.sparse_csr: ("CSR", "crow_indices", "col_indices"),
    torch.sparse_csc: ("CSC", "ccol_indices", "row_indices"),
}


class Options(NamedTuple):
    """What a comparison looks at, and what it lets pass."""

    rtol: float | None
    atol: float | None
    equal_nan: bool
    check_device: bool
    check_dtype: bool
    check_layout: bool
    check_stride: bool
    allow_subclasses: bool


def pairs(actual: Any, expected: Any, options: Options, place: tuple = ()) -> list[Callable]:
    """A comparison for each pair of values; Mismatch where the nests are of other forms."""
    text = isinstance(actual, str) or isinstance(expected, str)
    if nested(actual, expected, Sequence) and not text:
        if len(actual) != len(expected):
            raise Mismatch(
                AssertionError,
                f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", place)
        items = range(len(actual))
    elif nested(actual, expected, Mapping):
        items = common_keys(actual, expected, place)
    else:
        return [paired(actual, expected, options, place)]
    return [each for item in items
            for each in pairs(actual[item], expected[item], options, (*place, item))]


def nested(actual: Any, expected: Any, kind: Any) -> bool:
    """Whether both are containers of a kind."""
    return isinstance(actual, kind) and isinstance(expected, kind)


def common_keys(actual: Any, expected: Any, place: Any) -> list:
    """The keys of two mappings, in order where they have one; Mismatch where they differ."""
    ours, theirs = set(actual), set(expected)
    if ours != theirs:
        raise Mismatch(
            AssertionError,
            "The keys of the mappings do not match:\n"
            f"Missing keys in the actual mapping: {sorted(theirs - ours)}\n"
            f"Additional keys in the actual mapping: {sorted(ours - theirs)}", place)
    try:
        return sorted(ours)
    except TypeError:
        return list(ours)


def paired(actual: Any, expected: Any, options: Any, place: Any) -> Callable:
    """How two values that are no containers are compared; Mismatch if they do not go together."""
    if actual is None or expected is None:
        return partial(compare_same, "None", actual, expected, place)
    if isinstance(actual, TRUTH) and isinstance(expected, TRUTH):
        return partial(compare_same, "Booleans", bool(actual), bool(expected), place)
    if isinstance(actual, NUMBER) and isinstance(expected, NUMBER):
        actual, expected = (x.item() if isinstance(x, np.number) else x for x in (actual, expected))
        for x in (actual, expected):
            if isinstance(x, bool):
                raise unforeseen(actual, expected, place) from KeyError(bool)
        dtypes = [KINDS[type(x)] for x in (actual, expected)]
        compare = compare_numbers
    else:
        actual, expected = tensors(actual, expected, options, place)
        dtypes = actual.dtype, expected.dtype
        compare = compare_tensors
    rtol, atol = tolerances(dtypes, options, place)
    return partial(compare, actual, expected, options._replace(rtol=rtol, atol=atol), place)


def unforeseen(actual: Any, expected: Any, place: str) -> RuntimeError:
    """What torch says where a truth value stands beside a number."""
    return RuntimeError(
        f"Originating a NumberPair() at item {at(place)} with\n\n{type(actual).__name__}(): "
        f"{actual}\n\nand\n\n{type(expected).__name__}(): {expected}\n\nresulted in the unexpected "
        "exception above. If you are a user and see this message during normal operation please "
        "file an issue at https://github.com/pytorch/pytorch/issues. If you are a developer and "
        "working on the comparison functions, please except the previous error and raise an "
        "expressive `ErrorMeta` instead.")


def tensors(actual: Any, expected: Any, options: dict[Any, Any], place: str) -> list:
    """Two tensors, or tensors of two arrays; Mismatch where they are no such values."""
    related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
    if related and (options.allow_subclasses or type(actual) is type(expected)):
        try:
            return [x if isinstance(x, torch.Tensor) else torch.as_tensor(x)
                    for x in (actual, expected)]
        except Exception:
            pass
    raise Mismatch(
        TypeError, f"No comparison pair was able to handle inputs of type {type(actual)} and "
        f"{type(expected)}.", place)


def tolerances(dtypes: Any, options: dict[Any, Any], place: str) -> tuple:
    """The tolerances asked for, or those of the dtypes."""
    rtol, atol = options.rtol, options.atol
    if (rtol is None) != (atol is None):
        raise Mismatch(
            ValueError, "Both 'rtol' and 'atol' must be either specified or omitted, but got no "
            f"{'rtol' if rtol is None else 'atol'}.", place)
    return looser(*dtypes, TOLERANCES) if rtol is None else (rtol, atol)


def looser(one: Any, other: Any, table: Any) -> tuple:
    """The relative and the absolute tolerance of two dtypes, the greater of each."""
    return tuple(map(max, zip(*(table.get(x.name, (0.0, 0.0)) for x in (one, other)))))


# --- The comparisons ---------------------------------------------------------------------------


def compare_same(what: str, actual: Any, expected: Any, place: str) -> None:
    """Of truth values, and of None."""
    if actual is not expected:
        raise Mismatch(AssertionError, f"{what} mismatch: {actual} is not {expected}", place)


def compare_numbers(actual: Any, expected: Any, options: dict[Any, Any], place: str) -> None:
    """Of Python's numbers."""
    if options.check_dtype and type(actual) is not type(expected):
        raise Mismatch(
            AssertionError,
            f"The (d)types do not match: {type(actual)} != {type(expected)}.", place)
    both_nan = options.equal_nan and cmath.isnan(actual) and cmath.isnan(expected)
    if actual == expected or both_nan:
        return
    away = abs(actual - expected)
    if not (cmath.isfinite(away) and away <= options.atol + options.rtol * abs(expected)):
        raise Mismatch(
            AssertionError, of_scalars(actual, expected, options.rtol, options.atol), place)


def compare_tensors(actual: Any, expected: Any, options: dict[Any, Any], place: str) -> None:
    """Of tensors: what they are, then what they hold."""
    for name, checked in (("shape", True), ("layout", options.check_layout),
                          ("stride()", options.check_stride and actual.layout is torch.strided),
                          ("device", options.check_device), ("dtype", options.check_dtype)):
        if name == "stride()" and actual.layout is not expected.layout or not checked:
            continue
        one, other = (x.stride() if name == "stride()" else getattr(x, name)
                      for x in (actual, expected))
        if one != other:
            raise Mismatch(
                AssertionError,
                f"The values for attribute '{name}' do not match: {one} != {other}.", place)
    if actual.is_meta or expected.is_meta:
        return
    with pause_observer(), torch.no_grad():
        compare_values(*alike(actual, expected), options, place)


def alike(actual: Any, expected: Any) -> tuple:
    """Both as tensors of one dtype and one layout."""
    if actual.dtype != expected.dtype:
        kinds = [WIDE.get(x.dtype, x.dtype) for x in (actual, expected)]
        common = torch.promote_types(*kinds)
        actual, expected = actual.to(common), expected.to(common)
    if actual.layout is not expected.layout:
        actual, expected = (x if x.layout is torch.strided else x.to_dense()
                            for x in (actual, expected))
    return actual, expected


def compare_values(actual: Any, expected: Any, options: dict[Any, Any], place: str) -> None:
    """Of two tensors of one dtype and one layout: their numbers, and where they are stored."""
    close = partial(compare_dense, options=options, place=place)
    exact = partial(compare_dense, options=options._replace(rtol=0, atol=0), place=place)
    if actual.layout is torch.strided:
        close(actual, expected)
    elif actual.layout is torch.sparse_coo:
        same_count("sparse dimensions in sparse COO", place, actual.sparse_dim(),
                   expected.sparse_dim())
        same_count("specified values in sparse COO", place, actual._nnz(), expected._nnz())
        exact(actual._indices(), expected._indices(), what="Sparse COO indices")
        close(actual._values(), expected._values(), what="Sparse COO values")
    else:
        title, *methods = COMPRESSED[actual.layout]
        same_count(f"specified values in sparse {title}", place, actual._nnz(), expected._nnz())
        for name in methods:
            exact(*alike(getattr(actual, name)(), getattr(expected, name)()),
                  what=f"Sparse {title} {name}")
        close(actual.values(), expected.values(), what=f"Sparse {title} values")


def same_count(what: str, place: str, one: Any, other: int) -> None:
    """Raise Mismatch unless two sparse tensors have as many of something."""
    if one != other:
        raise Mismatch(
            AssertionError, f"The number of {what} tensors does not match: {one} != {other}", place)


def compare_dense(
        actual: Any, expected: Any, options: dict[Any, Any], place: str, what: str | None = None
) -> None:
    """Of the numbers of two dense tensors."""
    rtol, atol = options.rtol, options.atol
    near = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=options.equal_nan)
    if near.all():
        return
    if near.ndim:
        text = of_tensors(actual, expected, near, rtol, atol, what or "Tensor-likes")
    else:
        text = of_scalars(actual.item(), expected.item(), rtol, atol, what or "Scalars")
    raise Mismatch(AssertionError, text, place)

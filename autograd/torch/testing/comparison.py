"""Comparison of the values in two nested containers, for `torch.testing.assert_close`."""

from __future__ import annotations

import cmath
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch

from autograd.transforms.forward_ad import pause_observer

TOLERANCES = {  # relative and absolute, by dtype; everything else must be equal
    "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7), "complex64": (1.3e-6, 1e-5), "complex128": (1e-7, 1e-7),
}  # fmt: skip
BOOL_TYPES, NUMBER_TYPES = bool | np.bool_, int | float | complex | np.number
DTYPE_OF_NUMBER = {int: torch.int64, float: torch.float64, complex: torch.complex128}
SIGNED_DTYPE = {torch.uint16: torch.int64, torch.uint32: torch.int64, torch.uint64: torch.int64}
COMPRESSED = {  # the title in messages, and the methods that return the indices
    torch.sparse_csr: ("CSR", "crow_indices", "col_indices"),
    torch.sparse_csc: ("CSC", "ccol_indices", "row_indices"),
}


class Mismatch(Exception):
    """Raised at the item where two nested containers differ; holds the type of error to raise."""

    def __init__(self, kind: type, message: str, keys: tuple = ()):
        super().__init__(message)
        self.kind, self.text, self.keys = kind, message, keys

    def error(self, msg: Any = None) -> Exception:
        """Return the error for the user, with the text `msg` or what the function `msg` returns."""
        if isinstance(msg, str):
            return self.kind(msg)
        where = f"\n\nThe failure occurred for item {format_keys(self.keys)}" if self.keys else ""
        message = self.text + where
        return self.kind(msg(message) if callable(msg) else message)


def format_keys(keys: tuple) -> str:
    """Format the keys that lead to an item as subscripts."""
    return "".join(f"[{item!r}]" for item in keys)


def format_tolerance(limit: Any, exact: bool) -> str:
    """Format a tolerance as `(up to ... allowed)`; empty for an exact comparison."""
    return "" if exact else f" (up to {limit} allowed)"


def scalar_mismatch_message(
    actual: Any, expected: Any, rtol: float, atol: float, title: str = "Scalars"
) -> str:
    """Return torch's message about two numbers that differ."""
    exact = rtol == 0 and atol == 0
    difference = abs(actual - expected)
    relative = float("inf") if expected == 0 else difference / abs(expected)
    return (
        f"{title} are not {'equal' if exact else 'close'}!\n\n"
        f"Expected {expected} but got {actual}.\n"
        f"Absolute difference: {difference}{format_tolerance(atol, exact)}\n"
        f"Relative difference: {relative}{format_tolerance(rtol, exact)}"
    )


def tensor_mismatch_message(
    actual: Any, expected: Any, is_close: Any, rtol: float, atol: float, title: str = "Tensor-likes"
) -> str:
    """Return torch's message about two tensors that differ: how many entries, and where most."""
    exact, total = rtol == 0 and atol == 0, is_close.numel()
    mismatched = total - int(is_close.sum())
    if not (actual.is_floating_point() or actual.is_complex()):
        actual, expected = actual.long(), expected.long()
    difference = (actual - expected).abs()
    difference[is_close] = 0
    relative = difference / expected.abs()
    relative[is_close] = 0
    greatest, index = find_greatest(difference)
    greatest_relative, relative_index = find_greatest(relative)
    return (
        f"{title} are not {'equal' if exact else 'close'}!\n\n"
        f"Mismatched elements: {mismatched} / {total} ({mismatched / total:.1%})\n"
        f"Greatest absolute difference: {greatest} at index {index}"
        f"{format_tolerance(atol, exact)}\n"
        f"Greatest relative difference: {greatest_relative} at index {relative_index}"
        f"{format_tolerance(rtol, exact)}"
    )


def find_greatest(values: Any) -> tuple:
    """Return the greatest element of a tensor, with its index."""
    value, index = values.flatten().max(0)
    return value.item(), tuple(int(i) for i in torch.unravel_index(index, values.shape))


class Options(NamedTuple):
    """The options of `assert_close`."""

    rtol: float | None
    atol: float | None
    equal_nan: bool
    check_device: bool
    check_dtype: bool
    check_layout: bool
    check_stride: bool
    allow_subclasses: bool


def compare_nested(
    actual: Any, expected: Any, options: Options, keys: tuple = ()
) -> list[Callable]:
    """Return a comparison for each pair of values in two nested containers.

    Raise Mismatch if lengths or keys differ.
    """
    is_text = isinstance(actual, str) or isinstance(expected, str)
    if are_containers(actual, expected, Sequence) and not is_text:
        if len(actual) != len(expected):
            raise Mismatch(
                AssertionError,
                f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", keys)
        items = range(len(actual))
    elif are_containers(actual, expected, Mapping):
        items = common_keys(actual, expected, keys)
    else:
        return [choose_comparison(actual, expected, options, keys)]
    return [each for item in items
            for each in compare_nested(actual[item], expected[item], options, (*keys, item))]


def are_containers(actual: Any, expected: Any, kind: Any) -> bool:
    """Return True if both values are containers of type `kind`."""
    return isinstance(actual, kind) and isinstance(expected, kind)


def common_keys(actual: Any, expected: Any, keys: Any) -> list:
    """Return the keys of two mappings, sorted if they can be; raise Mismatch if they differ."""
    actual_keys, expected_keys = set(actual), set(expected)
    if actual_keys != expected_keys:
        raise Mismatch(
            AssertionError,
            "The keys of the mappings do not match:\n"
            f"Missing keys in the actual mapping: {sorted(expected_keys - actual_keys)}\n"
            f"Additional keys in the actual mapping: {sorted(actual_keys - expected_keys)}", keys)
    try:
        return sorted(actual_keys)
    except TypeError:
        return list(actual_keys)


def choose_comparison(actual: Any, expected: Any, options: Any, keys: Any) -> Callable:
    """Return the comparison of two values that are no containers; raise Mismatch if there is
    none."""
    if actual is None or expected is None:
        return partial(compare_same, "None", actual, expected, keys)
    if isinstance(actual, BOOL_TYPES) and isinstance(expected, BOOL_TYPES):
        return partial(compare_same, "Booleans", bool(actual), bool(expected), keys)
    if isinstance(actual, NUMBER_TYPES) and isinstance(expected, NUMBER_TYPES):
        actual, expected = (x.item() if isinstance(x, np.number) else x for x in (actual, expected))
        for x in (actual, expected):
            if isinstance(x, bool):
                raise bool_number_error(actual, expected, keys) from KeyError(bool)
        dtypes = [DTYPE_OF_NUMBER[type(x)] for x in (actual, expected)]
        compare = compare_numbers
    else:
        actual, expected = as_tensors(actual, expected, options, keys)
        dtypes = actual.dtype, expected.dtype
        compare = compare_tensors
    rtol, atol = choose_tolerances(dtypes, options, keys)
    return partial(compare, actual, expected, options._replace(rtol=rtol, atol=atol), keys)


def bool_number_error(actual: Any, expected: Any, keys: tuple) -> RuntimeError:
    """Return torch's internal error for a bool compared with a number."""
    return RuntimeError(
        f"Originating a NumberPair() at item {format_keys(keys)} with\n\n"
        f"{type(actual).__name__}(): "
        f"{actual}\n\nand\n\n{type(expected).__name__}(): {expected}\n\nresulted in the unexpected "
        "exception above. If you are a user and see this message during normal operation please "
        "file an issue at https://github.com/pytorch/pytorch/issues. If you are a developer and "
        "working on the comparison functions, please except the previous error and raise an "
        "expressive `ErrorMeta` instead."
    )


def as_tensors(actual: Any, expected: Any, options: Options, keys: tuple) -> list:
    """Return both values as tensors; raise Mismatch if they are not of related types."""
    related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
    if related and (options.allow_subclasses or type(actual) is type(expected)):
        try:
            return [x if isinstance(x, torch.Tensor) else torch.as_tensor(x)
                    for x in (actual, expected)]
        except Exception:
            pass
    raise Mismatch(
        TypeError, f"No comparison pair was able to handle inputs of type {type(actual)} and "
        f"{type(expected)}.", keys)


def choose_tolerances(dtypes: Any, options: Options, keys: tuple) -> tuple:
    """Return the tolerances of the options, or the defaults of the dtypes."""
    rtol, atol = options.rtol, options.atol
    if (rtol is None) != (atol is None):
        raise Mismatch(
            ValueError, "Both 'rtol' and 'atol' must be either specified or omitted, but got no "
            f"{'rtol' if rtol is None else 'atol'}.", keys)
    return larger_tolerances(*dtypes, TOLERANCES) if rtol is None else (rtol, atol)


def larger_tolerances(one: Any, other: Any, table: Any) -> tuple:
    """Return the relative and the absolute tolerance of two dtypes, the greater of each."""
    return tuple(map(max, zip(*(table.get(x.name, (0.0, 0.0)) for x in (one, other)))))


# --- The comparisons ---------------------------------------------------------------------------


def compare_same(title: str, actual: Any, expected: Any, keys: tuple) -> None:
    """Raise Mismatch unless two values, bools or None, are the same object."""
    if actual is not expected:
        raise Mismatch(AssertionError, f"{title} mismatch: {actual} is not {expected}", keys)


def compare_numbers(actual: Any, expected: Any, options: Options, keys: tuple) -> None:
    """Raise Mismatch unless two Python numbers are close."""
    if options.check_dtype and type(actual) is not type(expected):
        raise Mismatch(
            AssertionError,
            f"The (d)types do not match: {type(actual)} != {type(expected)}.", keys)
    both_nan = options.equal_nan and cmath.isnan(actual) and cmath.isnan(expected)
    if actual == expected or both_nan:
        return
    difference = abs(actual - expected)
    if not (
        cmath.isfinite(difference) and difference <= options.atol + options.rtol * abs(expected)
    ):
        raise Mismatch(
            AssertionError,
            scalar_mismatch_message(actual, expected, options.rtol, options.atol),
            keys,
        )


def compare_tensors(actual: Any, expected: Any, options: Options, keys: tuple) -> None:
    """Raise Mismatch unless two tensors have the same attributes and close values."""
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
                f"The values for attribute '{name}' do not match: {one} != {other}.", keys)
    if actual.is_meta or expected.is_meta:
        return
    with pause_observer(), torch.no_grad():
        compare_values(*to_common_dtype(actual, expected), options, keys)


def to_common_dtype(actual: Any, expected: Any) -> tuple:
    """Return both tensors in their common dtype and in one layout."""
    if actual.dtype != expected.dtype:
        kinds = [SIGNED_DTYPE.get(x.dtype, x.dtype) for x in (actual, expected)]
        common = torch.promote_types(*kinds)
        actual, expected = actual.to(common), expected.to(common)
    if actual.layout is not expected.layout:
        actual, expected = (x if x.layout is torch.strided else x.to_dense()
                            for x in (actual, expected))
    return actual, expected


def compare_values(actual: Any, expected: Any, options: Options, keys: tuple) -> None:
    """Raise Mismatch unless the values and indices of two tensors of one dtype and layout agree."""
    close = partial(compare_dense, options=options, keys=keys)
    exact = partial(compare_dense, options=options._replace(rtol=0, atol=0), keys=keys)
    if actual.layout is torch.strided:
        close(actual, expected)
    elif actual.layout is torch.sparse_coo:
        check_same_count("sparse dimensions in sparse COO", keys, actual.sparse_dim(),
                   expected.sparse_dim())
        check_same_count("specified values in sparse COO", keys, actual._nnz(), expected._nnz())
        exact(actual._indices(), expected._indices(), title="Sparse COO indices")
        close(actual._values(), expected._values(), title="Sparse COO values")
    else:
        title, *methods = COMPRESSED[actual.layout]
        check_same_count(
            f"specified values in sparse {title}", keys, actual._nnz(), expected._nnz()
        )
        for name in methods:
            exact(*to_common_dtype(getattr(actual, name)(), getattr(expected, name)()),
                  title=f"Sparse {title} {name}")
        close(actual.values(), expected.values(), title=f"Sparse {title} values")


def check_same_count(title: str, keys: tuple, one: Any, other: int) -> None:
    """Raise Mismatch unless two counts of sparse tensors are equal."""
    if one != other:
        raise Mismatch(
            AssertionError, f"The number of {title} tensors does not match: {one} != {other}", keys)


def compare_dense(
        actual: Any, expected: Any, options: Options, keys: tuple, title: str | None = None
) -> None:
    """Raise Mismatch unless the elements of two dense tensors are close."""
    rtol, atol = options.rtol, options.atol
    is_close = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=options.equal_nan)
    if is_close.all():
        return
    if is_close.ndim:
        message = tensor_mismatch_message(
            actual, expected, is_close, rtol, atol, title or "Tensor-likes"
        )
    else:
        message = scalar_mismatch_message(
            actual.item(), expected.item(), rtol, atol, title or "Scalars"
        )
    raise Mismatch(AssertionError, message, keys)

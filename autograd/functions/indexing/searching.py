"""Searches in sorted rows, counts of values."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.engine.conversions import observe_conversions
from autograd.engine.reduced_precision import wrap_integer
from autograd.engine.type_promotion import dtype_of_number, result_type
from autograd.functions.indexing.index_checks import check_kernel_dtype, check_barebones_dtype
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.function_record import EXPECTED, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.dtype import of
from autograd.tensor.tensor import Tensor, wrap


INDEX_DTYPE = (
    "torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or "
    "Long(int64) depending on whether out_int32 flag is True, but we got output tensor's dtype "
    "{got} and out_int32 flag is {narrow}")


@export()
@with_out
@observe_conversions
@declare(derived=False, out=Out(dtype_error=INDEX_DTYPE))
def searchsorted(
        sorted_sequence: Tensor, values: Tensor, *, out_int32: bool = False, right: bool = False,
        side: Any = None, sorter: Any = None) -> Tensor:
    """Return the indices at which `values` keep the sorted rows in order.

    The index lies after equal elements with `right`, or `side="right"`, else before. The result is
    int64, or int32 with `out_int32`. `sorter` has the int64 indices that sort each row.
    """
    check_searchsorted(sorted_sequence, values, right, side, sorter)
    rows = sorted_sequence._array
    if not isinstance(values, Tensor) or values._array.size:
        common = wrap(np.empty(0, result_type(sorted_sequence, values)))
        check_kernel_dtype("searchsorted_out_cpu", common, "bc")
        check_barebones_dtype("searchsorted_out_cpu", common)
    for name, x in (("input value", values), ("boundary", sorted_sequence), ("sorter", sorter)):
        if isinstance(x, Tensor) and not x._array.flags.c_contiguous:
            warn_noncontiguous(name)
    if sorter is not None:
        rows = np.take_along_axis(rows, sorter._array, -1)
    wanted = values._array if isinstance(values, Tensor) else np.asarray(values)
    made = bisect_rows(rows, wanted, right or side == "right")
    return wrap(np.asarray(made, np.int32 if out_int32 else np.int64))


def bisect_rows(rows: np.ndarray, wanted: np.ndarray, right: bool) -> np.ndarray:
    """Return the insertion index of each number by torch's bisection.

    It is defined for rows that are not sorted too, and for NaN.
    """
    if rows.ndim == 1 and (rows[1:] >= rows[:-1]).all() and (wanted == wanted).all():
        return np.searchsorted(rows, wanted, "right" if right else "left")  # which is quicker
    if rows.ndim > 1:
        places = np.indices(wanted.shape, sparse=True)[:-1]
    low = np.zeros(wanted.shape, np.int64)
    high = np.full(wanted.shape, rows.shape[-1])
    while (low < high).any():
        middle = low + (high - low >> 1)
        place = np.minimum(middle, rows.shape[-1] - 1)
        seen = rows[place] if rows.ndim == 1 else rows[*places, place]
        after = ~(seen > wanted if right else seen >= wanted) & (low < high)
        low = np.where(after, middle + 1, low)
        high = np.where(after, high, np.minimum(middle, high))
    return low


def check_searchsorted(rows: Tensor, values: Tensor, right: bool, side: Any, sorter: Any) -> None:
    """Raise torch's errors about the arguments of `searchsorted`, in its order."""
    shape, wanted = rows._array.shape, getattr(values, "shape", ())
    if side not in (None, "left", "right"):
        raise_searchsorted_error(f"side can only be 'left' or 'right' but got {side}")
    if right and side == "left":
        raise_searchsorted_error(
            "side and right can't be set to opposites, got side of left while right was "
            "True")
    if sorter is not None:
        check_sorter(shape, sorter)
    if not wanted and len(shape) != 1:
        raise_searchsorted_error(
            "input value can be a scalar only when boundaries tensor dimension is 1, but "
            f"we got boundaries tensor dim({len(shape)}) and input value's dim(0) "
            "numel(1)")
    if not shape:
        raise_searchsorted_error(
            "boundaries tensor should have positive dimension, but got 0 dimension")
    if len(shape) > 1 and (len(wanted) != len(shape) or wanted[:-1] != shape[:-1]):
        raise_searchsorted_error(
            "boundaries tensor should be 1 dimension or the first N-1 dimensions of "
            "boundaries tensor and input value tensor must match, but we got boundaries "
            f"tensor {list(shape)} and input value tensor {list(wanted)}")


def check_sorter(shape: tuple[int, ...], sorter: Any) -> None:
    """Raise RuntimeError if `sorter` has another shape, is not int64 or is out of range."""
    if sorter._array.shape != shape:
        raise_searchsorted_error(
            "boundary and sorter must have the same size, but got boundary tensor "
            f"{list(shape)}and got sorter tensor {list(sorter._array.shape)}")
    if sorter._array.dtype != np.int64:
        raise_searchsorted_error("sorter must be a tensor of long dtype but got dtype "
                                 f"{of(sorter._array.dtype).legacy_name}")
    if sorter._array.size and not 0 <= sorter._array.min() <= sorter._array.max() < shape[-1]:
        raise_searchsorted_error("sorter index out of range")


def raise_searchsorted_error(reason: str) -> None:
    """Raise `searchsorted`'s RuntimeError for `reason`."""
    raise RuntimeError(f"torch.searchsorted(): {reason}")


WARNING_LINES = {"input value": 32, "boundary": 38, "sorter": 44}  # of torch's sources, which warn


def warn_noncontiguous(name: str) -> None:
    """Emit torch's warning that an operand is not contiguous, once in a process."""
    warn_once(
        f"torch.searchsorted(): {name} tensor is non-contiguous, this will lower the performance "
        "due to extra data copy when converting non-contiguous tensor to contiguous, please use "
        f"contiguous {name} tensor if possible. This message will only appear once per program.",
        at=f"aten/src/ATen/native/BucketizationUtils.h:{WARNING_LINES[name]}")


@export()
@with_out
@observe_conversions
@declare(derived=False, out=Out(dtype_error=INDEX_DTYPE))
def bucketize(
        input: Tensor, boundaries: Tensor, *, out_int32: bool = False, right: bool = False
) -> Tensor:
    """Return the index of the bucket between `boundaries`, a vector, that each element falls in."""
    if boundaries._array.ndim != 1:
        raise RuntimeError(
            f"boundaries tensor must be 1 dimension, but got dim({boundaries._array.ndim})")
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


@export()
@method()
@declare(vmap_warnings=("bincount",))
def bincount(input: Tensor, weights: Any = None, minlength: int = 0) -> Tensor:
    """Return how often each non-negative integer occurs, or the sum of its weights.

    The result has at least `minlength` elements: int64, or float32 or float64 with `weights`.
    """
    check_kernel_dtype("bincount_cpu", input, "bfVc")
    check_barebones_dtype("bincount_cpu", input)
    if input._array.ndim != 1 or (input._array < 0).any():
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if weights is None:
        return wrap(np.bincount(input._array, None, minlength))
    if weights._array.shape != input._array.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    given = weights._array
    made = np.zeros(max(minlength, input._array.max(initial=-1) + 1),
                    np.float32 if given.dtype == np.float32 else np.float64)
    np.add.at(made, input._array, given.astype(made.dtype))  # in this dtype, one after the other
    return wrap(made)


@export()
@method()
@declare(vmap_warnings=("histc",))
@with_out
@observe_conversions
@declare(derived=False, out=Out(may_overlap=True))
def histc(input: Tensor, bins: int = 100, min: int = 0, max: int = 0) -> Tensor:
    """Return how many elements lie in each of `bins` equal bins from `min` to `max`.

    If both are equal the smallest and largest element are taken.
    """
    if bins <= 0:
        raise RuntimeError(
            f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    if min > max:
        raise RuntimeError("torch.histc: max must be larger than min")
    check_kernel_dtype("linspace_cpu", input, "b")
    check_barebones_dtype("aminmax_cpu" if input._array.size else "linspace_cpu", input)
    check_kernel_dtype(
        "aminmax_cpu" if input._array.size and min == max else "histogram_cpu", input, "c")
    if input._array.dtype == np.uint8 and not input._array.size:
        raise RuntimeError("value cannot be converted to type uint8_t without overflow")
    check_kernel_dtype("histogram_cpu", input, "iu")
    low, high = float(min), float(max)
    if low == high and input._array.size:
        low, high = float(input._array.min()), float(input._array.max())
    if low == high:
        low, high = low - 1, high + 1
    if not np.isfinite([low, high]).all():
        raise RuntimeError(f"torch.histc: range of [{low:g}, {high:g}] is not finite")
    values, kind = input._array.reshape(-1), input._array.dtype.type
    low, high = kind(low), kind(high)  # places are found in this precision, as in torch
    within = values[(values >= low) & (values <= high)]
    places = ((within - low) * kind(bins) / (high - low)).astype(int)
    return wrap(np.bincount(np.minimum(places, bins - 1), None, bins).astype(kind))


@export()
@declare(vmap_warnings=("isin.Tensor_Tensor", "isin.Tensor_Scalar", "isin.Scalar_Tensor"))
@with_out
@observe_conversions
@declare(derived=False, out=Out(dtype_error=EXPECTED))
def isin(
        elements: Tensor, test_elements: Tensor, *, assume_unique: Any = False,
        invert: bool = False) -> Tensor:
    """Return whether each element occurs in `test_elements`, as a bool tensor."""
    for x in (elements, test_elements):
        dtype = x._array.dtype if isinstance(x, Tensor) else dtype_of_number(x)
        if dtype.kind in "bc":
            wide = dtype if isinstance(x, Tensor) or dtype.kind == "b" else np.dtype(complex)
            raise RuntimeError(
                f"Unsupported input type encountered for isin(): {of(wide).legacy_name}")
    dtype = result_type(elements, test_elements)
    if not isinstance(elements, Tensor) or elements._array.size:
        check_barebones_dtype("isin_default_cpu", wrap(np.empty(0, dtype)))
    counts = [x._array.size if isinstance(x, Tensor) else 1 for x in (elements, test_elements)]
    if all(counts) and isinstance(test_elements, Tensor) and counts[1] < int(
            10 * counts[0] ** 0.145):
        test_elements.view(-1)  # which torch compares all with, where there are so few
    arrays = [x._array if isinstance(x, Tensor) else np.asarray(wrap_integer(x, dtype))
              for x in (elements, test_elements)]
    return wrap(np.asarray(np.isin(*arrays, invert=invert)))

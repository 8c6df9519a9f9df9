"""Searches for values: `searchsorted`, `bucketize`, `isin`."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.engine.conversions import observe_conversions
from autograd.engine.reduced_precision import wrap_integer
from autograd.engine.type_promotion import dtype_of_number, result_type
from autograd.functions.kernel_dtypes import check_barebones_dtype, check_kernel_dtype
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.function_record import EXPECTED, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.dtype import dtype_of
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
    result = bisect_rows(rows, wanted, right or side == "right")
    return wrap(np.asarray(result, np.int32 if out_int32 else np.int64))


def bisect_rows(rows: np.ndarray, wanted: np.ndarray, right: bool) -> np.ndarray:
    """Return the insertion index of each number by torch's bisection.

    It is defined for rows that are not sorted too, and for NaN.
    """
    if rows.ndim == 1 and (rows[1:] >= rows[:-1]).all() and (wanted == wanted).all():
        return np.searchsorted(rows, wanted, "right" if right else "left")  # same result, faster
    if rows.ndim > 1:
        rows_index = np.indices(wanted.shape, sparse=True)[:-1]
    low = np.zeros(wanted.shape, np.int64)
    high = np.full(wanted.shape, rows.shape[-1])
    while (low < high).any():
        middle = low + (high - low >> 1)
        position = np.minimum(middle, rows.shape[-1] - 1)
        values = rows[position] if rows.ndim == 1 else rows[*rows_index, position]
        after = ~(values > wanted if right else values >= wanted) & (low < high)
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
                                 f"{dtype_of(sorter._array.dtype).legacy_name}")
    if sorter._array.size and not 0 <= sorter._array.min() <= sorter._array.max() < shape[-1]:
        raise_searchsorted_error("sorter index out of range")


def raise_searchsorted_error(reason: str) -> None:
    """Raise `searchsorted`'s RuntimeError for `reason`."""
    raise RuntimeError(f"torch.searchsorted(): {reason}")


WARNING_LINES = {"input value": 32, "boundary": 38, "sorter": 44}  # line numbers in torch's source


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
            dtype_shown = dtype if isinstance(x, Tensor) or dtype.kind == "b" else np.dtype(complex)
            raise RuntimeError(
                "Unsupported input type encountered for isin(): "
                f"{dtype_of(dtype_shown).legacy_name}")
    dtype = result_type(elements, test_elements)
    if not isinstance(elements, Tensor) or elements._array.size:
        check_barebones_dtype("isin_default_cpu", wrap(np.empty(0, dtype)))
    counts = [x._array.size if isinstance(x, Tensor) else 1 for x in (elements, test_elements)]
    if all(counts) and isinstance(test_elements, Tensor) and counts[1] < int(
            10 * counts[0] ** 0.145):
        test_elements.view(-1)  # torch compares few elements with all, by this view
    arrays = [x._array if isinstance(x, Tensor) else np.asarray(wrap_integer(x, dtype))
              for x in (elements, test_elements)]
    return wrap(np.asarray(np.isin(*arrays, invert=invert)))

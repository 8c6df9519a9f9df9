"""The derivative table: running sums, products and extremes, and sorting."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.backward_plan import conjugate
from autograd.graph.saved_attributes import WHOLE
from autograd.kernels import reduction_order
from autograd.kernels.memory_formats import as_input, row_major
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, INTEGERS, UNSIGNED, raises, unsupported
from autograd.kernels.sort_topk import SHORT, front_of, places_sorted
from autograd.ops.binary import log_add_exp
from autograd.ops.indexing import scatter, scatter_add
from autograd.ops.pointwise import (
    abs, exp, log, raise_not_differentiable, raise_not_implemented, where,
)
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.shapes import cat, flip, select, slice, stack, unsqueeze, zeros_of_shape
from autograd.ops.vmap_rules import ALONG_DIM
from autograd.runtime import grad_mode, interpreters
from autograd.runtime.registry import OPS
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.dtype import of
from autograd.tensor.dtype_limits import finfo

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.dimensions import FromEnd
    from autograd.tensor.tensor import ArrayOrTensor

cumsum = op("cumsum", "CumsumBackward0",
    lambda self, *, dim: reduction_order.running(np.add, self, dim),
    r"\textstyle\sum_{j \le i} ${self}_j",
    refuses=unsupported("cumsum_out_cpu", BOOL, UNSIGNED, takes_0d=True, takes_empty=True),
    self =d(lambda grad, dim: scan_reversed(cumsum, grad, dim),
            r"\textstyle\sum_{j \ge i} ${grad}_j"),
    vmap=ALONG_DIM,
    vmap_warning_in_place="cumsum_")

cumprod = op("cumprod", "CumprodBackward0",
    lambda self, *, dim: reduction_order.running(np.multiply, self, dim),
    r"\textstyle\prod_{j \le i} ${self}_j",
    refuses=unsupported("cumprod_out_cpu", BOOL, UNSIGNED, takes_0d=True, takes_empty=True),
    self =d(lambda grad, self, result, dim: cumprod_vjp(grad, self, result, dim),
            r"\frac{1}{$self} \textstyle\sum_{j \ge i} ${grad}_j\,${result}_j"),
    vmap=ALONG_DIM,
    vmap_warning_in_place="cumprod_")

logcumsumexp = op("logcumsumexp", "LogcumsumexpBackward0",
    lambda self, *, dim: logcumsumexp_complex(self, dim) if self.ndim else self.copy(),
    r"\ln \textstyle\sum_{j \le i} e^{${self}_j}",
    refuses=unsupported("logcumsumexp_out_cpu", BOOL, INTEGERS),
    memory_format=row_major,
    self =d(lambda grad, self, result, dim:
            logcumsumexp_vjp(grad, self, result, dim),
            r"e^{$self} \textstyle\sum_{j \ge i} ${grad}_j\,e^{-${result}_j}",
            complex=lambda grad, self, result, dim: conjugate(exp(
                scan_reversed(logcumsumexp, log(conjugate(grad)) - result, dim) + self))),
    vmap=ALONG_DIM)


def logcumsumexp_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, result: ArrayOrTensor, dim: int
) -> ArrayOrTensor:
    """The gradient of `logcumsumexp` of real numbers, in logarithms, so that nothing overflows."""
    if not value.shape:
        return grad
    if grad_mode.pushing:  # logarithms of seeds of zero have no derivative
        highest = OPS["amax"](value, dim=(dim,), keepdim=True)
        shares = exp(value - highest)
        sums = cumsum(shares, dim=dim)
        return shares * scan_reversed(cumsum, grad / where(sums == 0, 1e-10, sums), dim)
    lowest = float(finfo(of(getattr(grad, "_array", grad).dtype)).min)
    size = abs(grad)
    if grad_mode.forward or any(level.forward for level in interpreters.stack):
        size = where(size == 0, 1.0, size)  # the logarithm of 0 has no tangent
    parts = [
        exp(scan_reversed(logcumsumexp, where(sign, log(size), lowest) - result, dim) + value)
        for sign in (grad > 0, grad < 0)
    ]
    return parts[0] - parts[1]


def logcumsumexp_complex(array: np.ndarray, dim: int) -> np.ndarray:
    """Logarithms of running sums of exponentials, of complex numbers one step after the other."""
    if array.dtype.kind != "c":
        wide = array.astype(np.float64) if array.dtype.kind in "fV" else array
        return np.logaddexp.accumulate(wide, dim).astype(array.dtype)
    rows = np.moveaxis(array.copy(), dim, 0)
    for row, (before, here) in enumerate(zip(rows, rows[1:]), 1):
        rows[row] = log_add_exp(before, here)
    return np.moveaxis(rows, 0, dim)


def cumulative_extreme_op(
        name: str, node_name: str, better: Callable[..., Any], tex: str, **facts: Any) -> object:
    """The running extreme along `dim` and where it was met, the last of equals."""
    return op(name, node_name, lambda self, *, dim: cumulative_extremes(self, dim, better), tex,
              outputs=("values", "indices"), **facts,
              self=d(lambda grads, indices, self_shape, dim:
                     scatter_add(zeros_of_shape(self_shape, grads[0]), indices, grads[0], dim=dim),
                     r"$grads \text{ added at } $indices"),
              vmap=ALONG_DIM)


cummax = cumulative_extreme_op("cummax", "CummaxBackward0", np.greater_equal,
    r"\max_{j \le i} ${self}_j",
    refuses=unsupported("cummax_cpu", UNSIGNED, COMPLEX, takes_0d=True, takes_empty=True),
    memory_format=row_major,
    saves=WHOLE,
    real_only="cummax")
cummin = cumulative_extreme_op("cummin", "CumminBackward0", np.less_equal,
    r"\min_{j \le i} ${self}_j",
    refuses=unsupported("cummin_cpu", UNSIGNED, COMPLEX, takes_0d=True, takes_empty=True),
    memory_format=row_major,
    saves=WHOLE,
    real_only="cummin")


def sorting_op(
        name: str, node_name: str, forward: Callable[..., Any], tex: str, **facts: Any) -> object:
    """An op whose values are entries of its input in another order: `(values, indices)`."""
    return op(name, node_name, forward, tex, outputs=("values", "indices"), **facts,
              self=d(lambda grads, indices, self_shape, dim:
                     scatter(zeros_of_shape(self_shape, grads[0]), indices, grads[0], dim=dim),
                     r"$grads \text{ back at } $indices"),
              vmap=ALONG_DIM)


sort = sorting_op("sort", "SortBackward0",
    lambda self, *, dim, descending: sort_unstably(self, dim, descending), r"\mathrm{sort}($self)",
    refuses=raises(RuntimeError, " Sort does not support complex dtypes on CPU", COMPLEX),
    memory_format=as_input)
sort_stable = sorting_op("sort_stable", "SortBackward1",
    lambda self, *, dim, descending, stable=True:
        (sort_stably if stable else sort_unstably)(self, dim, descending), r"\mathrm{sort}($self)",
    refuses=raises(RuntimeError, " Sort does not support complex dtypes on CPU", COMPLEX))
topk = sorting_op("topk", "TopkBackward0",
    lambda self, *, k, dim, largest, sorted=True: top_k(self, k, dim, largest, sorted),
    r"\mathrm{top}_{$k}($self)",
    refuses=unsupported("topk_cpu", UNSIGNED, takes_0d=True)
            | raises(RuntimeError, " topk does not support complex dtypes on CPU", COMPLEX)
            | raises(RuntimeError, "topk does not support bool dtypes on CPU", BOOL))

# --- Distinct values, found by the function that asks -------------------------------------------

unique2 = op("unique2", "Unique2Backward0",
    lambda self, *, found: found, r"\mathrm{unique}($self)",
    self=d(lambda grad: raise_not_differentiable("_unique2"), r"\text{not implemented}"),
    no_forward_ad="_unique2")

unique_dim = op("unique_dim", "UniqueDimBackward0",
    lambda self, *, found: found, r"\mathrm{unique}($self)",
    self=d(lambda grad: raise_not_differentiable("unique_dim"), r"\text{not implemented}"),
    no_forward_ad="unique_dim")

unique_consecutive = op("unique_consecutive", "UniqueConsecutiveBackward0",
    lambda self, *, found: found, r"\mathrm{unique}($self)",
    self=d(lambda grad: raise_not_differentiable("unique_consecutive"), r"\text{not implemented}"),
    no_forward_ad="unique_consecutive")

histogram = op("histogram", "NotImplemented",
    lambda self, *, counts, edges: (counts, edges), r"\mathrm{histogram}($self)",
    outputs=("hist", "bin_edges"),
    self=d(lambda grad: raise_not_implemented("aten::histogram"), r"\text{not implemented}"),
    underived=True,
    vmap_warning="histogram.bin_ct")


def scan_reversed(scan: Op, value: ArrayOrTensor, dim: int) -> ArrayOrTensor:
    """A scan that runs from the last entry to the first."""
    if not value.shape or math.prod(value.shape) <= 1 or value.shape[dim] == 1:
        return value
    return flip(scan(flip(value, dims=(dim,)), dim=dim), dims=(dim,))


def cumprod_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, result: ArrayOrTensor, dim: int
) -> ArrayOrTensor:
    """The gradient of `cumprod`: torch's quotient, or products without the zero where one is."""
    if math.prod(value.shape) <= 1:
        return grad
    array = value if isinstance(value, np.ndarray) else value._array
    if type(array) is not BatchedArray and (array != 0).all():
        return scan_reversed(cumsum, result * grad, dim) / value
    n = array.shape[dim]
    parts = []
    for i in range(n):
        before = None if not i else slice(value, dim=dim, start=0, end=i, step=1)
        after = slice(value, dim=dim, start=i + 1, end=n, step=1)
        ones = np.ones([1 if axis == dim % array.ndim else m for axis, m in enumerate(array.shape)],
                       array.dtype)
        rest = cat(ones, after, dim=dim)
        products = cumprod(rest, dim=dim)
        if before is not None:
            head = select(cumprod(before, dim=dim), dim=dim, index=i - 1)
            products = products * unsqueeze(head, dim=dim)
        later = slice(grad, dim=dim, start=i, end=n, step=1)
        parts.append(sum_dim(later * products, dim=(dim,), keepdim=False))
    return stack(*parts, dim=dim)


def cumulative_extremes(
        array: np.ndarray, dim: FromEnd | int, better: Callable[..., Any]
) -> tuple[np.ndarray, ...]:
    """Running extremes along `dim`, with their indices."""
    if not array.ndim:
        return array.copy(), np.zeros((), np.int64)
    rows = np.moveaxis(array, dim, 0)
    values, indices = rows.copy(), np.zeros(rows.shape, np.int64)
    for i in range(1, len(rows)):
        new = better(rows[i], values[i - 1]) | np.isnan(rows[i])
        values[i] = np.where(new, rows[i], values[i - 1])
        indices[i] = np.where(new, i, indices[i - 1])
    return tuple(np.ascontiguousarray(np.moveaxis(x, 0, dim)) for x in (values, indices))


def rank_entries(array: np.ndarray, dim: FromEnd | int) -> np.ndarray:
    """Where the entries along `dim` stand once they are sorted, equal ones in order; NaN last."""
    keys = array.astype(np.float32) if array.dtype.kind == "V" else array  # bfloat16's know no NaN
    return np.argsort(keys, dim, kind="stable")


def sort_stably(array: np.ndarray, dim: FromEnd | int, descending: bool) -> tuple[np.ndarray, ...]:
    """Sorted values and where they were; NaN counts as the largest."""
    if not array.ndim:
        return array.copy(), np.zeros((), np.int64)
    if descending:
        flipped = rank_entries(np.flip(array, dim), dim)
        order = array.shape[dim] - 1 - np.flip(flipped, dim)
    else:
        order = rank_entries(array, dim)
    return np.take_along_axis(array, order, dim), order


MANY = 100_000  # so many numbers are looked at one by one where some are equal
RADIX = 32_768  # so many whole numbers in a row torch sorts by their bytes, which keeps the order


def sort_unstably(
        array: np.ndarray, dim: FromEnd | int, descending: bool) -> tuple[np.ndarray, ...]:
    """`in_order`, where equal entries stand as an unstable sort leaves them."""
    values, order = sort_stably(array, dim, descending)
    length = array.shape[dim] if array.ndim else 1
    bytewise = array.ndim == 1 and length >= RADIX and array.dtype.kind in "iu" and not descending
    if length <= SHORT or array.size > MANY or bytewise or are_distinct(values, length, dim):
        return values, order
    rows, places = np.moveaxis(values, dim, -1), np.moveaxis(order, dim, -1)
    for line in np.ndindex(rows.shape[:-1]):
        fresh = not_equal(rows[line][1:], rows[line][:-1])
        if not fresh.all():
            keys = np.zeros(length, np.int64)
            keys[places[line][1:]] = np.cumsum(fresh)
            places[line] = places_sorted(keys.tolist())
    return np.take_along_axis(array, order, dim), order


def top_k(
        array: np.ndarray, k: int, dim: FromEnd | int, largest: bool, sorted: bool
) -> tuple[np.ndarray, ...]:
    """The first `k` of the sorted values and their indices, those that torch takes of equals."""
    values, order = sort_stably(array, dim, largest)
    if not array.ndim:
        return values, order
    order = np.take(order, range(k), dim)
    if 0 < array.size <= MANY and not (sorted and are_distinct(values, k, dim)):
        order = top_k_by_row(array, k, dim, largest, sorted)
    return np.take_along_axis(array, order, dim), order


def are_distinct(values: np.ndarray, k: int, dim: int) -> bool:
    """Whether of sorted values the first `k` and the next one all differ."""
    rows = np.moveaxis(values, dim, 0)[:k + 1]
    return bool(not_equal(rows[1:], rows[:-1]).all())


def not_equal(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where two arrays differ; one NaN is like another."""
    a, b = (x.astype(np.float32) if x.dtype.kind == "V" else x for x in (a, b))
    return (a != b) & ((a == a) | (b == b))


def top_k_by_row(array: np.ndarray, k: int, dim: int, largest: bool, sorted: bool) -> Any:
    """The indices along `dim` of the first `k`, found row by row as torch finds them."""
    rows = np.moveaxis(array.astype(np.float32) if array.dtype.kind == "V" else array, dim, -1)
    order = np.empty((*rows.shape[:-1], k), np.int64)
    for place in np.ndindex(rows.shape[:-1]):
        ranks = np.unique(rows[place], return_inverse=True)[1]
        order[place] = front_of((-ranks if largest else ranks).tolist(), k, sorted)
    return np.moveaxis(order, -1, dim)

"""Records of cumulative sums, products, extremes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.engine.backward_plan import conjugate
from autograd.graph.saved_attributes import WHOLE
from autograd.kernels import reduction_order
from autograd.kernels.memory_formats import row_major
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, INTEGERS, UNSIGNED, unsupported
from autograd.ops.binary import log_add_exp
from autograd.ops.indexing import scatter_add
from autograd.ops.pointwise import abs, exp, log, where
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.shapes import cat, flip, select, slice, stack, unsqueeze, zeros_of_shape
from autograd.ops.vmap_rules import ALONG_DIM
from autograd.runtime import interpreters
from autograd.runtime.execution_state import execution
from autograd.runtime.registry import OPS
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.dtype import dtype_of
from autograd.tensor.dtype_limits import finfo

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import ArrayOrTensor

cumsum = op("cumsum", "CumsumBackward0",
    lambda self, *, dim: reduction_order.accumulate_along(np.add, self, dim),
    r"\textstyle\sum_{j \le i} ${self}_j",
    refuses=unsupported("cumsum_out_cpu", BOOL, UNSIGNED, takes_0d=True, takes_empty=True),
    self =d(lambda grad, dim: scan_reversed(cumsum, grad, dim),
            r"\textstyle\sum_{j \ge i} ${grad}_j"),
    vmap=ALONG_DIM,
    vmap_warning_in_place="cumsum_")

cumprod = op("cumprod", "CumprodBackward0",
    lambda self, *, dim: reduction_order.accumulate_along(np.multiply, self, dim),
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
    """Return the gradient of real `logcumsumexp`, in logarithms so that nothing overflows."""
    if not value.shape:
        return grad
    if execution.double_vjp:  # logarithms of seeds of zero have no derivative
        highest = OPS["amax"](value, dim=(dim,), keepdim=True)
        shares = exp(value - highest)
        sums = cumsum(shares, dim=dim)
        return shares * scan_reversed(cumsum, grad / where(sums == 0, 1e-10, sums), dim)
    lowest = float(finfo(dtype_of(getattr(grad, "_array", grad).dtype)).min)
    size = abs(grad)
    if execution.forward_mode or any(level.forward for level in interpreters.stack):
        size = where(size == 0, 1.0, size)  # the logarithm of 0 has no tangent
    parts = [
        exp(scan_reversed(logcumsumexp, where(sign, log(size), lowest) - result, dim) + value)
        for sign in (grad > 0, grad < 0)
    ]
    return parts[0] - parts[1]


def logcumsumexp_complex(array: np.ndarray, dim: int) -> np.ndarray:
    """Return `logcumsumexp` of complex numbers, one step after the other."""
    if array.dtype.kind != "c":
        wide = array.astype(np.float64) if array.dtype.kind in "fV" else array
        return np.logaddexp.accumulate(wide, dim).astype(array.dtype)
    rows = np.moveaxis(array.copy(), dim, 0)
    for row, (before, here) in enumerate(zip(rows, rows[1:]), 1):
        rows[row] = log_add_exp(before, here)
    return np.moveaxis(rows, 0, dim)


def cumulative_extreme_op(
        name: str, node_name: str, better: Callable[..., Any], tex: str, **facts: Any) -> object:
    """Declare a cumulative extreme along `dim` that returns the index of the last of equal entries.
    """
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


def scan_reversed(scan: Op, value: ArrayOrTensor, dim: int) -> ArrayOrTensor:
    """Run a scan from the last entry to the first."""
    if not value.shape or math.prod(value.shape) <= 1 or value.shape[dim] == 1:
        return value
    return flip(scan(flip(value, dims=(dim,)), dim=dim), dims=(dim,))


def cumprod_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, result: ArrayOrTensor, dim: int
) -> ArrayOrTensor:
    """Return the gradient of `cumprod` by torch's quotient, or by products that leave out one zero.
    """
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
        array: np.ndarray, dim: int, better: Callable[..., Any]
) -> tuple[np.ndarray, ...]:
    """Return cumulative extremes along `dim`, with their indices."""
    if not array.ndim:
        return array.copy(), np.zeros((), np.int64)
    rows = np.moveaxis(array, dim, 0)
    values, indices = rows.copy(), np.zeros(rows.shape, np.int64)
    for i in range(1, len(rows)):
        new = better(rows[i], values[i - 1]) | np.isnan(rows[i])
        values[i] = np.where(new, rows[i], values[i - 1])
        indices[i] = np.where(new, i, indices[i - 1])
    return tuple(np.ascontiguousarray(np.moveaxis(x, 0, dim)) for x in (values, indices))

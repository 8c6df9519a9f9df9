"""Powers in double precision, powers of 2, Vandermonde matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.elementwise import binary
from autograd.engine.out_checks import resize_out
from autograd.engine.type_promotion import BAREBONES_UNSIGNED
from autograd.functions.indexing.index_checks import check_kernel_dtype, check_barebones_dtype
from autograd.functions.pointwise.arithmetic import pow
from autograd.functions.pointwise.scalar_overloads import float_result_type
from autograd.functions.reduction.cumulative import cumprod
from autograd.functions.shape.joins import cat
from autograd.functions.shape.shapes import expand, unsqueeze
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.runtime.registry import export
from autograd.tensor.dtype import NAMES, get_default_dtype, of, of_array
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype


def vandermonde_matrices(x: Tensor, count: int | None = None) -> Tensor:
    """Return the Vandermonde matrices of the rows of `x`, as `torch.linalg.vander` does.

    Powers from 0 to `count - 1` are the last dimension; `count` is the size of the last one by
    default.
    """
    array = x._array
    if array.dtype.kind not in "fciu" or array.dtype.itemsize == 2 and array.dtype.kind == "f":
        raise RuntimeError(
            "linalg.vander supports floating point, complex, and integer tensors, but got "
            f"{of_array(array).legacy_name}")
    x = x if array.ndim else unsqueeze(x, -1)
    shape = x._array.shape
    count = shape[-1] if count is None else count
    if count <= 1:
        raise RuntimeError("N must be greater than 1.")
    powers = cumprod(expand(unsqueeze(x, -1), *shape, count - 1), -1)
    return cat([powers.new_ones((*shape, 1)), powers], -1)


def double_dtype(*operands: Tensor | int) -> dtype:
    """Return the dtype of a computation in double precision: float64 or complex128."""
    complex_one = any(x.is_complex() if isinstance(x, Tensor) else isinstance(x, complex)
                      for x in operands)
    return NAMES["complex128" if complex_one else "float64"]


@export()
@method()
def float_power(input: Tensor, exponent: Tensor | int, *, out: Any = None) -> Tensor:
    """Return `input ** exponent` in double precision.

    Raise RuntimeError if `out` has another dtype.
    """
    dtype = double_dtype(input, exponent)
    if out is not None and out.dtype is not dtype:
        raise RuntimeError(
            f"the output given to float_power has dtype {out.dtype.legacy_name} but the "
            f"operation's result requires dtype {dtype.legacy_name}")
    wide = [x.to(dtype) if isinstance(x, Tensor) else x for x in (input, exponent)]
    return pow(*wide, out=out)


@method()
def float_power_(self, exponent: Any) -> Any:
    """Raise this tensor, which must be of double precision, to a power in place."""
    made = double_dtype(self, exponent).legacy_name
    have = of(self._array.dtype).legacy_name
    if have != made:
        raise RuntimeError(
            f"the base given to float_power_ has dtype {have} but the operation's result requires "
            f"dtype {made}"
        )
    return self.pow_(exponent)


@export()
@method()
def ldexp(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    """Return `input * 2 ** other`."""
    if input._array.dtype.kind in "fV" and other._array.dtype.kind in "biu":
        check_kernel_dtype("ldexp_cpu_exp", other, "b")
        check_barebones_dtype("ldexp_cpu_exp", other)
        if out is None:  # torch's kernel is handed a result in the shape of `input` first
            shape = np.broadcast_shapes(input._array.shape, other._array.shape)
            resize_out(wrap(np.empty_like(input._array)), shape)
    elif input.is_complex() and other._array.dtype == np.float16:
        raise NotImplementedError("\"pow\" not implemented for 'ComplexHalf'")
    elif other._array.dtype.kind in "biu" and (
            {input._array.dtype, other._array.dtype} & set(BAREBONES_UNSIGNED)):
        other = other.to(get_default_dtype())  # as the power of two is made
    return binary(ops.ldexp, input, other, out, float_result_type(input, other))


def ldexp_(self, other: Tensor) -> Any:
    """Multiply this tensor by `2 ** other` in place; raise RuntimeError for integers."""
    if self._array.dtype.kind in "biu":
        have = of(self._array.dtype).legacy_name
        raise RuntimeError(f"ldexp can't be cast to the desired output type {have}")
    return ldexp(self, other, out=self)


attach_method("ldexp_", ldexp_)

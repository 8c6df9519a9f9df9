"""Convolutions of complex numbers, in torch's three of real ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.pointwise.complexes import imag, real, resolve_conj

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import Tensor


def convolve(
        entry: Op, input: Any, weight: Tensor, bias: Tensor | None, params: dict[str, Any]
) -> Tensor:
    """Run a convolution op; complex tensors in the three real convolutions that torch runs.

    With `a` that of real parts, `b` of imaginary parts and `c` of the sums of both, the result is
    `a - b + i(c - a - b)`.
    """
    dtype = input._array.dtype
    if dtype.kind != "c":
        return apply(entry, (input, weight, bias), params)
    x, w = split_complex(input), split_complex(weight)
    shift = (None, None, None) if bias is None else split_complex(bias)
    a = apply(entry, (x[0], w[0], shift[0]), params)
    b = apply(entry, (x[1], w[1], None), params)
    c = apply(entry, (x[2], w[2], shift[2]), params)
    return a - b + apply(ops.mul_number, (c - a - b,), {"other": 1j}, dtype)


def split_complex(x: Tensor) -> tuple:
    """Return the real parts, the imaginary parts, and the sums of both."""
    x = resolve_conj(x)
    first, second = real(x), imag(x)
    return first, second, first + second

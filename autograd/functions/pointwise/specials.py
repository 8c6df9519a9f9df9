"""Special functions of `torch.special`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.broadcasting import check_broadcast
from autograd.engine.elementwise import binary, unary
from autograd.engine.type_promotion import float_dtype_for, result_type
from autograd.functions.kernel_dtypes import check_kernel_dtype
from autograd.functions.pointwise.scalar_overloads import (
    check_one_tensor, float_result_type, make_number_overloads, mul_number,
)
from autograd.functions.pointwise.unary import round as plain_round
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.out_argument import make_in_place, with_out
from autograd.kernels import specials
from autograd.kernels.libm import vectorize
from autograd.kernels.specials import POLYNOMIALS, evaluate_polynomial
from autograd.runtime.function_record import add_facts, declare
from autograd.runtime.registry import export
from autograd.tensor.batched_tensor import vmap_constant
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op


def make_special_unary(entry: Op) -> Callable[..., Any]:
    """Return the elementwise function of a unary op."""

    def function(input, *, out=None):
        return unary(entry, input, out)

    function.__name__ = function.__qualname__ = entry.name.removeprefix("special_")
    function.__doc__ = f"Return `{function.__name__}(input)` elementwise."
    return function


entr, ndtri, log_ndtr, erfcx, i0e, i1, i1e = map(make_special_unary, (
    ops.special_entr, ops.special_ndtri, ops.special_log_ndtr, ops.special_erfcx,
    ops.special_i0e, ops.special_i1, ops.special_i1e))


def make_special_binary(entry: Op) -> Callable[..., Any]:
    """Return the elementwise function of a binary op; one operand may be a number."""

    def function(input, other, *, out=None):
        promote = result_type if entry in INCOMPLETE_GAMMAS else float_result_type
        dtype = promote(input, other)
        return binary(entry, input, other, out, dtype)

    function.__name__ = function.__qualname__ = entry.name.removeprefix("special_")
    function.__doc__ = f"Return `{function.__name__}(input, other)` elementwise."
    return function


INCOMPLETE_GAMMAS = (ops.igamma, ops.igammac)  # their kernels do not implement integers


igamma, igammac = map(make_special_binary, (ops.igamma, ops.igammac))
zeta = make_number_overloads(ops.special_zeta, ops.special_zeta_number, ops.special_zeta_base)
xlog1py = make_number_overloads(ops.xlog1py, ops.xlog1py_number, ops.xlog1py_base)
zeta.__name__ = zeta.__qualname__ = "zeta"
xlog1py.__name__ = xlog1py.__qualname__ = "xlog1py"
for _function in (igamma, igammac):
    export()(_function)
    attach_method(_function.__name__, _function)
    attach_method(f"{_function.__name__}_", make_in_place(_function, f"{_function.__name__}_"))


@export()
@method()
@with_out
def mvlgamma(input: Tensor, p: int) -> Tensor:
    """Return the logarithm of the multivariate gamma function of dimension `p`."""
    if input._array.dtype == bool:
        raise RuntimeError("The input tensor may not be a boolean tensor.")
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")
    return apply(ops.mvlgamma, (input,), {"p": int(p)}, float_dtype_for(input))


attach_method("mvlgamma_", make_in_place(mvlgamma, "mvlgamma_"))


def ndtr(input: Tensor) -> Tensor:
    """Return the area under the standard normal density up to each element."""
    area = mul_number(input, 0.5 ** 0.5).erf()
    return mul_number(apply(ops.add_number, (area,), {"other": 1.0}), 0.5)


@with_out
def round(input: Tensor, *, decimals: int | None = 0) -> Tensor:
    """Return `input` rounded to `decimals` decimal places, halves to even."""
    return plain_round(input, decimals=decimals)


# --- Without a gradient, as in torch -----------------------------------------------------------


def check_special_dtype(name: str, dtype: Any) -> None:
    """Raise NotImplementedError for 16-bit floats and complex dtypes, which the kernel lacks."""
    if dtype.itemsize == 2:
        check_kernel_dtype(f"{name}_cpu", wrap(np.empty(0, dtype)), "fV")
    check_kernel_dtype(f"{name}_cpu", wrap(np.empty(0, dtype)), "c")


def make_unrecorded(name: str, number_function: Callable[..., Any]) -> Callable[..., Any]:
    """Return an elementwise function without derivative, computed by `number_function`."""

    def compute(input):
        dtype = float_dtype_for(input) or input._array.dtype
        check_special_dtype(name, dtype)
        return wrap(vectorize(number_function)(input._array.astype(dtype)))

    compute.__name__ = f"special_{name}"
    compute_batched = vmap_constant(compute)

    def function(input, *, out=None):
        return compute_batched(input)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return `{name}(input)` elementwise, without derivative."
    return with_out(function)


def fix_order(function: Callable[..., Any], n: int) -> Callable[..., Any]:
    """Return the Bessel function of order `n` as a function of one number."""
    return lambda x: function(n, x)


UNRECORDED_KERNELS = {
    "airy_ai": specials.airy,
    "bessel_j0": fix_order(specials.bessel_j, 0),
    "bessel_j1": fix_order(specials.bessel_j, 1),
    "bessel_y0": fix_order(specials.bessel_y, 0),
    "bessel_y1": fix_order(specials.bessel_y, 1),
    "modified_bessel_i0": lambda x: specials.scaled_bessel_i(0, x) * np.exp(np.abs(x)),
    "modified_bessel_i1": lambda x: specials.scaled_bessel_i(1, x) * np.exp(np.abs(x)),
    "modified_bessel_k0": fix_order(specials.bessel_k, 0),
    "modified_bessel_k1": fix_order(specials.bessel_k, 1),
    "scaled_modified_bessel_k0": fix_order(specials.scaled_bessel_k, 0),
    "scaled_modified_bessel_k1": fix_order(specials.scaled_bessel_k, 1),
    "spherical_bessel_j0": specials.spherical_j0,
}


OVERLOADS = ("", ".n_scalar", ".x_scalar")  # ATen's overloads of a polynomial


def make_polynomial(name: str, value: Callable[..., Any]) -> Callable[..., Any]:
    """Return an orthogonal polynomial as a function of `input` and its degree `n`."""

    def compute(input, n):
        check_one_tensor(input, n)
        check_broadcast(input, n)
        arrays = [x._array if isinstance(x, Tensor) else np.asarray(x) for x in (input, n)]
        dtype = float_result_type(input, n)
        check_special_dtype(name, dtype)
        return wrap(evaluate_polynomial(value, *(x.astype(dtype) for x in arrays)))

    compute.__name__ = f"special_{name}"
    declare(vmap_warnings=tuple([f"special_{name}{form}" for form in OVERLOADS]))(compute)
    compute_batched = vmap_constant(compute)

    def function(input, n, *, out=None):
        return compute_batched(input, n)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return `{name}(input, n)` elementwise, without derivative."
    return with_out(function)


add_facts("special_airy_ai", vmap_warnings=("special_airy_ai",))
UNRECORDED = {
    name: make_unrecorded(name, function) for name, function in UNRECORDED_KERNELS.items()} | {
    name: make_polynomial(name, value) for name, value in POLYNOMIALS.items()
}

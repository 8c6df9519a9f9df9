"""Records of functions of one number: logarithms, trigonometric functions, rounding, predicates."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.backward_plan import conjugate
from autograd.graph.op_facts import ONE_LIST
from autograd.kernels import libm
from autograd.kernels.half_accumulation import IN_FLOAT32
from autograd.kernels.memory_formats import as_input, elementwise
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, INTEGERS, UNSIGNED, raises, unsupported
from autograd.kernels.simd import find_vector_run
from autograd.ops.binary import mul_number
from autograd.ops.pointwise import (
    cos, exp, pow_scalar, raise_not_differentiable, reciprocal, sin, where, zeros_like_grad,
)
from autograd.ops.record import d, op
from autograd.ops.vmap_rules import ELEMENTWISE
from autograd.runtime.execution_state import execution
from autograd.runtime.sparse_rules import ZERO_PRESERVING
from autograd.tensor.batched_tensor import vmap_constant
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

# --- Exponentials and logarithms ---------------------------------------------------------------

exp2 = op("exp2", "Exp2Backward0",
    lambda self: libm.exp2(self), r"2^{$self}",
    self =d(lambda grad, result: grad * result * LN2, r"$grad \odot $result \ln 2"),
    in_place_functions=("exp2_",),
    vmap=ELEMENTWISE)

expm1 = op("expm1", "Expm1Backward0",
    lambda self: libm.expm1(self), r"e^{$self} - 1",
    self =d(lambda grad, result: grad * (result + 1), r"$grad \odot ($result + 1)"),
    in_place_functions=("expm1_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

log2 = op("log2", "Log2Backward0",
    lambda self: libm.log2(self), r"\log_2 $self",
    self =d(lambda grad, self: grad / (self * LN2), r"\frac{$grad}{$self \ln 2}"),
    in_place_functions=("log2_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE)

log10 = op("log10", "Log10Backward0",
    lambda self: libm.log10(self), r"\log_{10} $self",
    self =d(lambda grad, self: grad / (self * LN10), r"\frac{$grad}{$self \ln 10}"),
    in_place_functions=("log10_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE)

log1p = op("log1p", "Log1PBackward0",
    lambda self: libm.log1p(self), r"\ln(1 + $self)",
    self =d(lambda grad, self: grad / (self + 1), r"\frac{$grad}{$self + 1}",
            complex=lambda grad, self: grad / conjugate(self + 1)),
    in_place_functions=("log1p_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

rsqrt = op("rsqrt", "RsqrtBackward0",
    lambda self: reciprocal_sqrt(self), r"\frac{1}{\sqrt{$self}}",
    self =d(lambda grad, result: grad * -0.5 * pow_scalar(result, exponent=3),
            r"-\tfrac{1}{2}\,$grad \odot {$result}^3",
            complex=lambda grad, result:
            grad * -0.5 * conjugate(pow_scalar(result, exponent=3))),
    in_place_functions=("rsqrt_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE)

logit = op("logit", "LogitBackward0",
    lambda self, *, eps: logit_of_array(self, eps), r"\ln($self / (1 - $self))",
    refuses=unsupported("logit_cpu", COMPLEX),
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, eps:
            grad * logit_derivative(self, eps) if execution.double_vjp else
            where(is_inside_logit(self, eps), grad / (self * (1 - self)),
                logit_derivative_outside(eps)),
            r"\frac{$grad}{$self \odot (1 - $self)}"),
    in_place_functions=("logit_",),
    vmap=ELEMENTWISE)

# --- Circular and hyperbolic -------------------------------------------------------------------

tan = op("tan", "TanBackward0",
    lambda self: libm.tan(self), r"\tan $self",
    self =d(lambda grad, result: grad * (pow_scalar(result, exponent=2) + 1),
            r"$grad \odot (1 + {$result}^2)",
            complex=lambda grad, result: grad * conjugate(pow_scalar(result, exponent=2) + 1)),
    in_place_functions=("tan_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

asin = op("asin", "AsinBackward0",
    lambda self: libm.arcsin(self), r"\arcsin $self",
    self =d(lambda grad, self: grad * rsqrt(-self * self + 1),
            r"\frac{$grad}{\sqrt{1 - {$self}^2}}",
            complex=lambda grad, self: grad * conjugate(rsqrt(-self * self + 1))),
    in_place_functions=("asin_", "arcsin_"),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

acos = op("acos", "AcosBackward0",
    lambda self: libm.arccos(self), r"\arccos $self",
    self =d(lambda grad, self: grad * -rsqrt(-self * self + 1),
            r"-\frac{$grad}{\sqrt{1 - {$self}^2}}",
            complex=lambda grad, self: grad * -conjugate(rsqrt(-self * self + 1))),
    in_place_functions=("acos_", "arccos_"),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE)

atan = op("atan", "AtanBackward0",
    lambda self: libm.arctan(self), r"\arctan $self",
    self =d(lambda grad, self: grad / (self * self + 1), r"\frac{$grad}{1 + {$self}^2}",
            complex=lambda grad, self: grad / conjugate(self * self + 1)),
    in_place_functions=("atan_", "arctan_"),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

sinh = op("sinh", "SinhBackward0",
    lambda self: libm.sinh(self), r"\sinh $self",
    self =d(lambda grad, self: grad * cosh(self), r"$grad \odot \cosh $self",
            complex=lambda grad, self: grad * conjugate(cosh(self))),
    in_place_functions=("sinh_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

cosh = op("cosh", "CoshBackward0",
    lambda self: libm.cosh(self), r"\cosh $self",
    self =d(lambda grad, self: grad * sinh(self), r"$grad \odot \sinh $self",
            complex=lambda grad, self: grad * conjugate(sinh(self))),
    in_place_functions=("cosh_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE)

asinh = op("asinh", "AsinhBackward0",
    lambda self: libm.arcsinh(self), r"\operatorname{arsinh} $self",
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self: grad * rsqrt(pow_scalar(self, exponent=2) + 1),
            r"\frac{$grad}{\sqrt{{$self}^2 + 1}}",
            complex=lambda grad, self: grad * conjugate(rsqrt(pow_scalar(self, exponent=2) + 1))),
    in_place_functions=("asinh_", "arcsinh_"),
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

acosh = op("acosh", "AcoshBackward0",
    lambda self: libm.arccosh(self), r"\operatorname{arcosh} $self",
    self =d(lambda grad, self: grad * rsqrt(self * self - 1),
            r"\frac{$grad}{\sqrt{{$self}^2 - 1}}",
            complex=lambda grad, self: grad * conjugate(rsqrt(self - 1) * rsqrt(self + 1))),
    in_place_functions=("acosh_", "arccosh_"),
    vmap=ELEMENTWISE)

atanh = op("atanh", "AtanhBackward0",
    lambda self: libm.arctanh(self), r"\operatorname{artanh} $self",
    self =d(lambda grad, self: mul_number(grad, other=1) / (1 - pow_scalar(self, exponent=2)),
            r"\frac{$grad}{1 - {$self}^2}",
            complex=lambda grad, self: mul_number(grad, other=1)
            / conjugate(1 - pow_scalar(self, exponent=2))),
    in_place_functions=("atanh_", "arctanh_"),
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

sinc = op("sinc", "SincBackward0",
    lambda self: np.sinc(self).astype(self.dtype), r"\operatorname{sinc} $self",
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self: zero_at_origin(self, grad * (
                zero_at_origin(self, sinc_derivative(self)) if execution.double_vjp
                    else sinc_derivative(self))),
            r"$grad \odot \frac{\cos \pi $self - \operatorname{sinc} $self}{$self}",
            complex=lambda grad, self:
                zero_at_origin(self, grad * conjugate(sinc_derivative(self)))),
    in_place_functions=("sinc_",),
    vmap=ELEMENTWISE)

# --- Error and gamma functions -----------------------------------------------------------------

erf = op("erf", "ErfBackward0",
    lambda self: libm.erf(self), r"\operatorname{erf} $self",
    refuses=unsupported("erf_vml_cpu", COMPLEX),
    memory_format=elementwise,
    self =d(lambda grad, self: mul_number(exp(-pow_scalar(self, exponent=2)), other=ROOT) * grad,
            r"\tfrac{2}{\sqrt{\pi}}\,$grad \odot e^{-{$self}^2}"),
    in_place_functions=("erf_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

erfc = op("erfc", "ErfcBackward0",
    lambda self: libm.erfc(self), r"\operatorname{erfc} $self",
    refuses=unsupported("erfc_vml_cpu", COMPLEX),
    self =d(lambda grad, self: mul_number(exp(-pow_scalar(self, exponent=2)), other=-ROOT) * grad,
            r"-\tfrac{2}{\sqrt{\pi}}\,$grad \odot e^{-{$self}^2}"),
    in_place_functions=("erfc_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE)

erfinv = op("erfinv", "ErfinvBackward0",
    lambda self: libm.erfinv(self), r"\operatorname{erf}^{-1} $self",
    refuses=unsupported("erfinv_vml_cpu", COMPLEX),
    self =d(lambda grad, self:
            mul_number(exp(pow_scalar(erfinv(self), exponent=2)), other=HALF) * grad,
            r"\tfrac{\sqrt{\pi}}{2}\,$grad \odot e^{{\operatorname{erf}^{-1}($self)}^2}"),
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

lgamma = op("lgamma", "LgammaBackward0",
    lambda self: libm.lgamma(self), r"\ln \Gamma($self)",
    refuses=unsupported("lgamma_vml_cpu", COMPLEX),
    self =d(lambda grad, self: grad * digamma(self), r"$grad \odot \psi($self)"),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE)

digamma = op("digamma", "DigammaBackward0",
    lambda self: libm.polygamma(0, self), r"\psi($self)",
    refuses=unsupported("digamma", COMPLEX),
    self =d(lambda grad, self: grad * polygamma(self, n=1), r"$grad \odot \psi'($self)"),
    vmap=ELEMENTWISE)

# In place they have nodes of their own, three of them without a derivative in torch's table.
asinh_ = op("asinh_", "AsinhBackward1", asinh.kernel, asinh.tex,
    self =d(lambda grad: raise_not_differentiable("inplace version of asinh"),
        r"\text{not implemented}"))
acosh_ = op("acosh_", "AcoshBackward1", acosh.kernel, acosh.tex,
    self =d(lambda grad: raise_not_differentiable("inplace version of acosh"),
        r"\text{not implemented}"))
atanh_ = op("atanh_", "AtanhBackward1", atanh.kernel, atanh.tex,
    self =d(lambda grad: raise_not_differentiable("inplace version of atanh"),
        r"\text{not implemented}"))

polygamma = op("polygamma", "PolygammaBackward0",
    lambda self, *, n: libm.polygamma(n, self), r"\psi^{($n)}($self)",
    refuses=unsupported("trigamma", COMPLEX),
    self =d(lambda grad, self, n: grad * polygamma(self, n=n + 1),
            r"$grad \odot \psi^{($n + 1)}($self)"),
    vmap=ELEMENTWISE)
polygamma_ = op("polygamma_", "PolygammaBackward1", polygamma.kernel, polygamma.tex,
    **polygamma.gradients,
    vmap_warning="polygamma_")

i0 = op("i0", "I0Backward0",
    lambda self: libm.bessel_i0(self), r"I_0($self)",
    refuses=unsupported("i0_vml_cpu", COMPLEX),
    self =d(lambda grad, self: grad * special_i1(self), r"$grad \odot I_1($self)"),
    in_place_functions=("i0_",),
    vmap=ELEMENTWISE)

special_i1 = op("special_i1", "SpecialI1Backward0",
    lambda self: libm.bessel_i1(self), r"I_1($self)",
    refuses=unsupported("i1_cpu", COMPLEX),
    self =d(lambda grad, self, result: grad * i1_derivative(self, result),
            r"$grad \odot \left(I_0($self) - \frac{I_1($self)}{$self}\right)"),
    vmap=ELEMENTWISE)

# --- Rounding: steps, whose derivative is 0 ----------------------------------------------------


def step_op(
        name: str, node_name: str, forward: Callable[..., Any], tex: str, **facts: Any) -> object:
    """Declare a piecewise constant function; torch records it, and its gradient is zero."""
    return op(name, node_name, forward, tex, **facts,
              self=d(lambda grad: zeros_like_grad(grad), r"0"),
              vmap=ELEMENTWISE)


floor = step_op("floor", "FloorBackward0", lambda self: np.floor(self), r"\lfloor $self \rfloor",
    refuses=unsupported("floor_vml_cpu", BOOL)
            | raises(NotImplementedError, "floor is not supported for complex inputs", COMPLEX),
    in_place_functions=("floor_",),
    foreach=ONE_LIST, sparse=ZERO_PRESERVING)
ceil = step_op("ceil", "CeilBackward0", lambda self: np.ceil(self), r"\lceil $self \rceil",
    refuses=unsupported("ceil_vml_cpu", BOOL)
            | raises(NotImplementedError, "ceil is not supported for complex inputs", COMPLEX),
    in_place_functions=("ceil_",),
    foreach=ONE_LIST, sparse=ZERO_PRESERVING)
trunc = step_op("trunc", "TruncBackward0", lambda self: np.trunc(self), r"\mathrm{trunc}($self)",
    refuses=unsupported("trunc_vml_cpu", BOOL)
            | raises(NotImplementedError, "trunc is not supported for complex inputs", COMPLEX),
    in_place_functions=("trunc_", "fix_"),
    foreach=ONE_LIST, sparse=ZERO_PRESERVING)
round = step_op("round", "RoundBackward0", lambda self: np.rint(self), r"\mathrm{round}($self)",
    refuses=unsupported("round_vml_cpu", BOOL, COMPLEX),
    in_place_functions=("round_",),
    foreach=ONE_LIST, sparse=ZERO_PRESERVING)
round_decimals = step_op(
    "round_decimals", "RoundBackward1", lambda self, *, decimals: np.round(self, decimals),
    r"\mathrm{round}_{$decimals}($self)",
    refuses=unsupported("round_cpu", BOOL, INTEGERS, COMPLEX),
    accumulate=IN_FLOAT32)

frac = op("frac", "FracBackward0",
    lambda self: self - np.trunc(self), r"$self - \mathrm{trunc}($self)",
    refuses=unsupported("frac_cpu", BOOL, INTEGERS, COMPLEX),
    self =d(lambda grad: grad, r"$grad"),
    in_place_functions=("frac_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

nan_to_num = op("nan_to_num", "NanToNumBackward0",
    lambda self, *, nan, posinf, neginf: replace_nonfinite(self, nan, posinf, neginf),
    r"\mathrm{finite}($self)",
    memory_format=as_input,
    self =d(lambda grad, self: grad * isfinite(self),
            r"$grad \odot [$self \text{ finite}]"),
    in_place_functions=("nan_to_num_",),
    real_only="nan_to_num",
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

frexp = op("frexp", "FrexpBackward0",
    lambda self: mantissa_and_exponent(self), r"$self = m \cdot 2^{e}",
        outputs=("mantissa", "exponent"),
    memory_format=as_input,
    self =d(lambda grads, exponent: grads[0] / power_of_two(exponent),
        r"$grads \cdot 2^{-$exponent}"),
    vmap=ELEMENTWISE)

deg2rad = op("deg2rad", "Deg2RadBackward0",
    lambda self: self * (math.pi / 180), r"\tfrac{\pi}{180}\,$self",
    refuses=raises(RuntimeError, "deg2rad is not supported for complex tensors.", COMPLEX),
    memory_format=as_input,
    accumulate=IN_FLOAT32,
    self =d(lambda grad: grad * (math.pi / 180), r"\tfrac{\pi}{180}\,$grad"),
    in_place_functions=("deg2rad_",),
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

rad2deg = op("rad2deg", "Rad2DegBackward0",
    lambda self: self * (180 / math.pi), r"\tfrac{180}{\pi}\,$self",
    refuses=raises(RuntimeError, "rad2deg is not supported for complex tensors.", COMPLEX),
    accumulate=IN_FLOAT32,
    self =d(lambda grad: grad * (180 / math.pi), r"\tfrac{180}{\pi}\,$grad"),
    in_place_functions=("rad2deg_",),
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

# --- Predicates, without a gradient ------------------------------------------------------------

isfinite = op("isfinite", "", lambda self: np.isfinite(self), r"[$self \text{ finite}]",
    vmap=ELEMENTWISE)
isinf = op("isinf", "", lambda self: np.isinf(self), r"[\lvert $self \rvert = \infty]",
    memory_format=elementwise,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)
isnan = op("isnan", "", lambda self: np.isnan(self), r"[$self \text{ NaN}]",
    memory_format=elementwise,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)
isposinf = op("isposinf", "", lambda self: self == np.inf, r"[$self = \infty]",
    refuses=raises(RuntimeError, "isposinf does not support complex inputs.", COMPLEX),
    memory_format=elementwise,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)
isneginf = op("isneginf", "", lambda self: self == -np.inf, r"[$self = -\infty]",
    refuses=raises(RuntimeError, "isneginf does not support complex inputs.", COMPLEX),
    memory_format=elementwise,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)
isreal = op("isreal", "", lambda self: self.imag == 0 if self.dtype.kind == "c" else
    np.ones_like(self, bool), r"[$self \in \mathbb{R}]",
    memory_format=elementwise,
    vmap=ELEMENTWISE)
signbit = op("signbit", "", lambda self: np.signbit(self), r"\mathrm{signbit}($self)",
    refuses=raises(NotImplementedError,
                "signbit is not implemented for complex tensors.", COMPLEX),
    memory_format=elementwise,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)
logical_not = op("logical_not", "", lambda self: np.logical_not(self), r"\lnot $self",
    refuses=unsupported("logical_not_cpu", UNSIGNED),
    vmap=ELEMENTWISE)
bitwise_not = op("bitwise_not", "", lambda self: np.invert(self), r"{\sim} $self",
    refuses=unsupported("bitwise_not_cpu", UNSIGNED),
    vmap=ELEMENTWISE)

LN2, ROOT, HALF = math.log(2), 2 / math.sqrt(math.pi), math.sqrt(math.pi) / 2
LN10 = 2.3025850929940455  # as torch's formula rounds it


def replace_nonfinite(
        array: np.ndarray, nan: float, posinf: float | None, neginf: float | None) -> np.ndarray:
    """Replace NaN and infinities, by default by the extremes of the dtype."""
    if array.dtype.kind != "V":
        return np.nan_to_num(array, nan=nan, posinf=posinf, neginf=neginf)
    wide = array.astype(np.float32)  # numpy does not replace entries of bfloat16
    most = float(np.array(0x7F7F, np.uint16).view(array.dtype))
    return replace_nonfinite(wide, nan, most if posinf is None else posinf,
                       -most if neginf is None else neginf).astype(array.dtype)


def logit_of_array(array: np.ndarray, eps: Any) -> np.ndarray:
    """Return the inverse of the logistic function, of values clamped `eps` away from 0 and 1."""
    if eps is not None and eps >= 0:  # the lower bound first, also where it is the higher one
        low, high = array.dtype.type(eps), array.dtype.type(1 - eps)
        array = np.where(array < low, low, np.where(array > high, high, array))
    return libm.log(array / (1 - array))


def logit_derivative(value: Tensor, eps: Any) -> Tensor:
    """Return the derivative of `logit`, finite even where the unused branch is not."""
    within = is_inside_logit(value, eps)
    return where(within, 1 / where(within, value * (1 - value), 1.0), logit_derivative_outside(eps))


def logit_derivative_outside(eps: Any) -> float:
    """Return the derivative of `logit` where it clamps or is undefined."""
    return math.nan if eps is None or eps < 0 else 0.0


def is_inside_logit(value: ArrayOrTensor, eps: Any) -> ArrayOrTensor:
    """Return where `logit` has a derivative: between 0 and 1, and where `eps` does not clamp.

    NaN counts as inside, but not where the derivative has a history, as in torch.
    """
    eps = 0 if eps is None or eps < 0 else eps
    if isinstance(value, Tensor):
        return (value >= eps) * (value <= 1 - eps)
    return ~((value < eps) | (value > 1 - eps))


def zero_at_origin(value: ArrayOrTensor, slope: ArrayOrTensor) -> ArrayOrTensor:
    """Return the gradient of `sinc`: 0 where the square of its argument is 0."""
    return where(value * value == 0, 0.0, slope)


def sinc_derivative(value: ArrayOrTensor) -> ArrayOrTensor:
    """Return the derivative of `sinc` away from 0."""
    angle = value * math.pi
    return (angle * cos(angle) - sin(angle)) / (value * value * math.pi)


def i1_derivative(value: ArrayOrTensor, result: ArrayOrTensor) -> ArrayOrTensor:
    """Return the derivative of `i1`: 1/2 at 0."""
    far, safe = magnitude_above_rounding(value)
    return where(far, i0(safe) - result * reciprocal(safe), 0.5)


def magnitude_above_rounding(value: ArrayOrTensor) -> tuple[Tensor | np.ndarray, ...]:
    """Return where `value` exceeds the rounding of 1, and `value` moved at least that far from 0.
    """
    dtype = getattr(value, "_array", value).dtype
    least = float(np.finfo(dtype).eps) if dtype.kind == "f" else 2.0 ** -7
    far = abs(value) > least
    return far, where(far, value, least)


def mantissa_and_exponent(array: np.ndarray) -> tuple[np.generic | np.ndarray, ...]:
    """Return mantissas between 1/2 and 1, and exponents of two."""
    mantissa, exponent = np.frexp(array)
    return mantissa, exponent.astype(np.int32)


@vmap_constant
def power_of_two(exponent: ArrayOrTensor) -> ArrayOrTensor:
    """Return `2 ** exponent` without a history: exponents have no gradient."""
    array = exponent if isinstance(exponent, np.ndarray | np.generic) else exponent._array
    made = np.exp2(array.astype(np.float32))
    return wrap(made) if array is not exponent else made


def reciprocal_sqrt(array: np.ndarray) -> np.ndarray:
    """Return `1 / sqrt(array)`; 16-bit floats also round the root where torch does not vectorize.
    """
    if array.dtype.itemsize > 2:
        return 1 / np.sqrt(array)
    kind, root = array.dtype, np.sqrt(array.astype(np.float32))
    made = np.asarray(1 / root.astype(kind).astype(np.float32), kind, order="C")
    length, _, whole = find_vector_run(made, array)
    once = (1 / root).astype(kind).reshape(-1, length)
    made.reshape(-1, length)[:, :whole] = once[:, :whole]
    return made

"""Records of functions of two or three tensors: atan2, logaddexp, xlogy, fmod, clamp, lerp."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.engine.backward_plan import conjugate
from autograd.graph.op_facts import THREE_LISTS, TWO_LISTS
from autograd.graph.saved_attributes import BASE
from autograd.kernels import binary as binary_kernels, libm, simd
from autograd.kernels.binary import clamp_max_forward, clamp_min_forward, maximum_forward
from autograd.kernels.half_accumulation import IN_FLOAT32
from autograd.kernels.memory_formats import elementwise
from autograd.kernels.refused_dtypes import (
    BOOL, COMPLEX, FLOATS, INTEGERS, REDUCED_FLOATS, UNSIGNED, raises, unsupported,
)
from autograd.ops.indexing import masked_fill
from autograd.ops.pointwise import (
    compute_promoted, div, exp, pow_base, raise_not_implemented, reciprocal, trunc_quotient, where,
    zero_like, zeros_like_grad,
)
from autograd.ops.record import d, op
from autograd.ops.vmap_rules import BROADCAST, ELEMENTWISE
from autograd.runtime.execution_state import execution
from autograd.tensor.scalar import checked_scalar
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.batched_tensor import BatchedArray
    from autograd.tensor.tensor import ArrayOrTensor

# --- Angles and lengths ------------------------------------------------------------------------

atan2 = op("atan2", "Atan2Backward0",
    lambda self, other: libm.arctan2(self, other), r"\operatorname{atan2}($self, $other)",
    parts={"recip": lambda self, other: reciprocal_squared_length(self, other)},
    refuses=unsupported("atan2_cpu", COMPLEX),
    self =d(lambda grad, other, recip: grad * other * recip,
            r"$grad \odot \frac{$other}{{$self}^2 + {$other}^2}"),
    other=d(lambda grad, self, recip: grad * negate(self) * recip,
            r"-$grad \odot \frac{$self}{{$self}^2 + {$other}^2}"),
    vmap=BROADCAST)

hypot = op("hypot", "HypotBackward0",
    lambda self, other: np.hypot(self, other), r"\sqrt{{$self}^2 + {$other}^2}",
    refuses=unsupported("hypot_cpu", BOOL, INTEGERS, COMPLEX),
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, result: grad * self / result,
            r"$grad \odot \frac{$self}{$result}"),
    other=d(lambda grad, other, result: grad * other / result,
            r"$grad \odot \frac{$other}{$result}"),
    vmap=BROADCAST,
    vmap_warning_in_place="hypot_")

# --- Logarithms of sums and products -----------------------------------------------------------

logaddexp = op("logaddexp", "LogaddexpBackward0",
    lambda self, other: log_add_exp(self, other), r"\ln(e^{$self} + e^{$other})",
    refuses=unsupported("logaddexp_cpu", BOOL, INTEGERS),
    self =d(lambda grad, self, other: grad / (1 + exp(other - self)),
            r"\frac{$grad}{1 + e^{$other - $self}}"),
    other=d(lambda grad, self, other: grad / (1 + exp(self - other)),
            r"\frac{$grad}{1 + e^{$self - $other}}"),
    vmap=BROADCAST)

logaddexp2 = op("logaddexp2", "Logaddexp2Backward0",
    lambda self, other: np.logaddexp2(self, other), r"\log_2(2^{$self} + 2^{$other})",
    refuses=unsupported("logaddexp2_cpu", BOOL, INTEGERS, COMPLEX),
    self =d(lambda grad, self, other: grad / (1 + pow_base(other - self, base=2.0)),
            r"\frac{$grad}{1 + 2^{$other - $self}}"),
    other=d(lambda grad, self, other: grad / (1 + pow_base(self - other, base=2.0)),
            r"\frac{$grad}{1 + 2^{$self - $other}}"),
    vmap=BROADCAST)

xlogy = op("xlogy", "XlogyBackward0",
    lambda self, other: multiply_log(self, other, apply_to_number(np.log, other)),
        r"$self \odot \ln $other",
    refuses=unsupported("xlogy_cpu", COMPLEX),
    self =d(lambda grad, self, other:
            masked_fill(xlogy(grad, other), (self == 0) * (other <= 0), value=0),
            r"$grad \odot \ln $other"),
    other=d(lambda grad, self, other: grad * self / other, r"$grad \odot \frac{$self}{$other}"),
    in_place_functions=("xlogy_",),
    vmap=BROADCAST,
    vmap_warning_in_place="xlogy_.Tensor")

xlogy_number = op("xlogy_number", "XlogyBackward2",
    lambda self, *, other: multiply_log(self, other, apply_to_number(np.log, other)),
        r"$self \odot \ln $other",
    refuses=unsupported("xlogy_cpu", COMPLEX),
    self =d(lambda grad, self, other:
            xlogy_number(grad, other=other) if other > 0 else
            masked_fill(xlogy_number(grad, other=other), self == 0, value=0),
            r"$grad \odot \ln $other"),
    vmap=ELEMENTWISE,
    vmap_warning_in_place="xlogy_.Scalar_Other")

xlogy_base = op("xlogy_base", "XlogyBackward1",
    lambda other, *, base: multiply_log(base, other, apply_to_number(np.log, other)),
        r"$base \odot \ln $other",
    refuses=unsupported("xlogy_cpu", COMPLEX),
    other=d(lambda grad, base, other: grad * base / other, r"$grad \odot \frac{$base}{$other}"),
    saves=BASE,
    vmap=ELEMENTWISE)

xlog1py = op("xlog1py", "SpecialXlog1PyBackward0",
    lambda self, other: multiply_log(self, other, apply_to_number(np.log1p, other)),
    r"$self \odot \ln(1 + $other)",
    refuses=unsupported("xlog1py_cpu", COMPLEX),
    self =d(lambda grad, self, other:
            masked_fill(xlog1py(grad, other), (self == 0) * (other <= -1), value=0),
            r"$grad \odot \ln(1 + $other)"),
    other=d(lambda grad, self, other: grad * self / (other + 1),
            r"$grad \odot \frac{$self}{$other + 1}"),
    vmap=BROADCAST)

xlog1py_number = op("xlog1py_number", "SpecialXlog1PyBackward2",
    lambda self, *, other: multiply_log(self, other, apply_to_number(np.log1p, other)),
    r"$self \odot \ln(1 + $other)",
    self =d(lambda grad, self, other:
            xlog1py_number(grad, other=other) if other > -1 else
            masked_fill(xlog1py_number(grad, other=other), self == 0, value=0),
            r"$grad \odot \ln(1 + $other)"),
    vmap=ELEMENTWISE)

xlog1py_base = op("xlog1py_base", "SpecialXlog1PyBackward1",
    lambda other, *, base: multiply_log(base, other, apply_to_number(np.log1p, other)),
    r"$base \odot \ln(1 + $other)",
    other=d(lambda grad, base, other: grad * base / (other + 1),
            r"$grad \odot \frac{$base}{$other + 1}"),
    saves=BASE,
    vmap=ELEMENTWISE)

ldexp = op("ldexp", "LdexpBackward0",
    lambda self, other: self * libm.power(2.0, other), r"$self \odot 2^{$other}",
    accumulate=IN_FLOAT32,
    self =d(lambda grad, other: grad * pow_base(other, base=2.0), r"$grad \odot 2^{$other}"),
    other=d(lambda grad, result: grad * result * LN2, r"\ln 2\;$grad \odot $result"),
    vmap=BROADCAST,
    vmap_warning_in_place="ldexp_")

# --- Remainders and signs ----------------------------------------------------------------------

fmod = op("fmod", "FmodBackward1",
    lambda self, other: floored_remainder(self, other), r"$self \bmod_0 $other",
    refuses=unsupported("fmod_cpu", BOOL, UNSIGNED, COMPLEX),
    self =d(lambda grad: grad, r"$grad"),
    other=d(lambda grad, self, other: -grad * compute_promoted(trunc_quotient, self, other),
            r"-$grad \odot \mathrm{trunc}($self / $other)"),
    rounds_number=True,
    vmap=BROADCAST,
    vmap_warning_in_place="fmod_.Tensor")

fmod_number = op("fmod_number", "FmodBackward0",
    lambda self, *, other: floored_remainder(self, other), r"$self \bmod_0 $other",
    refuses=unsupported("fmod_cpu", BOOL, UNSIGNED, COMPLEX),
    accumulate=IN_FLOAT32,
    self =d(lambda grad: grad, r"$grad"),
    vmap=ELEMENTWISE,
    vmap_warning_in_place="fmod_.Scalar")

copysign = op("copysign", "CopysignBackward0",
    lambda self, other: np.copysign(self, other), r"\mathrm{copysign}($self, $other)",
    refuses=unsupported("copysign_cpu", COMPLEX),
    self =d(lambda grad, self, result: grad * masked_fill(result / self, self == 0, value=0),
            r"$grad \odot \operatorname{sgn} $self \odot \operatorname{sgn} $result"),
    other=d(lambda grad: zeros_like_grad(grad), r"0"),
    vmap=BROADCAST)

copysign_number = op("copysign_number", "CopysignBackward1",
    lambda self, *, other: np.copysign(self, self.dtype.type(other)),
    r"\mathrm{copysign}($self, $other)",
    refuses=unsupported("copysign_cpu", COMPLEX),
    self =d(lambda grad, self, result: grad * masked_fill(result / self, self == 0, value=0),
            r"$grad \odot \operatorname{sgn} $self \odot \operatorname{sgn} $result"),
    vmap=ELEMENTWISE)

heaviside = op("heaviside", "NotImplemented",
    lambda self, values: np.where(self == 0, values, self > 0).astype(self.dtype),
    r"[$self > 0]",
    refuses=unsupported("heaviside_cpu", UNSIGNED)
            | raises(RuntimeError,
                "heaviside is not yet implemented for complex tensors.", COMPLEX),
    self  =d(lambda grad: raise_not_implemented("aten::heaviside"), r"\text{not implemented}"),
    values=d(lambda grad: raise_not_implemented("aten::heaviside"), r"\text{not implemented}"),
    underived=True,
    vmap=BROADCAST,
    vmap_warning_in_place="heaviside_",
    no_forward_ad="aten::heaviside")
nextafter = op("nextafter", "NextafterBackward0",
    lambda self, other: np.nextafter(self, other), r"$self^{+}",
    refuses=unsupported("nextafter_cpu", BOOL, INTEGERS, COMPLEX),
    self =d(lambda grad, self, other: where(self != other, grad, zero_like(grad)),
            r"$grad \odot [$self \ne $other]"),
    other=d(lambda grad: zeros_like_grad(grad), r"0"),
    vmap=BROADCAST,
    vmap_warning_in_place="nextafter_")
gcd = op("gcd", "", lambda self, other: np.gcd(self, other), r"\gcd($self, $other)",
    refuses=unsupported("gcd_cpu", BOOL, UNSIGNED, REDUCED_FLOATS, FLOATS, COMPLEX),
    vmap=BROADCAST)
lcm = op("lcm", "", lambda self, other: np.lcm(self, other), r"\mathrm{lcm}($self, $other)",
    refuses=unsupported("lcm_cpu", BOOL, UNSIGNED, REDUCED_FLOATS, FLOATS, COMPLEX),
    vmap=BROADCAST)

# --- Extremes ----------------------------------------------------------------------------------

fmax = op("fmax", "FmaxBackward0",
    lambda self, other: select_extreme(self, other, np.greater_equal, np.greater),
    r"\max($self, $other)",
    refuses=unsupported("maximum_cpu", UNSIGNED)
            | raises(RuntimeError, "fmax not implemented for complex tensors.", COMPLEX),
    self =d(lambda grad, self, other:
            masked_fill(grad, is_first_chosen(self, other) == 0, value=0),
            r"$grad \odot [$self \ge $other]"),
    other=d(lambda grad, self, other:
            masked_fill(grad, is_first_chosen(self, other), value=0),
            r"$grad \odot [$self < $other]"),
    vmap=BROADCAST)

fmin = op("fmin", "FminBackward0",
    lambda self, other: select_extreme(self, other, np.less_equal, np.less),
    r"\min($self, $other)",
    refuses=unsupported("minimum_cpu", UNSIGNED)
            | raises(RuntimeError, "fmin not implemented for complex tensors.", COMPLEX),
    self =d(lambda grad, self, other:
            masked_fill(grad, ((self <= other) + (other != other)) == 0, value=0),
            r"$grad \odot [$self \le $other]"),
    other=d(lambda grad, self, other:
            masked_fill(grad, (self <= other) + (other != other), value=0),
            r"$grad \odot [$self > $other]"),
    vmap=BROADCAST)

# At a bound that is a number the gradient passes.
clamp = op("clamp", "ClampBackward1",
    lambda self, *, min, max: clamp_array(self, cast_bound(min, self), cast_bound(max, self)),
    r"\mathrm{clamp}($self)",
    refuses=unsupported("clamp_scalar_cpu", UNSIGNED)
            | raises(NotImplementedError, "clamp is not supported for complex types", COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, min, max:
        where(is_within_bounds(self, min, max), grad, zero_like(grad)),
            r"$grad \odot [$min \le $self \le $max]"),
    in_place_functions=("clamp_", "clip_"),
    vmap=ELEMENTWISE,
    vmap_warning_in_place="clamp_")

clamp_tensor = op("clamp_tensor", "ClampBackward0",
    lambda self, min, max: clamp_between_tensors(self, min, max), r"\mathrm{clamp}($self)",
    refuses=unsupported("clamp_cpu", UNSIGNED),
    memory_format=elementwise,
    self=d(lambda grad, self, min, max:
        where(is_within_bounds(self, min, max), grad, zero_like(grad)),
           r"$grad \odot [$min \le $self \le $max]"),
    min =d(lambda grad, self, min, max:
        where(is_clamped_below(self, min, max), grad, zero_like(grad)),
           r"$grad \odot [$self < $min < $max]"),
    max =d(lambda grad, self, min, max:
        where(is_clamped_above(self, min, max), grad, zero_like(grad)),
           r"$grad \odot [$self > $max]"),
    vmap=BROADCAST,
    vmap_warning_in_place="clamp_.Tensor")

clamp_min = op("clamp_min", "ClampMinBackward0",
    lambda self, *, min: clamp_min_forward(cast_bound(min, self), self), r"\max($self, $min)",
    refuses=unsupported("clamp_min_scalar_cpu", UNSIGNED)
            | raises(NotImplementedError, "clamp is not supported for complex types", COMPLEX),
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, min: where(self >= min, grad, zero_like(grad)),
            r"$grad \odot [$self \ge $min]"),
    in_place_functions=("clamp_min_",),
    foreach=TWO_LISTS,
    vmap=ELEMENTWISE)

clamp_max = op("clamp_max", "ClampMaxBackward0",
    lambda self, *, max: clamp_max_forward(cast_bound(max, self), self), r"\min($self, $max)",
    refuses=unsupported("clamp_max_scalar_cpu", UNSIGNED)
            | raises(NotImplementedError, "clamp is not supported for complex types", COMPLEX),
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, max: where(self <= max, grad, zero_like(grad)),
            r"$grad \odot [$self \le $max]"),
    in_place_functions=("clamp_max_",),
    foreach=TWO_LISTS,
    vmap=ELEMENTWISE)

clamp_min_tensor = op("clamp_min_tensor", "ClampMinBackward1",
    lambda self, min: maximum_forward(self, min), r"\max($self, $min)",
    refuses=unsupported("maximum_cpu", UNSIGNED, COMPLEX),
    memory_format=elementwise,
    self=d(lambda grad, self, min: where(self >= min, grad, zero_like(grad)),
           r"$grad \odot [$self \ge $min]"),
    min =d(lambda grad, self, min: where(self < min, grad, zero_like(grad)),
           r"$grad \odot [$self < $min]"),
    vmap=BROADCAST)

clamp_max_tensor = op("clamp_max_tensor", "ClampMaxBackward1",
    lambda self, max: maximum_forward(self, max, np.minimum), r"\min($self, $max)",
    refuses=unsupported("minimum_cpu", UNSIGNED, COMPLEX),
    memory_format=elementwise,
    self=d(lambda grad, self, max: where(self <= max, grad, zero_like(grad)),
           r"$grad \odot [$self \le $max]"),
    max =d(lambda grad, self, max: where(self > max, grad, zero_like(grad)),
           r"$grad \odot [$self > $max]"),
    vmap=BROADCAST)

# --- Three operands ----------------------------------------------------------------------------

lerp_scalar = op("lerp_scalar", "LerpBackward0",
    lambda self, end, *, weight: interpolate(self, end, weight), r"$self + $weight ($end - $self)",
    refuses=unsupported("lerp_kernel_scalar", BOOL, INTEGERS),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, weight: grad * (1 - weight), r"(1 - $weight)\,$grad"),
    end  =d(lambda grad, weight: grad * weight, r"$weight\,$grad"),
    vmap=BROADCAST,
    vmap_warning_in_place="lerp_.Scalar")

lerp_tensor = op("lerp_tensor", "LerpBackward1",
    lambda self, end, weight: interpolate(self, end, weight),
        r"$self + $weight \odot ($end - $self)",
    refuses=unsupported("lerp_kernel_tensor", BOOL, INTEGERS),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self  =d(lambda grad, weight: grad * (1 - weight), r"$grad \odot (1 - $weight)"),
    end   =d(lambda grad, weight: grad * weight, r"$grad \odot $weight"),
    weight=d(lambda grad, self, end: grad * (end - self), r"$grad \odot ($end - $self)"),
    vmap=BROADCAST,
    vmap_warning_in_place="lerp_.Tensor")

addcmul = op("addcmul", "AddcmulBackward0",
    lambda self, tensor1, tensor2, *, value: simd.fused_add_scaled(self, tensor2, value * tensor1),
    r"$self + $value\,$tensor1 \odot $tensor2",
    refuses=unsupported("addcmul_cpu_out", BOOL, UNSIGNED),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self   =d(lambda grad: grad, r"$grad"),
    tensor1=d(lambda grad, tensor2, value: grad * (tensor2 * value),
              r"$grad \odot $value\,$tensor2",
              complex=lambda grad, tensor2, value: grad * conjugate(tensor2 * value)),
    tensor2=d(lambda grad, tensor1, value: grad * (tensor1 * value),
              r"$grad \odot $value\,$tensor1",
              complex=lambda grad, tensor1, value: grad * conjugate(tensor1 * value)),
    foreach=THREE_LISTS,
    vmap=BROADCAST,
    vmap_warning_in_place="addcmul_")

addcdiv = op("addcdiv", "AddcdivBackward0",
    lambda self, tensor1, tensor2, *, value: self + value * tensor1 / tensor2,
    r"$self + $value\,\frac{$tensor1}{$tensor2}",
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self   =d(lambda grad: grad, r"$grad"),
    tensor1=d(lambda grad, tensor2, value: grad * div(value, tensor2),
              r"$grad \odot \frac{$value}{$tensor2}",
              complex=lambda grad, tensor2, value: grad * conjugate(value / tensor2)),
    tensor2=d(lambda grad, tensor1, tensor2, value:
              -grad * (value * tensor1 / (tensor2 * tensor2)),
              r"-$grad \odot \frac{$value\,$tensor1}{{$tensor2}^2}",
              complex=lambda grad, tensor1, tensor2, value:
              -grad * conjugate(value * tensor1 / (tensor2 * tensor2))),
    foreach=THREE_LISTS,
    vmap=BROADCAST,
    vmap_warning_in_place="addcdiv_")

# --- Logic and bits ----------------------------------------------------------------------------

logical_and = op("logical_and", "", lambda self, other: np.logical_and(self, other),
    r"$self \land $other",
    refuses=unsupported("logical_and_cpu", UNSIGNED),
    vmap=BROADCAST)
logical_or = op("logical_or", "", lambda self, other: np.logical_or(self, other),
    r"$self \lor $other",
    refuses=unsupported("logical_or_cpu", UNSIGNED),
    vmap=BROADCAST)
logical_xor = op("logical_xor", "", lambda self, other: np.logical_xor(self, other),
    r"$self \oplus $other",
    refuses=unsupported("logical_xor_cpu", UNSIGNED),
    vmap=BROADCAST)
bitwise_and = op("bitwise_and", "", lambda self, other: np.bitwise_and(self, other),
    r"$self \mathbin{\&} $other",
    vmap=BROADCAST)
bitwise_or = op("bitwise_or", "", lambda self, other: np.bitwise_or(self, other),
    r"$self \mathbin{|} $other",
    vmap=BROADCAST)
bitwise_xor = op("bitwise_xor", "", lambda self, other: np.bitwise_xor(self, other),
    r"$self \oplus $other",
    vmap=BROADCAST)
bitwise_left_shift = op("bitwise_left_shift", "", lambda self, other: np.left_shift(self, other),
    r"$self \ll $other",
    refuses=unsupported("lshift_cpu", UNSIGNED),
    vmap=BROADCAST)
bitwise_right_shift = op("bitwise_right_shift", "",
    lambda self, other: np.right_shift(self, other), r"$self \gg $other",
    refuses=unsupported("rshift_cpu", UNSIGNED),
    vmap=BROADCAST)
isclose = op("isclose", "",
    lambda self, other, *, rtol, atol, equal_nan:
        binary_kernels.isclose(self, other, rtol, atol, equal_nan),
    r"[$self \approx $other]",
    memory_format=elementwise,
    vmap=BROADCAST,
    vmap_composed=("isclose", None))

LN2 = math.log(2)


def log_add_exp(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return `ln(e^a + e^b)` without overflow, also of complex numbers."""
    if np.result_type(a, b).kind != "c":
        return np.logaddexp(a, b)
    low, high = np.where(a.real < b.real, a, b), np.where(a.real < b.real, b, a)
    made = high + libm.log1p(np.exp(low - high))
    equal = np.isinf(high.real) & (low.real == high.real)
    if not equal.any():
        return made
    whole = np.log(np.exp(low) + np.exp(high))
    return np.where(equal, np.where(low.real < 0, low, whole), made)  # 0 has no angle


def select_extreme(
        a: np.ndarray, b: np.ndarray, compare: Callable[..., Any], strictly: Callable[..., Any]
) -> np.ndarray:
    """Return the entry of `a` or `b` that `compare` prefers, passing over NaN.

    Of equal entries torch takes the first, for bfloat16 the second.
    """
    first = (strictly if a.dtype.kind == "V" else compare)(a, b)
    return np.where(first | (b != b), a, b)


def negate(x: ArrayOrTensor) -> ArrayOrTensor:
    """Return `-x`, or raise torch's error for a bool tensor."""
    check_negatable(x._array if isinstance(x, Tensor) else x)
    return -x


def check_negatable(array: np.ndarray | BatchedArray) -> None:
    """Raise torch's error about the negative of a bool array."""
    if array.dtype == bool:
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
            "invert a mask, use the `~` or `logical_not()` operator instead."
        )


def is_first_chosen(self, other: ArrayOrTensor) -> ArrayOrTensor:
    """Return True where the gradient of `fmax` flows to `self`; a tangent ignores ties."""
    return (self > other if execution.double_vjp else self >= other) + (other != other)


def reciprocal_squared_length(y: ArrayOrTensor, x: ArrayOrTensor) -> ArrayOrTensor:
    """Return `1 / (x^2 + y^2)`, 0 at the origin except in forward mode."""
    square = y * y + x * x
    if execution.double_vjp:
        return reciprocal(square)
    return masked_fill(reciprocal(square), square == 0, value=0)


def apply_to_number(function: Callable[..., Any], x: np.ndarray | float) -> np.ndarray | float:
    """Return `function(x)`; for a Python number a Python number, which does not promote dtypes."""
    return function(x) if isinstance(x, np.ndarray | np.generic) else float(function(x))


def multiply_log(
        factor: np.ndarray | float, argument: np.ndarray | float, logarithm: np.ndarray | float
) -> np.ndarray:
    """Return `factor * logarithm`, 0 where the factor is 0, unless the argument is NaN."""
    product = np.where(factor == 0, 0, factor * logarithm)
    return np.where(np.isnan(argument), np.nan, product).astype(
        next(x.dtype for x in (factor, argument) if isinstance(x, np.ndarray | np.generic)))


def floored_remainder(a: np.ndarray, b: np.ndarray | float) -> np.ndarray:
    """Return `a % b` with the sign of `b`; raise torch's error for an integer divided by 0."""
    np.broadcast_shapes(np.shape(a), np.shape(b))  # errors about shapes come first
    if np.asarray(a).dtype.kind in "iu" and np.size(a) and np.any(np.equal(b, 0)):
        raise RuntimeError("ZeroDivisionError")
    return np.fmod(a, b)


def cast_bound(number: float | None, like: np.ndarray) -> Any:
    """Return a bound of `clamp` in the dtype of `like`; None stays None."""
    return number if number is None or like.dtype.kind == "c" else checked_scalar(number,
                                                                                  like.dtype)[()]


def is_within_bounds(
        value: ArrayOrTensor, low: ArrayOrTensor | float, high: ArrayOrTensor | float | None
) -> ArrayOrTensor:
    """Return where a clamp leaves `value` unchanged; a bound of None does not apply."""
    inside = True
    if low is not None:
        inside = inside * (value >= low)
    return inside if high is None else inside * (value <= high)


def is_clamped_below(
        value: ArrayOrTensor, low: ArrayOrTensor, high: ArrayOrTensor) -> ArrayOrTensor:
    """Return where the lower bound of a clamp applies; the upper bound takes precedence."""
    below = value < low
    return below if high is None else below * (low < high)


def is_clamped_above(
        value: ArrayOrTensor, low: ArrayOrTensor, high: ArrayOrTensor) -> ArrayOrTensor:
    """Return where the upper bound of a clamp applies."""
    above = value > high
    return above if low is None else above + (high < low)


def clamp_array(array: np.ndarray, low: Any, high: Any) -> np.ndarray:
    """Clamp an array between arrays of bounds; NaN is kept."""
    if low is not None:
        array = clamp_min_forward(low, array)
    return array if high is None else clamp_max_forward(high, array)


def clamp_between_tensors(
        array: np.ndarray, low: np.ndarray, high: np.ndarray | None) -> np.ndarray:
    """Clamp an array between arrays of bounds, as torch does for bounds that are tensors.

    torch uses its vectorized kernel unless both bounds are one number.
    """
    if low is not None and high is not None and low.size == high.size == 1:
        return clamp_array(array, low, high)
    array = array if low is None else maximum_forward(array, low)
    return array if high is None else maximum_forward(array, high, np.minimum)


def interpolate(start: np.ndarray, end: np.ndarray, weight: np.ndarray | float) -> np.ndarray:
    """Return torch's linear interpolation, computed from the nearer end."""
    near = np.abs(weight) < 0.5
    whole = end - start
    return np.where(near, simd.fused_add_scaled(start, whole, weight),
        simd.fused_add_scaled(end, whole, weight - 1)
                    ).astype(np.result_type(start, end))


add_number = op("add_number", "AddBackward1",
    lambda self, *, other: self + other, r"$self + $other",
    accumulate=IN_FLOAT32,
    self=d(lambda grad: grad, r"$grad"),
    vmap=ELEMENTWISE)

sub_number = op("sub_number", "SubBackward1",
    lambda self, *, other: self - other, r"$self - $other",
    accumulate=IN_FLOAT32,
    self=d(lambda grad: grad, r"$grad"),
    vmap=ELEMENTWISE)

mul_number = op("mul_number", "MulBackward1",
    lambda self, *, other: self * other, r"$self \cdot $other",
    accumulate=IN_FLOAT32,
    self=d(lambda grad, other: grad * other, r"$grad \cdot $other"),
    vmap=ELEMENTWISE)

div_number = op("div_number", "DivBackward1",
    lambda self, *, other: self / other, r"\tfrac{$self}{$other}",
    accumulate=IN_FLOAT32,
    self=d(lambda grad, other: grad / other, r"\tfrac{$grad}{$other}"),
    vmap=ELEMENTWISE)

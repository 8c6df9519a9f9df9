"""Records of the ops that all other formulas use: arithmetic, powers, where, exp, comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.backward_plan import conjugate
from autograd.engine.elementwise import binary
from autograd.engine.type_promotion import result_type
from autograd.graph.op_facts import ONE_LIST, TWO_LISTS, Foreach
from autograd.graph.saved_attributes import BASE, WHOLE, saved_all, saved_constant
from autograd.kernels import libm, simd
from autograd.kernels.binary import (
    clamp_min_forward, compute_remainder, divide_floor, divide_trunc, maximum_forward,
)
from autograd.kernels.complex_arithmetic import divide_complex, multiply_complex
from autograd.kernels.half_accumulation import BFLOAT16_IN_FLOAT32, IN_FLOAT32
from autograd.kernels.memory_formats import elementwise
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, UNSIGNED, raises, unsupported
from autograd.ops.record import d, op
from autograd.ops.vmap_rules import BROADCAST, COMPARISON, ELEMENTWISE, ELEMENTWISE_IN_FRONT
from autograd.runtime.execution_state import execution
from autograd.runtime.registry import OPS
from autograd.runtime.sparse_rules import ADDITION, LINEAR, SUBTRACTION, ZERO_PRESERVING
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import ArrayOrTensor

# --- Arithmetic --------------------------------------------------------------------------------

add = op("add", "AddBackward0",
    lambda self, other, *, alpha=1: simd.add_scaled(self, other, alpha),
    r"$self + $other",
    number_node="AddBackward1",
    refuses=unsupported("add_stub", UNSIGNED),
    self =d(lambda grad: grad, r"$grad"),
    other=d(lambda grad, alpha: grad if alpha == 1 else grad * alpha, r"$grad"),
    rounds_number=True,
    foreach=TWO_LISTS,
    vmap=BROADCAST, sparse=ADDITION)

sub = op("sub", "SubBackward0",
    lambda self, other, *, alpha=1: simd.subtract_scaled(self, other, alpha),
    r"$self - $other",
    number_node="SubBackward1",
    refuses=unsupported("add_stub", UNSIGNED),
    self =d(lambda grad: grad, r"$grad"),
    other=d(lambda grad, alpha: -grad if alpha == 1 else -grad * alpha, r"-$grad"),
    rounds_number=True,
    foreach=TWO_LISTS,
    vmap=BROADCAST, sparse=SUBTRACTION,
    bool_error="Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` "
    "or `logical_xor()` operator instead.")

rsub = op("rsub", "RsubBackward1",
    lambda self, *, other: simd.subtract_scaled(other, self, 1), r"$other - $self",
    refuses=unsupported("add_stub", UNSIGNED),
    accumulate=IN_FLOAT32,
    self =d(lambda grad: -grad, r"-$grad"),
    saves={"alpha": saved_constant(1)},
    vmap=ELEMENTWISE)

rsub_tensor = op("rsub_tensor", "RsubBackward0",
    lambda self, other, *, alpha: simd.subtract_scaled(other, self, alpha),
    r"$other - $alpha\,$self",
    refuses=unsupported("add_stub", UNSIGNED),
    self =d(lambda grad, alpha: -grad if alpha == 1 else -grad * alpha, r"-$alpha\,$grad"),
    other=d(lambda grad: grad, r"$grad"),
    vmap=BROADCAST)

mul = op("mul", "MulBackward0",
    lambda self, other: self * other, r"$self \odot $other",
    number_node="MulBackward1",
    of_complex=multiply_complex,
    self =d(lambda grad, other: grad * other, r"$grad \odot $other"),
    other=d(lambda grad, self: grad * self, r"$grad \odot $self"),
    exact_number=True,
    foreach=TWO_LISTS,
    vmap=BROADCAST, sparse=LINEAR)

div = op("div", "DivBackward0",
    lambda self, other: np.true_divide(self, other), r"\frac{$self}{$other}",
    number_node="DivBackward1",
    of_complex=divide_complex,
    self =d(lambda grad, other: grad / other, r"\frac{$grad}{$other}"),
    other=d(lambda grad, self, other: -grad * ((self / other) / other),
            r"-$grad \odot \frac{$self}{$other^2}"),
    exact_number=True,
    foreach=TWO_LISTS,
    vmap=BROADCAST, sparse=LINEAR)

neg = op("neg", "NegBackward0",
    lambda self: -self, r"-$self",
    refuses=unsupported("neg_cpu", UNSIGNED),
    self =d(lambda grad: -grad, r"-$grad"),
    in_place_functions=("neg_", "negative_"),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=LINEAR)

reciprocal = op("reciprocal", "ReciprocalBackward0",
    lambda self: 1 / self, r"\frac{1}{$self}",
    of_complex=lambda self: divide_complex(1, self),
    self =d(lambda grad, result: -grad * (result * result), r"-$grad \odot $result^2",
             complex=lambda grad, result: -grad * conjugate(result * result)),
    in_place_functions=("reciprocal_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE)

pow_scalar = op("pow_scalar", "PowBackward0",
    lambda self, *, exponent: libm.power(self, exponent), r"{$self}^{$exponent}",
    refuses=unsupported("pow", UNSIGNED),
    self =d(lambda grad, self, exponent:
            grad * power_factor(self, exponent) if exponent else zeros_like_grad(grad),
            r"$grad \odot $exponent\,{$self}^{$exponent - 1}",
            complex=lambda grad, self, exponent:
            grad * conjugate(
                exponent * pow_scalar(cast_to_power(self, grad), exponent=exponent - 1))
            if exponent else zeros_like_grad(grad)),
    vmap=ELEMENTWISE)

pow_tensor = op("pow_tensor", "PowBackward1",
    lambda self, exponent: libm.power(self, exponent), r"{$self}^{$exponent}",
    holomorphic=False,
    refuses=unsupported("pow", BOOL, UNSIGNED),
    self =d(lambda grad, self, exponent:
            power_vjp(grad, exponent, conjugate(exponent * self ** (exponent - 1))),
            r"$grad \odot $exponent \odot {$self}^{$exponent - 1}"),
    exponent=d(lambda grad, self, exponent, result:
               grad * where((self == 0) * is_nonnegative(exponent), zeros_like_grad(grad),
                            conjugate(result * log(cast_to_power(self, result)))),
               r"$grad \odot $result \odot \ln $self\;[{$self}^{$exponent}]"),
    foreach=Foreach(2, name="pow"),
    vmap=BROADCAST,
    vmap_warning_in_place="pow_.Tensor")

pow_base = op("pow_base", "PowBackward2",
    lambda exponent, *, base: np.asarray(libm.power(base, exponent), order="C"),
    r"{$base}^{$exponent}",
    refuses=unsupported("pow", UNSIGNED),
    exponent=d(lambda grad, exponent, result, base:
               grad * (result * np.log(base)) if base else
               where(exponent >= 0, zeros_like_grad(grad), grad * (result * -np.inf)),
               r"$grad \odot $result\,\ln $base",
               complex=lambda grad, exponent, result, base:
               grad * conjugate(result * np.log(np.complex128(base))) if base else
               where((exponent == exponent.real) & (exponent.real >= 0), zeros_like_grad(grad),
                     grad * (result * np.nan))),
    saves={**BASE, **saved_all("exponent")},
    vmap=ELEMENTWISE_IN_FRONT,
    saved_as={"self": "base"})


def power_factor(self, exponent: float) -> ArrayOrTensor:
    """Return the factor of the derivative of a power; with a history from Python floats as in
    torch.
    """
    if isinstance(self, Tensor) and not isinstance(exponent, complex):
        exponent = float(exponent)
    return exponent * pow_scalar(self, exponent=exponent - 1)


square = op("square", "PowBackward0",
    lambda self: self * self, r"{$self}^{2}",
    refuses=unsupported("pow", UNSIGNED),
    self =d(lambda grad, self: grad * (self * 2.0), r"$grad \odot 2\,$self",
            complex=lambda grad, self: grad * conjugate(self * 2.0)),
    in_place_functions=("square_",),
    saves={"exponent": saved_constant(2)},
    vmap=ELEMENTWISE,
    vmap_warning_in_place="square_", sparse=ZERO_PRESERVING)

# --- Selection ---------------------------------------------------------------------------------

where = op("where", "WhereBackward0",
    lambda condition, self, other: np.where(condition, self, other),
    r"\mathrm{where}($condition, $self, $other)",
    parts={"halves": lambda grad, condition:
           sifted(condition, grad) if execution.double_vjp else (None, None)},
    memory_format=elementwise,
    self =d(lambda grad, condition, halves:
            halves[0] if execution.double_vjp else where(condition, grad, zero_like(grad)),
            r"$grad \odot [$condition]"),
    other=d(lambda grad, condition, halves:
            halves[1] if execution.double_vjp else where(condition, zero_like(grad), grad),
            r"$grad \odot [\lnot $condition]"),
    unpack_error=(RuntimeError, "where expected condition to be a boolean tensor, but got a tensor "
                  "with dtype {kind}"),
    vmap=BROADCAST)

# For tangents: each entry comes from one side alone; a sum with zeros would turn -0 into 0.
sifted = op("sifted", "SiftedBackward0",
    lambda condition, self: (np.where(condition, self, zeros_like_grad(self)),
                             np.where(condition, zeros_like_grad(self), self)),
    r"$self \odot [$condition],\ $self \odot [\lnot $condition]", outputs=("chosen", "others"),
    self =d(lambda grads, condition: where(condition, *fill_missing_grads(grads)),
            r"\mathrm{where}($condition, $grads)"),
    vmap=BROADCAST)

maximum = op("maximum", "MaximumBackward0",
    lambda self, other: maximum_forward(self, other), r"\max($self, $other)",
    refuses=unsupported("maximum_cpu", UNSIGNED)
            | raises(RuntimeError, "maximum not implemented for complex tensors.", COMPLEX),
    self =d(lambda grad, self, other: split_at_ties(grad, self, other, self < other),
            r"$grad \odot ([$self > $other] + \tfrac{1}{2}[$self = $other])"),
    other=d(lambda grad, self, other: split_at_ties(grad, self, other, self > other),
            r"$grad \odot ([$other > $self] + \tfrac{1}{2}[$self = $other])"),
    foreach=Foreach(2, method="clamp_min"),
    vmap=BROADCAST)

minimum = op("minimum", "MinimumBackward0",
    lambda self, other: maximum_forward(self, other, np.minimum), r"\min($self, $other)",
    refuses=unsupported("minimum_cpu", UNSIGNED)
            | raises(RuntimeError, "minimum not implemented for complex tensors.", COMPLEX),
    self =d(lambda grad, self, other: split_at_ties(grad, self, other, self > other),
            r"$grad \odot ([$self < $other] + \tfrac{1}{2}[$self = $other])"),
    other=d(lambda grad, self, other: split_at_ties(grad, self, other, self < other),
            r"$grad \odot ([$other < $self] + \tfrac{1}{2}[$self = $other])"),
    foreach=Foreach(2, method="clamp_max"),
    vmap=BROADCAST)

abs = op("abs", "AbsBackward0",
    lambda self: np.abs(self), r"\left|$self\right|",
    refuses=unsupported("abs_cpu", BOOL, UNSIGNED),
    self =d(lambda grad, self: grad * sgn(self), r"$grad \odot \operatorname{sgn} $self"),
    in_place_functions=("abs_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

sgn = op("sgn", "SgnBackward0",
    lambda self: sign_or_direction(self), r"\operatorname{sgn} $self",
    holomorphic=False,
    refuses=unsupported("sign_cpu", UNSIGNED),
    self =d(lambda grad, self, result: sgn_vjp(grad, self, result),
            r"\frac{$grad - \operatorname{Re}($grad\,\mathrm{conj}($result))\,$result}"
            r"{\lvert $self \rvert}"),
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

sign = op("sign", "SignBackward0",
    lambda self: sign_or_direction(self), r"\operatorname{sgn} $self",
    refuses=unsupported("sign_cpu", UNSIGNED)
            | raises(NotImplementedError,
                "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use "
            "torch.sgn instead.", COMPLEX),
    self =d(lambda grad: zeros_like_grad(grad), r"0"),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

relu = op("relu", "ReluBackward0",
    lambda self: clamp_min_forward(0, self), r"\max($self, 0)",
    refuses=unsupported("clamp_min_scalar_cpu", UNSIGNED),
    memory_format=elementwise,
    self =d(lambda grad, result: threshold_backward(grad, result), r"$grad \odot [$result > 0]"),
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

threshold_backward = op("threshold_backward", "ThresholdBackwardBackward0",
    lambda grad_output, self: select_by_array(grad_output, ~(self <= 0)),  # passes at NaN
    r"$grad_output \odot [$self > 0]",
    grad_output=d(lambda grad, self: threshold_backward(grad, self), r"$grad \odot [$self > 0]"),
    self =d(lambda grad: zeros_like_grad(grad), r"0"),
    saves={**WHOLE, "threshold": saved_constant(0)},
    vmap=BROADCAST)

# --- Exponentials and logarithms ---------------------------------------------------------------

exp = op("exp", "ExpBackward0",
    lambda self: libm.exp(self), r"e^{$self}",
    self =d(lambda grad, result: grad * result, r"$grad \odot $result"),
    in_place_functions=("exp_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE)

log = op("log", "LogBackward0",
    lambda self: libm.log(self), r"\ln $self",
    self =d(lambda grad, self: grad / self, r"\frac{$grad}{$self}"),
    in_place_functions=("log_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE)

sqrt = op("sqrt", "SqrtBackward0",
    lambda self: np.sqrt(self), r"\sqrt{$self}",
    self =d(lambda grad, result: grad / (2 * result), r"\frac{$grad}{2\,$result}"),
    in_place_functions=("sqrt_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

# --- Circular and sigmoid ----------------------------------------------------------------------

sin = op("sin", "SinBackward0",
    lambda self: libm.sin(self), r"\sin $self",
    self =d(lambda grad, self: grad * cos(self), r"$grad \odot \cos $self",
            complex=lambda grad, self: grad * conjugate(cos(self))),
    in_place_functions=("sin_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

cos = op("cos", "CosBackward0",
    lambda self: libm.cos(self), r"\cos $self",
    self =d(lambda grad, self: grad * -sin(self), r"-$grad \odot \sin $self",
            complex=lambda grad, self: grad * -conjugate(sin(self))),
    in_place_functions=("cos_",),
    foreach=ONE_LIST,
    vmap=ELEMENTWISE)

tanh = op("tanh", "TanhBackward0",
    lambda self: libm.tanh(self), r"\tanh $self",
    self =d(lambda grad, result: tanh_backward(grad, result), r"$grad \odot (1 - $result^2)",
            complex=lambda grad, result: tanh_backward_complex(grad, result)),
    in_place_functions=("tanh_",),
    foreach=ONE_LIST,
    gain=5.0 / 3,
    vmap=ELEMENTWISE, sparse=ZERO_PRESERVING)

tanh_backward = op("tanh_backward", "TanhBackwardBackward0",
    lambda grad_output, output: libm.tanh_backward(grad_output, output),
    r"$grad_output \odot (1 - $output^2)",
    accumulate=IN_FLOAT32,
    grad_output=d(lambda grad, output: tanh_backward(grad, output), r"$grad \odot (1 - $output^2)"),
    output=d(lambda grad, grad_output, output: grad * (-2 * output * grad_output),
             r"-2\,$grad \odot $output \odot $grad_output"),
    vmap=BROADCAST)

tanh_backward_complex = op("tanh_backward_complex", "TanhBackwardBackward0",
    lambda grad_output, output: grad_output * conjugate(1 - output * output),
    r"$grad_output \odot \mathrm{conj}(1 - $output^2)", holomorphic=False,
    grad_output=d(lambda grad, output: tanh_backward_complex(grad, conjugate(output)),
                  r"$grad \odot (1 - $output^2)"),
    output=d(lambda grad, grad_output, output:
             conjugate(grad) * (-2 * conjugate(output) * grad_output),
             r"-2\,\mathrm{conj}($grad \odot $output) \odot $grad_output"))

sigmoid = op("sigmoid", "SigmoidBackward0",
    lambda self: libm.logistic(self), r"\sigma($self)",
    accumulate=IN_FLOAT32,
    self =d(lambda grad, result: sigmoid_backward(grad, result),
            r"$grad \odot $result \odot (1 - $result)",
            complex=lambda grad, result: sigmoid_backward_complex(grad, result)),
    in_place_functions=("sigmoid_",),
    foreach=ONE_LIST,
    gain=1,
    vmap=ELEMENTWISE)

sigmoid_backward = op("sigmoid_backward", "SigmoidBackwardBackward0",
    lambda grad_output, output: grad_output * (1 - output) * output,
    r"$grad_output \odot $output \odot (1 - $output)",
    accumulate=BFLOAT16_IN_FLOAT32,
    grad_output=d(lambda grad, output: sigmoid_backward(grad, output),
                  r"$grad \odot $output \odot (1 - $output)"),
    output=d(lambda grad, grad_output, output: grad * grad_output * (1 - 2 * output),
             r"$grad \odot $grad_output \odot (1 - 2\,$output)"),
    vmap=BROADCAST)

sigmoid_backward_complex = op("sigmoid_backward_complex", "SigmoidBackwardBackward0",
    lambda grad_output, output: grad_output * conjugate((1 - output) * output),
    r"$grad_output \odot \mathrm{conj}($output \odot (1 - $output))", holomorphic=False,
    grad_output=d(lambda grad, output: sigmoid_backward_complex(grad, conjugate(output)),
                  r"$grad \odot $output \odot (1 - $output)"),
    output=d(lambda grad, grad_output, output:
             conjugate(grad) * grad_output * (1 - 2 * conjugate(output)),
             r"\mathrm{conj}($grad) \odot $grad_output \odot (1 - 2\,\mathrm{conj}($output))"))


def sign_or_direction(array: np.ndarray) -> np.ndarray:
    """Return the sign of real numbers, `z / abs(z)` of complex ones, 0 at 0."""
    if array.dtype.kind == "f":
        return np.where(np.isnan(array), array.dtype.type(0), np.sign(array))
    if array.dtype.kind == "V":  # bfloat16: torch returns 0 without a sign
        return np.where(np.isnan(array) | (array == 0), array.dtype.type(0), np.sign(array))
    if array.dtype.kind != "c":
        return array.copy("K") if array.dtype == bool else np.sign(array)
    size = np.abs(array)
    return array / np.where(size == 0, size.dtype.type(1), size)


def sgn_vjp(grad: ArrayOrTensor, value: ArrayOrTensor, result: ArrayOrTensor) -> ArrayOrTensor:
    """Return the gradient of `sgn`: 0 for real numbers, across the direction for complex ones."""
    array = value if isinstance(value, np.ndarray | np.generic) else value._array
    if array.dtype.kind != "c":
        return zeros_like_grad(grad)
    size = abs(value)
    along = (grad * result.conj() + grad.conj() * result) * 0.5 * result
    return where(size == 0, 0.0, (grad - along) / where(size == 0, 1.0, size))


def power_vjp(
        grad: ArrayOrTensor, exponent: ArrayOrTensor, slope: Any) -> ArrayOrTensor:
    """Return `grad` times the derivative of a power by its base, 0 where the exponent is 0.

    In forward mode it is linear in `grad`, without a branch that depends on it.
    """
    still = check_not_bool(exponent) == 0
    if execution.double_vjp:
        slope = where(still, zeros_like_grad(slope), slope)
    return where(still, zeros_like_grad(grad), grad * slope)


def zeros_like_grad(grad: ArrayOrTensor) -> ArrayOrTensor:
    """Return zeros for a gradient on which the result does not depend, even where it is infinite.
    """
    if isinstance(grad, np.ndarray | np.generic):
        return np.zeros_like(grad)
    return wrap(np.zeros_like(grad._array))


def fill_missing_grads(grads: list[Any]) -> list:
    """Return `grads` with zeros for those that are None."""
    like = next(grad for grad in grads if grad is not None)
    return [zeros_like_grad(like) if grad is None else grad for grad in grads]


def zero_like(grad: ArrayOrTensor) -> int:
    """Return a zero for `where` that keeps the gradient's dtype, also bfloat16."""
    return 0


def select_by_array(grad: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """Return the entries of `grad` where the array `chosen` is true, 0 elsewhere.

    It multiplies bits by 0 or 1: no branch for each entry, nothing changed in NaN, infinity or -0.
    """
    return (grad.view(f"i{grad.itemsize}") * chosen).view(grad.dtype)


def cast_to_power(base: ArrayOrTensor, result: ArrayOrTensor) -> ArrayOrTensor:
    """Cast `base` to the dtype of the power: negative numbers have a complex logarithm then."""
    have, want = [getattr(x, "_array", x).dtype for x in (base, result)]
    return base if have == want else OPS["to_dtype"](base, dtype=want)


def is_nonnegative(exponent: ArrayOrTensor) -> ArrayOrTensor:
    """Return where a real exponent is 0 or more."""
    if conjugate(exponent) is exponent:
        return exponent >= 0
    return (exponent.imag == 0) * (exponent.real >= 0)


def check_not_bool(exponent: ArrayOrTensor) -> ArrayOrTensor:
    """Return the exponent, or raise torch's error for bool, from which its formula subtracts 1."""
    if exponent.dtype in (np.bool_, "torch.bool"):
        raise RuntimeError(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying "
            "to invert a mask, use the `~` or `logical_not()` operator instead."
        )
    return exponent


def split_at_ties(
        grad: ArrayOrTensor, self: ArrayOrTensor, other: ArrayOrTensor | float, lost: ArrayOrTensor
) -> ArrayOrTensor:
    """Return the gradient of one side of max or min: half at a tie, 0 where it `lost`."""
    return OPS["masked_fill"](where(self == other, grad / 2, grad), lost, value=0)

# --- Without a gradient ------------------------------------------------------------------------


floor_divide = op("floor_divide", "NotImplemented",
    lambda self, other: divide_floor(self, other), r"\left\lfloor $self / $other \right\rfloor",
    refuses=unsupported("div_floor_cpu", BOOL, UNSIGNED, COMPLEX),
    self =d(lambda grad: raise_not_implemented("aten::floor_divide"), r"\text{not implemented}"),
    other=d(lambda grad: raise_not_implemented("aten::floor_divide"), r"\text{not implemented}"),
    underived=True,
    exact_number=True,
    vmap=BROADCAST, vmap_warning_in_place="floor_divide_.Tensor",
    no_forward_ad="aten::floor_divide")

floor_divide_number = op("floor_divide_number", "NotImplemented",
    lambda self, *, other: divide_floor(self, other),
    r"\left\lfloor $self / $other \right\rfloor",
    refuses=unsupported("div_floor_cpu", BOOL, UNSIGNED, COMPLEX),
    accumulate=IN_FLOAT32,
    self =d(lambda grad: raise_not_implemented("aten::floor_divide"), r"\text{not implemented}"),
    underived=True,
    vmap=ELEMENTWISE, vmap_warning_in_place="floor_divide_.Tensor",
    no_forward_ad="aten::floor_divide")

remainder_base = op("remainder_base", "NotImplemented",
    lambda self, *, base: compute_remainder(self.dtype.type(base), self), r"$base \bmod $self",
    refuses=unsupported("remainder_cpu", BOOL, UNSIGNED, COMPLEX),
    self =d(lambda grad: raise_not_implemented("aten::remainder"), r"\text{not implemented}"),
    underived=True,
    vmap=ELEMENTWISE)

floor_divide_base = op("floor_divide_base", "NotImplemented",
    lambda self, *, base: divide_floor(self.dtype.type(base), self),
    r"\left\lfloor $base / $self \right\rfloor",
    refuses=unsupported("div_floor_cpu", BOOL, UNSIGNED, COMPLEX),
    self =d(lambda grad: raise_not_implemented("aten::floor_divide"), r"\text{not implemented}"),
    underived=True,
    vmap=ELEMENTWISE,
    no_forward_ad="aten::floor_divide")

remainder = op("remainder", "RemainderBackward1",
    lambda self, other: compute_remainder(self, other), r"$self \bmod $other",
    refuses=unsupported("remainder_cpu", BOOL, UNSIGNED, COMPLEX),
    self =d(lambda grad: grad, r"$grad"),
    other=d(lambda grad, self, other: -grad * compute_promoted(quotient, self, other),
            r"-$grad \odot \lfloor $self / $other \rfloor"),
    rounds_number=True,
    vmap=BROADCAST,
    vmap_warning_in_place="remainder_.Tensor")

quotient = op("quotient", "DivBackward2",
    lambda self, other: divide_floor(self, other), r"\left\lfloor $self / $other \right\rfloor",
    refuses=unsupported("div_floor_cpu", BOOL, UNSIGNED, COMPLEX),
    self =d(lambda grad: zeros_like_grad(grad), r"0"),
    other=d(lambda grad: zeros_like_grad(grad), r"0"),
    exact_number=True,
    saves={**saved_all("self", "other"), "rounding_mode": saved_constant("floor")},
    vmap=BROADCAST)

trunc_quotient = op("trunc_quotient", "DivBackward2",
    lambda self, other: divide_trunc(self, other),
    r"\mathrm{trunc}($self / $other)",
    refuses=unsupported("div_trunc_cpu", BOOL, UNSIGNED, COMPLEX),
    self =d(lambda grad: zeros_like_grad(grad), r"0"),
    other=d(lambda grad: zeros_like_grad(grad), r"0"),
    exact_number=True,
    saves={**saved_all("self", "other"), "rounding_mode": saved_constant("trunc")},
    vmap=BROADCAST)

remainder_number = op("remainder_number", "RemainderBackward0",
    lambda self, *, other: compute_remainder(self, other), r"$self \bmod $other",
    refuses=unsupported("remainder_cpu", BOOL, UNSIGNED, COMPLEX),
    accumulate=IN_FLOAT32,
    self =d(lambda grad: grad, r"$grad"),
    vmap=ELEMENTWISE,
    vmap_warning_in_place="remainder_.Scalar")


def raise_not_implemented(name: str) -> None:
    """Raise torch's error: the derivative for this op is not implemented."""
    raise RuntimeError(f"derivative for {name} is not implemented")


def raise_not_differentiable(name: str) -> None:
    """Raise torch's error: its table declares this op not differentiable."""
    raise NotImplementedError(f"the derivative for '{name}' is not implemented.")


def compute_promoted(op: Op, a: ArrayOrTensor, b: ArrayOrTensor) -> ArrayOrTensor:
    """Compute `op` of two operands in the dtype that torch promotes both to."""
    if isinstance(a, Tensor):
        return binary(op, a, b)
    dtype = result_type(wrap(a), wrap(b))
    return op(a.astype(dtype, copy=False), b.astype(dtype, copy=False))


eq = op("eq", "", lambda self, other: self == other, r"$self = $other",
    rounds_number=True,
    vmap=COMPARISON,
    vmap_warning_in_place="eq_.Scalar")
ne = op("ne", "", lambda self, other: self != other, r"$self \ne $other",
    rounds_number=True,
    vmap=COMPARISON,
    vmap_warning_in_place="ne_.Scalar")
lt = op("lt", "", lambda self, other: self < other, r"$self < $other",
    refuses=unsupported("lt_cpu", UNSIGNED, COMPLEX),
    rounds_number=True,
    vmap=COMPARISON,
    vmap_warning_in_place="lt_.Scalar")
le = op("le", "", lambda self, other: self <= other, r"$self \le $other",
    refuses=unsupported("le_cpu", UNSIGNED, COMPLEX),
    rounds_number=True,
    vmap=COMPARISON,
    vmap_warning_in_place="le_.Scalar")
gt = op("gt", "", lambda self, other: self > other, r"$self > $other",
    refuses=unsupported("gt_cpu", UNSIGNED, COMPLEX),
    rounds_number=True,
    vmap=COMPARISON,
    vmap_warning_in_place="gt_.Scalar")
ge = op("ge", "", lambda self, other: self >= other, r"$self \ge $other",
    refuses=unsupported("ge_cpu", UNSIGNED, COMPLEX),
    rounds_number=True,
    vmap=COMPARISON,
    vmap_warning_in_place="ge_.Scalar")


def declare_inplace_comparisons(entry: Op, name: str) -> tuple[Op, ...]:
    """Declare the in-place forms with a tensor and with a number, whose gradients are zero."""
    zeros = d(lambda grad: zeros_like_grad(grad), r"0")
    return (
        op(f"{entry.name}_", f"{name}Backward1", lambda self, other: entry.forward(self, other),
           entry.tex, holomorphic=False, self=zeros, other=zeros,
           vmap_warning_in_place=f"{entry.name}_.Tensor"),
        op(f"{entry.name}_number_", f"{name}Backward0",
           lambda self, *, other: entry.forward(self, other), entry.tex, holomorphic=False,
           self=zeros),
    )


eq_, eq_number_ = declare_inplace_comparisons(eq, "Eq")
ne_, ne_number_ = declare_inplace_comparisons(ne, "Ne")
lt_, lt_number_ = declare_inplace_comparisons(lt, "Lt")
le_, le_number_ = declare_inplace_comparisons(le, "Le")
gt_, gt_number_ = declare_inplace_comparisons(gt, "Gt")
ge_, ge_number_ = declare_inplace_comparisons(ge, "Ge")

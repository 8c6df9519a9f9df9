"""Elementwise functions of one tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.elementwise import apply_unary, unary
from autograd.engine.inplace_checks import check_can_cast
from autograd.engine.vmap_refusals import TRUTH, unwrap_for
from autograd.functions.kernel_dtypes import check_kernel_dtype
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.operators import attach_operator
from autograd.functions.tensor_api.out_argument import (
    make_in_place as form_in_place, with_out, write_out,
)
from autograd.ops.binary import check_negatable
from autograd.runtime import masked_rules
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import FOUND, InPlace, Operator, Out, Read, add_facts, declare
from autograd.runtime.registry import OPS, export
from autograd.runtime.sparse_rules import IN_PLACE, LINEAR, ZERO_PRESERVING
from autograd.tensor.dtype import dtype_of
from autograd.tensor.return_types import make_named_tuple
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op


def publish_unary(
        function: Callable[..., Any], name: str, *aliases: str, in_place: InPlace | None = None,
        masked: masked_rules.MaskedRule | None = masked_rules.UNARY, **facts: Any
) -> Callable[..., Any]:
    """Publish a unary function and its in-place form under all names.

    `facts` are declared for the first name, `in_place` and `masked` for all.
    """
    function.__name__ = function.__qualname__ = name
    declare(name, *aliases, in_place=in_place, masked=masked)(declare(**facts)(function))
    write = form_in_place(function, f"{name}_")
    if OPS[name].gain is not None:
        add_facts(name, gain=OPS[name].gain)
    for each in (name, *aliases):
        attach_method(each, function)
        attach_method(f"{each}_", write)
        if f"{each}_" in OPS[name].in_place_functions:
            export(f"{each}_")(write)
    return export(name, *aliases)(function)


def make_float_unary(entry: Op) -> Callable[..., Any]:
    """Return the function of a unary op that computes integers in the default float dtype."""

    own = getattr(ops, f"{entry.name}_", entry)  # the node of the in-place form

    def function(input, *, out=None):
        return unary(own if out is input else entry, input, out)

    function.__doc__ = f"Return `{entry.name}(input)` elementwise."
    return function


def make_rounding(entry: Op) -> Callable[..., Any]:
    """Return the function of a unary op that returns integers unchanged."""

    def function(input, *, out=None):
        if input._array.dtype.kind in "iu":
            chosen = ops.clone
        else:
            chosen = entry
        return apply_unary(chosen, input, into=out, by=f"{entry.name}_")

    function.__doc__ = f"Return `{entry.name}(input)` elementwise; integers unchanged."
    return function


def publish_real(entry: Op, *aliases: str, **facts: Any) -> Callable[..., Any]:
    """Publish a function of floats under the name of its op and `aliases`."""
    for alias in aliases:
        if entry.sparse is not None:
            add_facts(alias, sparse=entry.sparse)
    return publish_unary(make_float_unary(entry), entry.name, *aliases, **facts)


publish_real(ops.exp)
exp2 = publish_real(ops.exp2)
expm1 = publish_real(ops.expm1)
publish_real(ops.log)
publish_real(ops.log2)
publish_real(ops.log10)
log1p = publish_real(ops.log1p)
publish_real(ops.sqrt)
publish_real(ops.rsqrt)
publish_real(ops.sin)
publish_real(ops.cos)
publish_real(ops.tan)
publish_real(ops.asin, "arcsin")
publish_real(ops.acos, "arccos")
publish_real(ops.atan, "arctan")
publish_real(ops.sinh)
publish_real(ops.cosh)
publish_real(ops.asinh, "arcsinh")
publish_real(ops.acosh, "arccosh")
publish_real(ops.atanh, "arctanh")
sinc = publish_real(ops.sinc)
erf = publish_real(ops.erf)
erfc = publish_real(ops.erfc)
erfinv = publish_real(ops.erfinv)
lgamma = publish_real(ops.lgamma)
digamma = publish_real(ops.digamma)
i0 = publish_real(ops.i0)
publish_real(ops.deg2rad)
publish_real(ops.rad2deg)
sigmoid = publish_real(ops.sigmoid, reads_first=(Read("input", "sigmoid"),))
tanh = publish_real(ops.tanh, reads_first=(Read("input", "tanh"),))
publish_unary(make_rounding(ops.floor), "floor", out=Out(dtype_error=FOUND))
publish_unary(make_rounding(ops.ceil), "ceil", out=Out(dtype_error=FOUND))
publish_unary(make_rounding(ops.trunc), "trunc", "fix", out=Out(dtype_error=FOUND))


@declare(out=Out(dtype_error=FOUND))
def round(input: Tensor, *, decimals: int | None = None, out: Any = None) -> Tensor:
    """Round to the nearest integer, halves to even, or to `decimals` decimal places."""
    if input._array.dtype.kind in "iu":
        if decimals is not None:
            check_kernel_dtype("round_cpu" if decimals else "round_vml_cpu", input, "iu")
        entry, params = ops.clone, {}
    elif decimals is not None:
        entry, params = ops.round_decimals, {"decimals": decimals}
    else:
        entry, params = ops.round, {}
    return apply_unary(entry, input, params, into=out, by="round_")


publish_unary(round, "round")


def make_same_dtype_unary(entry: Op) -> Callable[..., Any]:
    """Return the function of a unary op that keeps the dtype."""

    def function(input, *, out=None):
        return apply_unary(entry, input, into=out)

    function.__doc__ = f"Return `{entry.name}(input)` elementwise."
    return function


@declare(out=Out(dtype_error=FOUND))
@declare("negative", sparse=LINEAR)
@declare("neg_", sparse=IN_PLACE)
def neg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return `-input`; raise RuntimeError for bool."""
    check_negatable(input._array)
    return apply_unary(ops.neg, input, into=out)


publish_unary(neg, "neg", "negative", in_place=InPlace(dtypes_first=True))
publish_unary(make_same_dtype_unary(ops.frac), "frac")


@declare(out=Out(dtype_error=FOUND))
@declare("absolute", sparse=ZERO_PRESERVING)
def abs(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return absolute values, which are real for complex elements.

    Raise RuntimeError in place for a complex tensor.
    """
    if out is input and out._array.dtype.kind == "c":
        raise RuntimeError("In-place abs is not supported for complex tensors.")
    if out is not None and input._array.dtype.kind == "c":
        if out._array.dtype.kind == "c" and out.dtype is not input.dtype:
            names = [x.dtype.legacy_name for x in (out, input)]
            raise RuntimeError("Found dtype {} but expected {}".format(*names))
        return write_out(out, "absolute", abs(input))
    return apply_unary(ops.abs, input, into=out)


publish_unary(abs, "abs", "absolute")
publish_unary(make_same_dtype_unary(ops.sign), "sign", out=Out(dtype_error=FOUND))
publish_unary(make_same_dtype_unary(ops.sgn), "sgn", out=Out(dtype_error=FOUND))
publish_unary(make_float_unary(ops.reciprocal), "reciprocal")
attach_operator("__neg__", Tensor.neg, Operator(method="neg", name="neg"))
attach_operator("__abs__", Tensor.abs, Operator(method="abs", name="abs"))


def square(input: Tensor, *, out: Any = None) -> Tensor:
    """Return `input ** 2`, recorded as a power as in torch."""
    if out is not None and out._array.dtype == bool == input._array.dtype:
        check_can_cast(out, np.dtype(np.int64))
    return input.pow(2) if out is None else apply_unary(
        ops.pow_scalar, input, {"exponent": 2}, into=out, by="square_")


publish_unary(square, "square")


@export()
@method()
@with_out
@declare(
    out=Out(
        dtype_errors=(
            "torch.frexp() expects mantissa to have dtype {c_want} but got {c_got}",
            "torch.frexp() expects exponent to have {c_want} dtype but got {c_got}",
        ),
    ),
    fields=("mantissa", "exponent"),
)
def frexp(input: Tensor) -> tuple[Tensor, ...]:
    """Return mantissas and exponents of 2, such that `input = mantissa * 2 ** exponent`."""
    if input._array.dtype.kind not in "fV":
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    return make_named_tuple("frexp", apply(ops.frexp, (input,)))


def logit(input: Tensor, eps: Any = None, *, out: Any = None) -> Tensor:
    """Return `log(input / (1 - input))`; `eps` clamps the input to `[eps, 1 - eps]` before."""
    return unary(ops.logit, input, out, eps=eps)


publish_unary(logit, "logit")


@declare(out=Out(dtype_error="nan_to_num: dtype of out: {got} should be same as input: {want}"))
def nan_to_num(
        input: Tensor, nan: float = 0.0, posinf: float | None = None, neginf: Any = None, *,
        out: Any = None) -> Tensor:
    """Return `input` with NaN and infinities replaced by numbers.

    By default by 0 and the largest finite numbers of the dtype.
    """
    entry = ops.nan_to_num if input._array.dtype.kind in "fcV" else ops.clone
    nan = 0.0 if nan is None else nan
    params = {"nan": nan, "posinf": posinf, "neginf": neginf} if entry is not ops.clone else {}
    return apply_unary(entry, input, params, into=out, by="nan_to_num_")


publish_unary(nan_to_num, "nan_to_num")


@export()
def polygamma(n: int, input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the `n`-th derivative of `digamma`."""
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    return unary(ops.polygamma_ if out is input else ops.polygamma, input, out, n=n)


attach_method("polygamma", lambda self, n: polygamma(n, self))
attach_method("polygamma_", lambda self, n: polygamma(n, self, out=self))


@export()
@method()
@declare(sparse=LINEAR, masked=masked_rules.UNARY)
def positive(input: Tensor) -> Tensor:
    """Return `+input`, the tensor itself; raise RuntimeError for bool."""
    if input._array.dtype == bool:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


attach_operator("__pos__", positive, Operator(name="positive"))


def make_predicate(entry: Op, combines_in_place: bool = False) -> Callable[..., Any]:
    """Return the function of an op that returns a bool for each element.

    `combines_in_place`: torch combines the results of the two parts of complex numbers in place,
    which increments the version.
    """

    def function(input):
        result = apply(entry, (input,))
        if (combines_in_place and input._array.dtype.kind == "c"
                and not execution.inference_mode):
            result._counter[0] = 1
        return result

    function.__name__ = function.__qualname__ = entry.name
    function.__doc__ = f"Return `{entry.name}(input)` elementwise, a bool tensor."
    return function


export()(method()(make_predicate(ops.isfinite, combines_in_place=True)))
export()(method()(make_predicate(ops.isinf)))
export()(method()(declare(masked=masked_rules.UNARY)(make_predicate(ops.isnan))))
export()(method()(make_predicate(ops.isreal)))
add_facts("signbit", masked=masked_rules.UNARY)
for _entry in (ops.isposinf, ops.isneginf, ops.signbit):
    _declared = declare(
        derived=False, out=Out(dtype_error="{name} does not support non-boolean outputs."))
    export()(method()(with_out(_declared(make_predicate(_entry)))))


@declare(derived=False)
def logical_not(input: Tensor, *, out: Any = None) -> Tensor:
    """Return whether each element is zero, a bool tensor."""
    return make_same_dtype_unary(ops.logical_not)(input, out=out)


publish_unary(logical_not, "logical_not", masked=None)


@declare(out=Out(dtype_error=FOUND))
def bitwise_not(input: Tensor, *, out: Any = None) -> Tensor:
    """Return the bitwise complement of integers, the negation of bools."""
    if input._array.dtype.kind not in "iub":
        raise NotImplementedError(
            f"\"bitwise_not_cpu\" not implemented for '{dtype_of(input._array.dtype).legacy_name}'"
        )
    return make_same_dtype_unary(ops.bitwise_not)(input, out=out)


publish_unary(bitwise_not, "bitwise_not")


@method("__invert__")
@declare("__invert__", masked=masked_rules.UNARY)
def invert(self) -> Tensor:
    """Return `~self`; raise TypeError unless the dtype is integer or bool."""
    if self._array.dtype.kind not in "iub":
        raise TypeError(
            "~ (operator.invert) is only implemented on integer and Boolean-type tensors"
        )
    return bitwise_not(self)


@export()
@method()
def is_nonzero(input: Tensor) -> bool:
    """Return whether the only element is nonzero; raise RuntimeError for another count."""
    unwrap_for(TRUTH, input)
    if input._array.size != 1:
        kind = "no values" if not input._array.size else "more than one value"
        raise RuntimeError(f"Boolean value of Tensor with {kind} is ambiguous")
    return bool(input._array.reshape(())[()])

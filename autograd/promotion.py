"""torch's type promotion: in which dtype an op on mixed operands is computed.

Tensors with dimensions decide; 0-dim tensors and Python numbers matter only where they are of a
higher category (bool < integers < floats < complex). Follows `torch.result_type`.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from autograd import mode
from autograd.apply import NO_PARAMS, apply, apply_into, wants_gradient
from autograd.dtype import (
    complex_of_default, default_complex, get_default_dtype, lack_of_complex32, of,
)
from autograd.interpreters import running
from autograd.layout import cast, lies_in_rows, settled
from autograd.narrow import EXACT, beside_one, narrowed, one_wider
from autograd.tensor import Tensor, wrap
from autograd.writable import common_shape, physical, rank

BARE = (np.dtype(np.uint16), np.dtype(np.uint32), np.dtype(np.uint64))  # which torch only holds
NUMBERS = bool, int, float, complex
WIDE = (np.dtype(np.float32), np.dtype(np.float64))  # floats in which torch computes as they are


def result_type(*operands) -> np.dtype:
    """The dtype of an op on `operands`, Tensors and Python numbers."""
    with_dims = zero_dim = number = None
    for x in operands:
        if isinstance(x, Tensor):
            if x._array.ndim:
                with_dims = join(with_dims, x._array.dtype)
            else:
                zero_dim = join(zero_dim, x._array.dtype)
        else:
            number = join(number, dtype_of_number(x))
    if number is not None and number.kind == "c" and not {
            x.kind for x in (with_dims, zero_dim) if x is not None} & set("fcV"):
        default_complex()  # raises where there is none
    return outrank(with_dims, outrank(zero_dim, number))


def dtype_of_number(value) -> np.dtype:
    """The dtype that a Python number has where it alone decides."""
    if isinstance(value, bool):
        return np.dtype(bool)
    if isinstance(value, int | np.integer):
        return np.dtype(np.int64)
    if isinstance(value, complex):
        return complex_of_default().numpy
    return get_default_dtype().numpy


def join(a, b):
    """Two dtypes of equal standing: the higher category, or numpy's rule within one."""
    if a is None or b is None or a == b:
        return b if a is None else a
    if a.itemsize == b.itemsize == 2 and "V" in (a.kind, b.kind) and "f" in (a.kind, b.kind):
        return np.dtype(np.float32)  # float16 and bfloat16 hold neither the other's values
    if (a in BARE or b in BARE) and not {a.kind, b.kind} & set("fV"):
        raise RuntimeError(
            "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote "
            f"{of(a).legacy_name} and {of(b).legacy_name}"
        )
    if rank(a) != rank(b):
        double = np.dtype(np.float64) in (a, b) and "c" in (a.kind, b.kind)
        return np.dtype(np.complex128) if double else max(a, b, key=rank)
    return np.promote_types(a, b)


def outrank(a, b):
    """`a`, unless `b` is of a higher category; then the two joined."""
    if a is None or b is None:
        return b if a is None else a
    if b.kind == "c" and a == np.float16:
        raise lack_of_complex32("16-bit floats and a complex number")
    if b.kind == "c" and a in BARE:
        return b
    if b.kind == "c" and a.kind in "fV":  # complex with the precision of `a`
        return np.dtype(np.complex128 if a.itemsize == 8 else np.complex64)
    return join(a, b) if rank(b) > rank(a) else a


def number(value):
    """`value` as a plain Python number when it is a numpy scalar, else unchanged.

    Those that are no integers and no Python numbers are real to torch, truth values too.
    """
    if not isinstance(value, np.generic):
        return value
    return value.item() if isinstance(value, np.integer | np.complexfloating) else float(value)


def floating(tensor: Tensor) -> np.dtype | None:
    """The dtype for a function of real numbers: None (its own) or, of integers, the default."""
    return None if tensor._array.dtype.kind in "fcV" else get_default_dtype().numpy


def unary(op, x, into=None, **params):
    """A function of real numbers, elementwise; integers are computed in the default dtype."""
    return alone(op, x, params, floating(x), into=into)


def alone(op, x, params=NO_PARAMS, dtype=None, beside=(), into=None, by=None):
    """An elementwise op of one tensor, whose result lies in memory as torch lays it.

    `beside` is the number that torch makes a second tensor of, if any: then it does not copy at
    once what lies in one piece. The result is written `into` a tensor, if one is given, `by` a
    method that is named as the op where it has no other name.
    """
    array = x._array
    if into is not x and not (array.flags.c_contiguous and (
            not beside and (dtype is None or dtype is array.dtype) or not lies_otherwise(x))):
        op, dtype = laid_as_inputs(op, dtype, beside), None
    if into is None:
        return apply(op, (x,), params, dtype)
    return apply_into(into, op, (x,), params, dtype, by=by or f"{op.name}_")


def binary(op, a, b, into=None, dtype=None, **params):
    """An elementwise op of two operands, Tensors or numbers, promoted and broadcast as torch does.

    Raises RuntimeError in torch's words when the shapes do not go together.
    """
    a, b = operand(a), operand(b)
    if a is None or b is None:
        return NotImplemented
    if not (isinstance(a, Tensor) or isinstance(b, Tensor)):
        a = wrap(np.asarray(a, dtype or result_type(a, b)))
    if dtype is None:
        dtype = needs_cast(a, b)
    if dtype is not None and (dtype.itemsize <= 2 or dtype.kind in "iu"):
        if op.name in EXACT and one_wider(a, b, dtype):
            op, dtype = beside_one(op, dtype), None
        else:
            op, a, b = narrowed(op, a, b, dtype)
    try:
        if into is not a and (lies_otherwise(a) or lies_otherwise(b)):
            op, dtype = laid_as_inputs(op, dtype), None
        if into is None:
            return apply(op, (a, b), params, dtype)
        return apply_into(into, op, (a, b), params, dtype, by=f"{op.name}_")
    except NotImplementedError:  # of a kernel, which torch reaches only when the shapes fit
        check_broadcast(a, b)
        raise
    except (TypeError, ValueError) as error:
        explain(op, a, b, error)


def lies_otherwise(x) -> bool:
    """Whether an operand has several dimensions, and steps that are not those of rows."""
    return (isinstance(x, Tensor) and x._form is None and x._array.ndim > 1
            and not lies_in_rows(x._array))


@cache
def laid_as_inputs(op, dtype=None, beside=()):
    """The table entry whose results lie in memory as torch lays them; inputs become `dtype`."""

    def forward(*inputs, **params):
        if dtype is not None:
            inputs = [cast(x, dtype) if isinstance(x, np.ndarray) else x for x in inputs]
        return settled(op.forward(*inputs, **params), (*inputs, *beside))

    return op.computing(forward)


def check_saved(op, inputs) -> None:
    """torch's error about an inference tensor to be saved, which comes before those of kernels."""
    mask = wants_gradient(inputs) if mode.grad_enabled and op.gradients else 0
    plain = sum(1 << i for i, x in enumerate(inputs) if not isinstance(x, Tensor))
    for i in op.plan(mask, plain).saved_inputs if mask else ():
        inputs[i]._counter[0]  # raises


def explain(op, a, b, error) -> None:
    """Raise torch's error in place of numpy's."""
    check_saved(op, (a, b))
    check_broadcast(a, b)
    if op.name == "sub" and isinstance(error, TypeError) and "boolean" in str(error):
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
            "`logical_xor()` operator instead."
        ) from None
    if "negative integer powers" in str(error):
        raise RuntimeError(str(error)) from None
    raise error


def operand(x):
    """`x` as an op takes it: a Tensor or a plain number; None for anything else.

    An array is nothing that torch takes: where it stands beside an operator, numpy's own takes
    over and makes a tensor of its result (`Tensor.__array_wrap__`).
    """
    if isinstance(x, Tensor):
        return x
    if isinstance(x, np.generic):
        return number(x)
    return x if isinstance(x, NUMBERS) else None


def reflected(op, a, b):
    """`binary` for the operand on the right: an array on the left is not torch's to take."""
    return NotImplemented if isinstance(b, np.ndarray) else binary(op, a, b)


def needs_cast(a, b) -> np.dtype | None:
    """The dtype that both must be cast to first, or None when numpy would agree with torch."""
    if isinstance(a, Tensor):
        if isinstance(b, Tensor):
            return None if a._array.dtype is b._array.dtype else result_type(a, b)
        if a._array.dtype in WIDE and (type(b) is float or type(b) is int):
            return None
    elif isinstance(b, Tensor) and b._array.dtype in WIDE and type(a) in (float, int):
        return None
    return result_type(a, b)


def check_broadcast(a, b) -> None:
    """Raise torch's error when the shapes of two operands cannot be broadcast together."""
    tensors = [x for x in (a, b) if isinstance(x, Tensor)]
    common_shape(physical(tensors) if running else [x._array.shape for x in tensors])


class FromEnd(int):
    """A place as a non-negative number, and as it was `given`: counted from the end."""

    given: int


class Unsaid(int):
    """A number that stands for one that was left out, as nodes of torch tell that they know none.
    """


class UnsaidSizes(tuple):
    """The same of sizes."""


def from_end(place: int, count: int) -> int:
    """A place among `count`, a dimension or an index, as a non-negative number."""
    if place >= 0:
        return place
    made = FromEnd(place + count)
    made.given = place
    return made


def wrap_dim(dim: int, ndim: int, scalars: bool = True) -> int:
    """`dim` as a non-negative number, or torch's IndexError; for `scalars`, 0 is a dimension."""
    if not ndim and not scalars:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    bound = max(ndim, 1)
    if not -bound <= dim < bound:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-bound}, {bound - 1}], but got "
            f"{dim})"
        )
    return from_end(dim, bound)

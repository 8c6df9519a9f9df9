"""Complex tensors, their real parts, conjugates, angles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.autocast import autocast_float32
from autograd.engine.transform_levels import is_batched
from autograd.engine.type_promotion import float_dtype_for
from autograd.functions.shape.reshape import clone
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime import masked_rules
from autograd.runtime.function_record import FOUND, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import COPY
from autograd.tensor.dtype import complex32_error, dtype_of
from autograd.tensor.lazy_bits import is_pending
from autograd.tensor.tensor import Tensor


@export()
def real(input: Tensor) -> Tensor:
    """Return a view of the real parts; a real tensor itself."""
    return view_part(input, 0) if input._array.dtype.kind == "c" else input


def view_part(input: Tensor, which: int) -> Tensor:
    """Return a view of the real parts (`which` is 0) or imaginary parts (1), taken from pairs."""
    conjugate = is_conj(input)
    pairs = apply(ops.view_as_real, (conj(input) if conjugate else input,))
    if conjugate and which == 1:
        pairs = _neg_view(pairs)
    return apply(ops.select, (pairs,), {"dim": input._array.ndim, "index": which})


@export()
def imag(input: Tensor) -> Tensor:
    """Return a view of the imaginary parts; raise RuntimeError for a real tensor."""
    if input._array.dtype.kind != "c":
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    return view_part(input, 1)


def make_part_setter(which: Callable[..., Any]) -> Callable[..., Any]:
    """Return the setter of `Tensor.real` or `Tensor.imag`, which writes to the view."""

    def write(self, value):
        target = which(self)
        if isinstance(value, Tensor):
            target.copy_(value)
        else:
            target.fill_(value)

    return write


Tensor.real = property(real, make_part_setter(real))
Tensor.imag = property(imag, make_part_setter(imag))


@export()
@method()
@declare(masked=masked_rules.AS_DATA)
def conj(input: Tensor) -> Tensor:
    """Return a view of the conjugates, with the conj bit set; a real tensor itself."""
    return apply(ops.conj, (input,)) if input._array.dtype.kind == "c" else input


@export()
@method()
def _neg_view(input):
    """Return a view of the negatives, with the neg bit set; raise RuntimeError under `vmap`."""
    if is_batched(input):
        raise RuntimeError(
            "Batching rule not implemented for aten::_neg_view; the fallback path doesn't work on "
            "out= or view ops.")
    return apply(ops.neg_view, (input,))


@export()
@method()
@with_out
@declare(out=Out(dtype_error=FOUND), masked=masked_rules.UNARY)
def conj_physical(input: Tensor) -> Tensor:
    """Return the conjugates in memory of their own; a real tensor itself."""
    return apply(ops.conj_physical, (input,)) if input._array.dtype.kind == "c" else input


@export()
@method()
def conj_physical_(self) -> Tensor:
    """In-place form of `conj_physical`."""
    return apply_into(self, ops.conj_physical_, (self,), by="conj_physical_")


@export()
@method()
@declare(sparse=COPY, masked=masked_rules.AS_DATA)
def resolve_conj(input: Tensor) -> Tensor:
    """Return a copy without the conj bit; a tensor without it itself."""
    return clone(input) if is_conj(input) else input


@export()
@method()
def resolve_neg(input: Tensor) -> Tensor:
    """Return a copy without the neg bit; a tensor without it itself."""
    return clone(input) if is_neg(input) else input


@export()
@method()
@declare(metadata=True)
def is_conj(input: Tensor) -> bool:
    """Return True if the conj bit is set."""
    return is_pending(input._array, np.conjugate)


@export()
@method()
@declare(metadata=True)
def is_neg(input: Tensor) -> bool:
    """Return True if the neg bit is set, as in the imaginary part of a conjugate."""
    return is_pending(input._array, np.negative)


@export()
@method()
@with_out
@declare(masked=masked_rules.UNARY)
def angle(input: Tensor) -> Tensor:
    """Return the angles of complex elements in radians; of real ones 0 or pi."""
    return apply(ops.angle, (input,), {}, float_dtype_for(input))


UNRESOLVED_CONJ = (
    "view_as_real doesn't work on unresolved conjugated tensors.  To resolve the conjugate tensor "
    "so you can view it as real, use self.resolve_conj(); however, be warned that the resulting "
    "tensor will NOT alias the original.")


@export()
def view_as_real(input: Tensor) -> Tensor:
    """Return a view of complex elements as pairs of real ones in a last dimension of size 2.

    Raise RuntimeError for a real tensor and for one with the conj bit.
    """
    if input._array.dtype.kind != "c":
        raise RuntimeError("view_as_real is only supported for complex tensors")
    if is_conj(input):
        raise RuntimeError(UNRESOLVED_CONJ)
    return apply(ops.view_as_real, (input,))


def check_pair_strides(steps: tuple[int, ...], offset: int) -> None:
    """Raise RuntimeError if strides or offset do not allow to view pairs as complex numbers."""
    if steps[-1] != 1:
        raise RuntimeError("Tensor must have a last dimension with stride 1")
    if any(step % 2 for step in steps[:-1]):
        raise RuntimeError("Tensor must have a stride divisible by 2 for all but last dimension")
    if offset % 2:
        raise RuntimeError("Tensor must have a storage_offset divisible by 2")


@export()
@autocast_float32
def view_as_complex(input: Tensor) -> Tensor:
    """Return a view of pairs in the last dimension as complex elements.

    Raise RuntimeError for dtypes other than float32 and float64, and strides that do not allow it.
    """
    if input._array.dtype.char not in "efd":
        name = dtype_of(input._array.dtype).legacy_name
        raise RuntimeError(
            "view_as_complex is only supported for half, float and double tensors, but got a "
            f"tensor of scalar type: {name}"
        )
    if not input._array.ndim:
        raise RuntimeError("Input tensor must have one or more dimensions")
    if input._array.shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    if not is_batched(input):
        check_pair_strides(input.stride(), input.storage_offset())
    if input._array.dtype.char == "e":
        raise complex32_error("two float16")
    return apply(ops.view_as_complex, (input,))


OBJECT_TYPE = (
    "Expected object of scalar type {want} but got scalar type {got} for argument 'out'")


@export()
@with_out
@declare(out=Out(dtype_error=OBJECT_TYPE))
def complex(real: Tensor, imag: Tensor) -> Tensor:
    """Return complex elements with the given real and imaginary parts."""
    check_parts(real, imag)
    return apply(ops.complex, (real, imag))


def check_parts(real: Tensor, imag: Tensor) -> None:
    """Raise RuntimeError unless both tensors are float32, or both float64."""
    left, right = (dtype_of(x._array.dtype).legacy_name for x in (real, imag))
    if any(x._array.dtype.char not in "efd" for x in (real, imag)):
        raise RuntimeError(
            "Expected both inputs to be Half, Float or Double tensors but got "
            f"{left} and {right}"
        )
    if left != right:
        raise RuntimeError(
            f"Expected object of scalar type {left} but got scalar type {right} for second argument"
        )
    if real._array.dtype.char == "e":
        raise complex32_error("two float16")


@export()
@with_out
@autocast_float32
@declare(out=Out(dtype_error=OBJECT_TYPE))
def polar(abs: Tensor, angle: Tensor) -> Tensor:
    """Return complex elements with the given absolute values and angles in radians."""
    check_parts(abs, angle)
    return apply(ops.polar, (abs, angle))

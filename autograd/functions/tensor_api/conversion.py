"""Conversions of a tensor, comparisons as a whole, and how it prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine import transform_levels
from autograd.engine.apply import apply
from autograd.engine.type_promotion import result_type
from autograd.engine.vmap_refusals import ASK, declare_refusal, unwrap_for
from autograd.engine.wrapped_repr import format_wrapped
from autograd.functions.creation.tensor_options import check_device, place_of
from autograd.functions.pointwise.comparisons import check_near
from autograd.functions.shape.split import unbind
from autograd.functions.tensor_api.binding import attach, method
from autograd.functions.tensor_api.python_numbers import only_entry
from autograd.runtime import grad_mode, interpreters, observer
from autograd.runtime.function_record import Handed, add_facts, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import COPY
from autograd.runtime.warnings import warn_of_lost_parts
from autograd.tensor import meta
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.device import device as device_type
from autograd.tensor.dtype import NAMES, dtype as dtype_type, of_array, taken
from autograd.tensor.dual_levels import tangent_of
from autograd.tensor.extrapolation import MOST_ENTRIES, zeros
from autograd.tensor.meta import ITEM as META_ITEM, NO_KERNEL
from autograd.tensor.printing import tensor_repr
from autograd.tensor.strides import check_format, lies
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype


@method("__len__", qualified=True)
@declare("__len__", metadata=True, python_method=True)
def length(self) -> int:
    """The length of the first dimension."""
    if not self._array.ndim:
        raise TypeError("len() of a 0-d tensor")
    return self._array.shape[0]


@method("__iter__", qualified=True)
def iterate(self) -> Any:
    """The slices along the first dimension."""
    if not self._array.ndim:
        raise TypeError("iteration over a 0-d tensor")
    return iter(unbind(self, 0))


@method("__delitem__")
def delete(self, key: Tensor) -> None:
    """Refused: a tensor keeps its length."""
    raise TypeError("Tensor does not support deleting items")


@method("__contains__", qualified=True)
@declare("__contains__", python_method=True)
def contains(self, element: Tensor | float) -> bool:
    """Whether any entry equals `element`, a number or a tensor."""
    if not isinstance(element, Tensor | int | float | complex):
        raise RuntimeError(
            "Tensor.__contains__ only supports Tensor or scalar, but you passed in a "
            f"{element.__class__}."
        )
    value = element._array if isinstance(element, Tensor) else element
    return bool((self._array == value).any())


EQUAL = declare_refusal("equal",
    "Batching rule not implemented for aten::equal. We could not generate a fallback.",
    of_meta=NotImplementedError(NO_KERNEL.format("aten::equal")))
ALLCLOSE = declare_refusal("allclose",
    f"vmap over torch.allclose isn't supported yet. {ASK}",
    of_meta=RuntimeError(META_ITEM))


@export()
@method()
def equal(input: Tensor, other: Tensor) -> bool:
    """Whether shapes and all entries are the same."""
    unwrap_for(EQUAL, input, other)
    if input._array.shape == other._array.shape:
        result_type(input, other)  # which refuses integers that torch only holds
    return input._array.shape == other._array.shape and bool(np.all(input._array == other._array))


@export()
@method()
def allclose(
        input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08,
        equal_nan: bool = False) -> bool:
    """Whether all entries are near: `|a - b| <= atol + rtol |b|`."""
    unwrap_for(ALLCLOSE, input, other)
    check_near(input, other, rtol, atol)
    return bool(np.allclose(input._array, other._array, rtol, atol, equal_nan))


# --- Conversions -------------------------------------------------------------------------------


@method()
@declare(sparse=COPY)
def to(
        self, *args: Any, dtype: Any = None, device: Any = None,
        non_blocking: bool = False, copy: bool = False, memory_format: Any = None) -> Tensor:
    """Another dtype, device or order in memory; itself when nothing changes."""
    for value in args:
        if isinstance(value, dtype_type | type):
            dtype = value
        elif isinstance(value, Tensor):
            dtype = of_array(value._array)
        elif isinstance(value, str | int | device_type) and not isinstance(value, bool):
            device = value
    copy = copy or [value for value in args if isinstance(value, bool)][1:2] == [True]
    dtype = taken(dtype)
    if place_of(device, "cpu") == "meta" and not self._meta:
        kind = self._array.dtype if dtype is None else dtype.numpy
        if self._array.size > MOST_ENTRIES:
            return meta.emptied(wrap(zeros(self._array.shape, kind)))
        return meta.emptied(to(self, dtype=dtype, copy=True).detach())
    if self._meta and place_of(device, "meta") != "meta":
        raise NotImplementedError(meta.NO_DATA)
    kept = dtype is None or dtype.numpy == self._array.dtype
    if memory_format is not None and not (kept and lies(self._array, memory_format)):
        check_format(self._array.ndim, memory_format)
        wanted = self._array.dtype if kept else dtype.numpy
        return apply(ops.to_dtype, (self,), {"dtype": wanted, "format": memory_format})
    if kept and not copy:
        return self
    dtype = dtype or of_array(self._array)
    if self._array.dtype.kind == "c" and dtype.numpy.kind not in "cb":
        warn_of_lost_parts()
    params = {"dtype": dtype.numpy}
    if dtype.numpy.kind in "fcV":
        return apply(ops.to_dtype, (self,), params)
    return in_whole_numbers(self, params)


def in_whole_numbers(tensor: Tensor, params: dict[str, np.dtype]) -> Tensor:
    """A tensor in a dtype that has no gradients, so it has no history whatever the grad mode."""
    told = None if interpreters.stack else observer.current
    with grad_mode.quietly(False):
        if told is None:
            return apply(ops.to_dtype, (tensor,), params)
        with observer.observing(None):
            made = apply(ops.to_dtype, (tensor,), params)
    told.op(ops.to_dtype, (tensor,), params, (made,), None)  # in the program's own grad mode
    return made


def conversion(dtype: dtype) -> Callable[..., Any]:
    """The method that gives a tensor in one dtype."""

    def convert(self, *, memory_format=None):
        return to(self, dtype, memory_format=memory_format)

    return convert


for _name, _dtype in NAMES.items():
    if _name in ("float", "double", "half", "int", "long", "short", "bool", "bfloat16"):
        add_facts(_name, sparse=COPY)
        attach(_name, conversion(_dtype))
add_facts("byte", sparse=COPY)
attach("char", conversion(NAMES["int8"]))
attach("byte", conversion(NAMES["uint8"]))


@method()
@declare(sparse=COPY)
def cpu(self) -> Tensor:
    """Itself: every tensor is on the CPU, or has no numbers to be put there."""
    return to(self, device="cpu")


@method()
def cuda(self, device: Any = None, non_blocking: bool = False, memory_format: Any = None) -> None:
    """torch's error for a build without CUDA, or about a device that is no GPU."""
    if device is not None and device_type(device).type != "cuda":
        raise RuntimeError("Invalid device, must be cuda device")
    check_device("cuda")


# --- Text --------------------------------------------------------------------------------------


@method("__repr__", qualified=True)
@declare("__repr__", python_method=True, handed=Handed(1, {"tensor_contents": None}))
def text(self, *, tensor_contents: Any = None) -> str:
    """torch's text for this tensor, to the last character; `tensor_contents` for its numbers."""
    if type(self._array) is BatchedArray or self._levels and (
            interpreters.visible_up_to is not None or transform_levels.printed_wrappers(self)):
        return format_wrapped(self)
    try:
        node = self.grad_fn
    except RuntimeError:  # a view that must not know its history any more
        return tensor_repr(self._array, grad_fn_name="Invalid")
    name = None if node is None else node.__class__.__name__
    foreign = not self.__class__.__module__.startswith("torch")
    told = tensor_repr(
        self._array, self.requires_grad, name, is_meta=bool(self._meta),
        prefix=self.__class__.__name__ if foreign else "tensor", tangent=tangent_text(self),
        contents=tensor_contents,
    )
    return f"Parameter({told})" if foreign and getattr(self, "_is_param", False) else told


def tangent_text(self) -> str | None:
    """The repr of the tangent that a dual tensor carries now, else None."""
    carried = self.__dict__.get("_tangent")
    if carried is None:
        return None
    tangent = tangent_of(self)
    return None if tangent is None else f"{tangent}"


@method("__format__", qualified=True)
@declare("__format__", python_method=True)
def formatted(self, spec: str) -> str:
    """A scalar formats as its number, in a plain f-string too; the rest as its repr."""
    plain = self.__class__ is Tensor and not self._array.ndim and not self._meta
    return format(only_entry(self), spec) if plain else object.__format__(self, spec)

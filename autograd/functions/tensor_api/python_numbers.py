"""Conversions of tensors to Python numbers, lists, numpy arrays.

Their results leave the graph: autograd does not follow them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.engine import transform_levels
from autograd.engine.conversions import notify_conversion
from autograd.engine.vmap_refusals import ITEM, LIST, MEMORY, TRUTH, unwrap_for
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.operators import attach_operator
from autograd.runtime import masked_rules, observer
from autograd.runtime.blame import attach_blame
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import Operator, declare
from autograd.runtime.sparse_rules import Unsupported
from autograd.runtime.warnings import warn_once
from autograd.tensor.lazy_bits import is_pending, pending_ufunc
from autograd.tensor.mutation import mark_externally_writable
from autograd.tensor.tensor import Tensor, wrap


@method()
@declare(
    composite=True, sparse=Unsupported(
    RuntimeError, "a Tensor with {size} elements cannot be converted to Scalar"),
    masked=masked_rules.AS_DATA)
def item(self) -> complex:
    """Return the only element as a Python number."""
    value = only_entry(self)
    if observer.current is not None:
        notify_conversion(self, "item")
    return value


def only_entry(self) -> complex:
    """Return the only element, without notifying the observer of a conversion."""
    if self._array.size != 1 and not transform_levels.is_batched(self):
        raise RuntimeError(
            f"a Tensor with {self._array.size} elements cannot be converted to Scalar"
        )
    value = unwrap_for(ITEM, self)._array.reshape(()).item()
    return float(value) if self._array.dtype.kind == "V" else value


@method()
@declare(sparse=Unsupported(
    RuntimeError, "Cannot access data pointer of Tensor that doesn't have storage"))
def tolist(self) -> complex | list[Any]:
    """Return the elements as nested lists of Python numbers."""
    entries = unwrap_for(LIST, self)._array.tolist()
    notify_conversion(self, "tolist")
    return entries


@method()
@declare(composite=True, sparse=Unsupported(
    TypeError, "can't convert Sparse layout tensor to numpy. Use Tensor.to_dense() first."))
def numpy(self, *, force: bool = False) -> np.ndarray:
    """Return an array that shares the tensor's memory."""
    unwrap_for(MEMORY, self)
    if self.requires_grad and execution.grad_enabled and not force:
        raise attach_blame(RuntimeError(
            "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
        ), tensors=[self])
    for turn, name, bit in (np.conjugate, "conj", "conjugate"), (np.negative, "neg", "negative"):
        if not force and is_pending(self._array, turn):
            raise RuntimeError(
                f"Can't call numpy() on Tensor that has {bit} bit set. Use "
                f"tensor.resolve_{name}().numpy() instead.")
    if self._array.dtype.kind == "V":
        raise TypeError("Got unsupported ScalarType BFloat16")
    notify_conversion(self, "numpy")
    if force and pending_ufunc(self._array) is not None:
        return self.detach().resolve_conj().resolve_neg()._array
    return mark_externally_writable(self)._array.view()  # a view, since a program may set its shape


@method()
def __array__(self, dtype=None):
    """Return the tensor's array; as in torch there is no `copy`, of which numpy warns."""
    array = numpy(self)
    return array if dtype is None else array.astype(dtype, copy=False)


@method("__bool__", "__nonzero__")
@declare("__nonzero__", operator=Operator(name="__bool__"))
def to_bool(self) -> bool:
    """Return the truth value of the only element."""
    self = unwrap_for(TRUTH, self)
    if self._array.size > 1:
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
    if not self._array.size:
        raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
    notify_conversion(self, "bool")
    return bool(self._array.reshape(())[()])


def only_scalar(self) -> complex:
    """Return the only element for `int` and `float`; ValueError unless there is one."""
    if self._array.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return only_entry(self)


def real_number(self, c_name: str) -> float:
    """Return the only element as a real number; RuntimeError if its imaginary part is not 0."""
    value = only_scalar(self)
    if isinstance(value, complex):
        if value.imag:
            raise RuntimeError(f"value cannot be converted to type {c_name} without overflow")
        return value.real
    return value


def to_number(kind: type) -> Callable[..., Any]:
    """Return the conversion to `float` or `complex`, which warns once of a lost gradient."""

    def convert(self):
        if self.requires_grad and execution.grad_enabled:
            warn_once(
                "Converting a tensor with requires_grad=True to a scalar may lead to unexpected "
                "behavior.\nConsider using tensor.detach() first.",
                at="torch/csrc/autograd/generated/python_variable_methods.cpp:822")
        value = kind(real_number(self, "double") if kind is float else only_scalar(self))
        if observer.current is not None:
            notify_conversion(self, kind.__name__)
        return value

    return convert


def to_int(self) -> int:
    """Convert to `int`."""
    value = int(real_number(self, "int64_t"))
    notify_conversion(self, "int")
    return value


Tensor.__float__, Tensor.__complex__ = to_number(float), to_number(complex)
Tensor.__int__ = to_int
attach_operator("__long__", to_int, Operator(name="__int__"))


@method("__array_wrap__")
def from_numpy_function(self, array: np.ndarray) -> Tensor:
    """Return the result of a numpy function on tensors as a tensor."""
    made = np.asarray(array)
    return wrap(made.astype(np.uint8) if made.dtype == bool else made)


@method("__index__")
def as_index(self) -> int:
    """Return an integer tensor with one element as a Python index."""
    if self._array.dtype.kind not in "iub" or self._array.size != 1:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(only_entry(self))

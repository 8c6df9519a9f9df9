"""How tensors lie in memory, conversions between classes of tensors, and torch's old names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.creation.ranges import empty_strided
from autograd.functions.creation.tensor_options import finished, numpy_dtype
from autograd.functions.indexing.gather_scatter import nonzero
from autograd.functions.linalg.norms import matrix_norm, vector_norm
from autograd.functions.shape.inplace_views import resize_
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import Factory, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import caution
from autograd.tensor.mutation import overwrite
from autograd.tensor.tensor import Tensor, fixed, wrap
from autograd.tensor.torch_function import UNTOLD
from autograd.tensor.uninitialized import unset


# --- Memory ------------------------------------------------------------------------------------


@export()
@declare(factory=Factory(filled_by="as_strided"))
def empty_permuted(
        size: tuple[int, ...], physical_layout: Any, *, dtype: Any = None, device: Any = None,
        requires_grad: bool = False) -> Any:
    """Fresh memory, whose dimensions lie in the order `physical_layout`."""
    order, count = tuple(physical_layout), len(size)
    if len(order) != count:
        raise RuntimeError(
            f"Number of dimensions in size does not match the length of the physical_layout; "
            f"i.e. len(size) = {count} is not equal to len(physical_layout) = {len(order)}")
    for place, dim in enumerate(order):
        if not 0 <= dim < count:
            raise RuntimeError(
                f"Dimension out of range (expected to be between 0 and {count - 1}, but got {dim} "
                f"at index {place}).  NB: negative dims not currently supported; file an issue if "
                "you want it.")
        if dim in order[:place]:
            raise RuntimeError("Duplicate dim not allowed")
    memory = unset([size[d] for d in order], numpy_dtype(dtype))
    return finished(memory.transpose(np.argsort(order)), requires_grad, device)


@method()
@declare(factory=Factory(filled_by="empty_strided"))
def new_empty_strided(
        self, size: tuple[int, ...], stride: tuple[int, ...], *, dtype: Any = None,
        device: Any = None, requires_grad: bool = False) -> Any:
    """Fresh memory of this dtype with the given steps."""
    kind = self.dtype if dtype is None else dtype
    return empty_strided(size, stride, dtype=kind, device=device, requires_grad=requires_grad)


@method(qualified=True)
def dim_order(self, *, ambiguity_check: bool = False) -> Any:
    """The dimensions in the order of their steps in memory, the longest first.

    With `ambiguity_check` RuntimeError where it is not the only one, or where not just one of a
    list of memory formats is the tensor's.
    """
    if not isinstance(ambiguity_check, bool | list):
        raise TypeError("The ambiguity_check argument must be a bool or a list of memory formats.")
    steps = self.stride()
    many = 1 in self.shape or any(a == b for a, b in zip(steps, steps[1:]))
    if isinstance(ambiguity_check, list):
        formats = [each for each in ambiguity_check if self.is_contiguous(memory_format=each)]
        many = len(formats) != 1
    if many and ambiguity_check is not False:
        raise RuntimeError("The tensor does not have unique dim order, or cannot map to exact one "
                           "of the given memory formats.")
    return tuple(sorted(range(len(steps)), key=lambda d: -steps[d]))


@method()
def const_data_ptr(self) -> Any:
    """The address of the first entry, for reading only."""
    return self.data_ptr()


@method()
def resize(self, *sizes: Any) -> Any:
    """A copy in another shape, with as many entries; torch advises against it."""
    caution("non-inplace resize is deprecated")
    return reshaped(self, sizes)


@method()
def resize_as(self, tensor: Tensor) -> Any:
    """A copy in the shape of another tensor; torch advises against it."""
    caution("non-inplace resize_as is deprecated")
    return reshaped(self, tensor._array.shape)


def reshaped(self, sizes: tuple[int, ...]) -> Any:
    """A copy with other lengths, as `resize_` makes it."""
    return resize_(self.detach().clone(), *sizes) if not self.requires_grad else self.reshape(
        *sizes)


@method()
def map2_(self, x: Tensor, y: Tensor, callable: Callable[..., Any]) -> Any:
    """Every entry replaced by what a Python function makes of it and of two other tensors'."""
    others = [t.expand(self.shape)._array.ravel().tolist() for t in (x, y)]
    values = [callable(*each) for each in zip(self._array.ravel().tolist(), *others)]
    return overwrite(self, np.array(values).reshape(self._array.shape), "map2_")


@method()
def module_load(self, other: Tensor, assign: bool = False) -> Any:
    """What `load_state_dict` puts in the place of `self` for the value `other`."""
    return other.detach() if assign else self.copy_(other).detach()


# --- Classes and dtypes ------------------------------------------------------------------------


@method()
@declare(dispatched=False)
def as_subclass(self, cls: type) -> Tensor:
    """The same memory and history as a tensor of another class."""
    check_class(cls)
    twin = apply(ops.alias, (self,))
    twin.__class__ = cls
    return twin


def check_class(cls) -> None:
    """Raise torch's errors about what is no class of tensors."""
    if not isinstance(cls, type):
        raise TypeError(f"cls must be a type (got {type_name(cls)})")
    if not issubclass(cls, Tensor):
        raise TypeError(
            "Creating a Tensor subclass from a class that does not inherit from Tensor is not "
            "possible. Make sure your class inherits from Tensor.")


def _make_subclass(cls, data, require_grad=False):
    """The memory of `data` as a leaf of another class."""
    check_class(cls)
    if not isinstance(data, Tensor):
        raise TypeError("_make_subclass(): argument 'data' (position 2) must be Tensor, not "
                        f"{type_name(data)}")
    twin = data.detach()
    twin.__class__ = cls
    twin._requires_grad = require_grad
    return twin


def _make_wrapper_subclass(cls, size, **options):
    """Refused: a tensor that is none itself is of use to `__torch_dispatch__` alone."""
    raise NotImplementedError(f"Every tensor of Tapescope has memory of its own. {UNTOLD}")


Tensor._make_subclass = staticmethod(_make_subclass)
Tensor._make_wrapper_subclass = staticmethod(_make_wrapper_subclass)


@method()
def cfloat(self) -> Tensor:
    """As complex64."""
    return self.to(wrap(np.empty(0, np.complex64)).dtype)


@method()
def cdouble(self) -> Any:
    """As complex128."""
    return self.to(wrap(np.empty(0, np.complex128)).dtype)


Tensor.name = property(
    lambda self: None, fixed("name"), doc="None: tensors have no names.")


# --- Old names ---------------------------------------------------------------------------------

LEFT = (
    "at::{} is deprecated and it is just left for JIT compatibility. It will be removed in a "
    "future PyTorch release. Please use `linalg.{}` instead"
)


@export()
@with_out
def frobenius_norm(input: Tensor, dim: int, keepdim: bool = False) -> Any:
    """See `torch.linalg.vector_norm`."""
    caution(LEFT.format("frobenius_norm", "vector_norm(A, 2., dim, keepdim)"),
            at="aten/src/ATen/native/LinearAlgebra.cpp:3175")
    return vector_norm(input, 2.0, dim, keepdim)


@export()
@with_out
def nuclear_norm(
        input: Tensor, dim: int | tuple[int, ...] = (-2, -1), keepdim: bool = False) -> Any:
    """See `torch.linalg.matrix_norm`."""
    caution(LEFT.format("nuclear_norm", "matrix_norm(A, 'nuc', dim, keepdim)"),
            at="aten/src/ATen/native/LinearAlgebra.cpp:3229")
    return matrix_norm(input, "nuc", dim, keepdim)


@export()
@method()
@with_out
@declare(out=Out(
    dtype_error="{name}: Expected out tensor to have scalar type {want} but got scalar type{got}",
))
def nonzero_static(input: Tensor, *, size: int, fill_value: int = -1) -> Tensor:
    """The first `size` places of entries that are not zero, filled up with `fill_value`."""
    if size < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")
    found = np.ascontiguousarray(nonzero(input)._array[:size])
    missing = ((0, size - len(found)), (0, 0))
    return wrap(np.pad(found, missing, constant_values=fill_value))


@method(qualified=True)
def reinforce(self, reward: Any) -> None:
    """Removed: torch says what to write instead."""
    raise RuntimeError(
        "reinforce() was removed.\nUse torch.distributions instead.\n"
        "See https://pytorch.org/docs/main/distributions.html\n\nInstead of:\n\n"
        "probs = policy_network(state)\naction = probs.multinomial()\n"
        "next_state, reward = env.step(action)\naction.reinforce(reward)\naction.backward()\n\n"
        "Use:\n\nprobs = policy_network(state)\n"
        "# NOTE: categorical is equivalent to what used to be called multinomial\n"
        "m = torch.distributions.Categorical(probs)\naction = m.sample()\n"
        "next_state, reward = env.step(action)\nloss = -m.log_prob(action) * reward\n"
        "loss.backward()\n"
    )

"""Copies of tensors: `copy.deepcopy`, pickling."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.functions.tensor_api.binding import method
from autograd.tensor.lazy_bits import raw_array, resolve, pending_ufunc, with_pending
from autograd.tensor.mutation import base_array
from autograd.tensor.storage import UntypedStorage
from autograd.tensor.tensor import Tensor, set_data, wrap
from autograd.tensor.torch_function import has_handler, without_dispatch


@method("__deepcopy__")
def deepcopy(self, memo: Any) -> Any:
    """Copy a leaf, with its memory, gradient and `requires_grad`."""
    if not self.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
            "protocol at the moment.  If you were attempting to deepcopy a module, this may be "
            "because of a torch.nn.utils.weight_norm usage, see "
            "https://github.com/pytorch/pytorch/pull/103001"
        )
    if id(self) not in memo:
        twin = copy_with_memory(self, memo)
        if has_handler(type(self)):
            twin = convert_to_class_of(self, twin)
        twin._counter[0] = 1
        twin._requires_grad = self._requires_grad
        if self._grad is not None:
            twin._grad = deepcopy(self._grad, memo)
        memo[id(self)] = twin
        twin.__dict__.update(copy.deepcopy(user_attributes(self), memo))
    return memo[id(self)]


def convert_to_class_of(self, twin: Tensor) -> Tensor:
    """Return the copy of a tensor of a user's class, as its `new_empty` makes one."""
    with without_dispatch():
        made = self.new_empty([])
    if type(made) is not type(self):
        raise RuntimeError(
            "The default implementation of __deepcopy__() for non-wrapper subclasses only works "
            "for subclass types that implement new_empty() and for which that function returns "
            "another instance of the same subclass. You should either properly implement "
            "new_empty() for your subclass or override __deepcopy__() if it is intended behavior "
            "for new_empty() to return an instance of a different type."
        )
    return set_data(made, twin._array)


def copy_with_memory(tensor: Tensor, memo: dict) -> Tensor:
    """Copy a tensor with all of its memory.

    Tensors that share memory share it in their copies, too, if copied with one `memo`.
    """
    array = tensor._array
    owner = base_array(array) if type(array) is np.ndarray else None
    if owner is None or not owner.flags.forc:
        return wrap(resolve(array).copy())
    if id(owner) not in memo:
        memo[id(owner)] = owner.copy("A")
        memo.setdefault(id(memo), []).append(owner)  # lest its id is given to another meanwhile
    whole = memo[id(owner)]
    if array is owner:
        return wrap(whole)
    offset = array.ctypes.data - owner.ctypes.data
    memory = whole.reshape(-1, order="A").view(np.uint8)
    made = wrap(np.ndarray(array.shape, array.dtype, memory, offset, array.strides))
    made._whole = whole
    return made


@method("__reduce_ex__")
def reduce_tensor(self, protocol: Any) -> Any:
    """Return how a tensor is pickled: by its memory, with its class and its own attributes."""
    warn_if_hooked(self)
    plain, state = reduce_memory(self), user_attributes(self)
    return plain if type(self) is Tensor and not state else (dressed, (plain, type(self), state))


def warn_if_hooked(tensor: Tensor) -> None:
    """Warn as torch does of each hook that a file or a copy does not keep."""
    for hook in (tensor._backward_hooks or {}).values():
        if not hasattr(hook, "__torch_unserializable__"):
            warnings.warn(
                f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, "
                "you can decorate the function with @torch.utils.hooks.unserializable_hook to "
                "suppress this warning", stacklevel=3)


def user_attributes(tensor: Tensor) -> dict:
    """Return the attributes that a program set; the engine's own have defaults in the class."""
    return {name: value for name, value in tensor.__dict__.items()
            if not hasattr(Tensor, name) and not name.startswith("_tape")}


def dressed(plain: tuple[Any, ...], kind: type, state: dict[str, str]) -> Tensor:
    """Rebuild a tensor of a class from its pickled memory and attributes."""
    build, args = plain
    made = build(*args)
    if type(made) is not kind:
        made = made.as_subclass(kind)
    made.__dict__.update(state)
    return made


def reduce_memory(self) -> tuple:
    """Return a tensor's pickled form: its memory, its offset there, `requires_grad`.

    Tensors that share memory share it again when they are read, as in torch.
    """
    array, turn = raw_array(self._array), pending_ufunc(self._array)
    root = UntypedStorage(array).array
    requires_grad = self._requires_grad
    backwards = any(step < 0 for step in array.strides)
    if root.dtype != array.dtype or not root.flags.c_contiguous or backwards:
        return rebuilt, (array.copy(), requires_grad, None, (), 0, turn)
    offset = (array.ctypes.data - root.ctypes.data) // array.itemsize
    stride = tuple(n // array.itemsize for n in array.strides)
    return rebuilt, (root, requires_grad, array.shape, stride, offset, turn)


def rebuilt(
        root: np.ndarray, requires_grad: bool, shape: tuple[int, ...] | None = None,
        stride: tuple[int, ...] = (), offset: int = 0, turn: Callable[..., Any] | None = None
) -> Tensor:
    """Rebuild a tensor from its pickled memory, all of it if `shape` is missing."""
    array, size = root, root.itemsize
    if shape is not None:
        strides = [n * size for n in stride]
        array = np.ndarray(shape, root.dtype, root, offset * size, strides)
    made = wrap(with_pending(array, turn), requires_grad)
    made._counter[0] = 1  # it was set once, as torch counts
    return made


@method()
def module_load(self, other: Tensor, assign: bool = False) -> Any:
    """Return what `load_state_dict` puts in the place of `self` for the value `other`."""
    return other.detach() if assign else self.copy_(other).detach()

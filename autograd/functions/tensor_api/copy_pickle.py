"""`copy.deepcopy` of tensors, with their pickling."""

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
def deepcopy(self, memo: Any) -> Tensor:
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
    """Return the copy `twin` as a tensor of the user's class of `self`, made by its `new_empty`."""
    with without_dispatch():
        result = self.new_empty([])
    if type(result) is not type(self):
        raise RuntimeError(
            "The default implementation of __deepcopy__() for non-wrapper subclasses only works "
            "for subclass types that implement new_empty() and for which that function returns "
            "another instance of the same subclass. You should either properly implement "
            "new_empty() for your subclass or override __deepcopy__() if it is intended behavior "
            "for new_empty() to return an instance of a different type."
        )
    return set_data(result, twin._array)


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
        memo.setdefault(id(memo), []).append(owner)  # keeps the owner alive, so its id stays unique
    whole = memo[id(owner)]
    if array is owner:
        return wrap(whole)
    offset = array.ctypes.data - owner.ctypes.data
    memory = whole.reshape(-1, order="A").view(np.uint8)
    result = wrap(np.ndarray(array.shape, array.dtype, memory, offset, array.strides))
    result._whole = whole
    return result


@method("__reduce_ex__")
def reduce_tensor(self, protocol: Any) -> tuple[Any, ...]:
    """Return a tensor's pickled form, with its class and the attributes that a program set."""
    warn_if_hooked(self)
    plain, state = reduce_memory(self), user_attributes(self)
    if type(self) is Tensor and not state:
        return plain
    return rebuild_subclass, (plain, type(self), state)


def warn_if_hooked(tensor: Tensor) -> None:
    """Emit torch's warning about each hook that is not serialized."""
    for hook in (tensor._backward_hooks or {}).values():
        if not hasattr(hook, "__torch_unserializable__"):
            warnings.warn(
                f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, "
                "you can decorate the function with @torch.utils.hooks.unserializable_hook to "
                "suppress this warning", stacklevel=3)


def user_attributes(tensor: Tensor) -> dict:
    """Return the attributes that a program set; the engine's attributes exist in the class."""
    return {name: value for name, value in tensor.__dict__.items()
            if not hasattr(Tensor, name) and not name.startswith("_tape")}


def rebuild_subclass(plain: tuple[Any, ...], kind: type, state: dict[str, str]) -> Tensor:
    """Rebuild a tensor of a class from its pickled memory and attributes."""
    build, args = plain
    result = build(*args)
    if type(result) is not kind:
        result = result.as_subclass(kind)
    result.__dict__.update(state)
    return result


def reduce_memory(self) -> tuple:
    """Return a tensor's pickled form: the memory, `requires_grad`, shape, strides, offset.

    Tensors that share memory share it again after unpickling, as in torch. The last item is the
    ufunc of a set conj or neg bit.
    """
    array, pending = raw_array(self._array), pending_ufunc(self._array)
    root = UntypedStorage(array).array
    requires_grad = self._requires_grad
    backwards = any(step < 0 for step in array.strides)
    if root.dtype != array.dtype or not root.flags.c_contiguous or backwards:
        return rebuild_tensor, (array.copy(), requires_grad, None, (), 0, pending)
    offset = (array.ctypes.data - root.ctypes.data) // array.itemsize
    stride = tuple(n // array.itemsize for n in array.strides)
    return rebuild_tensor, (root, requires_grad, array.shape, stride, offset, pending)


def rebuild_tensor(
        root: np.ndarray, requires_grad: bool, shape: tuple[int, ...] | None = None,
        stride: tuple[int, ...] = (), offset: int = 0, pending: Callable[..., Any] | None = None
) -> Tensor:
    """Rebuild a tensor from its pickled memory, all of it if `shape` is missing."""
    array, size = root, root.itemsize
    if shape is not None:
        strides = [n * size for n in stride]
        array = np.ndarray(shape, root.dtype, root, offset * size, strides)
    result = wrap(with_pending(array, pending), requires_grad)
    result._counter[0] = 1  # torch rebuilds by `set_`, which bumps the version
    return result


@method()
def module_load(self, other: Tensor, assign: bool = False) -> Tensor:
    """Return the tensor with which `load_state_dict` replaces `self`, for the value `other`."""
    return other.detach() if assign else self.copy_(other).detach()

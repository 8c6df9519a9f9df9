"""Copies of tensors, and what `pickle` keeps of one."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.functions.tensor_api.binding import method
from autograd.tensor.lazy_bits import in_memory, resolved, turn_of, waiting_for
from autograd.tensor.mutation import owner_of
from autograd.tensor.storage import UntypedStorage
from autograd.tensor.tensor import Tensor, rehouse, wrap
from autograd.tensor.torch_function import aside, is_foreign


@method("__deepcopy__")
def deepcopy(self, memo: Any) -> Any:
    """A copy of a leaf, with memory, gradient and `requires_grad` of its own."""
    if not self.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
            "protocol at the moment.  If you were attempting to deepcopy a module, this may be "
            "because of a torch.nn.utils.weight_norm usage, see "
            "https://github.com/pytorch/pytorch/pull/103001"
        )
    if id(self) not in memo:
        twin = copied(self, memo)
        if is_foreign(type(self)):
            twin = of_its_class(self, twin)
        twin._counter[0] = 1
        twin._requires_grad = self._requires_grad
        if self._grad is not None:
            twin._grad = deepcopy(self._grad, memo)
        memo[id(self)] = twin
        twin.__dict__.update(copy.deepcopy(hung_on(self), memo))
    return memo[id(self)]


def of_its_class(self, twin: Tensor) -> Tensor:
    """The copy of what is of a user's class, as its `new_empty` makes one."""
    with aside():
        made = self.new_empty([])
    if type(made) is not type(self):
        raise RuntimeError(
            "The default implementation of __deepcopy__() for non-wrapper subclasses only works "
            "for subclass types that implement new_empty() and for which that function returns "
            "another instance of the same subclass. You should either properly implement "
            "new_empty() for your subclass or override __deepcopy__() if it is intended behavior "
            "for new_empty() to return an instance of a different type."
        )
    return rehouse(made, twin._array)


def copied(tensor: Tensor, memo: dict) -> Tensor:
    """A tensor in a copy of all the memory that `tensor` lies in.

    What shared memory shares it in the copies, too, which one `memo` keeps.
    """
    array = tensor._array
    owner = owner_of(array) if type(array) is np.ndarray else None
    if owner is None or not owner.flags.forc:
        return wrap(resolved(array).copy())
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
def reduced(self, protocol: Any) -> Any:
    """How a tensor is pickled: as its memory says, with its class and what was hung on it."""
    warn_if_hooked(self)
    plain, state = by_memory(self), hung_on(self)
    return plain if type(self) is Tensor and not state else (dressed, (plain, type(self), state))


def warn_if_hooked(tensor: Tensor) -> None:
    """torch's warning of each hook that a file or a copy does without."""
    for hook in (tensor._backward_hooks or {}).values():
        if not hasattr(hook, "__torch_unserializable__"):
            warnings.warn(
                f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, "
                "you can decorate the function with @torch.utils.hooks.unserializable_hook to "
                "suppress this warning", stacklevel=3)


def hung_on(tensor: Tensor) -> dict:
    """The attributes that a program gave a tensor; the engine's own have a default in the class."""
    return {name: value for name, value in tensor.__dict__.items()
            if not hasattr(Tensor, name) and not name.startswith("_tape")}


def dressed(plain: tuple[Any, ...], kind: type, state: dict[str, str]) -> Tensor:
    """A tensor of a class from what `pickle` kept of it and of its attributes."""
    build, args = plain
    made = build(*args)
    if type(made) is not kind:
        made = made.as_subclass(kind)
    made.__dict__.update(state)
    return made


def by_memory(self) -> tuple:
    """The memory under a tensor, its place there, whether it requires grad.

    Tensors that share memory share it again when they are read, as in torch.
    """
    array, turn = in_memory(self._array), turn_of(self._array)
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
    """A tensor from what `pickle` kept of it; without `shape` it is the whole of its memory."""
    array, size = root, root.itemsize
    if shape is not None:
        strides = [n * size for n in stride]
        array = np.ndarray(shape, root.dtype, root, offset * size, strides)
    made = wrap(waiting_for(array, turn), requires_grad)
    made._counter[0] = 1  # it was set once, as torch counts
    return made


@method()
def module_load(self, other: Tensor, assign: bool = False) -> Any:
    """What `load_state_dict` puts in the place of `self` for the value `other`."""
    return other.detach() if assign else self.copy_(other).detach()

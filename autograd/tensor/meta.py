"""Tensors on `device="meta"`, which have a shape but no numbers.

Ops run on zeros in their place; a result of a meta tensor is one. Reading the zeros raises torch's
error.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from autograd.runtime import interpreters, observer
from autograd.runtime.execution_state import execution
from autograd.tensor import lazy_bits
from autograd.tensor.device import device
from autograd.tensor.allocation import large, zeros
from autograd.tensor.tensor import Tensor, set_data

if TYPE_CHECKING:
    from numpy import ndarray

META = device("meta")
NO_DATA = "Cannot copy out of meta tensor; no data!"
ITEM = "Tensor.item() cannot be called on meta tensors"
NO_KERNEL = (
    "{}: attempted to run this operator with Meta tensors, but there was no fake impl or Meta "
    "kernel registered. You may have run into this message while using an operator with PT2 "
    "compilation APIs (torch.compile/torch.export); in order to use this operator with those APIs "
    "you'll need to add a fake impl. Please see the following for next steps:  "
    "https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html"
)
NONZERO = (
    "The register_meta function for torch.nonzero() raises unimplemented by default, as a correct "
    "data-independent implementation does not exist. This implementation returns a fake value, "
    "assuming all elements of the tensor are non-zero. To enable this registration, please set "
    "'torch.fx.experimental._config.meta_nonzero_assume_all_nonzero' to True."
)
NO_MEMORY = (
    "can't convert meta device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host "
    "memory first."
)


class MetaMark:
    """Shared by all meta tensors; when the last of them goes, its follower is removed."""

    def __init__(self, follower):
        self.follower = follower


_mark = lambda: None  # noqa: E731 - a weak reference to the mark, once there is one


def get_meta_mark() -> MetaMark:
    """Return the mark that makes a tensor a meta tensor; made anew if none exists."""
    global _mark
    found = _mark()
    if found is None:
        follower = _Follower()
        found = MetaMark(follower)
        interpreters.any_meta_tensors = True
        lazy_bits.in_use.append(True)
        _mark = weakref.ref(found, lambda _: forget_mark(follower))
    if not observer.is_observing(found.follower):  # one may have joined in a block that has ended
        observer.add_observer(found.follower)
    return found


def forget_mark(follower: _Follower) -> None:
    """Note that no meta tensors are left."""
    interpreters.any_meta_tensors = False
    lazy_bits.in_use.remove(True)
    large.clear()
    observer.remove_observer(follower)


def move_to_meta(tensor: Tensor) -> Tensor:
    """Make `tensor` a meta tensor, and release its memory."""
    tensor._meta = get_meta_mark()
    return set_data(tensor, zeros(tensor._array.shape, tensor._array.dtype))


def propagate_meta(made: Sequence[Tensor], sources: list[Tensor]) -> None:
    """Make the results of meta tensors meta tensors."""
    if any(x._meta for x in sources):
        for tensor in made:
            tensor._meta = get_meta_mark()


class _Follower(observer.Observer):
    """Observer that makes the results of meta tensors meta tensors, and checks devices."""

    def op(
            self, op: Any, inputs: tuple[Any, ...], params: dict[str, Any],
            outputs: tuple[Tensor, ...], node: Any) -> None:
        tensors = [x for x in inputs if isinstance(x, Tensor)]
        if not any(x._meta for x in tensors):
            return
        here = [x for x in tensors
                if not x._meta and x._array.ndim and execution.backward_node is None]
        if here and op.is_copy:
            raise NotImplementedError(NO_DATA)
        if here and not op.mixes_with_meta and "rnn" not in op.name:
            pair = ("meta", "cpu") if op.expects_cpu else ("cpu", "meta")
            raise RuntimeError(
                f"Tensor on device {pair[0]} is not on the expected device {pair[1]}!")
        propagate_meta(outputs, tensors)

    def detached(self, tensor: Tensor, source: Tensor) -> None:
        tensor._meta = source._meta

    def accumulated(
            self, tensor: Tensor, node: Any, before: ndarray | None, added: ndarray, after: ndarray,
            by: str) -> None:
        if tensor._meta and tensor._grad is not None:
            tensor._grad._meta = tensor._meta

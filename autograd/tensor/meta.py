"""Tensors without numbers, `device="meta"`: shapes and dtypes only.

They are followed by computing with zeros: what is made of one is one. Nobody gets to see the
zeros; what would look at them raises torch's error.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from autograd.runtime import interpreters, observer
from autograd.runtime.backward_state import current
from autograd.tensor import lazy_bits
from autograd.tensor.device import device
from autograd.tensor.extrapolation import large, zeros
from autograd.tensor.tensor import Tensor, rehouse

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


class Mark:
    """What all meta tensors have in common: with the last of them, it and the follower go."""

    def __init__(self, follower):
        self.follower = follower


_mark = lambda: None  # noqa: E731 - a weak reference to the mark, once there is one


def mark() -> Mark:
    """The mark that makes a tensor one of the meta device."""
    global _mark
    found = _mark()
    if found is None:
        follower = _Follower()
        found = Mark(follower)
        interpreters.any_meta_tensors = True
        lazy_bits.met.append(True)
        _mark = weakref.ref(found, lambda _: forget(follower))
    if not observer.is_told(found.follower):  # one may have joined in a block that has ended
        observer.join(found.follower)
    return found


def forget(follower: _Follower) -> None:
    """There are no meta tensors any more."""
    interpreters.any_meta_tensors = False
    lazy_bits.met.remove(True)
    large.clear()
    observer.leave(follower)


def emptied(tensor: Tensor) -> Tensor:
    """`tensor`, whose numbers are gone: it lives on the meta device."""
    tensor._meta = mark()
    return rehouse(tensor, zeros(tensor._array.shape, tensor._array.dtype))


def follow(made: Sequence[Tensor], sources: list[Tensor]) -> None:
    """Put what was made of meta tensors on the meta device."""
    if any(x._meta for x in sources):
        for tensor in made:
            tensor._meta = mark()


class _Follower(observer.Observer):
    """Sees to it that what is made of meta tensors has no numbers either."""

    def op(
            self, op: Any, inputs: tuple[Any, ...], params: dict[str, Any],
            outputs: tuple[Tensor, ...], node: Any) -> None:
        tensors = [x for x in inputs if isinstance(x, Tensor)]
        if not any(x._meta for x in tensors):
            return
        here = [x for x in tensors if not x._meta and x._array.ndim and current.node is None]
        if here and op.is_copy:
            raise NotImplementedError(NO_DATA)
        if here and not op.mixes_with_meta and "rnn" not in op.name:
            pair = ("meta", "cpu") if op.expects_cpu else ("cpu", "meta")
            raise RuntimeError(
                f"Tensor on device {pair[0]} is not on the expected device {pair[1]}!")
        follow(outputs, tensors)

    def detached(self, tensor: Tensor, source: Tensor) -> None:
        tensor._meta = source._meta

    def accumulated(
            self, tensor: Tensor, node: Any, before: ndarray | None, added: ndarray, after: ndarray,
            by: str) -> None:
        if tensor._meta and tensor._grad is not None:
            tensor._grad._meta = tensor._meta

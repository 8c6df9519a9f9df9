"""torch's errors for functions that need the numbers of one slice under `vmap`.

`WrappingObserver` is the observer that wraps new tensors while transforms run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from autograd.engine import transform_levels
from autograd.runtime import interpreters, observer
from autograd.runtime.execution_state import execution
from autograd.runtime.records import Record
from autograd.tensor import meta
from autograd.tensor.batched_tensor import unwrap_all

if TYPE_CHECKING:
    from autograd.graph.node import Node
    from autograd.tensor.tensor import Tensor

ASK = "Please file an issue at https://github.com/pytorch/pytorch/issues if you need this feature."
DYNAMIC = "vmap: We do not support batching operators that can output dynamic shape."


class Refusal(Record):
    """An access that a batched or a meta tensor refuses, with torch's errors."""

    name: str
    of_slices: str  # the error under `vmap`; "" if it is allowed
    inside: str  # the error in a gradient transform inside of `vmap`
    of_meta: Exception | None  # of a meta tensor


REFUSALS: dict[str, Refusal] = {}


def declare_refusal(
        name: str, of_slices: str, *, inside: str | None = None,
        of_meta: Exception | None = None) -> Refusal:
    """Declare an access that tensors refuse; `inside` defaults to `of_slices`."""
    refusal = REFUSALS[name] = Refusal(
        name, of_slices, of_slices if inside is None else inside, of_meta)
    return refusal


NUMBER = declare_refusal("number",
    "vmap: It looks like you're either (1) calling .item() on a Tensor or (2) attempting "
    "to use a Tensor in some data-dependent control flow or (3) encountering this error "
    "in PyTorch internals. For (1): we don't support vmap over calling .item() on a "
    "Tensor, please try to rewrite what you're doing with other operations. For (2): we "
    "don't support data-dependent control flow in vmap yet, please file an issue at "
    "https://github.com/pytorch/pytorch/issues . For (3): please file an issue.")
ITEM = declare_refusal("item",
    "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over "
    "calling .item() on a Tensor, please try to rewrite what you're doing with other "
    "operations. If error is occurring somewhere inside PyTorch internals, please file a "
    "bug report.",
    inside=NUMBER.of_slices, of_meta=RuntimeError(meta.ITEM))
TRUTH = declare_refusal("truth",
    "vmap: It looks like you're attempting to use a Tensor in some data-dependent control "
    "flow. We don't support that yet, please file an issue at "
    "https://github.com/pytorch/pytorch/issues .",
    inside=NUMBER.of_slices, of_meta=RuntimeError(meta.ITEM))
PLACE = Refusal("place", "", NUMBER.of_slices, None)
MEMORY = declare_refusal("memory",
    "Cannot access data pointer of Tensor that doesn't have storage",
    of_meta=TypeError(meta.NO_MEMORY))
LIST = declare_refusal("list",
    "Cannot access data pointer of Tensor that doesn't have storage",
    of_meta=NotImplementedError(meta.NO_DATA))
MASK = declare_refusal("mask",
    "vmap: We do not support batching operators that can support dynamic shape. Attempting "
    "to batch over indexing with a boolean mask.",
    of_meta=NotImplementedError(meta.NONZERO))
DRAWN = declare_refusal("drawn",
    "vmap: Cannot ask for different inplace randomness on an unbatched tensor. This will "
    "appear like same randomness. If this is necessary for your usage, please file an "
    "issue with functorch.")
SAME = declare_refusal("same",
    "Vmap does not currently support same randomness with a batched tensor input. Please "
    "file an issue with functorch")
WRITTEN = declare_refusal("written",
    "vmap: {op}(self, *extra_args) is not possible because there exists a "
    "Tensor `other` in extra_args that has more elements than `self`. This happened due "
    "to `other` being vmapped over but `self` not being vmapped over in a vmap. Please "
    "try to use out-of-place operators instead of {op}. If said operator "
    "is being called inside the PyTorch framework, please file a bug report instead.")


def unwrap_for(access: Refusal, *tensors: Tensor) -> Tensor:
    """Return the first tensor without its wrappers, for an `access`.

    Raises torch's error if one of the tensors is batched or on the meta device.
    """
    if interpreters.any_meta_tensors and access.of_meta is not None and any(
            tensor._meta for tensor in tensors):
        raise type(access.of_meta)(*access.of_meta.args)
    for tensor in tensors:
        if transform_levels.is_batched(tensor) and (error := find_refusal(access, tensor)):
            raise RuntimeError(error)
    return unwrap_all(tensors[0])


def find_refusal(access: Refusal, tensor: Tensor) -> str:
    """Return torch's error for a batched tensor, "" if the access is allowed.

    A gradient transform inside of `vmap` hides that it is batched, so the error differs.
    """
    inside = transform_levels.running_wrappers(tensor)[-1][1] is None
    return access.inside if inside else access.of_slices


class WrappingObserver(observer.Observer):
    """An observer that wraps new tensors while transforms run."""

    def op(
            self, op: Any, inputs: Sequence[Any], params: dict[str, Any], outputs: Sequence[Tensor],
            node: Node | None) -> None:
        draws = execution.vmap_draws
        if draws is not None and draws.fresh and op.draws and any(
                outputs[0] is x for x in inputs):
            draws.take(0)
            raise RuntimeError(DRAWN.of_slices)
        transform_levels.wrap_at_all(outputs)

    def detached(self, tensor: Tensor, source: Tensor) -> None:
        tensor._levels = source._levels


wrapping_observer = WrappingObserver()

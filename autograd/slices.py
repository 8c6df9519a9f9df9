"""What the slices under `vmap` refuse: torch has them all at once, and no one's numbers.

A slice and what is computed from it are marked while the mapped function runs; what would look at
their numbers raises torch's own error.
"""

from __future__ import annotations

from contextlib import contextmanager

from autograd import custom, observer

ASK = "Please file an issue at https://github.com/pytorch/pytorch/issues if you need this feature."
DYNAMIC = "vmap: We do not support batching operators that can output dynamic shape."
REFUSALS = {
    "item": "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over "
            "calling .item() on a Tensor, please try to rewrite what you're doing with other "
            "operations. If error is occurring somewhere inside PyTorch internals, please file a "
            "bug report.",
    "truth": "vmap: It looks like you're attempting to use a Tensor in some data-dependent control "
             "flow. We don't support that yet, please file an issue at "
             "https://github.com/pytorch/pytorch/issues .",
    "memory": "Cannot access data pointer of Tensor that doesn't have storage",
    "mask": "vmap: We do not support batching operators that can support dynamic shape. Attempting "
            "to batch over indexing with a boolean mask.",
    "masked_select": "vmap: Attempted to vmap over `mask` in torch.masked_select(self, mask) We "
                     "cannot support this because for each batch this would return a differently "
                     f"shaped Tensor. {ASK}",
    "backward": "backward() called inside a functorch transform. This is not supported, please "
                "use functorch.grad or functorch.vjp instead or call backward() outside of "
                "functorch transforms.",
    "equal": "Batching rule not implemented for aten::equal. We could not generate a fallback.",
    "allclose": f"vmap over torch.allclose isn't supported yet. {ASK}",
    "nonzero": f"{DYNAMIC} Attempted to vmap over aten::nonzero. {ASK}",
    "unique": f"{DYNAMIC} Attempted to vmap over aten::_unique2. {ASK}",
    "written": "vmap: {op}(self, *extra_args) is not possible because there exists a "
               "Tensor `other` in extra_args that has more elements than `self`. This happened due "
               "to `other` being vmapped over but `self` not being vmapped over in a vmap. Please "
               "try to use out-of-place operators instead of {op}. If said operator "
               "is being called inside the PyTorch framework, please file a bug report instead.",
}


def whole(what: str, *tensors) -> None:
    """Raise torch's refusal of `what` where one of the tensors is a slice, or made of slices."""
    if any(tensor._mapped for tensor in tensors):
        raise RuntimeError(REFUSALS[what])


class Marker(observer.Observer):
    """Marks what is made of slices, and refuses to write them into anything else."""

    def op(self, op, inputs, params, outputs, node):
        if not any(getattr(x, "_mapped", False) for x in inputs):
            return
        for output in outputs:
            written = any(output is x for x in inputs)
            if written and not output._mapped:
                name = "index_put_" if "index" in op.name else "inplace arithmetic"
                raise RuntimeError(REFUSALS["written"].format(op=name))
            output._mapped = True

    def detached(self, tensor, source):
        tensor._mapped = source._mapped


_marker = Marker()
_running = [0]  # how many mapped functions are running, one inside the other


@contextmanager
def marking():
    """While a mapped function runs."""
    _running[0] += 1
    custom.transforms += 1
    if _running[0] == 1:
        observer.join(_marker)
    try:
        yield
    finally:
        _running[0] -= 1
        custom.transforms -= 1
        if not _running[0]:
            observer.leave(_marker)

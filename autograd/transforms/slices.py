"""What a function under `vmap` may not ask of slices, because there are all of them at once.

And the observer that wraps what is made while transforms run.
"""

from __future__ import annotations

from autograd import interpreters, meta, observer
from autograd.random import Generator
from autograd.transforms import levels
from autograd.transforms.faces import bottom

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
    "number": "vmap: It looks like you're either (1) calling .item() on a Tensor or (2) attempting "
              "to use a Tensor in some data-dependent control flow or (3) encountering this error "
              "in PyTorch internals. For (1): we don't support vmap over calling .item() on a "
              "Tensor, please try to rewrite what you're doing with other operations. For (2): we "
              "don't support data-dependent control flow in vmap yet, please file an issue at "
              "https://github.com/pytorch/pytorch/issues . For (3): please file an issue.",
    "memory": "Cannot access data pointer of Tensor that doesn't have storage",
    "list": "Cannot access data pointer of Tensor that doesn't have storage",
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
    "where": f"{DYNAMIC} Attempted to vmap over aten::where. {ASK}",
    "storage": "Cannot access storage of BatchedTensorImpl",
    **{name: f"Batching rule not implemented for aten::{name.lower()}.input. We could not generate "
             "a fallback." for name in ("LSTM", "GRU", "RNN_TANH", "RNN_RELU")},
    "statistics": "Batch norm got a batched tensor as input while the running_mean or "
                  "running_var, which will be updated in place, were not batched.\nIf you are "
                  "using a module and do not need eval mode, please set `track_running_stats` to "
                  "be False.If you are using a prebuilt module and do not need eval mode, please "
                  "see the functorch website for resources on how to patch your module to work "
                  "with vmap",
    "copied": "Can't detach views in-place. Use detach() instead. If you are using "
              "DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as "
              "True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
              "these gradients. To fix this error, please refer to the Optimizer.zero_grad() "
              "function in torch/optim/optimizer.py as the solution.",
    "data": "accessing `data` under vmap transform is not allowed",
    "unique": f"{DYNAMIC} Attempted to vmap over aten::_unique2. {ASK}",
    "drawn": "vmap: Cannot ask for different inplace randomness on an unbatched tensor. This will "
             "appear like same randomness. If this is necessary for your usage, please file an "
             "issue with functorch.",
    "same": "Vmap does not currently support same randomness with a batched tensor input. Please "
            "file an issue with functorch",
    "written": "vmap: {op}(self, *extra_args) is not possible because there exists a "
               "Tensor `other` in extra_args that has more elements than `self`. This happened due "
               "to `other` being vmapped over but `self` not being vmapped over in a vmap. Please "
               "try to use out-of-place operators instead of {op}. If said operator "
               "is being called inside the PyTorch framework, please file a bug report instead.",
}


def whole(what: str, *tensors):
    """The first of the tensors, as whoever asks for `what` may see it.

    Raises torch's refusal where one of them stands for many slices.
    """
    if interpreters.hollow and what in meta.REFUSALS and any(tensor._meta for tensor in tensors):
        meta.refuse(what)
    for tensor in tensors:
        if levels.is_mapped(tensor) and (found := refused(what, tensor)) is not None:
            raise RuntimeError(REFUSALS[found])
    return bottom(tensors[0])


def refused(what: str, tensor) -> str | None:
    """The name of the refusal for slices; None where they may be asked for `what`.

    What takes gradients inside of `vmap` hides the slices, and torch says what it then knows.
    """
    if levels.wrappers(tensor)[-1][1] is not None:
        return None if what == "place" else what
    return {"item": "number", "truth": "number", "place": "number", "data": None}.get(what, what)


class Marker(observer.Observer):
    """Wraps what is made while transforms run."""

    def op(self, op, inputs, params, outputs, node):
        draws = Generator.draws
        if draws is not None and draws.fresh and op.draws and any(
                outputs[0] is x for x in inputs):
            draws.take(0)
            raise RuntimeError(REFUSALS["drawn"])
        levels.spread(outputs)

    def detached(self, tensor, source):
        tensor._levels = source._levels


marker = Marker()

"""The slices that a function under `vmap` runs on, one after the other, and what they refuse.

torch has them all at once, so nobody may look at the numbers of one: what would raises torch's own
error. What shows a slice shows all; therefore every slice but the last runs in silence and leaves
word of what it was asked to show, and the last one prints for all.
"""

from __future__ import annotations

import io
import warnings
from contextlib import contextmanager, redirect_stdout

import numpy as np

from autograd import levels, meta, observer
from autograd.random import Draws, default_generator
from autograd.tensor import Tensor

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
    "unique": f"{DYNAMIC} Attempted to vmap over aten::_unique2. {ASK}",
    "drawn": "vmap: Cannot ask for different inplace randomness on an unbatched tensor. This will "
             "appear like same randomness. If this is necessary for your usage, please file an "
             "issue with functorch.",
    "written": "vmap: {op}(self, *extra_args) is not possible because there exists a "
               "Tensor `other` in extra_args that has more elements than `self`. This happened due "
               "to `other` being vmapped over but `self` not being vmapped over in a vmap. Please "
               "try to use out-of-place operators instead of {op}. If said operator "
               "is being called inside the PyTorch framework, please file a bug report instead.",
}


def whole(what: str, *tensors) -> None:
    """Raise torch's refusal of `what` where one of the tensors is a slice, or made of slices."""
    if levels.hollow and any(tensor._meta for tensor in tensors):
        meta.refuse(what)
    if any(tensor._levels and levels.is_mapped(tensor) for tensor in tensors):
        raise RuntimeError(REFUSALS[what])


class Slices:
    """Which slice of a mapped function runs, what the ones before it showed, and what they drew."""

    def __init__(self, size: int, randomness: str):
        self.size, self.randomness = size, randomness
        self.number = 0
        self.shown: list[list[np.ndarray]] = [[] for _ in range(size)]
        self.draws = None if randomness == "error" else Draws(size, randomness == "same")

    @property
    def silent(self) -> bool:
        """Whether another slice will run after this one, and print."""
        return self.number < self.size - 1

    def together(self, array: np.ndarray, dim: int) -> np.ndarray | None:
        """What all slices show at this place, along `dim`; None from a slice that is silent."""
        own = self.shown[self.number]
        own.append(array)
        if self.silent:
            return None
        place = len(own) - 1
        parts = [each[place] if place < len(each) else array for each in self.shown]
        return np.stack(parts, dim)

    def drew(self) -> bool:
        """Whether something was drawn for each slice since this was asked last."""
        return self.draws is not None and self.draws.said()

    @contextmanager
    def one(self, number: int):
        """While the function runs on slice `number`."""
        self.number = number
        before, default_generator.draws = default_generator.draws, self.draws
        if self.draws is None:
            default_generator.locked += 1
        else:
            self.draws.begin(number, before)
        try:
            with hushed() if self.silent else warnings.catch_warnings():
                yield
        finally:
            default_generator.draws = before
            default_generator.locked -= self.draws is None


@contextmanager
def hushed():
    """Nothing is printed and nobody is warned in the block."""
    levels.silent += 1
    try:
        with redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        levels.silent -= 1


RANDOM = ("uniform", "normal", "bernoulli", "exponential", "random", "cauchy", "log_normal",
          "geometric")


class Marker(observer.Observer):
    """Wraps what is made under a transform, and refuses to write slices into anything else."""

    def op(self, op, inputs, params, outputs, node):
        tensors = [x for x in inputs if isinstance(x, Tensor)]
        for output in outputs:
            if any(output is x for x in tensors):
                check_written(op, tensors, output)
        alike = len(tensors) == 1 and not (params or op.view) and (
            outputs[0]._array.shape == tensors[0]._array.shape)
        levels.spread(outputs, tensors, alike)

    def detached(self, tensor, source):
        tensor._levels = source._levels


def check_written(op, tensors, target) -> None:
    """torch's errors where a slice, or numbers drawn for each, would go into what is no slice."""
    own = {level for level, dim in levels.wrappers(target) if dim is not None}
    for x in tensors:
        if any(dim is not None and level not in own for level, dim in levels.wrappers(x)):
            name = "index_put_" if "index" in op.name else "inplace arithmetic"
            raise RuntimeError(REFUSALS["written"].format(op=name))
    if op.name in RANDOM and any(
            level.maps and level not in own and level.slices.drew() for level in levels.running):
        raise RuntimeError(REFUSALS["drawn"])


marker = Marker()

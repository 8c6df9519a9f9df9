"""The module that `torch.compile` returns for a module, which it runs uncompiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class OptimizedModule(torch.nn.Module):
    """A wrapper of one module, whose attributes are those of the original.

    Its parameters are named after it, e.g. `_orig_mod.weight`, as in torch's state dicts.
    """

    def __init__(self, mod):
        super().__init__()
        del self.__dict__["training"]  # the property below reads that of the original module
        self._modules["_orig_mod"] = mod

    def forward(self, *args: Tensor, **options: Any) -> Tensor:
        """Call the original, with its hooks."""
        return self._orig_mod(*args, **options)

    def __len__(self):
        if not hasattr(type(self._orig_mod), "__len__"):
            raise TypeError(f"{type(self._orig_mod).__name__} does not support len()")
        return len(self._orig_mod)

    def __reduce__(self):
        return type(self), (self._orig_mod,)

    @property
    def training(self) -> bool:
        """True if the original is in training mode."""
        return self._orig_mod.training

    @training.setter
    def training(self, value: bool) -> None:
        self._orig_mod.training = value

    def __getattr__(self, name: str):
        if name == "_orig_mod":
            return self._modules["_orig_mod"]
        return getattr(self._orig_mod, name)

    def __setattr__(self, name: str, value) -> None:
        if hasattr(type(self), name):
            super().__setattr__(name, value)
        else:
            setattr(self._orig_mod, name, value)

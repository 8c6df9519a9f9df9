"""Modules that merge or split dimensions (`torch/nn/modules/flatten.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch.nn.modules.module import Module

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class Flatten(Module):
    """Merges the dimensions from `start_dim` to `end_dim` into one."""

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Splits the dimension `dim` into several of sizes `unflattened_size`."""

    def __init__(self, dim, unflattened_size):
        super().__init__()
        if isinstance(dim, int):
            self._require_tuple_int(unflattened_size)
        elif not isinstance(dim, str):
            raise TypeError("invalid argument type for dim parameter")
        else:
            raise NotImplementedError(
                "Tapescope has no named tensors: give nn.Unflatten a number as dim."
            )
        self.dim = dim
        self.unflattened_size = unflattened_size

    @staticmethod
    def _require_tuple_int(sizes):
        if not isinstance(sizes, tuple | list):
            raise TypeError(
                "unflattened_size must be a tuple of ints, but found type "
                + type(sizes).__name__
            )
        for position, size in enumerate(sizes):
            if not isinstance(size, int):
                raise TypeError(
                    f"unflattened_size must be tuple of ints, but found element of type "
                    f"{type(size).__name__} at pos {position}"
                )

    def forward(self, input: Tensor) -> Tensor:
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"

"""`functorch.einops`: dimensions moved, split and merged by their names."""

from torch.func import rearrange

__all__ = ["rearrange"]

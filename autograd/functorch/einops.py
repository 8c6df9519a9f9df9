"""`functorch.einops`: rearrange, which permutes, splits or merges dimensions by name."""

from torch.func import rearrange

__all__ = ["rearrange"]

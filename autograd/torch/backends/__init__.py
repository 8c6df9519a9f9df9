"""`torch.backends`: switches of other machines, accepted and without effect."""

from torch.backends import cuda, cudnn, mkl, mps

__all__ = ["cuda", "cudnn", "mkl", "mps"]

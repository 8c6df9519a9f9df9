"""`torch.backends`: switches of other machines, accepted and without effect."""

from torch.backends import cudnn, mkl, mps

__all__ = ["cudnn", "mkl", "mps"]

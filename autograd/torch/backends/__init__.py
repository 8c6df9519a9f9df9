"""`torch.backends`: switches of libraries, accepted without effect."""

from torch.backends import cuda, cudnn, mha, mkl, mkldnn, mps, openmp, opt_einsum

__all__ = ["cuda", "cudnn", "mha", "mkl", "mkldnn", "mps", "openmp", "opt_einsum"]

"""`torch.functional`: the functions that torch implements in Python."""

import itertools  # noqa: F401
import operator  # noqa: F401

import torch
import torch.nn.functional as F  # noqa: F401
from torch import Tensor  # noqa: F401

__all__ = [
    "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_shapes", "broadcast_tensors",
    "cartesian_prod", "block_diag", "cdist", "chain_matmul", "einsum", "istft", "lu", "norm",
    "meshgrid", "pca_lowrank", "split", "stft", "svd_lowrank", "tensordot", "unique",
    "unique_consecutive", "unravel_index",
]
globals().update({name: getattr(torch, name) for name in __all__})

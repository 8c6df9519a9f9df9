"""`torch.types`: aliases for annotations."""

import os
from typing import IO

import torch

from autograd.tensor.device import device

__all__ = ["Device", "FileLike", "Number"]

Number = int | float | bool
Device = device | str | int | None
FileLike = str | os.PathLike | IO[bytes]
Tensor, Size = torch.Tensor, torch.Size
_int, _float, _bool, _dtype, _device = int, float, bool, torch.dtype, torch.device
_size = Size | list[int] | tuple[int, ...]

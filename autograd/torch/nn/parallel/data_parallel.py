"""DataParallel without accelerators (`torch/nn/parallel/data_parallel.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from torch.nn.modules.module import Module

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class DataParallel(Module):
    """Calls its `module`, as on a machine without accelerators."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module
        self.device_ids = []
        self.dim = dim

    def forward(self, *inputs: Tensor, **kwargs: Any) -> Tensor:
        return self.module(*inputs, **kwargs)

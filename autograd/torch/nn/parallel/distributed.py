"""DistributedDataParallel, which needs a process group (`torch/nn/parallel/distributed.py`)."""

from __future__ import annotations

from torch import distributed
from torch.nn.modules.module import Module


class DistributedDataParallel(Module):
    """Raises torch's error of a program without a process group, since there is one process."""

    def __init__(self, module, *args, **options):
        super().__init__()
        distributed.new_group()

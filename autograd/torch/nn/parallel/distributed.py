"""A model that several processes would train together; there is one process here."""

from __future__ import annotations

from torch import distributed
from torch.nn.modules.module import Module


class DistributedDataParallel(Module):
    """Cannot be made before a group of processes has begun, as in torch: none ever does here."""

    def __init__(self, module, *args, **options):
        super().__init__()
        distributed.new_group()

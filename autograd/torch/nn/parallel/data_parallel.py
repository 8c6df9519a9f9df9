"""A model that would run on several devices; without any it runs where it is."""

from __future__ import annotations

from torch.nn.modules.module import Module


class DataParallel(Module):
    """Calls its `module`, as torch's does on a machine without accelerators."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module
        self.device_ids = []
        self.dim = dim

    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)

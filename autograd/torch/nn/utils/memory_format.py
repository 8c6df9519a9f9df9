"""Layouts of convolutions' weights in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from torch.nn.modules.module import Module


def converted(module: Module, kinds: tuple[str, ...], memory_format: Any) -> Any:
    """`module` with the weights of its layers of these kinds laid in memory as asked."""
    if isinstance(module, kinds):
        module.weight.data = module.weight.detach().clone(memory_format=memory_format)
    for child in module.children():
        converted(child, kinds, memory_format)
    return module


def convert_conv2d_weight_memory_format(module: Module, memory_format: Any) -> Any:
    """`module`, the weights of its 2-D convolutions in `memory_format`."""
    return converted(module, (torch.nn.Conv2d, torch.nn.ConvTranspose2d), memory_format)


def convert_conv3d_weight_memory_format(module: Module, memory_format: Any) -> Any:
    """`module`, the weights of its 3-D convolutions in `memory_format`."""
    return converted(module, (torch.nn.Conv3d, torch.nn.ConvTranspose3d), memory_format)

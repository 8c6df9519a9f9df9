"""Memory formats of the weights of convolutions (`torch/nn/utils/memory_format.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from torch.nn.modules.module import Module


def convert_weights(module: Module, classes: tuple[type, ...], memory_format: Any) -> Module:
    """Convert the weights of the modules of these classes to `memory_format`."""
    if isinstance(module, classes):
        module.weight.data = module.weight.detach().clone(memory_format=memory_format)
    for child in module.children():
        convert_weights(child, classes, memory_format)
    return module


def convert_conv2d_weight_memory_format(module: Module, memory_format: Any) -> Module:
    """Convert the weights of all 2D convolutions to `memory_format`; return `module`."""
    return convert_weights(module, (torch.nn.Conv2d, torch.nn.ConvTranspose2d), memory_format)


def convert_conv3d_weight_memory_format(module: Module, memory_format: Any) -> Module:
    """Convert the weights of all 3D convolutions to `memory_format`; return `module`."""
    return convert_weights(module, (torch.nn.Conv3d, torch.nn.ConvTranspose3d), memory_format)

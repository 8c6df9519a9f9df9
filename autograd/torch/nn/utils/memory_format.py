"""Layouts of convolutions' weights in memory, of which there is one here."""

from __future__ import annotations


def convert_conv2d_weight_memory_format(module, memory_format):
    """The module itself: values do not depend on their layout."""
    return module


convert_conv3d_weight_memory_format = convert_conv2d_weight_memory_format

"""The names that torch has for layouts and memory formats; here every tensor is strided."""

from __future__ import annotations


class _Named:
    """A constant that prints as its name in torch."""

    def __init__(self, name: str):
        self.name = name

    def __repr__(self):
        return f"torch.{self.name}"


class layout(_Named):
    """How a tensor lies in memory."""


class memory_format(_Named):
    """In which order the entries of a tensor lie in memory."""


layout.__module__ = memory_format.__module__ = "torch"
strided = layout("strided")
contiguous_format = legacy_contiguous_format = memory_format("contiguous_format")
preserve_format = memory_format("preserve_format")
channels_last = memory_format("channels_last")
channels_last_3d = memory_format("channels_last_3d")

"""`torch.nn.attention`: choice of the kernels that compute attention."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any

from autograd.functions.nn.scaled_dot_product_attention import enabled_backends as _allowed

__all__ = ["SDPBackend", "sdpa_kernel"]


class SDPBackend(Enum):
    """Kernels of scaled dot product attention."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4

    def __int__(self):
        return self.value

    def __repr__(self):
        return f"<{self}: {self.value}>"

    def __str__(self):
        return f"SDPBackend.{self.name}"


_NAMES = {"cudnn": SDPBackend.CUDNN_ATTENTION, "flash": SDPBackend.FLASH_ATTENTION,
          "mem_efficient": SDPBackend.EFFICIENT_ATTENTION, "math": SDPBackend.MATH}


@contextmanager
def sdpa_kernel(
        backends: SDPBackend | list[SDPBackend] | str, set_priority: bool = False) -> Iterator[Any]:
    """Allow only these kernels in the block.

    Of the fused kernels there is flash attention. Raises AssertionError for other types.
    """
    if not isinstance(backends, SDPBackend | list):
        raise AssertionError(
            "Backend must be an instance of SDPBackend or a list of SDPBackend instances, got "
            f"{type(backends).__name__}"
        )
    allowed = [backends] if isinstance(backends, SDPBackend) else backends
    before = dict(_allowed)
    _allowed.update((name, kernel in allowed) for name, kernel in _NAMES.items())
    try:
        yield {}
    finally:
        _allowed.update(before)

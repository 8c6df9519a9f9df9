"""`torch.xpu`, as on a machine without Intel's GPU."""

from __future__ import annotations

from typing import Any

from torch._absent_backend import device_count, is_available, manual_seed  # noqa: F401

is_initialized = is_bf16_supported = is_available
manual_seed_all = manual_seed


def seed() -> None:
    """Do nothing: there is no generator."""


seed_all = seed


def empty_cache() -> None:
    """Do nothing: there is no cache."""


def memory_allocated(device: Any = None) -> int:
    """Return 0."""
    return 0


max_memory_allocated = memory_reserved = max_memory_reserved = memory_allocated


def _raise_no_xpu(*args, **options):
    """Raise AssertionError, as a build of torch without XPU does."""
    raise AssertionError("Torch not compiled with XPU enabled")


current_device = get_device_name = get_device_properties = synchronize = set_device = _raise_no_xpu
get_rng_state = set_rng_state = current_stream = initial_seed = mem_get_info = _raise_no_xpu
get_device_capability = stream = _raise_no_xpu

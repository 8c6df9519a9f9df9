"""`torch.cuda`, as in a build without CUDA."""

from __future__ import annotations

import importlib as _importlib
from collections import OrderedDict as _OrderedDict
from typing import Any

from autograd.frontend.missing_names import missing_name_error as _missing
from autograd.functions.creation.legacy_constructors import CUDA_TYPES as _CUDA_TYPES
from autograd.runtime.warnings import caution as _caution


def is_available() -> bool:
    """Return False."""
    return False


def device_count() -> int:
    """Return 0."""
    return 0


def is_initialized() -> bool:
    """Return False."""
    return False


def _raise_no_cuda(*args, **options):
    """Raise AssertionError, as a build of torch without CUDA does."""
    raise AssertionError("Torch not compiled with CUDA enabled")


current_device = get_device_name = get_device_properties = synchronize = _raise_no_cuda
get_device_capability = current_stream = stream = get_rng_state = set_rng_state = _raise_no_cuda
init = initial_seed = ipc_collect = mem_get_info = _raise_no_cuda
default_generators = ()
_initialized = False  # reversible layers read it before they save a GPU's random state


def set_device(device: Any) -> None:
    """Raise RuntimeError, unless `device` is a negative number."""
    if not isinstance(device, int) or device >= 0:
        raise AttributeError("module 'torch._C' has no attribute '_cuda_setDevice'")


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """Return False."""
    return False


class Event:
    """A CUDA event; its constructor raises, as torch without CUDA does."""

    def __init__(self, *args, **options):
        raise RuntimeError("Tried to instantiate dummy base class Event")


class Stream:
    """A CUDA stream; its constructor raises, as torch without CUDA does."""

    def __init__(self, *args, **options):
        raise RuntimeError("torch.cuda.Stream requires CUDA support")


class device:
    """A context that selects a GPU; entering it raises."""

    def __init__(self, device):
        self.idx = device

    def __enter__(self):
        raise RuntimeError("PyTorch was compiled without CUDA support")

    def __exit__(self, *error):
        return False


def manual_seed(seed: int) -> None:
    """Do nothing: there is no CUDA generator."""


manual_seed_all = manual_seed


def seed() -> None:
    """Do nothing: there is no CUDA generator."""


seed_all = seed


def get_rng_state_all() -> list:
    """Return the empty list."""
    return []


def set_rng_state_all(new_states: Any) -> None:
    """Do nothing for an empty list; RuntimeError otherwise."""
    for state in new_states:
        set_rng_state(state)


def get_arch_list() -> list[str]:
    """Return the empty list."""
    return []


def empty_cache() -> None:
    """Do nothing: there is no cache."""


def memory_allocated(device: Any = None) -> int:
    """Return 0."""
    return 0


max_memory_allocated = memory_reserved = max_memory_reserved = memory_allocated


def _make_former_name(old, new):
    """Return a deprecated function for memory statistics that returns 0."""
    def function(device=None) -> int:
        _caution(f"`torch.cuda.{old}` has been renamed to `torch.cuda.{new}`", FutureWarning)
        return 0

    function.__doc__ = f"The former name of `{new}`."
    return function


memory_cached = _make_former_name("memory_cached", "memory_reserved")
max_memory_cached = _make_former_name("max_memory_cached", "max_memory_reserved")


def memory_stats(device: Any = None) -> dict:
    """Return no statistics."""
    return _OrderedDict()


def reset_peak_memory_stats(device: Any = None) -> None:
    """Raise ValueError, as torch without CUDA does."""
    raise AttributeError("module 'torch._C' has no attribute '_cuda_resetPeakMemoryStats'")


def __getattr__(name):
    if name in ("amp", "random"):
        return _importlib.import_module(f"torch.cuda.{name}")
    if name in _CUDA_TYPES:
        return _CUDA_TYPES[name]
    raise _missing("torch.cuda", name, globals())

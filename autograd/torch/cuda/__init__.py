"""`torch.cuda`: there is none, and every question about it is answered so."""

import importlib as _importlib

from autograd.unknown import missing as _missing


def is_available() -> bool:
    """False: this engine runs on the CPU."""
    return False


def device_count() -> int:
    """0."""
    return 0


def is_initialized() -> bool:
    """False."""
    return False


def _refuse(*args, **options):
    raise AssertionError("Torch not compiled with CUDA enabled")


current_device = get_device_name = get_device_properties = set_device = synchronize = _refuse
get_device_capability = current_stream = stream = _refuse


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """False."""
    return False


class Event:
    """What times work on a GPU elsewhere; it cannot be made here."""

    def __init__(self, *args, **options):
        raise RuntimeError("Tried to instantiate dummy base class Event")


def manual_seed(seed) -> None:
    """Nothing: there is no CUDA generator to seed."""


manual_seed_all = manual_seed


def empty_cache() -> None:
    """Nothing: there is no cache."""


def memory_allocated(device=None) -> int:
    """0 bytes."""
    return 0


max_memory_allocated = memory_reserved = max_memory_reserved = memory_allocated


def reset_peak_memory_stats(device=None) -> None:
    """Nothing: there are no statistics."""


def __getattr__(name):
    if name == "amp":
        return _importlib.import_module("torch.cuda.amp")
    raise _missing("torch.cuda", name, globals())

"""Settings of torch that a program may change or ask, and that change nothing here."""

from __future__ import annotations

from autograd.device import CPU, device as device_type

__all__ = [
    "are_deterministic_algorithms_enabled", "compile", "get_default_device",
    "get_float32_matmul_precision", "get_num_interop_threads", "get_num_threads",
    "set_default_device", "set_float32_matmul_precision", "set_flush_denormal",
    "set_num_interop_threads", "set_num_threads", "set_warn_always",
    "use_deterministic_algorithms",
]
_threads = 1
_deterministic = False
_precision = "highest"


def get_num_threads() -> int:
    """How many threads one op uses: 1, or what was set."""
    return _threads


def set_num_threads(n: int) -> None:
    """Remembered; ops run in one thread."""
    global _threads
    _threads = int(n)


get_num_interop_threads, set_num_interop_threads = get_num_threads, set_num_threads


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Remembered; every op here is deterministic."""
    global _deterministic
    _deterministic = bool(mode)


def are_deterministic_algorithms_enabled() -> bool:
    """What was last asked of `use_deterministic_algorithms`."""
    return _deterministic


def set_float32_matmul_precision(precision: str) -> None:
    """Remembered; products are always computed in full precision."""
    global _precision
    _precision = precision


def get_float32_matmul_precision() -> str:
    """What was last set."""
    return _precision


def get_default_device():
    """The CPU."""
    return CPU


def set_default_device(device) -> None:
    """Accepts the CPU only."""
    if device is not None and device_type(device).type == "cuda":
        raise AssertionError("Torch not compiled with CUDA enabled")


def set_flush_denormal(mode: bool) -> bool:
    """False: this engine leaves denormal numbers alone."""
    return False


def set_warn_always(mode: bool) -> None:
    """Nothing: Python's own filters decide how often a warning shows."""


def compile(model=None, **options):
    """The function or module itself: there is no compiler here, so it runs as it is."""
    return model if model is not None else lambda function: function

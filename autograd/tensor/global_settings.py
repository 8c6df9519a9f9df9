"""Settings of torch that a program may set or read, most of which change nothing here."""

from __future__ import annotations

from typing import Any

from autograd.runtime import warnings
from autograd.runtime.bool_options import check_bool
from autograd.tensor.device import current_device, device as device_type, default_devices

_threads = 1
_deterministic = _warn_only = False
_fill = True
_precision = "highest"


def get_num_threads() -> int:
    """Return the number of threads of an op: 1, or what was set."""
    return _threads


def set_num_threads(n: int) -> None:
    """Set what `get_num_threads` returns; ops run in one thread."""
    global _threads
    _threads = check_thread_count(n, "set_num_threads")


def set_num_interop_threads(n: int) -> None:
    """Set what `get_num_interop_threads` returns; ops run in one thread."""
    global _threads
    _threads = check_thread_count(n, "set_num_interop_threads")


def check_thread_count(n: Any, name: str) -> int:
    """Return `n`; raises torch's errors unless it is a positive integer."""
    if not isinstance(n, int) or isinstance(n, bool):
        raise RuntimeError(f"{name} expects an int, but got {type(n).__name__}")
    if n < 1:
        raise RuntimeError(f"{name} expects a positive integer")
    return n


get_num_interop_threads = get_num_threads


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Set whether fresh memory is filled (`tensor/allocation.py`); every op here is deterministic.
    """
    global _deterministic, _warn_only
    check_bool("_set_deterministic_algorithms", "mode", mode, 1)
    _deterministic, _warn_only = mode, bool(warn_only)


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """Return whether `use_deterministic_algorithms` was last called with `warn_only`."""
    return _warn_only


def set_deterministic_debug_mode(debug_mode: Any) -> None:
    """Set the same by number or word: 0 `default`, 1 `warn`, 2 `error`."""
    words = ("default", "warn", "error")
    if isinstance(debug_mode, str):
        if debug_mode not in words:
            raise RuntimeError(
                "invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got "
                f"{debug_mode}"
            )
        debug_mode = words.index(debug_mode)
    elif not isinstance(debug_mode, int):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    if debug_mode not in (0, 1, 2):
        raise RuntimeError(
            f"invalid value of debug_mode, expected 0, 1, or 2, but got {debug_mode}")
    use_deterministic_algorithms(debug_mode > 0, warn_only=debug_mode == 1)


def get_deterministic_debug_mode() -> int:
    """Return 0, 1 or 2: nothing, a warning or an error where an op is not deterministic."""
    return (1 if _warn_only else 2) if _deterministic else 0


def are_deterministic_algorithms_enabled() -> bool:
    """Return the mode that `use_deterministic_algorithms` last set."""
    return _deterministic


def is_fill_enabled() -> bool:
    """Return `torch.utils.deterministic.fill_uninitialized_memory`."""
    return _fill


def set_fill_enabled(mode: bool) -> None:
    """Set `torch.utils.deterministic.fill_uninitialized_memory`."""
    global _fill
    if not isinstance(mode, bool):
        raise RuntimeError(f"expected a bool, but got {type(mode).__name__}")
    _fill = mode


def must_fill() -> bool:
    """Return whether fresh memory is filled now."""
    return _deterministic and _fill


def set_float32_matmul_precision(precision: str) -> None:
    """Set what `get_float32_matmul_precision` returns; products always have full precision."""
    global _precision
    if not isinstance(precision, str):
        raise RuntimeError(
            f"set_float32_matmul_precision expects a str, but got {type(precision).__name__}")
    if precision in ("highest", "high", "medium"):
        _precision = precision
    else:
        warnings.caution(
            f"{precision} is not one of 'highest', 'high', or 'medium'; the current"
            "setFloat32MatmulPrecision call has no effect.", at="aten/src/ATen/Context.cpp:458")


def get_float32_matmul_precision() -> str:
    """Return the precision that was last set."""
    return _precision


def get_default_device() -> Any:
    """Return the CPU, or the device of the innermost `with torch.device(...)`."""
    return current_device()


def set_default_device(device: Any) -> None:
    """Set the device of new tensors for which none is given: `cpu` or `meta`."""
    kind = device_type("cpu" if device is None else device)
    if kind.type == "cuda":
        raise AssertionError("Torch not compiled with CUDA enabled")
    default_devices[:] = [kind] if kind.type == "meta" else []


def set_flush_denormal(mode: bool) -> bool:
    """Return False: denormal numbers are kept."""
    return False


def set_warn_always(mode: bool) -> None:
    """Set whether warnings that torch emits once in a process are emitted every time."""
    warnings.always = bool(mode)


def is_warn_always_enabled() -> bool:
    """Return what `set_warn_always` set."""
    return warnings.always

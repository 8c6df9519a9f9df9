"""Settings of torch that a program may change or ask, and that change next to nothing here."""

from __future__ import annotations

from typing import Any

from autograd.runtime import warnings
from autograd.runtime.bool_options import check_truth
from autograd.tensor.device import current, device as device_type, usual

_threads = 1
_deterministic = _warn_only = False
_fill = True
_precision = "highest"


def get_num_threads() -> int:
    """How many threads one op uses: 1, or what was set."""
    return _threads


def set_num_threads(n: int) -> None:
    """Remembered; ops run in one thread."""
    global _threads
    _threads = checked_threads(n, "set_num_threads")


def set_num_interop_threads(n: int) -> None:
    """Remembered; ops run in one thread."""
    global _threads
    _threads = checked_threads(n, "set_num_interop_threads")


def checked_threads(n: Any, name: str) -> int:
    """`n`; torch's errors unless it is a whole number above 0."""
    if not isinstance(n, int) or isinstance(n, bool):
        raise RuntimeError(f"{name} expects an int, but got {type(n).__name__}")
    if n < 1:
        raise RuntimeError(f"{name} expects a positive integer")
    return n


get_num_interop_threads = get_num_threads


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Remembered: every op here is deterministic. Fresh memory is filled
    (`autograd.tensor.uninitialized`).
    """
    global _deterministic, _warn_only
    check_truth("_set_deterministic_algorithms", "mode", mode, 1)
    _deterministic, _warn_only = mode, bool(warn_only)


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """Whether `use_deterministic_algorithms` was last asked to warn only."""
    return _warn_only


def set_deterministic_debug_mode(debug_mode: Any) -> None:
    """The same by a number or a word: 0 `default`, 1 `warn`, 2 `error`."""
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
    """0, 1 or 2: nothing, a warning or an error where an op is not deterministic."""
    return (1 if _warn_only else 2) if _deterministic else 0


def are_deterministic_algorithms_enabled() -> bool:
    """What was last asked of `use_deterministic_algorithms`."""
    return _deterministic


def fill() -> bool:
    """Whether fresh memory is to be filled while ops are deterministic."""
    return _fill


def set_fill(mode: bool) -> None:
    """Torch's `torch.utils.deterministic.fill_uninitialized_memory`."""
    global _fill
    if not isinstance(mode, bool):
        raise RuntimeError(f"expected a bool, but got {type(mode).__name__}")
    _fill = mode


def fills() -> bool:
    """Whether fresh memory is filled now."""
    return _deterministic and _fill


def set_float32_matmul_precision(precision: str) -> None:
    """Remembered; products are always computed in full precision."""
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
    """What was last set."""
    return _precision


def get_default_device() -> Any:
    """The CPU, or the device of the innermost `with torch.device(...)`."""
    return current()


def set_default_device(device: Any) -> None:
    """Where tensors are made that name no device: the CPU, or nowhere (`meta`)."""
    kind = device_type("cpu" if device is None else device)
    if kind.type == "cuda":
        raise AssertionError("Torch not compiled with CUDA enabled")
    usual[:] = [kind] if kind.type == "meta" else []


def set_flush_denormal(mode: bool) -> bool:
    """False: this engine leaves denormal numbers alone."""
    return False


def set_warn_always(mode: bool) -> None:
    """Whether what torch warns of once in a process is said each time that there is cause."""
    warnings.always = bool(mode)


def is_warn_always_enabled() -> bool:
    """What was last asked of `set_warn_always`."""
    return warnings.always

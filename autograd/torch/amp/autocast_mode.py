"""`torch.autocast`: lower precision for chosen functions on the CPU; no effect on other devices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine import autocast as casting
from autograd.runtime.execution_state import execution
from autograd.runtime.warnings import caution
from autograd.tensor.device import device
from autograd.tensor.dtype import bfloat16, dtype_of as _dtype_of, float16

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype

CPU_DTYPES = (bfloat16, float16)


def is_autocast_available(device_type: str) -> bool:
    """Return True if torch has autocast for the device type."""
    return device_type in ("cpu", "cuda", "xpu", "mps", "hpu", "xla")


def is_autocast_enabled(device_type: str | None = None) -> bool:
    """Return True if autocast is enabled for the device type, by default CUDA."""
    return device_type == "cpu" and execution.autocast_dtype is not None


def get_autocast_dtype(device_type: str) -> dtype:
    """Return the autocast dtype of the device type."""
    if is_autocast_enabled(device_type):
        return _dtype_of(execution.autocast_dtype)
    return bfloat16 if device_type == "cpu" else float16


def warn_deprecated(name: str, newer: str, line: int) -> None:
    """Warn that a function for one device type is deprecated, from a `line` of torch's C++."""
    caution(f"torch.{name}() is deprecated. Please use torch.{newer} instead.", DeprecationWarning,
            f"torch/csrc/autograd/init.cpp:{line}")


def is_autocast_cpu_enabled() -> bool:
    """Return True if autocast is enabled for the CPU."""
    warn_deprecated("is_autocast_cpu_enabled", "is_autocast_enabled('cpu')", 883)
    return is_autocast_enabled("cpu")


def get_autocast_cpu_dtype() -> Any:
    """Return the autocast dtype of the CPU."""
    warn_deprecated("get_autocast_cpu_dtype", "get_autocast_dtype('cpu')", 1016)
    return get_autocast_dtype("cpu")


def get_autocast_gpu_dtype() -> Any:
    """Return the autocast dtype of CUDA."""
    warn_deprecated("get_autocast_gpu_dtype", "get_autocast_dtype('cuda')", 1007)
    return get_autocast_dtype("cuda")


def is_autocast_cache_enabled() -> bool:
    """Return True if casts of parameters are cached for their next use."""
    return execution.autocast_caching


def clear_autocast_cache() -> None:
    """Clear the cache of parameters cast to lower precision."""
    casting.clear_cache()


class autocast:
    """A context, or decorator, in which functions run in the dtype of torch's autocast lists."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(
                f"Expected `device_type` of type `str`, got: `{type(device_type)}`"
            )
        device_type = device(device_type).type
        if not is_autocast_available(device_type):
            raise RuntimeError(
                f"User specified an unsupported autocast device_type '{device_type}'"
            )
        self.device, self.fast_dtype = device_type, dtype or get_autocast_dtype(device_type)
        self._enabled = enabled and self._is_supported()
        self._cache_enabled = execution.autocast_caching if cache_enabled is None else cache_enabled
        self._blocks: list = []

    def _is_supported(self) -> bool:
        """Return True if the device exists and supports the dtype; warn otherwise."""
        if self.device == "cuda":
            caution("CUDA is not available or torch_xla is imported. Disabling autocast.", depth=2)
        elif self.fast_dtype not in CPU_DTYPES:
            name = self.device.upper()
            caution(
                f"In {name} autocast, but the target dtype is not supported. Disabling autocast.\n"
                f"{name} Autocast only supports dtypes of torch.bfloat16, torch.float16 currently.",
                depth=2)
        return self.device != "cuda" and self.fast_dtype in CPU_DTYPES

    def __enter__(self):
        dtype = np.dtype(self.fast_dtype.numpy) if self._enabled else None
        if self.device != "cpu":
            dtype = execution.autocast_dtype
        self._blocks.append(casting.compute_in(dtype, self._cache_enabled))
        self._blocks[-1].__enter__()
        return self

    def __exit__(self, *error):
        self._blocks.pop().__exit__(None, None, None)
        return False

    def __call__(self, function):
        if not callable(function):
            raise TypeError(
                f"autocast()(func) requires a callable, but got {type(function).__name__}. "
                "Did you mean to use autocast as a context manager? For example:\n"
                "    with torch.autocast(device_type=...):\n"
                "        output = model(input)"
            )

        @wraps(function)
        def run(*args, **options):
            with self:
                return function(*args, **options)

        return run


def check_device_type(device_type: str) -> None:
    """Raise ValueError unless the device type is a string."""
    if not isinstance(device_type, str):
        raise ValueError(
            f"Expected `device_type` of type `str`, got: `{type(device_type)}`")


def custom_fwd(
        fwd: Callable[..., Any] | None = None, *, device_type: str, cast_inputs: dtype | None = None
) -> Callable[..., Any]:
    """Decorate a Function's `forward`: cast its inputs to `cast_inputs`, and disable autocast
    inside.

    Without `cast_inputs` it runs in the surrounding autocast state.
    """
    check_device_type(device_type)
    if fwd is None:
        return partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @wraps(fwd)
    def forward(ctx, *args, **options):
        on = is_autocast_enabled(device_type)
        ctx._dtype = get_autocast_dtype(device_type)
        ctx._fwd_used_autocast = on and cast_inputs is None
        if not on or cast_inputs is None:
            return fwd(ctx, *args, **options)
        dtype = np.dtype(cast_inputs.numpy)
        args = [casting.cast_tensor(each, dtype) for each in args]
        with autocast(device_type, enabled=False):
            return fwd(
                ctx, *args,
                **{name: casting.cast_tensor(each, dtype) for name, each in options.items()})

    return forward


def custom_bwd(bwd: Callable[..., Any] | None = None, *, device_type: str) -> Callable[..., Any]:
    """Decorate a Function's `backward`: run it with the autocast state of `forward`."""
    check_device_type(device_type)
    if bwd is None:
        return partial(custom_bwd, device_type=device_type)

    @wraps(bwd)
    def backward(ctx, *args, **options):
        with autocast(device_type, ctx._dtype, enabled=ctx._fwd_used_autocast):
            return bwd(ctx, *args, **options)

    return backward

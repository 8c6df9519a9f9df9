"""`torch.autocast`: for devices that are not there it does nothing, and says so once more."""

from __future__ import annotations

from functools import wraps

from autograd.once import caution


def is_autocast_available(device_type) -> bool:
    """Whether torch has autocast for a type of device at all."""
    return device_type in ("cpu", "cuda", "xpu", "mps", "hpu", "xla")


class autocast:
    """A block (or a function) in which torch would compute in fewer bits.

    RuntimeError where it would on the CPU: this engine computes in the dtypes of its tensors.
    """

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(
                f"Expected `device_type` of type `str`, got: `{type(device_type)}`"
            )
        if not is_autocast_available(device_type):
            raise RuntimeError(
                f"User specified an unsupported autocast device_type '{device_type}'"
            )
        if enabled and device_type == "cuda":
            caution(
                "CUDA is not available or torch_xla is imported. Disabling autocast.")
        self.device = device_type
        self._enabled = enabled and device_type == "cpu"

    def __enter__(self):
        if self._enabled:
            raise RuntimeError(
                "torch.autocast would compute in bfloat16 on the CPU, which Tapescope does not do. "
                "Cast the model and its input with .bfloat16(), or leave autocast out."
            )
        return self

    def __exit__(self, *error):
        return False

    def __call__(self, function):
        @wraps(function)
        def run(*args, **options):
            with self:
                return function(*args, **options)

        return run

"""`torch.autograd.grad_mode`: the contexts and decorators that change whether ops are recorded."""

from autograd.runtime.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = [
    "enable_grad", "inference_mode", "is_multithreading_enabled", "no_grad", "set_grad_enabled",
    "set_multithreading_enabled",
]


_multithreading = True


def is_multithreading_enabled() -> bool:
    """What was last asked of `set_multithreading_enabled`; this engine runs in one thread."""
    return _multithreading


class set_multithreading_enabled:
    """Takes effect at once, and as a context it puts back what was; one thread is used anyway."""

    def __init__(self, mode: bool):
        global _multithreading
        self.mode, self.prev = mode, _multithreading
        _multithreading = bool(mode)

    def __enter__(self):
        return None

    def __exit__(self, *error):
        global _multithreading
        _multithreading = self.prev

"""`torch.autograd.grad_mode`: contexts that enable or disable recording."""

from autograd.runtime.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = [
    "enable_grad", "inference_mode", "is_multithreading_enabled", "no_grad", "set_grad_enabled",
    "set_multithreading_enabled",
]


_multithreading = True


def is_multithreading_enabled() -> bool:
    """Return what `set_multithreading_enabled` set last; backward always runs in one thread."""
    return _multithreading


class set_multithreading_enabled:
    """Set, at once or within a context, a switch that has no effect here."""

    def __init__(self, mode: bool):
        global _multithreading
        self.mode, self.prev = mode, _multithreading
        _multithreading = bool(mode)

    def __enter__(self):
        return None

    def __exit__(self, *error):
        global _multithreading
        _multithreading = self.prev

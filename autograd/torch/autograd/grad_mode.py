"""`torch.autograd.grad_mode`: the contexts and decorators that change whether ops are recorded."""

from autograd.mode import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = [
    "enable_grad", "inference_mode", "no_grad", "set_grad_enabled", "set_multithreading_enabled",
]


class set_multithreading_enabled:
    """Accepted for the sake of programs that call it: this engine runs in one thread anyway."""

    def __init__(self, mode: bool):
        self.mode = mode

    def __enter__(self):
        return None

    def __exit__(self, *error):
        return None

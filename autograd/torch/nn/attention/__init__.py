"""`torch.nn.attention`: which kernel computes attention, of which there is one here."""

from contextlib import contextmanager
from enum import Enum

__all__ = ["SDPBackend", "sdpa_kernel"]


class SDPBackend(Enum):
    """The kernels of scaled dot product attention."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4

    def __int__(self):
        return self.value

    def __repr__(self):
        return f"<{self}: {self.value}>"

    def __str__(self):
        return f"SDPBackend.{self.name}"


@contextmanager
def sdpa_kernel(backends, set_priority: bool = False):
    """Accepts any of the kernels; all give the same result, from the same code here."""
    if not isinstance(backends, SDPBackend | list):
        raise AssertionError(
            "Backend must be an instance of SDPBackend or a list of SDPBackend instances, got "
            f"{type(backends).__name__}"
        )
    yield

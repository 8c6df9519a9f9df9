"""`torch.backends.mha`: whether encoders may leave padding out when nothing is recorded."""

_enabled = True


def get_fastpath_enabled() -> bool:
    """Whether the fast path may be taken."""
    return _enabled


def set_fastpath_enabled(value: bool) -> None:
    """Allow the fast path or forbid it."""
    global _enabled
    _enabled = value

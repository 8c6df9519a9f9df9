"""`torch.backends.mha`: the fast path of transformer encoders in inference."""

_enabled = True


def get_fastpath_enabled() -> bool:
    """Return whether the fast path is enabled."""
    return _enabled


def set_fastpath_enabled(value: bool) -> None:
    """Enable or disable the fast path."""
    global _enabled
    _enabled = value

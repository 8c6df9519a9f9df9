"""`torch.backends.mps`: availability of Apple's GPUs, which are absent."""

enabled = benchmark = deterministic = False


def is_available() -> bool:
    """Return False."""
    return False


def is_built() -> bool:
    """Return False."""
    return False

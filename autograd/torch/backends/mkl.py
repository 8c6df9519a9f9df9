"""`torch.backends.mkl`: not there; its switches can be set and do nothing."""

enabled = benchmark = deterministic = False


def is_available() -> bool:
    """False: this engine runs on numpy alone."""
    return False


def is_built() -> bool:
    """False."""
    return False

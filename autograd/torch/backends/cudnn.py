"""`torch.backends.cudnn`: not there; its switches can be set and do nothing."""

enabled = True  # as torch says, library or not
benchmark = deterministic = False


def is_available() -> bool:
    """False: this engine runs on numpy alone."""
    return False


def is_built() -> bool:
    """False."""
    return False

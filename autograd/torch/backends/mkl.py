"""`torch.backends.mkl`: its switches can be set and do nothing; numpy multiplies."""

enabled = benchmark = deterministic = False


def is_available() -> bool:
    """True, as torch's builds say; programs choose by it what is here, too."""
    return True


def is_built() -> bool:
    """False."""
    return False

"""`torch.backends.mkl`: Intel's library, which torch's builds have; numpy multiplies here."""


def is_available() -> bool:
    """True, as torch's builds say; what programs choose by it is here, too."""
    return True

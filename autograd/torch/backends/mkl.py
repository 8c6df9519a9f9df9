"""`torch.backends.mkl`: availability of Intel's MKL, as in torch's builds."""


def is_available() -> bool:
    """Return True, as torch's builds do."""
    return True

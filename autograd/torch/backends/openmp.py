"""`torch.backends.openmp`: availability of OpenMP, as in torch's builds."""


def is_available() -> bool:
    """Return True, as torch's builds do; one thread is used."""
    return True

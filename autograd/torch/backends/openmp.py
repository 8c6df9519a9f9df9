"""`torch.backends.openmp`: whether loops could run in several threads."""


def is_available() -> bool:
    """True, as torch's builds say; one thread is used here."""
    return True

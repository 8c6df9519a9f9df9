"""`torch.mtia`: there is none, and every question about it is answered so."""


def is_available() -> bool:
    """False: this engine runs on the CPU."""
    return False


def device_count() -> int:
    """0."""
    return 0


def manual_seed(seed) -> None:
    """Nothing: there is no generator to seed."""


manual_seed_all = manual_seed

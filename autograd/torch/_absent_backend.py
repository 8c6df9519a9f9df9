"""What the modules of devices that are not there answer alike: `torch.mps`, `xpu` and `mtia`."""


def is_available() -> bool:
    """False: this engine runs on the CPU."""
    return False


def device_count() -> int:
    """0."""
    return 0


def manual_seed(seed) -> None:
    """Nothing: there is no generator to seed."""

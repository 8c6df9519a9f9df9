"""`torch.backends.cudnn`: not there; its switches can be set and do nothing."""

from contextlib import contextmanager

enabled = allow_tf32 = True  # as torch says, library or not
benchmark = deterministic = False
benchmark_limit = None


def is_available() -> bool:
    """False: this engine runs on numpy alone."""
    return False


def is_built() -> bool:
    """False."""
    return False


def version() -> None:
    """None: there is no library to have one."""


@contextmanager
def flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True,
          fp32_precision="none"):
    """Set the switches for a block."""
    names, given = globals(), locals()
    before = {name: names[name] for name in given if name in names}
    names.update({name: given[name] for name in before})
    try:
        yield
    finally:
        names.update(before)

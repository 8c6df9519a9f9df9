"""`torch.backends.opt_einsum`: availability of opt_einsum, which is absent."""

from __future__ import annotations

enabled = False
strategy = None


def is_available() -> bool:
    """Return False: products are computed from left to right."""
    return False


def get_opt_einsum() -> None:
    """Return None: the library is absent."""

"""`torch.backends.opt_einsum`: the library that orders a product of many factors is not here."""

from __future__ import annotations

enabled = False
strategy = None


def is_available() -> bool:
    """Never: products are taken from left to right."""
    return False


def get_opt_einsum() -> None:
    """The library, or None where there is none."""

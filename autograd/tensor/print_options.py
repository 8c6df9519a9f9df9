"""The options of printing, as `torch.set_printoptions` keeps them."""

from __future__ import annotations

from typing import Any

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from math import inf


@dataclass
class Options:
    """How tensors are printed: digits, when to summarise and by how much, columns, notation."""

    precision: int = 4
    threshold: float = 1000  # more elements than this are summarised
    edgeitems: int = 3  # how many a summary shows at each end of a dimension
    linewidth: int = 80
    sci_mode: bool | None = None  # None: decided by the range of the values


_PROFILES = {
    "default": Options(),
    "short": Options(precision=2, edgeitems=2),
    "full": Options(threshold=inf),
}

current = Options()  # the one that is read, which programs know as `PRINT_OPTS`
Options.__name__ = Options.__qualname__ = "__PrinterOptions"


def set_printoptions(
        precision: float | str | None = None, threshold: int | None = None,
        edgeitems: int | None = None, linewidth: int | None = None, profile: Any = None,
        sci_mode: Any = None) -> None:
    """Change how tensors print from now on; as in torch, `sci_mode` is set by every call."""
    asked = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    given = {name: value for name, value in asked.items() if value is not None}
    wished = replace(_PROFILES.get(profile, current), **given, sci_mode=sci_mode)
    vars(current).update(vars(wished))


def get_printoptions() -> dict:
    """The options in force, in the form that `set_printoptions` takes."""
    return asdict(current)


@contextmanager
def printoptions(**options: int) -> Iterator[None]:
    """Print with other options inside a `with` block."""
    before = get_printoptions()
    set_printoptions(**options)
    try:
        yield
    finally:
        set_printoptions(**before)

"""Key/value pairs, as ModuleDict and ParameterDict take them, with torch's errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def pairs_of(given: Any, title: str, caller: str) -> Any:
    """`(key, value)` pairs of a mapping or a sequence of pairs, with torch's errors."""
    if not isinstance(given, Iterable):
        raise TypeError(
            f"{caller}.update should be called with an iterable of key/value pairs, but got "
            + type(given).__name__
        )
    if isinstance(given, Mapping) or hasattr(given, "items"):
        return list(given.items())
    return checked_pairs(given, title)


def checked_pairs(given: Any, title: str) -> Iterator[Any]:
    """The pairs of a sequence one by one; what is none raises when its turn comes, as in torch."""
    for i, pair in enumerate(given):
        if not isinstance(pair, Iterable):
            raise TypeError(
                f"{title} update sequence element #{i} should be Iterable; is{type(pair).__name__}"
            )
        if len(pair) != 2:
            raise ValueError(
                f"{title} update sequence element #{i} has length {len(pair)}; 2 is required"
            )
        yield pair

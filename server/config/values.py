"""Read the value of a setting, as text or from TOML, by its type."""

from __future__ import annotations

import re
import types
from collections.abc import Callable
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from server.config import Config
from server.config.setting import settings_of

KNOWN = settings_of(Config)
SIZE = re.compile(r"(\d+(?:\.\d+)?) *(?:([KMG])i?B|bytes|B)?", re.IGNORECASE | re.ASCII)
UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}
ANY = "*"


class Unreadable(ValueError):
    """A value that is not of its setting's type; the text is what it must be."""


def value_of(name: str, given: Any) -> Any:
    """Return the value of a setting. Raises Unreadable."""
    wanted = type_of(name)
    if get_origin(wanted) is Literal:
        return choice(given, get_args(wanted))
    if get_origin(wanted) is tuple:
        return names(given)
    if wanted is str:
        return text(given)
    if KNOWN[name].unit == "bytes":
        return size(given)
    return number(given, wanted)


@cache
def type_of(name: str) -> Any:
    """The type of a setting, without None, which is not given but left out."""
    hint = get_type_hints(Config)[name]
    if get_origin(hint) in (Union, types.UnionType):
        (hint,) = (each for each in get_args(hint) if each is not type(None))
    return hint


def choice(given: Any, allowed: tuple[str, ...]) -> str:
    """One of several words."""
    if given not in allowed:
        raise Unreadable(f"{', '.join(allowed[:-1])} or {allowed[-1]}")
    return given


def names(given: Any) -> tuple[str, ...] | None:
    """Several texts, of a list in TOML or with commas between; None for any."""
    found = given.split(",") if isinstance(given, str) else given
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise Unreadable("names with commas between, or a list of them")
    parts = tuple(filter(None, map(str.strip, found)))
    return None if parts == (ANY,) else parts


def text(given: Any) -> str:
    """A text of one line."""
    if not isinstance(given, str) or not given.isprintable():
        raise Unreadable("text of one line")
    return given


def size(given: Any) -> int:
    """Bytes, as a number or with a unit: 64 MiB is 64 MB."""
    found = SIZE.fullmatch(given.strip()) if isinstance(given, str) else None
    if found is not None:
        return round(float(found[1]) * UNITS[(found[2] or "").upper()])
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    raise Unreadable("a number of bytes, as 67108864 or 64 MiB")


def number(given: Any, kind: Callable[[Any], Any]) -> Any:
    """A number, whole where the setting's type is int."""
    must = "a whole number" if kind is int else "a number"
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        raise Unreadable(must)
    try:
        found = kind(given)
    except (ValueError, OverflowError):
        raise Unreadable(must) from None
    if isinstance(given, float) and found != given and given == given:
        raise Unreadable(must)
    return found

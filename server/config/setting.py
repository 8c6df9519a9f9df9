"""Declare a setting as a field of a dataclass, with its unit, with its reason."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

T = TypeVar("T")
PREFIX = "TAPESCOPE_"


@dataclass(frozen=True)
class Setting:
    """What is known of a setting besides its name, type and default."""

    reason: str
    unit: str = ""
    may_be_zero: bool = False
    # A secret is never printed; the address of a database may have a password in it.
    is_secret: bool = False
    is_address: bool = False
    # The name that other programs give the same value in the environment.
    second_name: str | None = None


def setting(default: T, reason: str, *, unit: str = "", **more: Any) -> T:
    """Return the field of a setting; `more` are the other fields of Setting."""
    known = Setting(" ".join(reason.split()), unit, **more)
    is_shown = not (known.is_secret or known.is_address)
    return field(default=default, repr=is_shown, metadata={"setting": known})


def settings_of(owner: Any) -> dict[str, Setting]:
    """Return what is known of each setting of a dataclass, by name, in the order of its lines."""
    return {
        each.name: each.metadata["setting"]
        for each in fields(owner)
        if "setting" in each.metadata
    }


def variable_of(name: str) -> str:
    """The environment variable of a setting."""
    return f"{PREFIX}{name.upper()}"


def argument_of(name: str) -> str:
    """The argument of the command line of a setting."""
    return f"--{name.replace('_', '-')}"

"""What is expected of programs that have a finding of a kind, and of those that only look as if."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).parent / "kinds"


@dataclass(frozen=True)
class Positive:
    """A program, and the line and the words of the finding that it has.

    `says` and `zh` are parts of what is said in English and in Chinese. `fixed` is the program with
    the change made that the finding asks for.
    """

    code: str
    line: int
    says: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()
    severity: str = "mistake"
    fixed: str | None = None


@dataclass(frozen=True)
class Programs:
    """The programs of a kind."""

    kind: str
    positive: Mapping[str, Positive]
    negative: Mapping[str, str]


def programs() -> list[Programs]:
    """The programs of each kind that has a module here."""
    names = sorted(path.stem for path in FOLDER.glob("*.py"))
    modules = [import_module(f"tests.findings.kinds.{name}") for name in names]
    return [Programs(name.replace("_", "-"), module.POSITIVE, module.NEGATIVE)
            for name, module in zip(names, modules, strict=True)]

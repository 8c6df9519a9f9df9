"""`torch.torch_version`: a version that compares with texts and tuples number by number."""

from __future__ import annotations

import re
from typing import Any

PARTS = re.compile(r"\d+|[a-z]+")


def release(version: Any) -> tuple:
    """The parts of a version before its local label, numbers as numbers, letters before them."""
    text = version if isinstance(version, str) else ".".join(map(str, version))
    parts = PARTS.findall(text.lower().partition("+")[0])
    numbers = [(1, int(part)) if part.isdigit() else (0, part) for part in parts]
    while numbers and numbers[-1] == (1, 0):
        numbers.pop()
    return tuple(numbers)


class TorchVersion(str):
    """A text that compares as a version."""

    __slots__ = ()

    def _key(self, other):
        mine, theirs = release(self), release(other)
        width = max(len(mine), len(theirs))
        return [side + ((1, 0),) * (width - len(side)) for side in (mine, theirs)] + [
            "+" in self, isinstance(other, str) and "+" in other]

    def __eq__(self, other):
        mine, theirs, local, other_local = self._key(other)
        return (mine, local) == (theirs, other_local)

    def __lt__(self, other):
        mine, theirs, local, other_local = self._key(other)
        return (mine, local) < (theirs, other_local)

    def __le__(self, other):
        return self < other or self == other

    def __gt__(self, other):
        return not self <= other

    def __ge__(self, other):
        return not self < other

    __hash__ = str.__hash__

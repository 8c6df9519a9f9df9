"""`torch.torch_version`: a version string that compares component by component."""

from __future__ import annotations

import re
from typing import Any


def parse_release(version: Any) -> tuple:
    """Return the components before the local label: numbers as ints, which come after letters."""
    text = version if isinstance(version, str) else ".".join(map(str, version))
    parts = re.findall(r"\d+|[a-z]+", text.lower().partition("+")[0])
    numbers = [(1, int(part)) if part.isdigit() else (0, part) for part in parts]
    while numbers and numbers[-1] == (1, 0):
        numbers.pop()
    return tuple(numbers)


class TorchVersion(str):
    """A string that compares as a version."""

    __slots__ = ()

    def _key(self, other):
        """Return the release numbers of both versions, padded, and whether each has a local
        label."""
        own_release, other_release = parse_release(self), parse_release(other)
        width = max(len(own_release), len(other_release))
        return [side + ((1, 0),) * (width - len(side)) for side in (own_release, other_release)] + [
            "+" in self, isinstance(other, str) and "+" in other]

    def __eq__(self, other):
        own_release, other_release, local, other_local = self._key(other)
        return (own_release, local) == (other_release, other_local)

    def __lt__(self, other):
        own_release, other_release, local, other_local = self._key(other)
        return (own_release, local) < (other_release, other_local)

    def __le__(self, other):
        return self < other or self == other

    def __gt__(self, other):
        return not self <= other

    def __ge__(self, other):
        return not self < other

    __hash__ = str.__hash__

"""A line of those who wait, in which the names at each level of a path take turns."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import zip_longest
from typing import Any, Generic, Protocol, TypeVar

# The name of a client, widest first: (network, room, member). None is the beginning of another.
Path = tuple[Hashable, ...]
# Names, or at a leaf somebody who waits, in the order of their turns.
Node = OrderedDict[Hashable, Any]


class Named(Protocol):
    """Somebody who waits."""

    path: Path


Waiting = TypeVar("Waiting", bound=Named)


def path_of(client: Hashable) -> Path:
    """Return the path of a client, whose name may have one level only."""
    return client if isinstance(client, tuple) else (client,)


def levels(path: Path) -> list[Path]:
    """Return the levels of a path, widest first."""
    return [path[:depth] for depth in range(1, len(path) + 1)]


def is_within(path: Path, level: Path) -> bool:
    """Return whether a level is one of a path, or () for all paths."""
    return path[: len(level)] == level


def share(total: int, level: Path) -> int:
    """Return how many of `total` places one level may have: there is always room beside it.

    The widest has half of all, and each narrower one three quarters of what the wider may have.
    The level () is all of them.
    """
    most = total
    for quarters in (2, *[3] * (len(level) - 1))[: len(level)]:
        most = -(-most * quarters // 4)
    return most


class Line(Generic[Waiting]):
    """Those who wait, as a tree of their names; a leaf is one of them."""

    def __init__(self) -> None:
        self._root: Node = OrderedDict()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def add(self, one: Waiting) -> None:
        """Put somebody behind the others of the same name."""
        node = self._root
        for name in (*one.path, one):
            node = node.setdefault(name, OrderedDict())
        self._length += 1

    def remove(self, one: Waiting) -> None:
        """Let somebody leave, and all the names for which nobody else waits."""
        nodes = [self._root]
        for name in one.path:
            nodes.append(nodes[-1][name])
        for node, name in zip(reversed(nodes), (one, *reversed(one.path)), strict=True):
            if not node.get(name):
                del node[name]
        self._length -= 1

    def take(self, may: Callable[[Path], bool]) -> Waiting | None:
        """Remove and return the next whose levels all `may`; their names go behind the others."""
        for one in self.order():
            if may(one.path):
                node = self._root
                for name in one.path:
                    node.move_to_end(name)
                    node = node[name]
                self.remove(one)
                return one
        return None

    def order(self) -> list[Waiting]:
        """Return all in the order in which they are called if nobody else comes."""
        return _order(self._root)


def _order(node: Node) -> list[Any]:
    """Return the leaves of a tree, one of each branch before a second of any."""
    branches = [_order(below) if below else [name] for name, below in node.items()]
    rounds = zip_longest(*branches)
    return [one for each in rounds for one in each if one is not None]

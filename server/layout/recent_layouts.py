"""Keep the layouts that a process placed last, for runs whose graphs have the same."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import networkx as nx

from server.document.run import Layout, text_of

# Kept layouts are as large as this together, in bytes of JSON; each takes ten times as much memory.
# A lesson has one or two of 10 KB.
MOST_BYTES = 2**20


@dataclass(frozen=True, slots=True)
class Placed:
    """A layout with what it costs: its bytes of JSON, and its edges, those in folds included."""

    layout: Layout
    size: int
    edges: int

    @classmethod
    def of(cls, made: Layout) -> Placed:
        """Return `made` with its costs."""
        folds = [group.inside for group in made.groups] + [made.folded] if made.folded else []
        return cls(made, len(text_of(made)), len(made.edges) + sum(len(f.edges) for f in folds))


def look_of(graph: nx.MultiDiGraph[Any], signature: Hashable) -> Hashable:
    """Return what determines the layout of a graph, of whichever run: its signature and more.

    A folded group is as large as the name and the shape of its last op need it, and these may
    differ between passes that share a layout.
    """
    groups = graph.graph["groups"]
    if not groups:
        return signature
    faces = tuple([(data["name"], data["shape"]) for _, data in graph.nodes(data=True)])
    return signature, faces, tuple([group.times for group in groups])


class Layouts:
    """The layouts that were used last, at most `most` bytes of them, by the looks of graphs."""

    def __init__(self, most: int = MOST_BYTES):
        self._left = most
        self._kept: dict[Hashable, Placed] = {}

    def find(self, look: Hashable) -> Placed | None:
        """Return the layout of a look, or None; it is now the one used last."""
        found = self._kept.pop(look, None)
        if found is not None:
            self._kept[look] = found
        return found

    def keep(self, look: Hashable, placed: Placed) -> None:
        """Keep a layout that was not found; drop those that were not used for longest."""
        self._kept[look] = placed
        self._left -= placed.size
        while self._left < 0:
            oldest = next(iter(self._kept))
            self._left += self._kept.pop(oldest).size

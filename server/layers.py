"""Cuts a drawing into layers along the tape: units in their ranks, and lines that pass others.

The first half of Sugiyama's method ("Methods for visual understanding of hierarchical system
structures", 1981): layers (server/ranks.py), a dummy vertex where a line passes through a layer,
and an order of each layer that crosses few lines (server/order.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from server.order import ordered, starts
from server.ranks import depths, ranks, stages, web_of
from server.units import Joint, Unit, units_of

TRACKED = frozenset({"op", "group"})
MADE = TRACKED | {"value"}
# Beyond this many dummies per unit the longest edges take a lane below the drawing instead.
MOST_DUMMIES, FREE_DUMMIES = 4, 2000


class Chain(NamedTuple):
    """An edge from `source` to `target` by way of the first `passed` dummies of `line`.

    With `passed` None it takes a lane beside everything.
    """

    source: int
    target: int
    line: list[int]
    passed: int | None

    @property
    def last(self) -> int:
        """The vertex before the target."""
        return self.line[self.passed - 1] if self.passed else self.source


@dataclass(frozen=True, slots=True)
class Mesh:
    """A drawing cut into unit steps.

    Vertices `0..len(units)-1` are the units, those above are dummies. `history` is, for ops and
    dummies on lines from ops, how long the longest path to the op is. `layers` are the vertices of
    each layer in their order, `left` and `right` the neighbours of each vertex one layer away,
    `chains` the edges between units, by the index of their joint.
    """

    units: list[Unit]
    history: list[int]
    layers: list[list[int]]
    layer_of: list[int]
    left: list[list[int]]
    right: list[list[int]]
    chains: dict[int, Chain]


def layered(kinds: list[str], orders: list[int], joints: list[Joint]) -> Mesh:
    """Cut a drawing without cycles, whose boxes come after their inputs, into ordered layers."""
    units = units_of(kinds, orders, joints)
    home = {box: number for number, unit in enumerate(units) for box in unit.boxes}
    ends = {i: (home[u], home[v]) for i, (u, v, _) in enumerate(joints) if home[u] != home[v]}
    web = web_of(len(units), list(ends.values()))
    depth = depths(web)
    given = [unit.kind not in MADE for unit in units]
    rank = ranks(web, stages(web, [unit.order for unit in units], given))
    pinned(units, rank)
    history = [depth[v] if unit.kind in TRACKED else 0 for v, unit in enumerate(units)]
    layer_of, chains = chained(joints, ends, rank, history)
    left: list[list[int]] = [[] for _ in layer_of]
    right: list[list[int]] = [[] for _ in layer_of]
    for a, b in unit_steps(chains.values()):
        right[a].append(b)
        left[b].append(a)
    layers = ordered(starts(layer_of, left, right, history), left, right)
    return Mesh(units, history, layers, layer_of, left, right, chains)


def pinned(units: list[Unit], rank: list[int]) -> None:
    """Put entries of a drawing into its first layer, and its exit into the last."""
    last = max(rank, default=0)
    for v, unit in enumerate(units):
        if unit.kind == "entry":
            rank[v] = 0
        elif unit.kind == "exit":
            rank[v] = last


def chained(
    joints: list[Joint], ends: dict[int, tuple[int, int]], rank: list[int], history: list[int]
) -> tuple[list[int], dict[int, Chain]]:
    """Layers of all vertices, dummies included, and the chain of each edge; `history` grows along.

    Edges of one kind from one box share their dummies, so that a weight used in every step of a
    loop is one line with branches; parallel edges do not.
    """
    layer_of = list(rank)
    longest = longest_chain(joints, ends, rank)
    lines: dict[tuple, list[int]] = {}
    parallel: dict[tuple, int] = {}
    chains: dict[int, Chain] = {}
    for i, (a, b) in ends.items():
        u, v, kind = joints[i]
        nr = parallel[u, v] = parallel.get((u, v), -1) + 1
        passed = rank[b] - rank[a] - 1
        if passed >= longest:
            chains[i] = Chain(a, b, [], None)
            continue
        line = lines.setdefault((u, kind, nr), [])
        while len(line) < passed:
            line.append(len(layer_of))
            layer_of.append(rank[a] + len(line))
            history.append(history[a])
        chains[i] = Chain(a, b, line, passed)
    return layer_of, chains


def unit_steps(chains) -> list[tuple[int, int]]:
    """The steps from layer to layer that the chains take, each once."""
    steps: dict[tuple[int, int], None] = {}
    begun: dict[int, int] = {}  # a line, by its first dummy, and how much of it is done
    for chain in chains:
        if chain.passed is None:
            continue
        if chain.passed:
            line = chain.line
            for i in range(begun.get(line[0], 0), chain.passed):
                steps[line[i - 1] if i else chain.source, line[i]] = None
            begun[line[0]] = max(begun.get(line[0], 0), chain.passed)
        steps[chain.last, chain.target] = None
    return list(steps)


def longest_chain(
    joints: list[Joint], ends: dict[int, tuple[int, int]], rank: list[int]
) -> int:
    """The greatest span of an edge that still gets dummies, so that there are not too many."""
    spans: dict[tuple[int, str], int] = {}
    for i, (a, b) in ends.items():
        u, _, kind = joints[i]
        spans[u, kind] = max(spans.get((u, kind), 0), rank[b] - rank[a])
    budget = MOST_DUMMIES * len(rank) + FREE_DUMMIES
    longest = 0
    for span in sorted(spans.values()):
        budget -= span - 1
        if budget < 0:
            return longest
        longest = span
    return longest

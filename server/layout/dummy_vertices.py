"""Cut a drawing into layers, with a dummy vertex where an edge passes through one.

The first half of Sugiyama's method ("Methods for visual understanding of hierarchical system
structures", 1981): layers (layering.py), a dummy vertex where a line passes through a layer,
and an order of each layer that crosses few lines (crossing_reduction.py, spectral_order.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from server.layout.crossing_reduction import crossings, first_order, ordered
from server.layout.layering import depths, ranks, stages, web_of
from server.layout.placement_units import Joint, Unit, units_of
from server.layout.spectral_order import balanced

TRACKED = frozenset({"op", "group"})
MADE = TRACKED | {"value"}
# Beyond this many dummies per unit the longest edges take a lane below the drawing instead.
MOST_DUMMIES, FREE_DUMMIES = 4, 2000
# Lines that are too long have branches that are not, and parallel edges a line each: with all of
# these there may be so many times as many dummies.
ALL_DUMMIES = 4
# With more crossings for each vertex than this in the order in which one reads, that order is lost.
TANGLED = 2

# Whence a line comes, its kind, its port, its number among parallel ones.
LineName = tuple[int, str, int | None, int]


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
    `chains` the edges between units, by the index of their joint; `steps` are those from layer to
    layer, and how many edges take each.
    """

    units: list[Unit]
    history: list[int]
    layers: list[list[int]]
    layer_of: list[int]
    left: list[list[int]]
    right: list[list[int]]
    chains: dict[int, Chain]
    steps: dict[tuple[int, int], int]


def layered(kinds: list[str], orders: list[int], joints: list[Joint]) -> Mesh:
    """Cut a drawing without cycles, whose boxes come after their inputs, into ordered layers."""
    units = units_of(kinds, orders, joints)
    home = {box: number for number, unit in enumerate(units) for box in unit.boxes}
    ends = {i: (home[u], home[v]) for i, (u, v, *_) in enumerate(joints) if home[u] != home[v]}
    web = web_of(len(units), list(ends.values()))
    stage = stages(web, [unit.order for unit in units], [unit.kind not in MADE for unit in units])
    history = [
        depth if unit.kind in TRACKED else 0 for depth, unit in zip(depths(web), units, strict=True)
    ]
    mesh = mesh_of(units, joints, ends, ranks(web, stage), history)
    if crossings(mesh.layers, mesh.right) > TANGLED * len(mesh.layer_of):
        mesh = mesh_of(units, joints, ends, ranks(web, stage, tight=True), history)
        return replace(mesh, layers=balanced(mesh.layers, mesh.steps))
    layers, count = ordered(mesh.layers, mesh.layer_of, mesh.left, mesh.right)
    if count:
        others = balanced(mesh.layers, mesh.steps)
        if crossings(others, mesh.right) < count:
            layers = others
    return replace(mesh, layers=layers)


def mesh_of(
    units: list[Unit],
    joints: list[Joint],
    ends: dict[int, tuple[int, int]],
    rank: list[int],
    history: list[int],
) -> Mesh:
    """The mesh of units in their ranks, each layer in the order in which one reads."""
    pinned(units, rank)
    history = list(history)
    layer_of, chains = chained(joints, ends, rank, history)
    steps = unit_steps(chains.values())
    left: list[list[int]] = [[] for _ in layer_of]
    right: list[list[int]] = [[] for _ in layer_of]
    for a, b in steps:
        right[a].append(b)
        left[b].append(a)
    layers = first_order(layer_of, left, right, history)
    return Mesh(units, history, layers, layer_of, left, right, chains, steps)


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

    Edges of one kind from one port of a box share their dummies, so that a weight used in every
    step of a loop is one line with branches; parallel edges do not.
    """
    layer_of = list(rank)
    line_of = lines_of(joints, ends)
    longest = longest_chain(joints, ends, rank, line_of)
    lines: dict[LineName, list[int]] = {}
    chains: dict[int, Chain] = {}
    for i, (a, b) in ends.items():
        passed = rank[b] - rank[a] - 1
        if passed >= longest:
            chains[i] = Chain(a, b, [], None)
            continue
        line = lines.setdefault(line_of[i], [])
        while len(line) < passed:
            line.append(len(layer_of))
            layer_of.append(rank[a] + len(line))
            history.append(history[a])
        chains[i] = Chain(a, b, line, passed)
    return layer_of, chains


def lines_of(joints: list[Joint], ends: dict[int, tuple[int, int]]) -> dict[int, LineName]:
    """The line that each edge between units is a branch of."""
    parallel: dict[tuple[int, int, int | None], int] = {}
    found = {}
    for i in ends:
        u, v, kind, port = joints[i]
        nr = parallel[u, v, port] = parallel.get((u, v, port), -1) + 1
        found[i] = u, kind, port, nr
    return found


def unit_steps(chains: Iterable[Chain]) -> dict[tuple[int, int], int]:
    """The steps from layer to layer that the chains take, and how many edges take each."""
    steps: dict[tuple[int, int], int] = {}
    branches: dict[int, tuple[Chain, list[int]]] = {}  # by the first dummy of their line
    for chain in chains:
        if chain.passed:
            longest, lengths = branches.get(chain.line[0], (chain, []))
            lengths.append(chain.passed)
            branches[chain.line[0]] = (longest, lengths)
        if chain.passed is not None:
            last = chain.last, chain.target
            steps[last] = steps.get(last, 0) + 1
    for longest, lengths in branches.values():
        left_off = Counter(lengths)
        edges = len(lengths)
        for i, step in enumerate(pairwise((longest.source, *longest.line[: max(lengths)]))):
            edges -= left_off[i]
            steps[step] = edges
    return steps


def longest_chain(
    joints: list[Joint],
    ends: dict[int, tuple[int, int]],
    rank: list[int],
    line_of: dict[int, LineName],
) -> int:
    """The greatest span of an edge that still gets dummies, so that there are not too many."""
    longest = longest_within(joints, ends, rank)
    passed = {i: rank[b] - rank[a] - 1 for i, (a, b) in ends.items()}
    most = ALL_DUMMIES * (MOST_DUMMIES * len(rank) + FREE_DUMMIES)
    while dummies(passed, line_of, longest) > most:
        longest //= 2
    return longest


def dummies(passed: dict[int, int], line_of: dict[int, LineName], longest: int) -> int:
    """How many dummies lines have whose branches pass fewer layers than `longest`."""
    found: dict[LineName, int] = {}
    for i, layers in passed.items():
        if layers < longest:
            found[line_of[i]] = max(layers, found.get(line_of[i], 0))
    return sum(found.values())


def longest_within(joints: list[Joint], ends: dict[int, tuple[int, int]], rank: list[int]) -> int:
    """The greatest span up to which lines of no greater span keep to the budget of dummies."""
    spans: dict[tuple[int, str, int | None], int] = {}
    for i, (a, b) in ends.items():
        u, _, kind, port = joints[i]
        spans[u, kind, port] = max(spans.get((u, kind, port), 0), rank[b] - rank[a])
    budget = MOST_DUMMIES * len(rank) + FREE_DUMMIES
    longest = 0
    for span in sorted(spans.values()):
        budget -= span - 1
        if budget < 0:
            return longest
        longest = span
    return longest

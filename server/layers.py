"""Puts a graph's vertices into layers, left to right, in an order that crosses few edges.

The first half of Sugiyama's method ("Methods for visual understanding of hierarchical system
structures", 1981): longest-path layers with what feeds a single consumer pulled up to it, dummy
vertices where an edge passes through a layer, barycentre sweeps.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import networkx as nx

SWEEPS = 12
# Kinds of box that wait for nothing: lines from them may be long.
GIVEN = ("leaf", "input", "accumulate")
# Beyond this many dummies per box the longest edges take a lane below the drawing instead.
MOST_DUMMIES, FREE_DUMMIES = 4, 2000


class Chain(NamedTuple):
    """An edge from `source` to `target` by way of the first `passed` dummies of `line`.

    With `passed` None it takes a lane below everything.
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
    """A graph cut into unit steps.

    Vertices `0..boxes-1` are the graph's nodes in its order, those above are dummies. `history` is,
    for ops and dummies on lines from ops, how long the longest path to the op is. `layers` are the
    vertices from top to bottom, `left` and `right` the neighbours of each vertex one layer away,
    `chains` the edges of the graph, in its order.
    """

    boxes: int
    history: list[int]
    layers: list[list[int]]
    layer_of: list[int]
    left: list[list[int]]
    right: list[list[int]]
    chains: list[Chain]


def layered(graph: nx.MultiDiGraph) -> Mesh:
    """Cut a graph without cycles into layers of few crossings; deterministic."""
    index = {node: i for i, node in enumerate(graph)}
    edges = [(index[u], index[v], kind) for u, v, kind in graph.edges(data="kind")]
    depth = depths(graph, index)
    rank = ranks(graph, index, depth)
    history = [depth[i] if graph.nodes[n]["kind"] == "op" else 0 for n, i in index.items()]
    layer_of, chains = chained(edges, rank, history)
    left: list[list[int]] = [[] for _ in layer_of]
    right: list[list[int]] = [[] for _ in layer_of]
    for a, b in unit_steps(chains):
        right[a].append(b)
        left[b].append(a)
    layers = ordered(first_order(layer_of, left, right, history), left, right)
    return Mesh(len(index), history, layers, layer_of, left, right, chains)


def depths(graph: nx.MultiDiGraph, index: dict[str, int]) -> list[int]:
    """The length of the longest path that leads to each node."""
    depth = [0] * len(index)
    for node in nx.topological_sort(graph):
        for after in graph.succ[node]:
            depth[index[after]] = max(depth[index[after]], depth[index[node]] + 1)
    return depth


def ranks(graph: nx.MultiDiGraph, index: dict[str, int], depth: list[int]) -> list[int]:
    """The layer of each node: as early as its inputs allow, but a tree of inputs near its use."""
    rank = list(depth)
    order = list(nx.topological_sort(graph))
    loose: dict[str, bool] = {}  # may wait for its consumer: what it is made of is used by no other
    for node in order:
        loose[node] = all(
            loose[u] and (len(graph.succ[u]) == 1 or graph.nodes[u]["kind"] in GIVEN)
            for u in graph.pred[node]
        )
    for node in reversed(order):
        following = [rank[index[after]] for after in graph.succ[node]]
        if following and loose[node]:
            rank[index[node]] = min(following) - 1
    return rank


def chained(edges: list[tuple], rank: list[int], history: list[int]) -> tuple[list[int], list]:
    """Layers of all vertices, dummies included, and the chain of each edge; `history` grows along.

    Edges of one kind from one vertex share their dummies, so that a weight used in every step of a
    loop is one line with branches; parallel edges do not.
    """
    layer_of = list(rank)
    longest = longest_chain(edges, rank)
    lines: dict[tuple, list[int]] = {}
    parallel: dict[tuple, int] = {}
    chains: list[Chain] = []
    for u, v, kind in edges:
        nr = parallel[u, v] = parallel.get((u, v), -1) + 1
        passed = rank[v] - rank[u] - 1
        if passed >= longest:
            chains.append(Chain(u, v, [], None))
            continue
        line = lines.setdefault((u, kind, nr), [])
        while len(line) < passed:
            line.append(len(layer_of))
            layer_of.append(rank[u] + len(line))
            history.append(history[u])
        chains.append(Chain(u, v, line, passed))
    return layer_of, chains


def unit_steps(chains: list[Chain]) -> list[tuple[int, int]]:
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


def longest_chain(edges: list[tuple[int, int, str]], rank: list[int]) -> int:
    """The greatest span of an edge that still gets dummies, so that there are not too many."""
    reach: dict[tuple[int, str], int] = {}
    for u, v, kind in edges:
        reach[u, kind] = max(reach.get((u, kind), 0), rank[v] - rank[u])
    budget = MOST_DUMMIES * len(rank) + FREE_DUMMIES
    longest = 0
    for span in sorted(reach.values()):
        budget -= span - 1
        if budget < 0:
            return longest
        longest = span
    return longest


def first_order(layer_of, left, right, history) -> list[list[int]]:
    """Vertices as a reader would meet them who follows each end of the graph back to its inputs.

    What joins the spine comes from above and below it in turn, so that long chains stay low.
    """
    layers: list[list[int]] = [[] for _ in range(max(layer_of) + 1)]
    seen = [False] * len(layer_of)
    stack = [v for v in reversed(range(len(layer_of))) if not right[v]]
    above = False
    while stack:
        vertex = stack.pop()
        if seen[vertex]:
            continue
        seen[vertex] = True
        layers[layer_of[vertex]].append(vertex)
        near = list(left[vertex])
        main = spine(near, history)
        if main is not None and len(near) > 1:
            near.remove(main)
            near.insert(len(near) if above else 0, main)
            above = not above
        stack.extend(reversed(near))
    return layers


def spine(near: list[int], history: list[int]) -> int | None:
    """Of the vertices that lead to one, the op with the longest history; None if two have it."""
    longest = max((history[v] for v in near), default=0)
    mains = [v for v in near if history[v] == longest]
    return mains[0] if longest and len(mains) == 1 else None


def ordered(layers, left, right) -> list[list[int]]:
    """The layers after barycentre sweeps to and fro, in the best of the orders that came up."""
    best, fewest = layers, crossings(layers, right)
    for sweep in range(SWEEPS):
        if fewest == 0:
            break
        forward = sweep % 2 == 0
        layers = swept(layers, left if forward else right, forward)
        count = crossings(layers, right)
        if count < fewest:
            best, fewest = layers, count
    return best


def swept(layers, neighbours, forward: bool) -> list[list[int]]:
    """Each layer sorted by the mean place of its vertices' neighbours in the layer before."""
    place: dict[int, float] = {}
    result = []
    for layer in layers if forward else reversed(layers):
        goals = {}
        for i, vertex in enumerate(layer):
            near = [place[n] for n in neighbours[vertex]]
            # Without neighbours it stays about where it is.
            goals[vertex] = sum(near) / len(near) if near else (i + 0.5) / len(layer)
        result.append(sorted(layer, key=goals.__getitem__))
        # Places from 0 to 1, so that layers of different sizes compare.
        place.update({vertex: (i + 0.5) / len(layer) for i, vertex in enumerate(result[-1])})
    return result if forward else result[::-1]


def crossings(layers, right) -> int:
    """How many pairs of unit steps cross."""
    count = 0
    for layer, following in pairwise(layers):
        place = {vertex: i for i, vertex in enumerate(following)}
        met: list[int] = []
        for vertex in layer:
            ends = sorted(place[b] for b in right[vertex])
            for end in ends:
                count += len(met) - bisect_right(met, end)
            for end in ends:
                insort(met, end)
    return count

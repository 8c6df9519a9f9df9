"""The order of each layer: first as a reader meets things, then with few crossings.

Barycentre sweeps to and fro, and exchanges of neighbours after each. Turning round what is worth
the same either way, as graphviz's dot does, gets it out of dead ends.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from itertools import pairwise
from typing import Any

EXCHANGES = 4  # rounds after a sweep
PATIENCE = 10  # sweeps without a better order
WORK = 40_000  # vertices that all sweeps together may look at, but a few sweeps are always made
LEAST_SWEEPS = 4
MANY = 64  # pairs of steps, from which on sorting is faster than comparing each


def first_order(
        layer_of: Any, left: list[list[int]], right: list[list[int]], history: Any
) -> list[list[int]]:
    """Vertices as a reader would meet them who follows each end of the graph back to its inputs.

    What joins the spine comes from either side of it in turn, so that long chains stay low.
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


def ordered(
        layers: list[list[int]], layer_of: list[int], left: list[list[int]], right: list[list[int]]
) -> tuple[list[list[int]], int]:
    """The best order that comes of `layers`, or of vertices as they were made; its crossings."""
    place = [0] * len(left)
    best, fewest, most = swept(layers, left, right, place, WORK // max(1, len(left)))
    if fewest and len(left) <= WORK:
        made: list[list[int]] = [[] for _ in layers]
        for vertex, layer in enumerate(layer_of):
            made[layer].append(vertex)
        found, count, _ = swept(made, left, right, place, most)
        if count < fewest:
            best, fewest = found, count
    settle(best, place)
    return best, fewest - exchange(best, left, right, place, False)


def swept(
        layers: list[list[int]], left: list[list[int]], right: list[list[int]], place: list[int],
        most: int) -> tuple[list[list[int]], int, int]:
    """The best order that `most` sweeps find, its crossings, and how many sweeps were not made."""
    settle(layers, place)
    best, fewest = [list(layer) for layer in layers], crossings(layers, right)
    most = max(LEAST_SWEEPS, most)
    stale = made = 0
    while fewest and made < most and stale < PATIENCE:
        # Of four sweeps two turn equals round while they sort, and two while they exchange.
        forward, turns = made % 2 == 0, made % 4 < 2
        sort_layers(layers, left if forward else right, place, forward, turns)
        exchange(layers, left, right, place, not turns)
        made, stale = made + 1, stale + 1
        count = crossings(layers, right)
        if count < fewest:
            best, fewest, stale = [list(layer) for layer in layers], count, 0
    return best, fewest, most - made


def settle(layers: list[list[int]], place: list[int]) -> None:
    for layer in layers:
        for i, vertex in enumerate(layer):
            place[vertex] = i


def sort_layers(
        layers: list[list[int]], neighbours: list[list[int]], place: list[int], forward: bool,
        turns: bool) -> None:
    """Sort each layer by the mean place of its vertices' neighbours in the layer before.

    What has no neighbours there keeps its place. `turns` says that equals change places.
    """
    for number in range(len(layers)) if forward else reversed(range(len(layers))):
        layer = layers[number]
        goals: dict[int, float] = {}
        for vertex in layer:
            near = neighbours[vertex]
            if len(near) == 1:
                goals[vertex] = place[near[0]]
            elif near:
                goals[vertex] = sum([place[v] for v in near]) / len(near)
        moving = [vertex for vertex in layer if vertex in goals]
        if turns:
            moving.reverse()
        moving.sort(key=goals.__getitem__)
        if len(moving) < len(layer):
            rest = iter(moving)
            moving = [next(rest) if vertex in goals else vertex for vertex in layer]
        layers[number] = moving
        for i, vertex in enumerate(moving):
            place[vertex] = i


def exchange(
        layers: list[list[int]], left: list[list[int]], right: list[list[int]], place: list[int],
        turns: bool) -> int:
    """Let neighbours of a layer change places where fewer lines cross then, or as few (`turns`).

    Returns how many fewer cross.
    """
    dirty = range(len(layers))
    fewer = 0
    for _ in range(EXCHANGES):
        touched: set[int] = set()
        for number in dirty:
            gain = exchange_in(layers[number], left, right, place, turns)
            if gain:
                fewer += gain
                touched.update((number - 1, number, number + 1))
        dirty = sorted(touched.intersection(range(len(layers))))
        if not dirty:
            break
    return fewer


def exchange_in(
        layer: list[int], left: list[list[int]], right: list[list[int]], place: list[int],
        turns: bool) -> int:
    """Exchange neighbours in one layer; how many fewer lines cross."""
    fewer = 0
    for i in range(len(layer) - 1):
        a, b = layer[i], layer[i + 1]
        now = then = 0
        for near, other in ((left[a], left[b]), (right[a], right[b])):
            if len(near) == 1 == len(other):  # as on most of them
                now += place[near[0]] > place[other[0]]
                then += place[near[0]] < place[other[0]]
            elif near and other:
                counts = crossed(near, other, place)
                now += counts[0]
                then += counts[1]
        if then < now or (turns and now == then > 0):
            layer[i], layer[i + 1] = b, a
            place[a], place[b] = i + 1, i
            fewer += now - then
    return fewer


def crossed(a: list[int], b: list[int], place: list[int]) -> tuple[int, int]:
    """How many steps to `a` and to `b` cross when `a`'s owner comes first, and when `b`'s does."""
    if len(a) * len(b) > MANY:
        return crossed_by_many(a, b, place)
    now = then = 0
    for v in a:
        here = place[v]
        for w in b:
            there = place[w]
            if here > there:
                now += 1
            elif here < there:
                then += 1
    return now, then


def crossed_by_many(a: list[int], b: list[int], place: list[int]) -> tuple[int, int]:
    """The same for long lists."""
    ends = sorted([place[w] for w in b])
    starts = [place[v] for v in a]
    now = sum([bisect_left(ends, start) for start in starts])
    then = sum([len(ends) - bisect_right(ends, start) for start in starts])
    return now, then


def crossings(layers: list[list[int]], right: list[list[int]]) -> int:
    """How many pairs of unit steps cross."""
    count = 0
    for layer, following in pairwise(layers):
        place = {vertex: i for i, vertex in enumerate(following)}
        met: list[int] = []
        for vertex in layer:
            ends = sorted([place[b] for b in right[vertex]])
            for end in ends:
                count += len(met) - bisect_right(met, end)
            for end in ends:
                insort(met, end)
    return count

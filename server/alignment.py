"""Gives each vertex of a mesh its height: lines straight where possible, nothing overlapping.

Vertices that a straight line joins form a block (Brandes and Koepf, "Fast and simple horizontal
coordinate assignment", 2001); then the blocks move towards their neighbours, held apart by the
order of the layers.
"""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from itertools import pairwise

from server.layers import Mesh

ROUNDS = 24
APART = {0: 28, 1: 16, 2: 12}  # between neighbours of a layer, by how many of the two are dummies
DUMMY_HEIGHT = 4


def heights(mesh: Mesh, box_heights: list[int], weights: dict) -> list[float]:
    """The y of each vertex's middle.

    `weights` says, for unit steps between boxes, how much a straight line is worth; steps
    from and to dummies have worth of their own.
    """
    count = len(mesh.layer_of)
    tall = [*box_heights, *([DUMMY_HEIGHT] * (count - mesh.boxes))]
    block = blocks(mesh, weights)
    limits = separations(mesh, block, tall)
    return settled(mesh, block, limits, weights)


def worth(mesh: Mesh, step: tuple[int, int], weights: dict) -> int:
    """How much a straight step is worth: most between dummies, least at a branch."""
    a, b = step
    dummies = (a >= mesh.boxes) + (b >= mesh.boxes)
    if dummies == 2:
        return 8
    return 3 if dummies else weights[step]


def blocks(mesh: Mesh, weights: dict) -> list[int]:
    """For each vertex the block that it lies in, named by the block's leftmost vertex."""
    block = list(range(len(mesh.layer_of)))
    place = {v: i for layer in mesh.layers for i, v in enumerate(layer)}
    straight = candidates(mesh, weights)
    taken: list[list[tuple[int, int]]] = [[] for _ in mesh.layers]
    before = {}
    for a, b in straight:
        pair = (place[a], place[b])
        row = taken[mesh.layer_of[a]]
        i = bisect_left(row, pair)
        crosses = (i > 0 and row[i - 1][1] >= pair[1]) or (i < len(row) and row[i][1] <= pair[1])
        if not crosses:
            insort(row, pair)
            before[b] = a
    for layer in mesh.layers:
        for v in layer:
            if v in before:
                block[v] = block[before[v]]
    return block


def candidates(mesh: Mesh, weights: dict) -> list[tuple[int, int]]:
    """Steps that should be straight, the worthiest first: each is the best of both its ends."""
    best_right = [unrivalled(mesh, v, near, weights, False) for v, near in enumerate(mesh.right)]
    best_left = [unrivalled(mesh, v, near, weights, True) for v, near in enumerate(mesh.left)]
    steps = [(a, b) for a, b in enumerate(best_right) if b is not None and best_left[b] == a]
    return sorted(steps, key=lambda step: -worth(mesh, step, weights))


def unrivalled(mesh: Mesh, v: int, near: list[int], weights: dict, leftward: bool) -> int | None:
    """The neighbour that is worth most to `v`; None when two are worth the same."""
    ranked = sorted(
        ((worth(mesh, (n, v) if leftward else (v, n), weights), n) for n in near), reverse=True
    )
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def separations(mesh: Mesh, block: list[int], tall: list[int]) -> dict[int, dict[int, float]]:
    """For each block those right below it somewhere, and how far their middles must be apart."""
    limits: dict[int, dict[int, float]] = {block[v]: {} for layer in mesh.layers for v in layer}
    for layer in mesh.layers:
        for a, b in pairwise(layer):
            apart = APART[(a >= mesh.boxes) + (b >= mesh.boxes)]
            need = (tall[a] + tall[b]) / 2 + apart
            under = limits[block[a]]
            under[block[b]] = max(under.get(block[b], 0), need)
    return limits


def settled(mesh: Mesh, block: list[int], limits: dict, weights: dict) -> list[float]:
    """The y of each vertex after the blocks have moved towards their neighbours."""
    order, over = sorted_blocks(limits)
    y = compact(order, limits, over)
    pulls = pulls_between(mesh, block, weights)
    for turn in range(ROUNDS):
        moved = 0.0
        for b in order if turn % 2 else reversed(order):
            if not pulls[b]:
                continue
            total = sum(weight for _, weight in pulls[b])
            goal = sum(y[other] * weight for other, weight in pulls[b]) / total
            low = max((y[a] + need for a, need in over[b]), default=-math.inf)
            high = min((y[c] - need for c, need in limits[b].items()), default=math.inf)
            goal = max(low, min(goal, high))
            moved = max(moved, abs(goal - y[b]))
            y[b] = goal
        if moved < 0.5:
            break
    return [y[b] for b in block]


def sorted_blocks(limits: dict) -> tuple[list[int], dict[int, list[tuple[int, float]]]]:
    """The blocks from top to bottom, and for each what lies right above it."""
    over: dict[int, list[tuple[int, float]]] = {b: [] for b in limits}
    for a, under in limits.items():
        for b, need in under.items():
            over[b].append((a, need))
    waiting = {b: len(above) for b, above in over.items()}
    order = [b for b, n in waiting.items() if n == 0]
    for a in order:
        for b in limits[a]:
            waiting[b] -= 1
            if waiting[b] == 0:
                order.append(b)
    return order, over


def compact(order: list[int], limits: dict, over: dict) -> dict[int, float]:
    """A first y for each block: half way between all packed to the top and all to the bottom."""
    top: dict[int, float] = {}
    for b in order:
        top[b] = max((top[a] + need for a, need in over[b]), default=0.0)
    bottom: dict[int, float] = {}
    deepest = max(top.values(), default=0.0)
    for b in reversed(order):
        bottom[b] = min((bottom[c] - need for c, need in limits[b].items()), default=deepest)
    return {b: (top[b] + bottom[b]) / 2 for b in order}


def pulls_between(mesh: Mesh, block: list[int], weights: dict) -> dict[int, list]:
    """For each block the others that it wants to be level with, and how much."""
    pulls: dict[int, list[tuple[int, int]]] = {b: [] for b in block}
    for a, following in enumerate(mesh.right):
        for b in following:
            if block[a] != block[b]:
                weight = worth(mesh, (a, b), weights)
                pulls[block[a]].append((block[b], weight))
                pulls[block[b]].append((block[a], weight))
    return pulls

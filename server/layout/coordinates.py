"""Gives each vertex of a mesh its place across the tape: lines straight where possible, no overlap.

Vertices that a straight line joins form a block (Brandes and Koepf, "Fast and simple horizontal
coordinate assignment", 2001); then the blocks move towards their neighbours, held apart by the
order of the layers.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass
from itertools import pairwise

from server.layout.direction import Bearing, Reach
from server.layout.dummy_vertices import Mesh

ROUNDS = 24
LINE = Reach(0, 0, 2, 2)  # what a dummy takes
LONG, INTO_LONG = 8, 3  # what a straight step is worth between dummies, and from or to one

CROWD = 5

Weights = dict[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Straights:
    """What is to be straight in a mesh, whatever its bearing.

    `block` is for each vertex the block that it lies in, named by the block's first vertex; `pulls`
    are for each block the others that it wants to be level with, and how much.
    """

    block: list[int]
    pulls: dict[int, list[tuple[int, int]]]


def straights(mesh: Mesh, weights: Weights) -> Straights:
    """`weights` says, for steps between units, how much a straight line is worth."""
    block = blocks(mesh, weights)
    return Straights(block, pulls_between(mesh, block, weights))


def heights(
    mesh: Mesh, straight: Straights, outlines: list[Reach], bearing: Bearing
) -> list[float]:
    """The place across the tape of each vertex's middle; `outlines` are those of the units."""
    outlines = outlines + [LINE] * (len(mesh.layer_of) - len(outlines))
    limits = separations(mesh, straight.block, outlines, bearing)
    return settled(straight, limits)


def worth(mesh: Mesh, a: int, b: int, weights: Weights) -> int:
    """How much a straight step is worth: most between dummies, least at a branch."""
    dummies = (a >= len(mesh.units)) + (b >= len(mesh.units))
    if dummies == 0:
        return weights[a, b]
    return LONG if dummies == 2 else INTO_LONG


def blocks(mesh: Mesh, weights: Weights) -> list[int]:
    """The block of each vertex."""
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


def candidates(mesh: Mesh, weights: Weights) -> list[tuple[int, int]]:
    """Steps that should be straight, the worthiest first: each is the best of both its ends."""
    best_right = [unrivalled(mesh, v, near, weights, False) for v, near in enumerate(mesh.right)]
    best_left = [unrivalled(mesh, v, near, weights, True) for v, near in enumerate(mesh.left)]
    crowd = crowded(mesh)
    steps = [
        (a, b)
        for a, b in enumerate(best_right)
        if b is not None and best_left[b] == a and not (a in crowd and b >= len(mesh.units))
    ]
    return sorted(steps, key=lambda step: -worth(mesh, *step, weights))


def crowded(mesh: Mesh) -> set[int]:
    """Units in layers so full that lines from them must bend, or the layers could not be dense."""
    units = ([v for v in layer if v < len(mesh.units)] for layer in mesh.layers)
    return {v for layer in units if len(layer) >= CROWD for v in layer}


def unrivalled(mesh: Mesh, v: int, near: list[int], weights: Weights, leftward: bool) -> int | None:
    """The neighbour that is worth most to `v`; None when two are worth the same."""
    ranked = sorted(
        ((worth(mesh, n, v, weights) if leftward else worth(mesh, v, n, weights), n) for n in near),
        reverse=True,
    )
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def separations(
    mesh: Mesh, block: list[int], outlines: list[Reach], bearing: Bearing
) -> dict[int, dict[int, float]]:
    """For each block those right below it somewhere, and how far their middles must be apart."""
    units = len(mesh.units)
    limits: dict[int, dict[int, float]] = {block[v]: {} for layer in mesh.layers for v in layer}
    for layer in mesh.layers:
        for a, b in pairwise(layer):
            apart = bearing.apart[(a >= units) + (b >= units)]
            need = outlines[a].high + outlines[b].low + apart
            under = limits[block[a]]
            under[block[b]] = max(under.get(block[b], 0), need)
    return limits


def settled(straight: Straights, limits: dict[int, dict[int, float]]) -> list[float]:
    """The place of each vertex after the blocks have moved towards their neighbours."""
    order, over = sorted_blocks(limits)
    places = compact(order, limits, over)
    y = [places.get(b, 0.0) for b in range(len(straight.block))]
    # What none of a block's neighbours has left stays where it is.
    stale = [True] * len(y)
    rows = [
        (b, pulls, sum([weight for _, weight in pulls]), over[b], list(limits[b].items()))
        for b in order
        if (pulls := straight.pulls[b])
    ]
    ways = rows[::-1], rows
    for turn in range(ROUNDS):
        moved = 0.0
        for b, pulls, total, above, below in ways[turn % 2]:
            if not stale[b]:
                continue
            stale[b] = False
            goal = sum([y[other] * weight for other, weight in pulls]) / total
            for other, need in above:
                if goal < y[other] + need:
                    goal = y[other] + need
            for other, need in below:
                if goal > y[other] - need:
                    goal = y[other] - need
            if goal != y[b]:
                moved = max(moved, abs(goal - y[b]))
                y[b] = goal
                for near in (pulls, above, below):
                    for other, _ in near:
                        stale[other] = True
        if moved < 0.5:
            break
    return [y[b] for b in straight.block]


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


def pulls_between(mesh: Mesh, block: list[int], weights: Weights) -> dict[int, list]:
    """The pulls between blocks."""
    pulls: dict[int, list[tuple[int, int]]] = {b: [] for b in block}
    for a, following in enumerate(mesh.right):
        for b in following:
            if block[a] != block[b]:
                weight = worth(mesh, a, b, weights)
                pulls[block[a]].append((block[b], weight))
                pulls[block[b]].append((block[a], weight))
    return pulls
